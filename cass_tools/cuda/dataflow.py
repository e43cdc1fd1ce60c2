"""What a variable of a device function holds: its type, and whether threads of a block see different values.

One pass over the declarations and assignments of one function, without regard to their order: enough to tell a lane
number from a loop bound, cheap enough to run while somebody types.
"""

import functools
import re
from collections.abc import Set
from typing import TYPE_CHECKING

from tree_sitter import Node

from cass_tools.cuda.constants import type_bits
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.nodes import by_kind, kinds
from cass_tools.cuda.patterns import Pattern

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context
    from cass_tools.cuda.kernels import Function

_THREAD = Pattern(
    rb"\bthreadIdx\b|\bthread_rank\s*\(|\blane_?id\s*\(|\b__lane_?id\b|\bthread_index\s*\(|\bmeta_group_rank\s*\("
    rb"|\b(?:linear_tid|LaneId|get_?lane_?id|get_?warp_?id|lane_id|warp_id)\s*\(",
)
_THREAD_NAMES = Pattern(
    rb"(?i:(?:my_?)?(?:lane|warp|thread)_?(?:id|idx|rank)|lane|laneid|tid|tidx|wid|lid|thread_rank|idx_in_warp|linear_tid)"
)
BALLOT = Pattern(rb"\b(?:__ballot(?:_sync)?|__activemask|__match_(?:any|all)_sync)\s*\(")
# What turns a lane mask into something else: a comparison, a shift to one half, an index, another call.
_NOT_A_MASK = Pattern(
    rb"[<>=!]=|&&|\|\||!|>>|\?|\[|\b(?!(?:static_cast|unsigned|uint32_t|uint64_t|return)\b)[A-Za-z_]\w*\s*\("
)
_ROLES = {
    "init_declarator": "flow",
    "assignment_expression": "flow",
    "declaration": "declared",
    "gnu_asm_expression": "asm",
    "parameter_declaration": "parameter",
    "optional_parameter_declaration": "parameter",
}
_SPECIAL_REGISTER = Pattern(rb"%%?(?:laneid|warpid|tid\b)")


class Flow:
    """The variables of one function."""

    def __init__(self, context: "Context", function: "Function") -> None:
        self._code = context.code
        self._span = (function.body, function.end)
        self._macros = _thread_macros(context)
        self._context = context
        self._nodes = nodes = by_kind(function.node, kinds(_ROLES))
        self._parameters = dict(_declared(nodes.get("parameter", ())))
        self.types = self._parameters | dict(_declared(nodes.get("declared", ())))

    @functools.cached_property
    def flows(self) -> list[tuple[bytes, int, int]]:
        """Every variable that is set, with the bytes of the value; of most functions only types are asked for."""
        return [pair for node in self._nodes.get("flow", ()) if (pair := _flow(node)) is not None]

    @functools.cached_property
    def _varying(self) -> frozenset[bytes]:
        """What is computed from something that varies, looked for until nothing new is found."""
        found = {n for n, kind in self._parameters.items() if _THREAD_NAMES.fullmatch(n) and type_bits(kind)}
        found |= {out for node in self._nodes.get("asm", ()) for out in _asm_outputs(node, self._context)}
        while more := {n for n, start, end in self.flows if n not in found and self._varies(start, end, found)}:
            found |= more
        return frozenset(found)

    @functools.cached_property
    def masks(self) -> frozenset[bytes]:
        """Variables that hold a ballot with all its lanes."""
        found: set[bytes] = set()
        while more := {n for n, start, end in self.flows if n not in found and self._is_mask(start, end, found)}:
            found |= more
        return frozenset(found)

    def is_mask(self, start: int, end: int) -> bool:
        """Whether the expression at bytes [start, end) is a ballot, or one combined with other masks."""
        return self._is_mask(start, end, self.masks)

    def _is_mask(self, start: int, end: int, names: Set[bytes]) -> bool:
        text, seen = _without_ballots(self._code[start:end])
        if _NOT_A_MASK.search(text):
            return False
        return seen or not names.isdisjoint(IDENTIFIER.findall(text))

    def changed(self, name: bytes) -> bool:
        """Whether anything but `name = value` may change the variable: `name |= ...`, `++name`, `&name`."""
        pattern = (
            rb"\b" + name + rb"\s*(?:[-+*/%&|^]|<<|>>)=|(?:\+\+|--|&)\s*" + name + rb"\b|\b" + name + rb"\s*(?:\+\+|--)"
        )
        return re.search(pattern, self._code[self._span[0] : self._span[1]]) is not None

    def initial(self, name: bytes) -> tuple[bytes, ...]:
        """The texts of all values that `name` is set from."""
        return tuple(self._code[start:end] for n, start, end in self.flows if n == name)

    def varies(self, start: int, end: int) -> bool:
        """Whether the expression at bytes [start, end) may differ between the threads of one block."""
        return self._varies(start, end, self._varying)

    def _varies(self, start: int, end: int, names: Set[bytes]) -> bool:
        if _THREAD.search(self._code, start, end):
            return True
        words = IDENTIFIER.findall(self._code, start, end)
        return not names.isdisjoint(words) or not self._macros.isdisjoint(words)

    def parameter(self, name: bytes) -> bool:
        """Whether `name` is a parameter of the function."""
        return name in self._parameters

    def bits(self, name: bytes) -> int | None:
        """32 or 64 for an integer variable, None for anything else or unknown (`auto`)."""
        kind = self.types.get(name)
        return None if kind is None or b"auto" in kind else type_bits(kind)


@functools.lru_cache(maxsize=64)
def flow(context: "Context", function: "Function") -> Flow:
    """The data flow of a function, read once."""
    return Flow(context, function)


@functools.lru_cache(maxsize=2)
def _thread_macros(context: "Context") -> frozenset[bytes]:
    """Macros that stand for a thread's number, such as `#define tid threadIdx.x`."""
    pattern = re.compile(
        rb"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?:\([^()\n]*\))?[ \t]+[^\n]*\bthreadIdx\b", re.MULTILINE
    )
    return frozenset(m[1] for m in pattern.finditer(context.code)) if b"threadIdx" in context.code else frozenset()


def _flow(node: Node) -> tuple[bytes, int, int] | None:
    """The variable that an initialiser or assignment changes, and the bytes of the value."""
    target = node.child_by_field_name("declarator") or node.child_by_field_name("left")
    value = node.child_by_field_name("value") or node.child_by_field_name("right")
    if target is None or value is None:
        return None
    name = IDENTIFIER.search(target.text or b"")
    return None if name is None else (name.group(), value.start_byte, value.end_byte)


def _declared(nodes: list[Node] | tuple[()]) -> list[tuple[bytes, bytes]]:
    """Names and types of declarations; a pointer's or array's type ends with `*`."""
    found = []
    for node in nodes:
        kind = node.child_by_field_name("type")
        if kind is None:
            continue
        for child in node.children_by_field_name("declarator"):
            inner = child.child_by_field_name("declarator") if child.type == "init_declarator" else child
            if inner is None or "function" in inner.type:
                continue
            name = IDENTIFIER.search(inner.text or b"")
            if name is not None:
                pointer = b" *" if inner.type in ("pointer_declarator", "array_declarator") else b""
                found.append((name.group(), (kind.text or b"") + pointer))
    return found


def _asm_outputs(node: Node, context: "Context") -> list[bytes]:
    """Variables that an asm statement fills with a lane's or thread's number."""
    text = context.text(node)
    if not _SPECIAL_REGISTER.search(text):
        return []
    outputs = text.split(b":")[1:2]
    return re.findall(rb"\(\s*([A-Za-z_]\w*)\s*\)", outputs[0]) if outputs else []


def _without_ballots(text: bytes) -> tuple[bytes, bool]:
    """`text` without its calls of ballots, and whether there was one."""
    seen = False
    while match := BALLOT.search(text):
        seen, depth, end = True, 1, match.end()
        while end < len(text) and depth:
            depth += (text[end : end + 1] == b"(") - (text[end : end + 1] == b")")
            end += 1
        text = text[: match.start()] + b" " + text[end:]
    return text, seen
