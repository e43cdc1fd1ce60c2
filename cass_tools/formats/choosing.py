"""Which format goes where: `--format`, and `--output-file` as often as it is given."""

import importlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, cast

from cass_tools.errors import CassError
from cass_tools.formats.reported import Report
from cass_tools.output import Place, ready, write

# Each name with the function that makes it; text is made by the screen, which is the front end's.
MADE_BY = {
    "json": "objects.json_text",
    "jsonl": "objects.json_lines",
    "sarif": "sarif.sarif",
    "github": "annotations.github",
    "gitlab": "annotations.gitlab",
    "junit": "junit.junit",
}
TEXT = "text"
FORMATS = (TEXT, *MADE_BY)
OTHER_NAMES = {"json-lines": "jsonl", "full": TEXT}  # as ruff calls them
SUFFIXES = {".sarif": "sarif", ".jsonl": "jsonl"}


class Output(NamedTuple):
    """A file to be written in a format."""

    form: str
    path: Path


def format_of(option: str, word: str) -> str:
    """The format of that name; CassError lists what there is."""
    name = OTHER_NAMES.get(word, word)
    if name not in FORMATS:
        raise CassError(f"{option} {word}: choose {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    return name


def has_own_format(word: str) -> bool:
    """Whether a file is named with its format: `sarif=x.sarif`."""
    name, sign, path = word.partition("=")
    return bool(sign and path) and OTHER_NAMES.get(name, name) in FORMATS


def outputs_of(words: Sequence[str], form: str | None) -> list[Output]:
    """`sarif=x.sarif` or `x.sarif` as files; without a format of its own a file has --format's, or its suffix's."""
    found = []
    for word in words:
        if has_own_format(word):
            name, _, place = word.partition("=")
            found.append(Output(OTHER_NAMES.get(name, name), Path(place)))
            continue
        if not word or word.endswith("/") or Path(word).is_dir():
            raise CassError(f"--output-file {word}: name a file, or FORMAT=FILE")
        found.append(Output(form or SUFFIXES.get(Path(word).suffix, TEXT), Path(word)))
    paths = [output.path.absolute() for output in found]
    for number, path in enumerate(paths):
        if path in paths[:number]:
            raise CassError(f"--output-file {found[number].path} is named twice")
    return found


def rendered(form: str, report: Report) -> str:
    """The report in any format but text."""
    module, _, function = MADE_BY[form].partition(".")
    made = getattr(importlib.import_module(f"cass_tools.formats.{module}"), function)
    return cast(str, made(report))


def prepare(path: Path) -> None:
    """CassError where a report could not be put there, before the work that it is about."""
    if not _is_stream(path):
        ready(Place(path, path.resolve().parent))


def put(path: Path, text: str) -> None:
    """Write a report whole or not at all, over what was there; CassError says why not."""
    if _is_stream(path):
        try:
            path.write_text(text, encoding="utf-8", errors="replace")
        except OSError as error:
            raise CassError(f"{path}: {error.strerror or error}") from error
        return
    write(Place(path, path.resolve().parent), text.encode(errors="replace"), force=True)


def _is_stream(path: Path) -> bool:
    """/dev/stdout, a pipe: written as it is."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)  # noqa: PTH110, PTH112, PTH113
