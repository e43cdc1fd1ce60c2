"""Rows of measurements that are kept in the repository, so that anybody can go on with a measurement at any time.

A file of `bench/measured` holds one JSON object a line: the last row of each key (a program and a GPU, say), in the
order of the keys, so that two people who measure different programs have nothing to merge by hand. Each row says with
which revision of cass it was taken, and on what day; it names no folder of the machine.
"""

import datetime
import fcntl
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from cass_tools import proc

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Data = TypeVar("Data", bound=DataclassInstance)

MEASURED = Path(__file__).parent / "measured"
HERE = Path(__file__).parent.parent
LONGEST = 400  # characters of a text in a row
FOLDER = re.compile(r"(?<![\w./])(?:/[\w.+-]+)+/(?=[\w.+-])")
UNPRINTABLE = re.compile(r"[^\n\t\x20-\x7e\xa0-\uffff]|\ufffd")
REVISION_DIGITS = 12
NOT_MEASURED = "NOT_MEASURED"

Row = Mapping[str, object]


@dataclass(frozen=True)
class Kept:
    """The rows of a file; those that agree in the fields of `key` replace one another."""

    file: Path
    key: tuple[str, ...]

    def rows(self) -> list[Row]:
        """All rows, in the order of their keys; none if the file is not there."""
        text = self.file.read_text("utf-8") if self.file.is_file() else ""
        return [cast("Row", json.loads(line)) for line in text.splitlines()]

    def read(self, kind: "type[Data]") -> "list[Data]":
        """All rows as a dataclass with fields of their names."""
        names = [each.name for each in fields(kind)]
        return [kind(**{name: row[name] for name in names}) for row in self.rows()]

    def ends(self) -> dict[tuple[str, ...], str]:
        """How each key ended."""
        return {self._key(row): str(row["end"]) for row in self.rows()}

    def left(self, *, again: bool = False) -> set[tuple[str, ...]]:
        """The keys that are not measured yet; with `again`, those that did not pass too."""
        return {key for key, end in self.ends().items() if end == NOT_MEASURED or (again and end != "PASSED")}

    def put(self, *new: Row) -> None:
        """Add rows, each in the place of the one with its key, with revision and day; and print them."""
        made = [_fit(row) for row in new]
        with self._alone():
            self._write((*self.rows(), *made))
        for row in made:
            print(json.dumps(row), flush=True)

    def await_all(self, keys: Iterable[tuple[str, ...]]) -> None:
        """Have a row for each of these keys, NOT_MEASURED where there is none yet: so the file tells what is left."""
        empty = [dict(zip(self.key, key, strict=True)) | {"end": NOT_MEASURED} for key in keys]
        with self._alone():
            self._write((*empty, *self.rows()))

    def _write(self, rows: Iterable[Row]) -> None:
        found = {self._key(row): row for row in rows}
        draft = self.file.with_suffix(".new")
        draft.write_text("".join(json.dumps(found[key], ensure_ascii=False) + "\n" for key in sorted(found)), "utf-8")
        draft.replace(self.file)

    def _key(self, row: Row) -> tuple[str, ...]:
        return tuple(str(row[name]) for name in self.key)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Others who put rows into a file of this folder wait."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        folder = os.open(self.file.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)


def _fit(row: Row) -> Row:
    """The row with revision and day, its texts short and without folders of this machine."""
    known = {"revision": revision(), "day": datetime.datetime.now(datetime.UTC).date().isoformat()}
    return {name: plain(value) if isinstance(value, str) else value for name, value in {**row, **known}.items()}


def plain(text: str) -> str:
    """The end of a text, without the folders of its paths and what cannot be printed."""
    return UNPRINTABLE.sub("", FOLDER.sub("", text))[-LONGEST:]


def revision() -> str:
    """The commit that is checked out, with a + if files of cass differ from it; empty outside of a repository."""
    commit = proc.run(["git", "-C", HERE, "rev-parse", f"--short={REVISION_DIGITS}", "HEAD"], timeout=20)
    changed = proc.run(["git", "-C", HERE, "status", "--porcelain", "--", "cass_tools"], timeout=20)
    return commit.stdout.decode().strip() + ("+" if changed.stdout.strip() else "")
