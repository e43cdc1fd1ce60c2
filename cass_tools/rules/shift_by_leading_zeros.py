"""A constant shifted by what `__clz` gives, which is 32 for a value of 0: `0x80000000 >> __clz(votes)`.

**Why it fails on AMD.** C++ does not define a shift of 32 bits by 32. NVIDIA's GPUs shift all bits out and give 0;
AMD's take the count modulo 32 and give the constant itself, so that "no bit is set" becomes "the highest bit is set".

**Example.**

    unsigned highest = 0x80000000 >> __clz(votes);

**Instead.** A test of the count, as the fix writes it; on NVIDIA's GPUs it gives the same.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule

_SHIFT = Pattern(rb"\b(?:0[xX][0-9a-fA-F]+|\d+)[uU]?\s*(<<|>>)(?!=)|~0[uU]?\s*(<<|>>)(?!=)")
_COUNT = Pattern(rb"\(?\s*(?:32\s*-\s*)?(?:__clz\s*\(|([A-Za-z_]\w*)\s*\)?\s*\Z)")
_BITS = 32


def check(_root: Node, context: Context) -> Iterable[Finding]:
    """One finding for each such shift in device code."""
    known = functions(context)
    for match in _SHIFT.finditer(context.code):
        function = known.at(match.start())
        if function is None or not function.device:
            continue
        operator = match.end() - 2
        shift = context.node_at(operator, operator + 2).parent
        left = shift.child_by_field_name("left") if shift is not None else None
        right = shift.child_by_field_name("right") if shift is not None else None
        if shift is None or left is None or right is None or _chosen(shift):
            continue
        value, count = constants(context).evaluate(context.text(left)), context.text(right)
        if (
            value is None
            or value.bits != _BITS
            or not _leading_zeros(count, context.code[function.body : shift.start_byte])
        ):
            continue
        text = b"(%s < %d ? %s : 0)" % (count, _BITS, context.text(shift))
        yield context.finding(
            RULE,
            shift,
            f"`{context.text(shift).decode('utf-8', 'replace')}` shifts by 32 where `__clz` finds no bit: that is 0 on "
            "NVIDIA's GPUs and the unshifted constant on AMD's.",
            severity=Severity.WARNING,
            effort=Effort.LOW,
            suggestion="Test the count.",
            edits=(Edit(context.span(shift), text),),
            safety=Safety.SAFE,
        )


def _chosen(shift: Node) -> bool:
    """Whether `?:` decides if there is a shift at all."""
    return shift.parent is not None and shift.parent.type == "conditional_expression"


def _leading_zeros(count: bytes, before: bytes) -> bool:
    """Whether a count is `__clz` of something, or 32 less that, by itself or by the name it was given."""
    found = _COUNT.match(count)
    if found is None or found[1] is None:
        return found is not None
    return re.search(rb"\b" + re.escape(found[1]) + rb"\s*=\s*__clz\s*\(", before) is not None


RULE = Rule(
    code="CASS209",
    name="shift-by-leading-zeros",
    on=("file",),
    needs=(b"__clz",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ unsigned top(unsigned v) { return 0x80000000 >> __clz(v); }\n",
            "__device__ unsigned top(unsigned v) { return (__clz(v) < 32 ? 0x80000000 >> __clz(v) : 0); }\n",
        ),
        Example(
            "__device__ bool f(unsigned v, unsigned w) { const int n = __clz(v); return (0x80000000 >> n) > w; }\n",
            "__device__ bool f(unsigned v, unsigned w) { const int n = __clz(v); "
            "return ((n < 32 ? 0x80000000 >> n : 0)) > w; }\n",
        ),
        Example(
            "__device__ unsigned power(unsigned v) { return 1u << (32 - __clz(v)); }\n",
            "__device__ unsigned power(unsigned v) { return ((32 - __clz(v)) < 32 ? 1u << (32 - __clz(v)) : 0); }\n",
        ),
    ),
    valid=(
        "__device__ unsigned f(unsigned v) { return v << __clz(v); }\n",
        "__device__ unsigned long long f(unsigned v) { return 1ull << __clz(v); }\n",
        "__device__ unsigned f(unsigned v, int n) { return __clz(v) + (1u << n); }\n",
        "__device__ unsigned f(unsigned v) { return v ? 1u << (32 - __clz(v)) : 0; }\n",
        "__device__ unsigned f(unsigned v) { return 1u << (31 - __clz(v)); }\n",
    ),
)
