"""What HIP calls CMake's targets, variables and properties of CUDA: data/cmake_targets.tsv, data/cmake_names.tsv."""

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cass_tools.build_files.cmake import CMakeContext, Command
from cass_tools.model import Edit, Span

FOLDER = Path(__file__).parent.parent / "data"
FOUND_BY = ("CUDAToolkit", "CUDA")


class Target(NamedTuple):
    """HIP's target, which `package` has; without `hip` there is none, and `note` says what to do."""

    cuda: str
    hip: str
    package: str
    note: str


class Name(NamedTuple):
    """HIP's name of a variable or property; `is_target`: it stood for a library, and a target takes its place."""

    cuda: str
    hip: str
    note: str
    is_target: bool


def _rows(file: str) -> Iterator[list[str]]:
    lines = [line for line in (FOLDER / file).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    yield from (line.split("\t") for line in lines[1:])


@functools.cache
def targets() -> dict[str, Target]:
    """The targets by CUDA's names."""
    return {row[0]: Target(*row) for row in _rows("cmake_targets.tsv")}


@functools.cache
def _names() -> tuple[dict[str, Name], tuple[Name, ...]]:
    """By their names, and those with any end."""
    all_names = [Name(row[0], row[1], row[2].removeprefix("@"), row[2] == "@") for row in _rows("cmake_names.tsv")]
    return {name.cuda: name for name in all_names}, tuple(n for n in all_names if n.cuda.endswith("*"))


def name(text: str) -> Name | None:
    """What is known of a variable or property."""
    exact, open_ended = _names()
    if text in exact:
        return exact[text]
    for each in open_ended:
        stem = each.cuda[:-1]
        if text == stem or text.startswith(f"{stem}_"):
            return Name(text, each.hip + text.removeprefix(stem), each.note, False)
    return None


def needed(package: str, user: Command, context: CMakeContext) -> tuple[Edit, ...]:
    """The edit that finds a package before a command that needs it; none where the file, or its parent, does so."""
    calls = [c for c in context.commands if c.name == "find_package" and c.arguments]
    if package in ("", "hip") or any(call.arguments[0].text == package for call in calls):
        return ()
    for call in calls:
        if call.arguments[0].text in FOUND_BY and call.span.end <= user.span.start:
            indent = context.indent(call.span.start).decode()
            return (Edit(Span(call.span.end, call.span.end), f"\n{indent}find_package({package} REQUIRED)".encode()),)
    first = _first_user(package, user, context)
    start = context.line_start(first)
    return (Edit(Span(start, start), f"find_package({package} REQUIRED)\n".encode()),)


def _first_user(package: str, user: Command, context: CMakeContext) -> int:
    """Where the first statement of the file begins that names one of the package's targets."""
    names = [target.cuda for target in targets().values() if target.package == package]
    for command in context.commands:
        if any(argument.text in names for argument in command.arguments):
            return command.outermost
    return user.outermost
