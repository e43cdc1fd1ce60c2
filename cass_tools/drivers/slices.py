"""A file without what its kernels can do without: host code that cannot be built here must not keep them untried.

What is taken out is blanked, so that every line stays where it is. Headers that this machine lacks are empty files.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tree_sitter import Node

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import Function, functions
from cass_tools.model import Source

TYPES = Path(__file__).parent.parent / "include" / "drive" / "stubs"
MISSING = re.compile(
    r"fatal error: (?:'([^'\n]+)' file not found|([^:\n]+): No such file or directory)"
    r'|error: "\S+ needs (\S+) of ROCm, which is not installed"'  # compilers/cuda_headers.py
)
_AT = re.compile(r"^([^\n:(]+)(?::(\d+)(?::\d+)?|\((\d+)\)): (?:fatal |catastrophic )?error\b", re.MULTILINE)
_MARKER = re.compile(rb"[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)")
_NEEDED = re.compile(rb"\b(?:constexpr|consteval|__device__|__global__)\b")
_GROUPS = ("translation_unit", "namespace_definition", "declaration_list", "linkage_specification")
_CONDITIONS = ("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif")
_CLASSES = ("class_specifier", "struct_specifier")
_SEMICOLON = re.compile(rb"\s*;")
_NOT_BLANK = re.compile(rb"[^\n]")


class Cut(NamedTuple):
    """A shorter text, and the names of kernels that are no longer in it, each with the line that was to go."""

    data: bytes
    kernels: tuple[tuple[bytes, int], ...] = ()


def missing_header(log: str) -> str:
    """The header that stopped the compiler; empty if none did."""
    found = MISSING.search(log)
    return (found[1] or found[2] or found[3]).strip() if found else ""


def stub(folder: Path, header: str) -> bool:
    """Make a header of that name below `folder`, with at most the types that kernels take; False where it is there or
    the name leads elsewhere."""
    place, known = folder / header, TYPES / header
    if not place.resolve().is_relative_to(folder.resolve()) or place.exists():
        return False
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(known.read_bytes() if known.is_file() else b"")
    return True


def error_lines(log: str, path: Path) -> list[int]:
    """The lines of `path`, from 1, that a compiler's errors are at."""
    named = ((file, int(plain or bracketed)) for file, plain, bracketed in _AT.findall(log))
    return list(dict.fromkeys(line for file, line in named if Path(file) == path))


def error_at(log: str, path: Path, line: int) -> str:
    """The first error at a line of `path`, whole."""
    for found in _AT.finditer(log):
        if Path(found[1]) == path and line == int(found[2] or found[3]):
            return log[found.start() :].partition("\n")[0]
    return ""


def without_host_code(path: Path, data: bytes, config: Config) -> bytes:
    """The text without functions that only the host can call, apart from those of classes and constant expressions."""
    context = Context(Source(path, data), config)
    found = functions(context).all
    spans = [_definition(context, f.node) for f in found if f.name and _only_host(context, f)]
    return _blanked(data, spans)


def without_lines(path: Path, data: bytes, config: Config, lines: Sequence[int]) -> Cut:
    """The text without the definitions and declarations that hold those lines."""
    context = Context(Source(path, data), config)
    wanted = set(lines)
    spans, gone = [], []
    for number, begin, end in _numbered(data):
        if number not in wanted:
            continue
        for node in _holders(context.root, begin, end):
            first, last = _definition(context, node)
            spans.append((first, last))
            gone += [(f.name, number) for f in functions(context).all if f.kernel and first <= f.start < last]
    return Cut(_blanked(data, spans), tuple(gone))


def _numbered(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Each line as messages number it, with its bytes; a line marker numbers the next."""
    number, begin = 0, 0
    for line in data.splitlines(keepends=True):
        number += 1
        yield number, begin, begin + len(line)
        begin += len(line)
        if marked := _MARKER.match(line):
            number = int(marked[1]) - 1


def _only_host(context: Context, function: Function) -> bool:
    start, _ = _definition(context, function.node)
    head = context.code[start : function.body]
    if function.device or _NEEDED.search(head):
        return False
    above = function.node.parent
    while above is not None:
        if above.type in (*_CLASSES, "function_definition", "lambda_expression"):
            return False
        above = above.parent
    return b"::" not in head.partition(b"(")[0]  # a member of a class: its class needs all or none


def _holders(node: Node, begin: int, end: int) -> Iterator[Node]:
    """The outermost things that touch bytes [begin, end), apart from files, namespaces, conditions, directives."""
    for child in node.children:
        if child.start_byte >= end or child.end_byte <= begin:
            continue
        if child.type in (*_GROUPS, *_CONDITIONS):
            yield from _holders(child, begin, end)
        elif child.is_named and not child.type.startswith(("preproc_", "identifier")):
            yield child


def _definition(context: Context, node: Node) -> tuple[int, int]:
    """The bytes of a definition with its template head, its qualifiers and its semicolon."""
    while node.parent is not None and node.parent.type in ("template_declaration", "type_definition", "declaration"):
        node = node.parent
    head = functions(context).head(node.start_byte)
    qualifiers = context.code[head : node.start_byte]
    start = head + len(qualifiers) - len(qualifiers.lstrip())
    after = _SEMICOLON.match(context.code, node.end_byte)
    return start, after.end() if after else node.end_byte


def _blanked(data: bytes, spans: Sequence[tuple[int, int]]) -> bytes:
    made = bytearray(data)
    for start, end in spans:
        made[start:end] = _NOT_BLANK.sub(b" ", data[start:end])
    return bytes(made)
