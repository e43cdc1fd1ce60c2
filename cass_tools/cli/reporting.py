"""`cass report`: the state of a port as a page, Markdown, JSON or CSV."""

import json
import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cass_tools.cli.checking import found_in
from cass_tools.cli.screen import Screen
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.output import Place, write
from cass_tools.reports import survey as surveys
from cass_tools.reports import tables
from cass_tools.scan import check_all, processors

FORMATS = ("html", "md", "json", "csv")
DATA, PAGE = "report.json", "index.html"


def write_report(
    paths: Sequence[Path],
    config: Config,
    output: Path | None,
    form: str,
    *,
    verdicts: Sequence[Path] = (),
    since: Path | None = None,
    sources: bool = True,
    jobs: int | None = None,
) -> int:
    """Write a page and its data to a folder, or another format to a file or standard output. 0, 2: not all was read."""
    if form not in FORMATS:
        raise CassError(f"--format {form}: choose {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    if form == "html" and output is None:
        raise CassError("name a folder for the page: -o report/")
    for path in paths:
        if not os.path.lexists(path):
            raise CassError(f"{path}: No such file or directory")
    known = _verdicts(verdicts)
    before = _before(since, output if form == "html" else None)
    found = found_in(paths, config)
    results = Screen(sys.stderr).track(
        check_all(found.cuda, config, jobs or processors(), cached=True), len(found.cuda), "checking"
    )
    survey = surveys.surveyed(results, config, known, texts=form == "html" and sources)
    survey.unreadable.extend({"path": str(each.path), "reason": each.reason} for each in found.unreadable)
    for problem in survey.unreadable:
        print(f"cass: {problem['path']}: {problem['reason']}", file=sys.stderr)
    if not survey.files:
        why = "none of the files could be read" if survey.unreadable else "no CUDA was found"
        raise CassError(f"{why} in {', '.join(map(str, paths))}; no report was written")
    _tell_unmatched(known, survey)
    change = surveys.changes(survey.value(), before) if before else None
    if form == "html":
        assert output is not None  # noqa: S101 - said above
        _write_page(survey, change, output, ", ".join(str(path) for path in paths))
    else:
        made = {"md": lambda: tables.as_markdown(survey, change), "csv": lambda: tables.as_csv(survey)}
        _put(made.get(form, lambda: tables.as_json(survey))(), output)
    return 2 if survey.unreadable else 0


def _write_page(survey: surveys.Survey, change: surveys.Change | None, folder: Path, named: str) -> None:
    from cass_tools.reports.page import as_html

    name = Path(named).resolve().name if named in (".", "..") else named
    write(Place(folder / PAGE, folder), as_html(survey, change, name).encode(errors="replace"), force=True)
    write(Place(folder / DATA, folder), tables.as_json(survey).encode(errors="replace"), force=True)
    print(f"{folder / PAGE}: {surveys.ready(survey.value())} % ready, {len(survey.files)} files")


def _put(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text)
        return
    write(Place(output, output.resolve().parent), text.encode(errors="replace"), force=True)


def _before(since: Path | None, folder: Path | None) -> Any:
    """The report before, if there is one."""
    path = since if since is not None else folder / DATA if folder is not None else None
    if path is None or (since is None and not path.is_file()):
        return None
    value = _json(path, "no report of cass")
    if not surveys.is_report(value):
        raise CassError(f"{path}: no report of this version of cass; remove it, or name another with --since")
    return value


def _verdicts(paths: Sequence[Path]) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for path in paths:
        value = _json(path, "not what `cass translate --format json` prints")
        try:
            when = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="minutes")
            known |= surveys.verdicts_of(value, when)
        except (KeyError, TypeError) as error:
            raise CassError(f"{path}: not what `cass translate --format json` prints") from error
    return known


def _tell_unmatched(known: dict[str, Any], survey: surveys.Survey) -> None:
    """Verdicts are found by the path as it was typed: `cass translate ./src` and `cass report $PWD/src` do not meet."""
    others = sorted(known.keys() - {file["path"] for file in survey.files})
    if others:
        print(
            f"cass: {len(others)} of {len(known)} verdicts are of files that are not in this report, such as "
            f"{others[0]}; name the paths as `cass translate` got them",
            file=sys.stderr,
        )


def _json(path: Path, otherwise: str) -> Any:
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise CassError(f"{path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise CassError(f"{path}: {otherwise}") from error
