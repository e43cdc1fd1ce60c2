"""Edits that give a kernel memory of the GPU in place of more dynamic shared memory than a block can have.

All that names the kernel must be understood, for its parameters change: its definition, launches that are statements,
and the attribute that asks for the memory, which asks for none then.
"""

import functools
import re

from cass_tools.cuda.arguments import closing_bracket
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import Function, functions
from cass_tools.model import Edit, Span
from cass_tools.substitutes import HEADERS, bring

_EXTERN = re.compile(
    rb"\bextern\s+__shared__\s+((?:volatile\s+|alignas\s*\(\w+\)\s*|__align__\s*\(\w+\)\s*)*)"
    rb"([\w:]+(?:\s+(?:char|int|short|long))*)\s+([A-Za-z_]\w*)\s*\[\s*\]\s*;"
)
_ATTRIBUTE = re.compile(
    rb"\bcudaFuncSetAttribute\s*\([^;]*\b(?:cudaFuncAttribute)?MaxDynamicSharedMemorySize\s*,\s*([^;]*\S)\s*\)"
)
_LAUNCH = re.compile(rb"\s*<<<")
_BEGINS = re.compile(rb"(?:[;{})]|\belse)\s*\Z")
_END = re.compile(rb"\s*;")
_PARAMETERS = re.compile(rb"\s*\(")


@functools.lru_cache(maxsize=16)
def in_memory(context: Context, kernel: bytes) -> tuple[Edit, ...]:
    """The edits for one kernel and all its launches; none where something about it is not understood."""
    made = [function for function in functions(context).all if function.name == kernel and function.kernel]
    declared = list(_EXTERN.finditer(context.code))
    if context.source.path.suffix.lower() in HEADERS:  # what includes it may launch the kernel too
        return ()
    if len(made) != 1 or len(declared) != 1 or not made[0].body < declared[0].start() < made[0].end:
        return ()
    qualifiers, element, name = declared[0][1], declared[0][2], declared[0][3]
    kind = (b"volatile " if b"volatile" in qualifiers else b"") + element
    array = Edit(Span(*declared[0].span()), b"%s* %s = cass_shared.of<%s>();" % (kind, name, kind))
    edits = [array, *bring(context, "block_memory").edits]
    for start in context.words.get(kernel, ()):
        found = _mention(context, made[0], start, start + len(kernel))
        if found is None:
            return ()
        edits += found
    if not any(_LAUNCH.match(context.code, start + len(kernel)) for start in context.words.get(kernel, ())):
        return ()
    return tuple(dict.fromkeys(edits))


def _mention(context: Context, kernel: Function, start: int, end: int) -> list[Edit] | None:
    """What becomes of one mention of the kernel."""
    code = context.code
    if kernel.start <= start < kernel.body:
        opened = _PARAMETERS.match(code, end)
        closed = closing_bracket(code, opened.end() - 1) if opened is not None else None
        if opened is None or closed is None:
            return None
        parted = b", " if code[opened.end() : closed].strip() else b""
        return [Edit(Span(closed, closed), parted + b"cass::block_memory_view cass_shared")]
    if _LAUNCH.match(code, end):
        return _launch(context, start, end)
    around = next((m for m in _ATTRIBUTE.finditer(code) if m.start() < start < m.end()), None)
    return [Edit(Span(*around.span(1)), b"0")] if around is not None else None


def _launch(context: Context, start: int, end: int) -> list[Edit] | None:
    """`k<<<g, b, n>>>(a);` as `{ cass::block_memory memory(g, n); k<<<g, b, 0>>>(a, memory.view()); }`."""
    code = context.code
    call = context.node_at(start, end).parent
    if call is None or not context.is_launch(call) or not _BEGINS.search(code, max(0, start - 64), start):
        return None
    launch = context.launch(call)
    semicolon = _END.match(code, call.end_byte)
    if semicolon is None or not launch.shared:
        return None
    grid, size = (context.data[span.start : span.end] for span in (launch.configuration[0], launch.shared[0]))
    last = b", memory.view()" if launch.arguments else b"memory.view()"
    return [
        Edit(Span(start, start), b"{ cass::block_memory memory(%s, %s); " % (grid, size)),
        Edit(launch.shared[0], b"0"),
        Edit(Span(call.end_byte - 1, call.end_byte - 1), last),
        Edit(Span(semicolon.end(), semicolon.end()), b" }"),
    ]
