"""Steps and widths of 32 in code whose lane numbers follow the wavefront: `for (c = lane; c < n; c += 32)`.

**Why it fails on AMD.** With `--warp-policy native` lanes are counted up to `warpSize`, 64 on gfx9. A loop from the
lane's number by steps of 32 then visits elements twice, a shuffle of width 32 or an exchange from distance 16 leaves
each half of the wavefront with a result of its own: wrong results, no diagnostic.

**Example.**

    for (int c = threadIdx.x % warpSize; c < n; c += 32) s += x[c];

The host that counts warps, `threads / 32`, for a launch counts twice as many as there are wavefronts of 64: that is
found where the count or what is divided reaches a launch, and left to you, since the host's number of lanes is a
property of the device.

**Instead.** `warpSize` in every one of these places, and on the host `properties.warpSize`. With the policy
`logical32`, and where all of a file's shuffles have width 32, groups of 32 lanes are kept and nothing needs a change.
"""

import functools
from collections.abc import Iterable

from cass_tools.config import NATIVE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.loops import steps_of
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.warps import LANES, confined, groups_of_32, is_hip
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules.lane_arithmetic_32 import value_of
from cass_tools.rules.warp_loop_16 import widened

_SHUFFLES = frozenset(f"__shfl{kind}{sync}" for kind in ("", "_up", "_down", "_xor") for sync in ("_sync", ""))
_COUNT = Pattern(rb"(.*?)\s*(/|>>)\s*(\w+)", flags=16)
_LAUNCH = Pattern(rb"<<<")
_STEP = Pattern(rb"\s*([A-Za-z_]\w*)\s*\+=\s*(.+?)\s*", flags=16)
_LANE = Pattern(rb"(?<![&>])([&%])(?![&=])\s*(\(\s*[\w\s-]+\)|\w+)")
_FOLLOWS = Pattern(rb"\(?\s*warpSize\b[\s\d-]*\)?")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Loops and shuffles of device functions, where lanes are counted by the wavefront's size; the host's counts."""
    if groups_of_32(context) or is_hip(context) or confined(context):
        return
    function = functions(context).at(node.start_byte)
    if node.type == "binary_expression":
        if function is not None and not function.device:
            yield from _host_count(node, context)
        return
    if function is None or not function.device or not functions(context).cooperates(function):
        return
    if node.type == "for_statement":
        yield from _strides(node, context, function)
    elif node.type == "call_expression":
        yield from _shuffle(node, context)


def _host_count(node: Node, context: Context) -> Iterable[Finding]:
    """`threads / 32` and `threads >> 5` of the host where they have to do with a launch."""
    match = _COUNT.fullmatch(context.code, node.start_byte, node.end_byte)
    if match is None or value_of(context, match[3]) != (LANES if match[2] == b"/" else 5):
        return
    above, named = node, set(IDENTIFIER.findall(match[1]))
    while above.parent is not None and not above.type.endswith(("_statement", "declaration", "declarator")):
        above = above.parent
    target = above.child_by_field_name("declarator") if above.type == "init_declarator" else above.child(0)
    if above.type == "init_declarator" and target is not None:
        named.add(context.text(target))
    if named & _launched(context):
        yield context.finding(
            RULE,
            node,
            f"`{context.text(node).decode('utf-8', 'replace')}` counts warps of 32 lanes for a launch, while kernels "
            f"count wavefronts, of 64 lanes on gfx9.",
            severity=Severity.WARNING,
            effort=Effort.MEDIUM,
            suggestion="Divide by `warpSize` of hipDeviceProp_t, or translate with `--warp-policy logical32`.",
        )


@functools.lru_cache(maxsize=4)
def _launched(context: Context) -> frozenset[bytes]:
    """The names in launches' blocks, shared memory and arguments."""
    words = set[bytes]()
    for match in _LAUNCH.finditer(context.code):
        end = context.code.find(b";", match.end())
        words.update(IDENTIFIER.findall(context.code[match.end() : end if end >= 0 else None].partition(b",")[2]))
    return frozenset(words)


def _strides(loop: Node, context: Context, function: Function) -> Iterable[Finding]:
    start, update = loop.child_by_field_name("initializer"), loop.child_by_field_name("update")
    step = _STEP.fullmatch(context.code, update.start_byte, update.end_byte) if update is not None else None
    if start is None or step is None or value_of(context, step[2]) != LANES:
        return
    first = context.code[start.start_byte : start.end_byte].partition(b"=")[2].strip(b" \t;")
    if _is_lane(first, context) or any(_is_lane(text, context) for text in flow(context, function).initial(first)):
        yield _finding(
            context,
            Span(step.start(1), step.end(2)),
            f"`{step[0].decode().strip()}` steps by 32 from a lane number, which reaches 63 on gfx9: elements are "
            f"visited twice.",
            (Edit(Span(step.start(2), step.end(2)), b"warpSize"),),
        )


def _is_lane(text: bytes, context: Context) -> bool:
    """Whether `text` ends as the number of a lane does: `x & 31`, `x % 32`, `x % warpSize`."""
    for match in _LANE.finditer(text):
        wanted = LANES - 1 if match[1] == b"&" else LANES
        if _FOLLOWS.fullmatch(match[2]) or value_of(context, match[2]) == wanted:
            return True
    return False


def _shuffle(call: Node, context: Context) -> Iterable[Finding]:
    """A shuffle of width 32, or one that exchanges by distances from 16, with the loop around it."""
    arguments = context.arguments(call)
    name = context.callee(call)
    before = 3 if name.endswith(b"_sync") else 2
    if not before <= len(arguments) <= before + 1:
        return
    edits: list[Edit] = []
    if len(arguments) > before:
        width = arguments[before]
        if value_of(context, context.code[width.start : width.end]) != LANES:
            return
        edits.append(Edit(width, b"warpSize"))
    elif b"_xor" not in name:
        return  # `warp-loop-16` and `shuffle-default-width` look at it
    variable = context.code[arguments[before - 1].start : arguments[before - 1].end].strip()
    steps = steps_of(context, call, variable) if IDENTIFIER.fullmatch(variable) else None
    if steps is not None and steps.first == LANES // 2 and steps.halves:
        edits += widened(steps.loop, context)
    if not edits:
        return
    yield _finding(
        context,
        context.span(call),
        f"This `{name.decode()}` stays within 32 lanes, while lanes are counted by the wavefront's size here: on "
        f"gfx9 each half has a result of its own.",
        tuple(edits),
    )


def _finding(context: Context, where: Span, message: str, edits: tuple[Edit, ...]) -> Finding:
    return context.finding(
        RULE,
        where,
        message,
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Use `warpSize` here as everywhere else, or `--warp-policy logical32`.",
        edits=edits,
        safety=Safety.UNSAFE,
    )


_SUM = "__device__ int sum(int v) { for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o%s); return v; }\n"
_WIDE = _SUM.replace("= 16", "= warpSize / 2")
_ROWS = (
    "__device__ int g(int* x, int n, int v) {\n  int lane = threadIdx.x %% W;\n"
    "  for (int c = lane; c < n; c += %s) v += x[c];\n  return __shfl_down(v, 1);\n}\n"
)

RULE = Rule(
    code="CASS231",
    name="lane-step-32",
    on=("loop", "call", "binary"),
    names=_SHUFFLES,
    needs=(b"shfl",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(_SUM % "", _WIDE % "", config=NATIVE),
        Example("#define W 32\n" + _ROWS % "W", "#define W 32\n" + _ROWS % "warpSize", config=NATIVE),
        Example(
            _SUM % ", 32" + "__device__ int f(int v) { return __ballot(v); }\n",
            _WIDE % ", warpSize" + "__device__ int f(int v) { return __ballot(v); }\n",
            config=NATIVE,
        ),
        Example(
            _SUM % "" + "void h(int threads) { k<<<1, threads, threads / 32 * sizeof(int)>>>(); }\n",
            _WIDE % "" + "void h(int threads) { k<<<1, threads, threads / 32 * sizeof(int)>>>(); }\n",
            config=NATIVE,
        ),
        Example(
            _SUM % "" + "void h(int n) { int warps = n >> 5; k<<<1, 64>>>(warps); }\n",
            _WIDE % "" + "void h(int n) { int warps = n >> 5; k<<<1, 64>>>(warps); }\n",
            config=NATIVE,
        ),
    ),
    valid=(
        _SUM % "",
        _SUM % "" + "void h(int n) { int pages = n / 32; use(pages); k<<<n, 64>>>(n); }\n",
        "#include <hip/hip_runtime.h>\n" + _SUM % "",
        "__global__ void f(int* x, int n) { for (int c = threadIdx.x; c < n; c += 32) x[c] = __shfl_down(x[c], 1); }",
    ),
)
