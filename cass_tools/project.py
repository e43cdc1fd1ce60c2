"""What a project's cass.toml says about findings: its own rules, and codes that are not reported. Light to import."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cass_tools.errors import CassError
from cass_tools.user_rules.nearest import find, rules_for

if TYPE_CHECKING:
    from cass_tools.config import Config

TABLE, KEY = "check", "ignore"


def configured(config: "Config", path: Path) -> "Config":
    """The configuration with what the nearest cass.toml of `path` adds; CassError names what is wrong in that."""
    return config._replace(user_rules=rules_for(path), ignored=ignored(path))


def ignored(path: Path) -> frozenset[str]:
    """`[check] ignore = ["CASS104", "warp-mask-32"]`: codes and names of rules that the project does without."""
    file = find(path if path.is_dir() else path.absolute().parent)
    if file is None or KEY.encode() not in (text := file.read_bytes()):
        return frozenset()
    import tomllib  # few projects have the table

    try:
        table = tomllib.loads(text.decode()).get(TABLE, {})
    except ValueError as error:  # not TOML, or not UTF-8
        raise CassError(f"{file}: {error}") from error
    return _codes(file, table)


def _codes(file: Path, table: Any) -> frozenset[str]:
    if not isinstance(table, dict):
        raise CassError(f"{file}: {TABLE} must be a table: [{TABLE}]")
    for key in table:
        if key != KEY:
            raise CassError(f"{file}: [{TABLE}] {key} is not known; there is {KEY}")
    codes = table.get(KEY, [])
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        raise CassError(f'{file}: [{TABLE}] {KEY} must be a list of codes or names, such as ["CASS104"]')
    return frozenset(codes)
