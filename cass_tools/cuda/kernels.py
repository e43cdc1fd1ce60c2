"""Which code of a file runs on the GPU, and which of it makes the lanes of a warp work together.

Rules about warps ask here first: a 32 in host code, or in a kernel whose lanes never exchange anything, is a number
like any other.
"""

import collections
import functools
import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import Node

from cass_tools.cuda.conditions import only_host_reads
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.nodes import by_kind, kinds
from cass_tools.cuda.patterns import Pattern

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

_CROSS_LANE = (
    rb"(?:__shfl(?:_up|_down|_xor)?(?:_sync)?|__(?:ballot|any|all|uni)(?:_sync)?|__match_(?:any|all)_sync|__activemask"
    rb"|__reduce_\w+_sync|__syncwarp|(?:load_matrix|store_matrix|mma)_sync|coalesced_threads|Warp(?:Reduce|Scan)"
    rb"|(?i:warp_?(?:all_?)?(?:reduce|sum|max|min|scan|broadcast|exclusive|inclusive|prefix|bcast|shuffle|vote)\w*)"
    rb"|\w*(?i:reduce_?warp|shfl|shuffle_(?:xor|down|up))\w*)"
)
_CROSS_NAME = Pattern(_CROSS_LANE)
_CROSS_USE = Pattern(rb"\b" + _CROSS_LANE + rb"\s*(?:<[^;(){}]{0,60}>\s*)?[(<]")
# A device function whose qualifiers hide in a macro of another header still says so in the macro's name.
_DEVICE = Pattern(rb"\b(?:__device__|__global__|\w*DEVICE\w*|\w*KERNEL\w*|\w+_HD|HD|__hd__|GPU_\w+)\b")
_KERNEL = Pattern(rb"\b__global__\b")
_HOST = Pattern(rb"\b(?:__host__|\w*HOST\w*|\w+_HD|HD|__hd__)\b")
_DEFINITIONS = {"function_definition": "function", "lambda_expression": "lambda"}
_TEMPLATE = Pattern(rb"\btemplate\s*<")
_BRACKET = Pattern(rb"[<>]")
_BOUNDARY = Pattern(rb"[;{}]|^[ \t]*#(?:[^\\\n]|\\\r?\n|\\)*", re.MULTILINE)


class Function(NamedTuple):
    """A function definition: bytes [start, end), its body from `body`, and where it runs.

    `device` without `kernel` may be on the host too (`host`), or hide its qualifiers in a macro. Its declaration begins
    at `head`, with qualifiers and template parameters.
    """

    name: bytes
    start: int
    body: int
    end: int
    node: Node
    kernel: bool
    device: bool
    host: bool
    head: int


class Functions:
    """The function definitions of a file, and device lambdas, in order of their start."""

    def __init__(self, context: "Context") -> None:
        self._context = context
        self._code = context.code
        nodes = context.captured if context.captured is not None else by_kind(context.root, kinds(_DEFINITIONS))
        found = [self._function(node) for node in nodes.get("function", ())]
        found += [self._lambda(node) for node in nodes.get("lambda", ())]
        self.all = sorted((f for f in found if f is not None), key=lambda f: f.start)
        self._starts = [f.start for f in self.all]
        self._around = _enclosing(self.all)
        self._named = collections.defaultdict[bytes, list[Function]](list)
        for function in self.all:
            self._named[function.name].append(function)
        self.names = frozenset(self._named)

    def _function(self, node: Node) -> Function | None:
        start = node.start_byte
        facts, base = self._context.facts(start)
        if start - base not in facts.definitions:
            facts.definitions[start - base] = _definition(node)
        known = facts.definitions[start - base]
        if known is None:
            return None
        body, name = start + known[0], known[1]
        head = self.head(start)
        return Function(name, start, body, node.end_byte, node, *_where(self._code[head:body]), head)

    def _lambda(self, node: Node) -> Function | None:
        body = node.child_by_field_name("body")
        if body is None or not _DEVICE.search(self._code, node.start_byte, body.start_byte):
            return None
        start = node.start_byte
        return Function(b"", start, body.start_byte, node.end_byte, node, False, True, False, self.head(start))

    def head(self, start: int) -> int:
        """Where the declaration that holds byte `start` begins: qualifiers and template parameters come before it."""
        low = max(0, start - 400)
        before = max(0, low - 1)  # whether a line begins at `low`
        return low + _last_boundary(self._code[before:start], low - before)

    def at(self, offset: int) -> Function | None:
        """The innermost function whose definition holds byte `offset`."""
        number = bisect_right(self._starts, offset) - 1
        while number >= 0 and offset >= self.all[number].end:
            number = self._around[number]
        return self.all[number] if number >= 0 else None

    def named(self, name: bytes) -> Sequence[Function]:
        """The functions of that name, in order of their start."""
        return self._named.get(name, ())

    def on_device(self, offset: int) -> bool:
        """Whether byte `offset` is in a function or lambda that runs on the GPU, and in no branch for the host."""
        function = self.at(offset)
        return function is not None and function.device and not only_host_reads(offset, self._code)

    @functools.cached_property
    def cooperative(self) -> frozenset[bytes]:
        """Names of the functions whose lanes work together, directly or through functions of this file."""
        calls = {f.name: set(IDENTIFIER.findall(self._code, f.body, f.end)) for f in self.all if f.name}
        found = {f.name for f in self.all if f.name and self._crosses(f)}
        while more := {name for name, called in calls.items() if name not in found and not found.isdisjoint(called)}:
            found |= more
        return frozenset(found)

    def _crosses(self, function: Function) -> bool:
        return _CROSS_USE.search(self._code, function.body, function.end) is not None

    def cooperates(self, function: Function) -> bool:
        """Whether the lanes of a warp work together in `function`: only then does the size of a warp matter in it."""
        return function.name in self.cooperative if function.name else self._crosses(function)


@functools.lru_cache(maxsize=2)
def crosses_lanes(context: "Context") -> bool:
    """Whether the file names anything that works across the lanes of a warp: quick, and usually no."""
    return any(_CROSS_NAME.fullmatch(word) for word in context.words)


@functools.lru_cache(maxsize=2)
def functions(context: "Context") -> Functions:
    """The functions of a file, read once."""
    return Functions(context)


def _enclosing(found: Sequence[Function]) -> list[int]:
    """For each function the number of the innermost one around it, or -1."""
    numbers, open_ones = list[int](), list[int]()
    for number, function in enumerate(found):
        while open_ones and found[open_ones[-1]].end <= function.start:
            open_ones.pop()
        numbers.append(open_ones[-1] if open_ones else -1)
        open_ones.append(number)
    return numbers


def _definition(node: Node) -> tuple[int, bytes] | None:
    """Where the body of a function begins in its definition, and its name; None without either."""
    body, declarator = node.child_by_field_name("body"), node.child_by_field_name("declarator")
    return None if body is None or declarator is None else (body.start_byte - node.start_byte, _name(declarator))


@functools.lru_cache(maxsize=4096)
def _last_boundary(text: bytes, first: int) -> int:
    """Where the last declaration or directive in a text ends, counted from byte `first`; 0 if none does."""
    if b"#" not in text:  # as with most, and then no directive can hold such a mark
        return max(max(text.rfind(mark, first) for mark in (b";", b"{", b"}")) + 1 - first, 0)
    ends = [match.end() for match in _BOUNDARY.finditer(text, first)]
    return ends[-1] - first if ends else 0


@functools.lru_cache(maxsize=4096)
def _where(head: bytes) -> tuple[bool, bool, bool]:
    """Whether what stands before a body makes a kernel of it, puts it on the GPU, and on the host."""
    head = _without_template_parameters(head)
    return _KERNEL.search(head) is not None, _DEVICE.search(head) is not None, _HOST.search(head) is not None


def _without_template_parameters(head: bytes) -> bytes:
    """A head whose `template <...>` no longer says anything: `int GPU_THREADS` in it is no qualifier."""
    while opened := _TEMPLATE.search(head):
        depth, end = 0, opened.end()
        for bracket in _BRACKET.finditer(head, opened.end() - 1):
            depth += 1 if bracket.group() == b"<" else -1
            end = bracket.end()
            if depth == 0:
                break
        head = head[: opened.start()] + head[end:]
    return head


def _name(declarator: Node) -> bytes:
    """The last part of a declarator's name: `A::f<T>` is `f`."""
    node: Node | None = declarator
    while node is not None and node.type != "identifier":
        inner = node.child_by_field_name("declarator") or node.child_by_field_name("name")
        if inner is None:
            inner = next((c for c in node.named_children if c.type.endswith(("declarator", "identifier"))), None)
        if inner is None:
            break
        node = inner
    return node.text or b"" if node is not None else b""
