"""Results of checking assembly as a report that every format is made of, and as JSON with the paper's classes."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cass_tools.asm.diagnose import Diagnosis, diagnose
from cass_tools.asm.fixing import repaired
from cass_tools.asm.kinds import by_code
from cass_tools.diff import unified
from cass_tools.errors import CassError
from cass_tools.formats.objects import json_text
from cass_tools.formats.reported import FileReport, Report, root
from cass_tools.model import Finding
from cass_tools.output import Place, write
from cass_tools.scan import not_text, read
from cass_tools.tree import Unreadable


class Result(NamedTuple):
    """A file as it is now, what is found in it, the findings that were repaired, and the diff that repaired them."""

    path: Path
    data: bytes
    diagnosis: Diagnosis
    repaired: tuple[Finding, ...] = ()
    difference: bytes = b""


def check_file(path: Path, mcpu: str | None = None, *, fix: bool = False, keep: bool = False) -> Result:
    """Check a file; with `fix` repair it and write it if that made it better, with `keep` only as a diff.

    CassError where it cannot be read or written, or is no text.
    """
    data = read(path).data
    if reason := not_text(data):
        raise CassError(f"{path}: skipped, {reason}")
    if not fix:
        return Result(path, data, diagnose(data, mcpu))
    done = repaired(data, mcpu)
    if done.data != data and not keep:
        write(Place(path, path.absolute().parent), done.data, read_as=data)
    return Result(path, done.data, done.after, done.made, unified(data, done.data, path.as_posix().lstrip("/")))


def report(results: Sequence[Result], unreadable: Sequence[Unreadable]) -> Report:
    """The findings as a report: SARIF, JUnit and the other formats are made of it."""
    files = tuple(FileReport(each.path, each.diagnosis.findings, each.data) for each in results)
    return Report(files, len(results), tuple(unreadable), root([each.path for each in results]), every=True)


def as_json(results: Sequence[Result], unreadable: Sequence[Unreadable]) -> str:
    """The JSON of `cass check`, with the CASS paper's class of each finding, and what became of each file."""
    value = json.loads(json_text(report(results, unreadable)))
    for finding in value["findings"]:
        finding["class"] = by_code()[finding["code"]].paper or None
    value["assembled"] = [
        {
            "path": str(each.path),
            "gpu": each.diagnosis.gpu,
            "assembles": each.diagnosis.assembled,
            "repaired": [finding.code for finding in each.repaired],
        }
        for each in results
    ]
    return json.dumps(value, indent=1) + "\n"
