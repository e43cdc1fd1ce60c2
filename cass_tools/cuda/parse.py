"""tree-sitter-cpp over prepared bytes: one tree for the file, one more per `#define` body that somebody asks for."""

import functools
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder
from pathlib import Path

from tree_sitter import Language, Parser, Point, Range, Tree

from cass_tools.cuda.lex import join_lines
from cass_tools.cuda.prep import prepare


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


def parse_prepared(prepared: bytes, edited: Tree | None = None) -> Tree:
    """The syntax tree of bytes that are prepared already; `edited` is that of an earlier version, told of the edit."""
    return _parser().parse(prepared) if edited is None else _parser().parse(prepared, edited)


def parse_body(prepared: bytes, start: int, end: int) -> Tree:
    """The tree of a macro body, read as statements, with offsets of the whole file.

    The byte after the body, which ends the directive, is read as `;`.
    """
    text = join_lines(prepared[start:end]) + b";"
    ranges = [Range(Point(0, 0), Point(0, len(text)), start, start + len(text))]
    parser = Parser(language(), included_ranges=ranges)
    return parser.parse(_Window(text, start))


class _Window:
    """Reads `text` as if it began at byte `start` of a file, so that no copy of the file is needed."""

    def __init__(self, text: bytes, start: int) -> None:
        self._text = text
        self._start = start

    def __call__(self, offset: int, _point: Point) -> bytes:
        return self._text[max(0, offset - self._start) :] if offset >= self._start else b" " * (self._start - offset)
