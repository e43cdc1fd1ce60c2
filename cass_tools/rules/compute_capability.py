"""`cudaDeviceProp::major` and `minor` used as a test for features.

**Why it fails on AMD.** They are digits of the GPU's gfx number there: MI200 says 9.0 and passes a test for FP8 on
"8.9 and later" that it does not fulfil; RDNA 3 says 11.0.

**Example.**

    bool fp8 = p.major > 8 || (p.major == 8 && p.minor >= 9);

**Instead.** A list of `gcnArchName` prefixes that have the feature (`gfx90a`, `gfx94`, `gfx11`, ...), or the property
of the feature itself.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_MEMBER = Pattern(
    rb"[.>](?:(?<=\.)|(?<=->))\s*(?:major|minor)\b\s*"
    rb"(?:[*]\s*10+\s*\+\s*[\w.>-]+\s*)?(?:[<>]=?|==|!=)\s*[A-Za-z0-9_]"
)  # a pattern that begins with one of two bytes is searched for many times faster than one of alternatives
_OBJECT = Pattern(rb"\b([A-Za-z_]\w*)(?:\[[^\[\]]*\])?\s*(\Z|-\Z)")  # what is before that
_LONGEST = 200  # bytes of an object
_ASKED = Pattern(
    rb"\bget(?:Current)?DeviceProperties\s*\([^()]*\)\s*->\s*(?:major|minor)\b\s*"
    rb"(?:[*]\s*10+\s*\+\s*[\w.>:()-]+\s*)?(?:[<>]=?|==|!=)\s*[A-Za-z0-9_]"
)  # PyTorch's
_ATTRIBUTE = Pattern(rb"\b(?:cudaDevAttr|CU_DEVICE_ATTRIBUTE_)(?:ComputeCapabilityMajor|COMPUTE_CAPABILITY_MAJOR)\b")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Comparisons, once per line; reading the numbers to print them is not reported."""
    lines: set[int] = set()
    for match in _MEMBER.finditer(context.code):
        low = max(0, match.start() - _LONGEST)
        found = _OBJECT.search(context.code[low : match.start()])
        line = context.line(match.start())
        if found is not None and line not in lines and _is_property(found[1], context):
            lines.add(line)
            yield _finding(context, Span(low + found.start(), match.end()))
    for match in _ASKED.finditer(context.code):
        yield _finding(context, Span(match.start(), match.end()))
    for match in _ATTRIBUTE.finditer(context.code):
        yield _finding(context, Span(match.start(), match.end()))


def _is_property(name: bytes, context: Context) -> bool:
    """Whether the object is a `cudaDeviceProp`, by its declaration or its usual name."""
    if re.search(rb"\bcudaDeviceProp\b[\s*&]+(?:\w+\s*,\s*)*" + name + rb"\b", context.code):
        return True
    return re.fullmatch(rb"(?i:\w*prop\w*)", name) is not None


def _finding(context: Context, where: Span) -> Finding:
    return context.finding(
        RULE,
        where,
        "Compute capabilities are NVIDIA's: on AMD these numbers come from the name of the GPU (9.0 for gfx90a, 11.0 "
        "for gfx1100).",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Ask for the feature itself, or compare `gcnArchName` with a list of GPUs that have it.",
    )


RULE = Rule(
    code="CASS149",
    name="compute-capability",
    on=("file",),
    needs=(b"major", b"minor", b"COMPUTE_CAPABILITY", b"ComputeCapability"),
    check=check,
    doc=__doc__,
    invalid=(
        Example("bool f() { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); return p.major >= 8; }"),
        Example("bool f(cudaDeviceProp* deviceProp) { return deviceProp->major * 10 + deviceProp->minor >= 75; }"),
        Example("bool f() { return at::cuda::getCurrentDeviceProperties()->major >= 8; }"),
        Example("void f(int* v) { cudaDeviceGetAttribute(v, cudaDevAttrComputeCapabilityMajor, 0); }"),
    ),
    valid=(
        'void f(cudaDeviceProp p) { printf("%d.%d\\n", p.major, p.minor); }',
        "bool f(Version v) { return v.major >= 8; }",
    ),
)
