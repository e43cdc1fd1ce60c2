"""tree-sitter-cpp over prepared bytes: one tree for the file, one more per `#define` body that somebody asks for."""

import functools
import re
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder
from pathlib import Path

from tree_sitter import Language, Parser, Point, Range, Tree

from cass_tools.cuda.lex import join_lines
from cass_tools.cuda.prep import prepare
from cass_tools.cuda.steps import Budget, Window

_LONG_LINE = re.compile(rb"[^\n]{2000,}+")


@functools.cache
def language() -> Language:
    """The grammar; queries are compiled against it."""
    return Language(_grammar())


def _grammar() -> object:
    """The grammar's extension module alone: its package imports more than all of this project's reading."""
    package = PathFinder.find_spec("tree_sitter_cpp")
    folders = package.submodule_search_locations if package is not None else None
    for path in (path for folder in folders or () for path in Path(folder).glob("_binding*")):
        if path.suffix in (".so", ".pyd"):
            loader = ExtensionFileLoader("tree_sitter_cpp._binding", str(path))
            module = loader.create_module(ModuleSpec(loader.name, loader, origin=loader.path))
            loader.exec_module(module)
            return module.language()
    import tree_sitter_cpp  # the slow way, where the package is built otherwise

    return tree_sitter_cpp.language()


@functools.cache
def _parser() -> Parser:
    return Parser(language())


def parse(data: bytes) -> Tree:
    """The syntax tree of a CUDA file (any bytes, broken code included) at the user's byte offsets."""
    return parse_prepared(prepare(data))


def parse_prepared(prepared: bytes) -> Tree:
    """The syntax tree of bytes that are prepared already, or of the part that the grammar can look at in time."""
    return parse_whole(prepared) or parse_part(prepared)


def parse_whole(prepared: bytes, edited: Tree | None = None) -> Tree | None:
    """The tree of all prepared bytes; None where the grammar could look at them for minutes.

    `edited` is the whole tree of an earlier version, told of the edit.
    """
    return _parsed(_parser(), Window(prepared), edited)


def parse_part(prepared: bytes) -> Tree:
    """The tree without what is on long lines, or else of nothing: names are found without a tree too."""
    readable = _LONG_LINE.sub(_blank, prepared)
    tree = parse_whole(readable) if readable != prepared else None
    return tree or _parser().parse(b")" + b" " * (len(prepared) - 1))  # which says that it could not be read


def _blank(match: re.Match[bytes]) -> bytes:
    return b" " * len(match.group())


def _parsed(parser: Parser, read: Window, edited: Tree | None = None) -> Tree | None:
    """The tree, or None where some part takes too many steps: many errors may take the square of their number.

    Each step takes up to 300 bytes of memory.
    """
    enough = Budget(read, language)
    try:
        if edited is None:
            return parser.parse(read, progress_callback=enough)
        return parser.parse(read, edited, progress_callback=enough)
    except ValueError:
        parser.reset()
        return None


def parse_body(prepared: bytes, start: int, end: int) -> Tree:
    """The tree of a macro body, read as statements, with offsets of the whole file.

    The byte after the body, which ends the directive, is read as `;`.
    """
    text = join_lines(prepared[start:end]) + b";"
    ranges = [Range(Point(0, 0), Point(0, len(text)), start, start + len(text))]
    parser = Parser(language(), included_ranges=ranges)
    return _parsed(parser, Window(text, start)) or parser.parse(b"")
