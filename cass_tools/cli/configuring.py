"""`cass config`: what is configured, and where that is said."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cass_tools.baseline_place import beside
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.project import VERSIONS, WAYS, baseline_named, configured, excluded
from cass_tools.project_file import near, table_of

SCHEMA_FILE = Path(__file__).parents[1] / "data" / "schemas" / "cass.schema.json"


def show_config(path: Path, *, as_json: bool) -> int:
    """Print it; always 0. CassError for what is wrong in the file."""
    if not path.exists():
        raise CassError(f"{path}: No such file or directory")
    file = near(path)
    said = {} if file is None else table_of(file)
    config = configured(Config(), path)
    values = _values(config.at(path) if path.is_file() else config, path, said)
    if as_json:
        print(json.dumps({"file": str(file) if file else None, "settings": values}, indent=1))
        return 0
    print(f"# {file}" if file else "# no cass.toml and no [tool.cass] here or above: what holds by itself")
    for key, value in values.items():
        print(f"{key} = {json.dumps(value)}")
    for entry in config.per_path if path.is_dir() else ():
        print(f"\n# for {', '.join(entry.patterns)}")
        print("".join(f"{line}\n" for line in _entry_lines(entry.ignored, entry.changes)), end="")
    return 0


def _values(config: Config, path: Path, said: dict[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key in VERSIONS:
        values[key] = ".".join(map(str, getattr(config, key.replace("-", "_"))))
    for key in WAYS:
        values[key] = getattr(config, key.replace("-", "_"))
    out = excluded(path)
    known = baseline_named(path) or beside(path)
    values["check.ignore"] = sorted(config.ignored)
    values["check.exclude"] = list(out[1]) if out else []
    values["check.baseline"] = str(known) if known else None
    values["rules"] = [rule.code for rule in config.user_rules]
    values |= {key: value for key, value in _leaves(said) if key.startswith(("hipcc", "verify", "nvidia"))}
    return values


def _leaves(table: dict[str, Any], before: str = "") -> Iterable[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _entry_lines(ignored: Iterable[str], changes: Iterable[tuple[str, Any]]) -> Iterable[str]:
    if codes := sorted(ignored):
        yield f"ignore = {json.dumps(codes)}"
    for name, value in changes:
        shown = ".".join(map(str, value)) if isinstance(value, tuple) else value
        yield f"{name.replace('_', '-')} = {json.dumps(shown)}"
