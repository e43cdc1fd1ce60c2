"""`__ffsll` or `__ffs` of a number of another size: `__ffsll(mask)` with `uint64_t mask`, or with `unsigned mask`.

**Why it fails on AMD.** CUDA has one function of each name, for `long long` and `int`. HIP has two, one of them
unsigned, and takes neither for `long`, which `int64_t`, `uint64_t` and `size_t` are on Linux: the call is ambiguous.
So it is for 32 bits in `__ffsll`, and for 64 in `__ffs`.

**Example.**

    uint64_t left = mask;
    int lane = __ffsll(left) - 1;

**Instead.** What CUDA's function makes of its argument: `__ffsll(static_cast<long long>(left))`.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.model import Effort, Finding, Severity, enclosed
from cass_tools.rule import Example, Rule

_TAKES = {b"__ffsll": b"long long", b"__ffs": b"int"}
_LONG = re.compile(rb"(?:const )?(?:(?:std::)?(?:u?int64_t|size_t|ptrdiff_t)|(?:unsigned )?long(?: int)?)")
_SHORT = re.compile(
    rb"(?:const )?(?:(?:unsigned|signed)(?: int)?|int|uint|(?:std::)?u?int(?:8|16|32)_t|short|char|bool)"
)
_LONG_LONG = re.compile(rb"(?:const )?(?:unsigned )?long long(?: int)?")
_CAST = re.compile(rb"(?:\(\s*([\w: ]+?)\s*\)\s*|static_cast\s*<\s*([\w: ]+?)\s*>\s*\(|([\w:]+)\()[\s\w(~-].*", re.S)
_ARITHMETIC = re.compile(rb"[\w\s()|&^~+*/%<>-]+")
_WORD = re.compile(rb"[A-Za-z_]\w*|[0-9][\w']*")
_INDEX = re.compile(rb"\[[^\[\]]*\]")
_ELEMENT = re.compile(rb"(\w+)\s*\[")
_PLAIN = re.compile(rb"[0-9][0-9a-fA-FxX']*[uU]?")


def check(node: Node, context: Context) -> Iterator[Finding]:
    """Calls with one argument whose type the function shows to be none of those that HIP's have."""
    arguments, name = context.arguments(node), context.callee(node)
    if len(arguments) != 1 or not _is_other(context, node, context.text(arguments[0]).strip()):
        return
    cast = b"static_cast<" + _TAKES[name] + b">("
    yield context.finding(
        RULE,
        node,
        f"HIP's `{name.decode()}` is ambiguous for this type.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion=f"Cast the argument to `{_TAKES[name].decode()}`, as CUDA does.",
        edits=enclosed(arguments[0], cast),
    )


def _is_other(context: Context, node: Node, text: bytes) -> bool:
    """Whether an argument of known type is neither of 64 bits, for `__ffsll`, nor of at most 32 for `__ffs`."""
    wide = context.callee(node) == b"__ffsll"
    cast = _CAST.fullmatch(text)
    if cast is not None:
        kind = (cast[1] or cast[2] or cast[3]).strip()
        return _LONG.fullmatch(kind) is not None or (_SHORT if wide else _LONG_LONG).fullmatch(kind) is not None
    function = functions(context).at(node.start_byte)
    elements, text = set(_ELEMENT.findall(text)), _INDEX.sub(b"", text)
    if function is None or not _ARITHMETIC.fullmatch(text):
        return False
    types = flow(context, function).types
    words = _WORD.findall(text)
    names = [word for word in words if not _PLAIN.fullmatch(word)]
    if wide and words and not names:
        return True
    kinds = [types.get(word, b"") for word in names]
    kinds = [kind.rstrip(b"* ") if word in elements else kind for word, kind in zip(names, kinds, strict=True)]
    if not kinds or not all(_LONG.fullmatch(k) or _SHORT.fullmatch(k) or _LONG_LONG.fullmatch(k) for k in kinds):
        return False
    if wide:
        return not any(map(_LONG_LONG.fullmatch, kinds))
    return not all(map(_SHORT.fullmatch, kinds))


RULE = Rule(
    code="CASS200",
    name="find-first-set",
    on=("call",),
    names=frozenset(name.decode() for name in _TAKES),
    needs=(b"__ffs",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <cuda_runtime.h>\n__device__ int f(int d) { uint64_t open[2] = {}; return __ffsll(open[d]); }\n",
            "#include <cuda_runtime.h>\n__device__ int f(int d) { uint64_t open[2] = {}; "
            "return __ffsll(static_cast<long long>(open[d])); }\n",
        ),
        Example(
            "#include <cuda_runtime.h>\n__device__ int f(const size_t* m) { return __ffsll(m[1]) + __ffsll(8); }\n",
            "#include <cuda_runtime.h>\n__device__ int f(const size_t* m) { "
            "return __ffsll(static_cast<long long>(m[1])) + __ffsll(static_cast<long long>(8)); }\n",
        ),
        Example(
            "#include <cuda_runtime.h>\n__device__ int f(uint64_t m) { return __ffsll(m); }\n",
            "#include <cuda_runtime.h>\n__device__ int f(uint64_t m) { return __ffsll(static_cast<long long>(m)); }\n",
        ),
        Example(
            "#include <cuda_runtime.h>\n__device__ int f(long a, int b) { return __ffs(a & ~b); }\n",
            "#include <cuda_runtime.h>\n__device__ int f(long a, int b) { return __ffs(static_cast<int>(a & ~b)); }\n",
        ),
        Example(
            "#include <cuda_runtime.h>\n__device__ int f(int a) { return __ffsll((long)a); }\n",
            "#include <cuda_runtime.h>\n__device__ int f(int a) { return __ffsll(static_cast<long long>((long)a)); }\n",
        ),
        Example(
            "#include <cuda_runtime.h>\n__device__ int f(unsigned m) { return __ffsll(m); }\n",
            "#include <cuda_runtime.h>\n__device__ int f(unsigned m) { return __ffsll(static_cast<long long>(m)); }\n",
        ),
        Example(
            "#include <cuda_runtime.h>\n__device__ int f(long long m) { return __ffs(m >> 3); }\n",
            "#include <cuda_runtime.h>\n__device__ int f(long long m) { return __ffs(static_cast<int>(m >> 3)); }\n",
        ),
    ),
    valid=(
        "__device__ int f(unsigned long long* m) { return __ffsll(m[0]); }\n",
        "#include <cuda_runtime.h>\n__device__ int f(unsigned long long m) { return __ffsll(m); }\n",
        "#include <cuda_runtime.h>\n__device__ int f(int m) { return __ffs(m) + __ffs(m & 7u); }\n",
        "#include <cuda_runtime.h>\n__device__ int f(uint64_t a, unsigned long long b) { return __ffsll(a | b); }\n",
        "#include <cuda_runtime.h>\ntemplate <class T> __device__ int f(T m) { return __ffsll(m); }\n",
    ),
)
