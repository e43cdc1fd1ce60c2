"""A 32-bit lane mask in `__shfl_sync`, `__ballot_sync` and the other functions that take one.

**Why it fails on AMD.** A wavefront has up to 64 lanes, so HIP's masks have 64 bits; a narrower argument is a compile
error ("The mask must be a 64-bit integer"), since ROCm 6.2 with HIP_ENABLE_WARP_SYNC_BUILTINS and since 7.0 always. A
mask that is only widened with zeros leaves lanes 32 to 63 out and stops the program there.

**Example.**

    v += __shfl_down_sync(0xffffffff, v, 16);

**Instead.** `0xffffffffffffffffull`, which HIP cuts to the lanes that a wavefront has. Groups of 32 lanes need width
32 as well (see shuffle-default-width). Masks kept in variables need the type `unsigned long long` from where they are
made.
"""

from collections.abc import Iterable

from cass_tools.cuda.constants import Constant, constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._mask_parameters import FULL, widened

_NAMES = frozenset(
    {f"__shfl{kind}_sync" for kind in ("", "_up", "_down", "_xor")}
    | {f"__{kind}_sync" for kind in ("ballot", "any", "all", "match_any", "match_all")}
    | {f"__reduce_{kind}_sync" for kind in ("add", "min", "max", "and", "or", "xor")}
)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Looks at the first argument: a constant gets its 64-bit form, a variable of a 32-bit type is named."""
    arguments = context.arguments(node)
    if len(arguments) < 2:
        return
    span = arguments[0]
    raw = context.text(span)
    text = raw if b"'" in raw else context.code[span.start : span.end]  # digit separators are blanked there
    value = constants(context).evaluate(text)
    if value is not None:
        yield from _constant(context, span, value)
        return
    function = functions(context).at(node.start_byte)
    if function is None or (known := flow(context, function)).bits(text) != 32:
        return
    values = {constants(context).evaluate(source) for source in known.initial(text)}
    only = values.pop() if len(values) == 1 and not known.parameter(text) else None
    if only is not None and only.pattern == 0xFFFFFFFF and not known.changed(text):
        yield from _constant(context, span, only)
    else:
        edits = widened(context, function, text) if known.parameter(text) else ()
        yield _variable(context, span, text, known.parameter(text), edits)


def _constant(context: Context, span: Span, value: Constant) -> Iterable[Finding]:
    shown = context.text(span).decode("utf-8", "replace")
    if value.bits == 64:
        if value.pattern <= 0xFFFFFFFF:
            yield context.finding(
                RULE,
                span,
                f"The lane mask `{shown}` leaves out lanes 32 to 63, which exist on AMD GPUs with 64-lane wavefronts.",
                suggestion="Use `0xffffffffffffffffull` if all lanes take part.",
            )
        return
    full = value.pattern == 0xFFFFFFFF
    text = FULL if full else b"0x%xull" % value.pattern
    rest = "" if full else " It names lanes below 32 only, so check what lanes 32 to 63 do on gfx9."
    yield context.finding(
        RULE,
        span,
        f"The lane mask `{shown}` has 32 bits, but HIP's masks have 64.{rest}",
        severity=Severity.ERROR,
        effort=Effort.REVIEW,
        suggestion=f"Use `{text.decode()}`.",
        edits=(Edit(span, text),),
        safety=Safety.UNSAFE,
    )


def _variable(context: Context, span: Span, name: bytes, parameter: bool, edits: tuple[Edit, ...]) -> Finding:
    what = "parameter" if parameter else "variable"
    return context.finding(
        RULE,
        span,
        f"The lane mask in the 32-bit {what} `{name.decode()}` is too narrow: HIP's masks have 64 bits.",
        severity=Severity.ERROR,
        effort=Effort.REVIEW,
        suggestion=f"Make `{name.decode()}` an `unsigned long long`, and everything it is set from or passed as.",
        edits=edits,
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS121",
    name="warp-mask-32",
    on=("call",),
    names=_NAMES,
    needs=(b"_sync",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ float s(float v) { return v + __shfl_down_sync(0xffffffff, v, 16); }",
            "__device__ float s(float v) { return v + __shfl_down_sync(0xffffffffffffffffull, v, 16); }",
        ),
        Example(
            "#define FULL_MASK 0xffffffffu\n__device__ int any(int p) { return __any_sync(FULL_MASK, p); }",
            "#define FULL_MASK 0xffffffffu\n__device__ int any(int p) { return __any_sync(0xffffffffffffffffull, p); }",
        ),
        Example(
            "#define SHFL(v, o) __shfl_xor_sync(~0u, v, o)\n",
            "#define SHFL(v, o) __shfl_xor_sync(0xffffffffffffffffull, v, o)\n",
        ),
        Example(
            "__device__ int half(int v) { return __shfl_xor_sync(0x0000ffff, v, 1, 16); }",
            "__device__ int half(int v) { return __shfl_xor_sync(0xffffull, v, 1, 16); }",
        ),
        Example(
            "__device__ int f(int v) { const unsigned all = 0xffffffff; return __shfl_sync(all, v, 0, 32); }",
            "__device__ int f(int v) { const unsigned all = 0xffffffff; return __shfl_sync(0xffffffffffffffffull, v, "
            "0, 32); }",
        ),
        Example("__device__ int f(int v) { unsigned m = ~0u; m >>= 1; return __shfl_sync(m, v, 0, 32); }"),
        Example(
            "__device__ int f(int v, unsigned mask = ~0u) { return __shfl_sync(mask, v, 0, 32); }\n"
            "__device__ int g(int v) { return f(v, 0xffffffff) + f(v); }\n",
            "__device__ int f(int v, unsigned long long mask = 0xffffffffffffffffull) {"
            " return __shfl_sync(mask, v, 0, 32); }\n"
            "__device__ int g(int v) { return f(v, 0xffffffffffffffffull) + f(v); }\n",
        ),
        Example("__device__ int f(int v) { unsigned m; g(&m); return __shfl_sync(m, v, 0, 32); }"),
    ),
    valid=(
        "__device__ int f(int v) { return __shfl_sync(0xffffffffffffffffull, v, 0, 32); }",
        "__device__ int f(int v) { return __shfl_sync(__activemask(), v, 0, 32); }",
        "__device__ int f(unsigned long long mask, int v) { return __shfl_sync(mask, v, 0, 32); }",
        "#ifdef __HIP__\n#define ALL ~0ull\n#else\n#define ALL 0xffffffffu\n#endif\n"
        "__device__ int f(int p) { return __any_sync(ALL, p); }",
        "unsigned crc(unsigned x) { return x ^ 0xffffffff; }",
    ),
)
