"""What a project says about findings: releases, spellings, its own rules, what is not reported, and where. Light.

`[check]` holds `ignore`, `exclude` and `baseline`; `[[check.path]]` what differs below some paths.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cass_tools.errors import CassError
from cass_tools.project_file import content, near, table_of
from cass_tools.user_rules.nearest import rules_in

if TYPE_CHECKING:
    from cass_tools.config import Config, PathConfig

TABLE, KEY = "check", "ignore"
VERSIONS = ("hip-version", "cuda-version")
WAYS = {
    "launch-syntax": ("chevron", "macro"),
    "warp-policy": ("logical32", "native"),
    "api": ("hip", "roc"),
    "style": ("cass", "hipify"),
}
LISTS = (KEY, "exclude")
IN_CHECK = (*LISTS, "baseline", "path")
IN_PATH = ("paths", KEY, *VERSIONS, *WAYS)
TOP = (*VERSIONS, *WAYS, "nvidia-tools", TABLE, "rules", "verify", "hipcc")  # some are read elsewhere


def configured(config: "Config", path: Path) -> "Config":
    """The configuration with what the project of `path` adds; CassError names what is wrong in its file."""
    file = near(path)
    if file is None:
        return config
    table = table_of(file)
    if unknown := sorted(table.keys() - set(TOP)):
        raise CassError(f"{file}: {', '.join(unknown)}: not known; `cass config schema` says what there is")
    check = _check(file, table)
    return config._replace(
        **_ways(str(file), table),
        user_rules=rules_in(file),
        ignored=_codes(f"{file}: [{TABLE}] {KEY}", check.get(KEY, [])),
        per_path=_per_path(file, check),
    )


def ignored(path: Path) -> frozenset[str]:
    """`[check] ignore = ["CASS104", "warp-mask-32"]`: codes and names of rules that the project does without."""
    file = near(path)
    if file is None or KEY.encode() not in content(file):
        return frozenset()
    return _codes(f"{file}: [{TABLE}] {KEY}", _check(file, table_of(file)).get(KEY, []))


def excluded(path: Path) -> "tuple[Path, tuple[str, ...]] | None":
    """`[check] exclude`: a folder and the patterns below it, as in a .gitignore, of files that are not looked at."""
    file = near(path)
    if file is None or b"exclude" not in content(file):
        return None
    patterns = _check(file, table_of(file)).get("exclude", [])
    return (file.parent, tuple(_strings(f"{file}: [{TABLE}] exclude", patterns))) if patterns else None


def baseline_named(path: Path) -> Path | None:
    """`[check] baseline`: the file with findings that are known; None where nothing is said."""
    file = near(path)
    if file is None or b"baseline" not in content(file):
        return None
    named = _check(file, table_of(file)).get("baseline")
    if named is not None and (not isinstance(named, str) or not named):
        raise CassError(f'{file}: [{TABLE}] baseline names a file, such as "cass-baseline.json"')
    return file.parent / named if named else None


def _check(file: Path, table: dict[str, Any]) -> dict[str, Any]:
    check = table.get(TABLE, {})
    if not isinstance(check, dict):
        raise CassError(f"{file}: {TABLE} must be a table: [{TABLE}]")
    for key in check:
        if key not in IN_CHECK:
            raise CassError(f"{file}: [{TABLE}] {key} is not known; there are {', '.join(IN_CHECK)}")
    return check


def _per_path(file: Path, check: dict[str, Any]) -> "tuple[PathConfig, ...]":
    entries = check.get("path", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise CassError(f"{file}: what holds for some paths is told in [[{TABLE}.path]] tables")
    return tuple(_entry(file, number, entry) for number, entry in enumerate(entries, 1))


def _entry(file: Path, number: int, entry: dict[str, Any]) -> "PathConfig":
    from cass_tools.config import PathConfig

    where = f"{file}: [[{TABLE}.path]] number {number}"
    for key in entry:
        if key not in IN_PATH:
            raise CassError(f"{where}: {key} is not known; there are {', '.join(IN_PATH)}")
    patterns = _strings(f"{where}: paths", entry.get("paths"))
    if not patterns:
        raise CassError(f'{where} needs paths, such as paths = ["legacy/**"]')
    codes = _codes(f"{where}: {KEY}", entry.get(KEY, []))
    return PathConfig(file.parent, tuple(patterns), codes, tuple(_ways(where, entry).items()))


def _ways(where: str, table: dict[str, Any]) -> dict[str, Any]:
    """The fields of a Config that a table sets."""
    from cass_tools import choices

    found: dict[str, Any] = {}
    for key in VERSIONS:
        if key in table:
            if not isinstance(table[key], str):
                raise CassError(f'{where}: {key} must be a text, such as "6.3"; as a number, 6.10 would be 6.1')
            found[key.replace("-", "_")] = choices.version(f"{where}: {key}", table[key])
    for key, words in WAYS.items():
        if key in table:
            found[key.replace("-", "_")] = choices.one_of(f"{where}: {key}", str(table[key]), words)
    return found


def _codes(where: str, codes: Any) -> frozenset[str]:
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        raise CassError(f'{where} must be a list of codes or names, such as ["CASS104"]')
    return frozenset(codes)


def _strings(where: str, values: Any) -> Sequence[str]:
    listed: Iterable[Any] = values if isinstance(values, list) else [values] if isinstance(values, str) else ()
    if values is not None and (not isinstance(values, list | str) or not all(isinstance(v, str) for v in listed)):
        raise CassError(f'{where} must be a list of patterns, such as ["legacy/**"]')
    return list(listed)
