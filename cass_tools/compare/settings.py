"""What cass.toml says about comparing: `[verify.compare]` for what is printed, `[[verify.file]]` for files."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cass_tools.compare.terms import DEFAULTS, TYPES, FileRule, Terms, Tolerance
from cass_tools.errors import CassError
from cass_tools.project_file import nearest, table_of

MODES = ("numbers", "exact", "unordered")
NUMBER = (int, float)
NUMERIC: dict[str, Any] = {"rtol": NUMBER, "atol": NUMBER, "ulp": int}
COMPARE: dict[str, Any] = {
    "mode": str,
    **NUMERIC,
    **dict.fromkeys(TYPES, dict),
    "mask": list,
    "unordered": list,
    "mask-times": bool,
    "signed-zero": bool,
    "nan": str,
    "schedules": int,
}
INTEGERS = tuple(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))
KINDS = ("text", "bytes", "image", "float16", "float32", "float64", *INTEGERS)
FILE: dict[str, Any] = {
    "path": str,
    "type": str,
    **NUMERIC,
    "exact": bool,
    "unordered": bool,
    "mask": list,
    "offset": int,
    "levels": NUMBER,
    "share": NUMBER,
}
ONLY = {"levels": ("image",), "share": ("image",), "mask": ("text",)}  # keys that only some types have
ANY_LINE = ("",)
MOST_SCHEDULES = 100


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for: terms, and in how many other orders runs are repeated (None: as usual)."""

    terms: Terms = field(default_factory=Terms)
    schedules: int | None = None

    @property
    def files(self) -> tuple[str, ...]:
        """Names or patterns of the files that are compared."""
        return tuple(rule.path for rule in self.terms.files)


def read(folder: Path) -> Asked:
    """As the nearest cass.toml in `folder` or above says; CassError names what is wrong in it."""
    path = nearest(folder)
    if path is None:
        return Asked()
    table = table_of(path)
    verify = table.get("verify", {})
    if not isinstance(verify, dict):
        raise CassError(
            f"{path}: verify must be a table; there are [verify.compare], [[verify.file]], [[verify.kernel]]"
        )
    for key in verify:
        if key not in ("compare", "file", "kernel", "records"):
            raise CassError(f"{path}: verify.{key} is not known; there are compare, file, kernel, records")
    files = verify.get("file", [])
    if not isinstance(files, list):
        raise CassError(f"{path}: files are told in [[verify.file]] tables")
    asked = _compare(f"{path}: [verify.compare]", verify.get("compare", {}))
    rules = tuple(_file(f"{path}: [[verify.file]]", entry) for entry in files)
    return replace(asked, terms=replace(asked.terms, files=rules))


def joined(told: Terms, mode: str | None, asked: Terms) -> Terms:
    """The terms of cass.toml with what was `told` on the command line: that wins, masks add up."""
    terms = with_mode(replace(asked, masks=(*asked.masks, *told.masks)), mode)
    if told.tolerance is not None:
        terms = replace(terms, tolerance=told.tolerance, types=())
    return replace(terms, types=told.types or terms.types, mask_times=told.mask_times or asked.mask_times)


def told(tolerance: float | None, atol: float | None, masks: Sequence[str], *, mask_times: bool) -> Terms:
    """The terms that a command line tells."""
    terms = Terms(tolerance, mask_times, masks=tuple(checked_mask("--mask", mask) for mask in masks))
    if atol is None:
        return terms
    types = [(kind, Tolerance(rtol if tolerance is None else tolerance, atol)) for kind, rtol in DEFAULTS.items()]
    return replace(terms, types=tuple(types))


def with_mode(terms: Terms, mode: str | None) -> Terms:
    """The terms of one of MODES; None changes nothing."""
    if mode is None:
        return terms
    return replace(terms, exact=mode == "exact", unordered=ANY_LINE if mode == "unordered" else ())


def checked_mask(where: str, mask: Any) -> str:
    """A pattern; CassError for what is none."""
    if not isinstance(mask, str):
        raise CassError(f"{where}: patterns are written in quotes, not as {mask!r}")
    try:
        re.compile(mask)
    except re.error as error:
        raise CassError(f"{where}: {mask!r} is no pattern: {error}") from error
    return mask


def _compare(where: str, table: Any) -> Asked:
    _known(where, table, COMPARE)
    mode = table.get("mode", "numbers")
    if mode not in MODES:
        raise CassError(f"{where}: mode {mode!r}: choose {', '.join(MODES)}")
    if table.get("nan", "any") not in ("any", "exact"):
        raise CassError(f"{where}: nan {table['nan']!r}: choose any, exact")
    schedules = table.get("schedules")
    if schedules is not None and not 0 <= schedules <= MOST_SCHEDULES:
        raise CassError(f"{where}: schedules is a number from 0 to {MOST_SCHEDULES}, not {schedules}")
    general = _tolerance(where, table)
    types = {kind: general for kind in TYPES if general is not None}
    for kind in TYPES:
        if kind in table:
            _known(f"{where}: {kind}", table[kind], NUMERIC)
            own = _tolerance(f"{where}: {kind}", table[kind])
            types |= {kind: own} if own is not None else {}
    terms = Terms(
        mask_times=table.get("mask-times", False),
        types=tuple((kind, tolerance) for kind, tolerance in types.items() if tolerance is not None),
        masks=tuple(checked_mask(f"{where}: mask", mask) for mask in table.get("mask", ())),
        signed_zero=table.get("signed-zero", False),
        nan_bits=table.get("nan", "any") == "exact",
    )
    terms = with_mode(terms, mode)
    if "unordered" in table:
        terms = replace(terms, unordered=tuple(checked_mask(f"{where}: unordered", m) for m in table["unordered"]))
    return Asked(terms, schedules)


def _file(where: str, entry: Any) -> FileRule:
    _known(where, entry, FILE)
    if "path" not in entry:
        raise CassError(f'{where} needs a path, such as path = "out/*.pgm"')
    path = entry["path"]
    where += f" {path}"
    check_path(where, path)
    kind = entry.get("type", "text")
    if kind not in KINDS:
        raise CassError(f"{where}: type {kind!r}: choose {', '.join(KINDS)}")
    for key, kinds in ONLY.items():
        if key in entry and kind not in kinds:
            raise CassError(f"{where}: {key} is for files of type {', '.join(kinds)}, this one is {kind}")
    if not 0 <= entry.get("share", 0) <= 1:
        raise CassError(f"{where}: share is a number from 0 to 1, not {entry['share']}")
    if entry.get("offset", 0) < 0 or entry.get("levels", 0) < 0:
        raise CassError(f"{where}: offset and levels are not negative")
    return FileRule(
        path=path,
        kind=kind,
        tolerance=_tolerance(where, entry),
        exact=entry.get("exact", False),
        unordered=entry.get("unordered", False),
        masks=tuple(checked_mask(f"{where}: mask", mask) for mask in entry.get("mask", ())),
        offset=entry.get("offset", 0),
        levels=entry.get("levels"),
        share=entry.get("share"),
    )


def check_path(where: str, path: str) -> None:
    """CassError for a name or pattern that leads out of the directory that the program runs in."""
    if Path(path).is_absolute() or ".." in Path(path).parts or not Path(path).parts:
        raise CassError(f"{where}: name it relative to the directory that the program runs in")


def _tolerance(where: str, table: Mapping[str, Any]) -> Tolerance | None:
    """What the three keys say; None where there is none of them."""
    if not any(key in table for key in NUMERIC):
        return None
    values = [table.get(key, 0) for key in NUMERIC]
    for key, value in zip(NUMERIC, values, strict=True):
        if not 0 <= value < float("inf"):
            raise CassError(f"{where}: {key} is a number that is not negative, not {value}")
    return Tolerance(float(values[0]), float(values[1]), int(values[2]))


def _known(where: str, table: Any, keys: Mapping[str, Any]) -> None:
    if not isinstance(table, dict):
        raise CassError(f"{where} must be a table")
    for key, value in table.items():
        if key not in keys:
            raise CassError(f"{where}: {key} is not known; there are {', '.join(keys)}")
        if not isinstance(value, keys[key]) or (isinstance(value, bool) and keys[key] is not bool):
            raise CassError(f"{where}: {key} has the wrong kind of value: {value!r}")
