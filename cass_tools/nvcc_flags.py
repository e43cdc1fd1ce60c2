"""The table of nvcc's options and of its libraries (data/nvcc_flags.toml), and looking a word up in it."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from cass_tools.cache_root import cache_root

TABLE = Path(__file__).parent / "data" / "nvcc_flags.toml"


class Option(NamedTuple):
    """A row of the table; see data/nvcc_flags.toml."""

    names: tuple[str, ...]
    action: str
    value: str = "none"
    to: tuple[str, ...] = ()
    to_false: tuple[str, ...] = ()
    why: str = ""
    shared: tuple[str, ...] = ()
    in_build: tuple[str, ...] | None = None
    values: Mapping[str, str] = MappingProxyType({})


def look_up(word: str) -> tuple[Option, str | None] | None:
    """The option that a word is, and the value that is part of the word, if any."""
    by_name, joined = table()
    if word in by_name:
        return by_name[word], None
    name, equals, value = word.partition("=")
    if equals and name in by_name and by_name[name].value not in ("none", "next"):
        return by_name[name], value
    for prefix, option in joined:
        if word.startswith(prefix):
            return option, word.removeprefix(prefix)
    return None


@cache
def raw() -> dict[str, Any]:
    """The table as it is written."""
    found = TABLE.stat()
    kept = cache_root() / "tables" / f"{TABLE.stem}-{found.st_size}-{found.st_mtime_ns}.json"
    with suppress(OSError, ValueError):
        return dict(json.loads(kept.read_bytes()))
    import tomllib

    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    draft = kept.with_suffix(f".{os.getpid()}")
    with suppress(OSError):  # JSON is read ten times as fast, but nothing depends on it
        kept.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(table))
        draft.replace(kept)
    return table


@cache
def table() -> tuple[dict[str, Option], tuple[tuple[str, Option], ...]]:
    """Options by name, and the names that a value may follow directly, longest first."""
    options = [_option(row) for row in raw()["option"]]
    by_name = {name: option for option in options for name in option.names}
    joined = [(name, o) for name, o in by_name.items() if o.value == "joined" and not name.startswith("--")]
    return by_name, tuple(sorted(joined, key=lambda pair: -len(pair[0])))


def _option(row: dict[str, Any]) -> Option:
    cells: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Option(**cells)
