"""Which record belongs to a source: the one of the same text, flags and arguments.

Looked for in the folder that `[verify] records = "DIR"` in the nearest cass.toml names (`SUB/x.cu` has
`DIR/SUB/x.cu.cass-record.json`), else beside the source. A run with arguments has a part of their digest in its name.
"""

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.project_file import nearest, table_of
from cass_tools.records import form
from cass_tools.records.form import Record
from cass_tools.trial import Unit

FOLDERS = ("-I", "-isystem", "-L", "-iquote", "-idirafter")


@dataclass(frozen=True, slots=True)
class Found:
    """A record that fits, or `reason` why there is none; `near`: there is one, of something else."""

    record: Record | None = None
    path: Path | None = None
    reason: str = ""
    near: bool = False


def place(source: Path, args: Sequence[str]) -> Path:
    """Where the record of a source and its program's arguments is written."""
    mark = f".{hashlib.sha256(chr(0).join(args).encode()).hexdigest()[:8]}" if args else ""
    return _folder(source) / f"{source.name}{mark}{form.SUFFIX}"


def find(unit: Unit, args: Sequence[str], named: Path | None = None) -> Found:
    """The record of a source; `named` is the one that the user wants, which CassError says is none if so."""
    paths = [named] if named else _candidates(unit.path, args)
    first = ""
    for path in paths:
        record = form.read(path)
        why = unlike(record, unit, args)
        if not why:
            return Found(record, path)
        first = first or f"{path.name} {why}"
    if first:
        return Found(reason=f"{first}; record it again (cass record)", near=True)
    return Found(
        reason=f"no run of {unit.path.name} was recorded; cass record makes one on a machine with an NVIDIA GPU"
    )


def unlike(record: Record, unit: Unit, args: Sequence[str]) -> str:
    """How the record's program is another one, as the rest of a sentence; empty if it is the same."""
    for name, told in record.sources.items():
        data = unit.data if name == unit.path.name else _content(unit.path.parent / name)
        if data is None or hashlib.sha256(data).hexdigest() != told:
            return f"was made of another {name}"
    if unit.path.name not in record.sources:
        return f"was made of {record.source}"
    if tuple(args) != record.args:
        return f"was made with the arguments {' '.join(record.args) or '(none)'}"
    if named_flags(unit.flags) != record.flags:
        return f"was made with the flags {' '.join(record.flags) or '(none)'}"
    return ""


def sources(unit: Unit, others: Iterable[Path]) -> Mapping[str, str]:
    """Digests of the unit's text and of other files, by their names relative to it."""
    own = unit.path.absolute().parent
    digests = {unit.path.name: hashlib.sha256(unit.data).hexdigest()}
    for path in others:
        data = _content(path)
        if data is not None:
            digests[os.path.relpath(path.absolute(), own)] = hashlib.sha256(data).hexdigest()
    return digests


def named_flags(flags: Sequence[str]) -> tuple[str, ...]:
    """The flags that say what is compiled, not where things are on one machine."""
    kept, skip = list[str](), False
    for flag in flags:
        if not skip and not flag.startswith(FOLDERS):
            kept.append(flag)
        skip = flag in FOLDERS
    return tuple(kept)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _candidates(source: Path, args: Sequence[str]) -> list[Path]:
    """The records of that source: that for these arguments first."""
    wanted = place(source, args)
    others = sorted(p for p in wanted.parent.glob(f"*{form.SUFFIX}") if p.name.startswith(f"{source.name}."))
    return [path for path in dict.fromkeys((wanted, *others)) if path.is_file()]


def _folder(source: Path) -> Path:
    """Where records of a source are kept."""
    beside = source.absolute().parent
    path = nearest(beside)
    if path is None:
        return beside
    table = table_of(path).get("verify", {})
    folder = table.get("records") if isinstance(table, dict) else None
    if folder is None:
        return beside
    if not isinstance(folder, str):
        raise CassError(f'{path}: [verify] records is the name of a folder, such as "tests/records"')
    return path.parent / folder / beside.relative_to(path.parent)
