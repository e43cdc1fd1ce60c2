"""The options of nvcc and of C++ compilers as options for clang: a walk over the words, driven by a table.

Nothing is lost silently: what goes is listed with its reason, what the table does not know stays and is listed too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cass_tools.nvcc_flags import Option, look_up, raw

SOURCES = frozenset({".cu", ".cpp", ".cc", ".cxx", ".c", ".hip", ".C"})
ATTACHED = frozenset({"-I", "-D", "-U", "-L", "-l", "-O", "-B"})  # with their values as one word
LINKED = frozenset({".o", ".a", ".so"})
FOLLOWED = ("one", "joined", "next")  # kinds of options whose value may be the next word
# Families of clang's and gcc's options without a row each.
COMMON = ("-f", "-m", "-W", "-g", "-pedantic")


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
    found = look_up(word)
    if found:
        option, value = found
        if value is None and option.value in FOLLOWED:
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


def _apply(option: Option, word: str, value: str | None, walk: _Walk) -> None:
    plain = option.value == "next" or (option.value == "none" and not word.startswith("--"))
    name = word if plain else option.names[0]
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
    return (f"{name}{value}",) if name in ATTACHED else (name, value)


def _library(name: str, walk: _Walk) -> None:
    libraries: dict[str, str] = raw()["libraries"]
    replaced = libraries.get(name, name)
    if replaced:
        walk.kept.append(f"-l{replaced}")
    else:
        walk.dropped.append((f"-l{name}", "HIP's runtime library takes its place"))
