"""A 32-bit lane mask in `__shfl_sync`, `__ballot_sync` and the other functions that take one.

**Why it fails on AMD.** A wavefront has up to 64 lanes, so HIP's masks have 64 bits; a narrower argument is a compile
error ("The mask must be a 64-bit integer"), since ROCm 6.2 with HIP_ENABLE_WARP_SYNC_BUILTINS and since 7.0 always.
Widening is not enough: HIP's functions stop the program (trap 2) unless the mask names exactly the lanes that make the
call. `0xffffffffffffffffull` does not where a block has 32 threads, where threads have returned, or where only one of
the two CUDA warps of a wavefront comes by; `0xffffffffull` leaves lanes 32 to 63 out.

**Example.**

    v += __shfl_down_sync(0xffffffff, v, 16);

**Instead.** The function without a mask, `__shfl_down(v, 16)`: it works on the lanes that are there, which in a correct
CUDA program are those of the mask, at either wavefront size. Where the file has a function of that name itself, the
mask becomes `__activemask()`. Groups of 32 lanes need width 32 as well (see shuffle-default-width). Masks kept in
variables need the type `unsigned long long` from where they are made.
"""

from collections.abc import Iterable

from cass_tools.config import NATIVE
from cass_tools.cuda.bfloat16 import may_be_bfloat16
from cass_tools.cuda.constants import Constant, constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.warps import groups_of_32
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._groups import confine, every_lane
from cass_tools.rules._mask_parameters import ACTIVE, widened
from cass_tools.substitutes import bring

_NAMES = frozenset(
    {f"__shfl{kind}_sync" for kind in ("", "_up", "_down", "_xor")}
    | {f"__{kind}_sync" for kind in ("ballot", "any", "all", "match_any", "match_all")}
    | {f"__reduce_{kind}_sync" for kind in ("add", "min", "max", "and", "or", "xor")}
)

# HIP has these without a mask too: for the lanes that make the call.
_MASKLESS = frozenset(name.encode() for name in _NAMES if not name.startswith("__reduce"))
_NO_VALUES = frozenset({"function_declarator", "preproc_def", "preproc_function_def", "preproc_defined"})


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Looks at the first argument: a constant gets its 64-bit form, a variable of a 32-bit type is named."""
    if node.type != "call_expression":
        yield from _uncalled(node, context)
        return
    arguments = context.arguments(node)
    if len(arguments) < 2:
        return
    span = arguments[0]
    if groups_of_32(context):
        yield from _in_groups(node, context, span)
        return
    raw = context.text(span)
    text = raw if b"'" in raw else context.code[span.start : span.end]  # digit separators are blanked there
    value = constants(context).evaluate(text)
    if value is not None:
        yield from _constant(context, node, value)
        return
    function = functions(context).at(node.start_byte)
    if function is None or (known := flow(context, function)).bits(text) != 32:
        return
    values = {constants(context).evaluate(source) for source in known.initial(text)}
    only = values.pop() if len(values) == 1 and not known.parameter(text) else None
    if only is not None and only.pattern == 0xFFFFFFFF and not known.changed(text):
        yield from _constant(context, node, only)
    else:
        edits = widened(context, function, text) if known.parameter(text) else ()
        yield _variable(context, span, text, known.parameter(text), edits)


def _uncalled(node: Node, context: Context) -> Iterable[Finding]:
    """The function's name as a value: a pointer to it, an argument of a macro or template."""
    parent = node.parent
    while parent is not None and parent.type in ("template_function", "qualified_identifier"):
        node, parent = parent, parent.parent
    name = context.text(node)
    if parent is None or parent.type in _NO_VALUES or not context.scopes.is_api(name, node.start_byte):
        return
    called = parent.type == "call_expression" and parent.child_by_field_name("function") == node
    if called or functions(context).at(node.start_byte) is None:
        return
    yield context.finding(
        RULE,
        node,
        f"`{name.decode('utf-8', 'replace')}` has another type in HIP: masks have 64 bits, groups up to 64 lanes.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Call it in a function or lambda of your own, with a width of 32.",
    )


def _in_groups(node: Node, context: Context, mask: Span) -> Iterable[Finding]:
    """Matches and reductions have rules of their own."""
    name = context.callee(node)
    if name.startswith((b"__match_", b"__reduce_")):
        return
    shown = context.text(mask).decode("utf-8", "replace")
    rest = "" if every_lane(context, mask) else " Its bits are for one group of 32 lanes."
    yield context.finding(
        RULE,
        mask,
        f"The lane mask `{shown}` has 32 bits, but HIP's masks have 64.{rest}",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Keep the lanes in groups of 32: no mask and width 32 for shuffles, the own half of a ballot.",
        edits=confine(context, node),
        safety=Safety.UNSAFE,
    )


def _constant(context: Context, node: Node, value: Constant) -> Iterable[Finding]:
    span, after = context.arguments(node)[:2]
    shown = context.text(span).decode("utf-8", "replace")
    if value.bits == 64:
        if value.pattern <= 0xFFFFFFFF:
            yield context.finding(
                RULE,
                span,
                f"The lane mask `{shown}` leaves out lanes 32 to 63, which exist on AMD GPUs with 64-lane wavefronts.",
                suggestion="Use the function without a mask if all lanes that are there take part.",
            )
        return
    name = context.callee(node)
    full = value.pattern == 0xFFFFFFFF
    edits, suggestion = _without_mask(context, node, span, after)
    if name not in _MASKLESS or not (full or name.startswith(b"__shfl")):
        text = ACTIVE if full else b"0x%xull" % value.pattern
        edits, suggestion = (Edit(span, text),), f"Use `{text.decode()}`."
    rest = "" if full else " It names lanes below 32 only, so check what lanes 32 to 63 do on gfx9."
    yield context.finding(
        RULE,
        span,
        f"The lane mask `{shown}` has 32 bits, but HIP's masks have 64.{rest}",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=suggestion,
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _without_mask(context: Context, node: Node, span: Span, after: Span) -> tuple[tuple[Edit, ...], str]:
    """The call of HIP's function without a mask, and that in words; with the active lanes where the name is taken."""
    name = context.callee(node)
    plain = name.removesuffix(b"_sync")
    called = node.child_by_field_name("function")
    own = plain in functions(context).names or plain in context.defines.names
    if called is None or own or called.type != "identifier":
        return (Edit(span, ACTIVE),), f"Use `{ACTIVE.decode()}`, the lanes that are there."
    end, between = called.end_byte, context.code[span.end : after.start]
    comma = span.end + between.index(b",") + 1
    blanks = len(context.data[comma : after.start]) - len(context.data[comma : after.start].lstrip(b" "))
    cut = Edit(Span(span.start, comma + blanks), b"")
    if plain.startswith(b"__shfl") and may_be_bfloat16(context, after):
        brought = bring(context, plain.decode().lstrip("_"))
        last = context.arguments(node)[-1].end
        width = (Edit(Span(last, last), b", warpSize"),) if len(context.arguments(node)) == 3 else ()
        called_so = Edit(Span(called.start_byte, end), brought.name)
        return (called_so, cut, *width, *brought.edits), f"Use `{brought.name.decode()}`: HIP has none for bfloat16."
    return (Edit(Span(end - len(b"_sync"), end), b""), cut), f"Use `{plain.decode()}`."


def _variable(context: Context, span: Span, name: bytes, parameter: bool, edits: tuple[Edit, ...]) -> Finding:
    what = "parameter" if parameter else "variable"
    return context.finding(
        RULE,
        span,
        f"The lane mask in the 32-bit {what} `{name.decode()}` is too narrow: HIP's masks have 64 bits.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=f"Make `{name.decode()}` an `unsigned long long`, and everything it is set from or passed as.",
        edits=edits,
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS121",
    name="warp-mask-32",
    on=("call", "identifier"),
    names=_NAMES,
    needs=(b"_sync",),
    check=check,
    doc=__doc__,
    invalid=(
        Example("__device__ unsigned f(bool p) { auto* vote = &__ballot_sync; return vote(~0u, p); }"),
        Example(
            "__device__ float s(float v) { return v + __shfl_down_sync(0xffffffff, v, 16); }",
            "__device__ float s(float v) { return v + __shfl_down(v, 16); }",
            config=NATIVE,
        ),
        Example(
            "#define FULL_MASK 0xffffffffu\n__device__ int any(int p) { return __any_sync(FULL_MASK, p); }",
            "#define FULL_MASK 0xffffffffu\n__device__ int any(int p) { return __any(p); }",
            config=NATIVE,
        ),
        Example(
            "#define SHFL(v, o) __shfl_xor_sync(~0u, v, o)\n",
            "#define SHFL(v, o) __shfl_xor(v, o)\n",
            config=NATIVE,
        ),
        Example(
            "__device__ int half(int v) { return __shfl_xor_sync(0x0000ffff, v, 1, 16); }",
            "__device__ int half(int v) { return __shfl_xor(v, 1, 16); }",
            config=NATIVE,
        ),
        Example(
            "__device__ int f(int v) { const unsigned all = 0xffffffff; return __shfl_sync(all, v, 0, 32); }",
            "__device__ int f(int v) { const unsigned all = 0xffffffff; return __shfl(v, 0, 32); }",
            config=NATIVE,
        ),
        Example(
            "__device__ int f(int v) { unsigned m = ~0u; m >>= 1; return __shfl_sync(m, v, 0, 32); }",
            config=NATIVE,
        ),
        Example(
            "__device__ int f(int v, unsigned mask = ~0u) { return __shfl_sync(mask, v, 0, 32); }\n"
            "__device__ int g(int v) { return f(v, 0xffffffff) + f(v); }\n",
            "__device__ int f(int v, unsigned long long mask = __activemask()) { return __shfl_sync(mask, "
            "v, 0, 32); }\n"
            "__device__ int g(int v) { return f(v, __activemask()) + f(v); }\n",
            config=NATIVE,
        ),
        Example(
            "#define __shfl(v, l) __shfl_sync(0xffffffff, v, l)\n",
            "#define __shfl(v, l) __shfl_sync(__activemask(), v, l)\n",
            config=NATIVE,
        ),
        Example(
            "__device__ unsigned f(unsigned v) { return __reduce_add_sync(0xffffffff, v); }",
            "__device__ unsigned f(unsigned v) { return __reduce_add_sync(__activemask(), v); }",
            config=NATIVE,
        ),
        Example(
            "__device__ int f(int v) { unsigned m; g(&m); return __shfl_sync(m, v, 0, 32); }",
            config=NATIVE,
        ),
    ),
    valid=(
        "#define __shfl_sync(m, v, l) __shfl(v, l, 32)\n",
        "#include <hip/hip_runtime.h>\n"
        "__device__ int f(int v) { return __shfl_sync(0xffffffffffffffffull, v, 0, 32); }",
        "#include <hip/hip_runtime.h>\n__device__ int f(int v) { return __shfl_sync(__activemask(), v, 0, 32); }",
        "#include <hip/hip_runtime.h>\n"
        "__device__ int f(unsigned long long mask, int v) { return __shfl_sync(mask, v, 0, 32); }",
        "#include <hip/hip_runtime.h>\n#ifdef __HIP__\n#define ALL ~0ull\n#else\n#define ALL 0xffffffffu\n#endif\n"
        "__device__ int f(int p) { return __any_sync(ALL, p); }",
        "unsigned crc(unsigned x) { return x ^ 0xffffffff; }",
    ),
)
