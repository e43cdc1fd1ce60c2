"""The options of nvcc and of C++ compilers as options for clang: a walk over the words, driven by a table.

Nothing is lost silently: what goes is listed with its reason, what the table does not know stays and is listed too.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parent.parent / "data" / "nvcc_flags.toml"
SOURCES = frozenset({".cu", ".cpp", ".cc", ".cxx", ".c", ".hip", ".C"})
LINKED = frozenset({".o", ".a", ".so"})
# Families of clang's and gcc's options without a row each.
COMMON = ("-f", "-m", "-W", "-g", "-pedantic")


@dataclass(frozen=True, slots=True)
class Option:
    """A row of the table; see data/nvcc_flags.toml."""

    names: tuple[str, ...]
    action: str
    value: str = "none"
    to: tuple[str, ...] = ()
    to_false: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Flags:
    """`kept` is for clang; `dropped` pairs a word with the reason; `unknown` words are among the kept ones."""

    kept: tuple[str, ...]
    dropped: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(slots=True)
class _Walk:
    """The words still to read and what was made of those before."""

    folder: Path
    words: Iterator[str]
    kept: list[str] = field(default_factory=list)
    dropped: list[tuple[str, str]] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def translate(argv: list[str] | tuple[str, ...], folder: Path | None = None) -> Flags:
    """Options for clang from the words after a compiler's name; relative paths are those of `folder`."""
    walk = _Walk(folder or Path.cwd(), iter(argv))
    for word in walk.words:
        _read(word, walk)
    return Flags(tuple(walk.kept), tuple(walk.dropped), tuple(walk.unknown))


def _read(word: str, walk: _Walk) -> None:
    found = _look_up(word)
    if found:
        option, value = found
        if value is None and option.value in ("one", "joined"):
            value = next(walk.words, "")
        _apply(option, word, value, walk)
    elif not word.startswith("-") or word == "-":
        suffix = Path(word).suffix
        if suffix in LINKED:
            walk.kept.append(str(walk.folder / word))
        elif suffix in SOURCES or word == "-":
            walk.dropped.append((word, "a source, not an option"))
        else:
            walk.kept.append(word)
            walk.unknown.append(word)
    else:
        walk.kept.append(word)
        if not word.startswith(COMMON):
            walk.unknown.append(word)


def _look_up(word: str) -> tuple[Option, str | None] | None:
    """The option and the value that is part of the word, if any."""
    by_name, joined = _table()
    if word in by_name:
        return by_name[word], None
    name, equals, value = word.partition("=")
    if equals and name in by_name and by_name[name].value != "none":
        return by_name[name], value
    for prefix, option in joined:
        if word.startswith(prefix):
            return option, word.removeprefix(prefix)
    return None


def _apply(option: Option, word: str, value: str | None, walk: _Walk) -> None:
    name = option.names[0] if option.value != "none" else word
    match option.action:
        case "keep" if option.value == "none":
            walk.kept.append(name)
        case "keep" if name == "-l":
            _library(value or "", walk)
        case "keep" | "path":
            shown = str(walk.folder / (value or "")) if option.action == "path" else value or ""
            walk.kept += _joined(name, shown)
        case "drop":
            walk.dropped.append((word, option.why))
        case "unpack":
            for inner in (value or "").split(","):
                _read(inner, walk)
        case _:
            words = option.to_false if value == "false" else option.to
            walk.kept += [w.replace("{value}", value or "") for w in words]


def _joined(name: str, value: str) -> tuple[str, ...]:
    """An option with its value as clang reads it."""
    if name == "-std":
        return (f"-std={value}",)
    return (f"{name}{value}",) if len(name) == 2 else (name, value)


def _library(name: str, walk: _Walk) -> None:
    libraries: dict[str, str] = _raw()["libraries"]
    replaced = libraries.get(name, name)
    if replaced:
        walk.kept.append(f"-l{replaced}")
    else:
        walk.dropped.append((f"-l{name}", "HIP's runtime library takes its place"))


@cache
def _raw() -> dict[str, Any]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


@cache
def _table() -> tuple[dict[str, Option], tuple[tuple[str, Option], ...]]:
    """Options by name, and the names that a value may follow directly, longest first."""
    options = [_option(row) for row in _raw()["option"]]
    by_name = {name: option for option in options for name in option.names}
    joined = [(name, o) for name, o in by_name.items() if o.value == "joined" and not name.startswith("--")]
    return by_name, tuple(sorted(joined, key=lambda pair: -len(pair[0])))


def _option(row: dict[str, Any]) -> Option:
    cells: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Option(**cells)
