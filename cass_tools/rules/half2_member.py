"""`x` or `y` of a `half2`, which older HIP headers declare as `unsigned short`.

**Why it fails on AMD.** CUDA's members are `__half`. Those of HIP's headers before 6.0 are the bits of one:
`(float)v.x` and `__half2float(v.x)` compile, and convert the bits as if they were a whole number. Nothing says so.

**Example.** `float a = __half2float(v.x)` becomes `float a = __half2float(reinterpret_cast<__half&>(v.x))`.

**Instead.** The cast, with `--hip-version` below 6.0 or `--style hipify`; it is right with all headers. Or
`__low2half(v)` and `__high2half(v)`.
"""

import re
from collections.abc import Iterator

from cass_tools.config import Config
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.declared import NO_TYPES, type_words
from cass_tools.model import Effort, Finding, Safety, Span, enclosed
from cass_tools.rule import Example, Rule

_TYPES = (b"half2", b"__half2")
_DECLARED = re.compile(rb"\b(?:__half2|half2)\b[ \t]*(?:const\b)?[&*\s]*(?:__restrict__\s+)?(\w+)\s*[;,=)(\[{]")
_AS_HALF = re.compile(rb"(?:&|_cast\s*<[^<>;()]*>\s*\(|\(\s*(?:const\s+)?(?:__)?half\s*&\s*\))\s*\Z")
_SINCE = (6, 0)


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per use of a member of a variable that is a half2 wherever the file declares it."""
    if context.config.hip_version >= _SINCE and context.config.style != "hipify":
        return
    code = context.code
    names = {name for name in _DECLARED.findall(code) if type_words(code, name) <= {*_TYPES, *NO_TYPES}}
    for name in sorted(names):
        member = rb"(?<![\w.>])" + name + rb"\b\s*(?:\[[^\[\]\n]*\]\s*)?(?:\.|->)\s*[xy]\b(?!\s*\()"
        for match in re.finditer(member, code):
            if _AS_HALF.search(code[max(0, match.start() - 80) : match.start()]):
                continue
            where = Span(match.start(), match.end())
            yield context.finding(
                RULE,
                where,
                "members of half2 are numbers of 16 bits in HIP's headers before 6.0.",
                effort=Effort.LOW,
                edits=enclosed(where, b"reinterpret_cast<" + _half(context) + b"&>("),
                safety=Safety.UNSAFE,
            )


def _half(context: Context) -> bytes:
    """The file's own word for it."""
    return b"half" if b"half2" in context.words else b"__half"


_OLD = Config(hip_version=(5, 6))

RULE = Rule(
    code="CASS168",
    name="half2-member",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=_TYPES,
    invalid=(
        Example(
            "__device__ float f(__half2 v) { return __half2float(v.x) + __half2float(v.y); }\n",
            "__device__ float f(__half2 v) { return __half2float(reinterpret_cast<__half&>(v.x))"
            " + __half2float(reinterpret_cast<__half&>(v.y)); }\n",
            _OLD,
        ),
        Example(
            "__device__ void f(half2* v, half h) { v[1].y = h; v->x = h; }\n",
            "__device__ void f(half2* v, half h) { reinterpret_cast<half&>(v[1].y) = h;"
            " reinterpret_cast<half&>(v->x) = h; }\n",
            Config(style="hipify"),
        ),
    ),
    valid=(
        "__device__ float f(__half2 v) { return __half2float(v.x); }\n",
        "__device__ float f(float2 v, half2 w) { return v.x + __low2float(w); }\n",
        "__device__ float f(half2 w) { return (float)reinterpret_cast<half&>(w.x) + __half2float(*(half*)&w.y); }\n",
    ),
)
