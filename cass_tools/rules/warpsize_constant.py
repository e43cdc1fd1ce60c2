"""`warpSize` where the language wants a constant: an array bound, a template argument, a `case`, a `constexpr`.

**Why it fails on AMD.** Since ROCm 7.0 `warpSize` is no constant expression, since one binary can hold code for 32
and for 64 lanes. Before that the compiler took it for 64 in host code whatever GPU the program ran on.

**Example.**

    __shared__ int counts[1024 / warpSize];

**Instead.** The upper bound 64 for sizes (or 32 lanes as the smallest wavefront, where the number of warps is
wanted), a template parameter that the host chooses by `hipDeviceProp_t::warpSize`, or a run-time value.
"""

import re
from collections.abc import Iterable

from cass_tools.config import NATIVE
from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import crosses_lanes, functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.warps import LANES, groups_of_32
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_ASKS = frozenset({"cudaDeviceGetAttribute", "cuDeviceGetAttribute"})
_ATTRIBUTES = frozenset({b"cudaDevAttrWarpSize", b"CU_DEVICE_ATTRIBUTE_WARP_SIZE"})
_FRAGMENT = Pattern(rb"\bfragment\s*<")
_PRINTS = Pattern(rb"print|log|write|LOG")
_PLACES = {
    "template_argument_list": "a template argument",
    "case_statement": "a case label",
    "static_assert_declaration": "a static assertion",
    "enumerator": "an enumerator",
    "preproc_if": "a condition of the preprocessor",
}
_EXPRESSIONS = frozenset(
    [
        "binary_expression",
        "parenthesized_expression",
        "unary_expression",
        "conditional_expression",
        "cast_expression",
        "call_expression",
        "argument_list",
        "init_declarator",
        "type_descriptor",
        "initializer_list",
    ]
)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Climbs from the name to what holds the expression."""
    if node.type != "call_expression" and context.text(node) != b"warpSize":
        return
    if groups_of_32(context):
        yield from _in_groups(node, context)
        return
    if node.type == "call_expression":
        return
    child, parent = node, node.parent
    while parent is not None and parent.type in _EXPRESSIONS:
        child, parent = parent, parent.parent
    if parent is None or node.type == "field_identifier":
        return
    place = _PLACES.get(parent.type)
    if parent.type == "array_declarator" and parent.child_by_field_name("size") == child:
        place = "an array bound"
    elif parent.type == "declaration" and b"constexpr" in context.text(parent).partition(b"=")[0]:
        place = "the value of a `constexpr`"
    elif parent.type == "case_statement" and parent.child_by_field_name("value") != child:
        place = None
    if place is not None:
        yield context.finding(
            RULE,
            node,
            f"`warpSize` is {place} here, but HIP knows it only at run time (since ROCm 7.0), and it is 64 on gfx9.",
            severity=Severity.ERROR,
            effort=Effort.MEDIUM,
            suggestion="Use 64 as the upper bound, or a template parameter chosen by `hipDeviceProp_t::warpSize`.",
        )


def _in_groups(node: Node, context: Context) -> Iterable[Finding]:
    """CUDA's `warpSize` is 32 wherever it stands; what host code asks a device for and prints stays."""
    if node.type == "call_expression":
        yield from _asked(node, context)
        return
    member = node.type == "field_identifier"
    if member and not (_of_a_device(node, context) and _computes(node, context)):
        return
    if not member and (context.scopes.declared_here(b"warpSize", node) or _has_fragments(node, context)):
        return
    where = node.parent if member and node.parent is not None else node
    yield context.finding(
        RULE,
        where,
        f"`{context.text(where).decode('utf-8', 'replace')}` is 64 on gfx9, where this code has warps of 32 lanes.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Write 32 as long as lanes work in groups of 32, as CUDA's do.",
        edits=(Edit(context.span(where), b"32"),),
        safety=Safety.UNSAFE,
    )


def _has_fragments(node: Node, context: Context) -> bool:
    """Whether the function works on fragments of matrices, which belong to a whole wavefront (rule wmma-type)."""
    function = functions(context).at(node.start_byte)
    return function is not None and _FRAGMENT.search(context.code, function.body, function.end) is not None


def _of_a_device(node: Node, context: Context) -> bool:
    """Whether a member `warpSize` is that of a variable or member that the file declares as `cudaDeviceProp`."""
    access = node.parent
    holder = access.child_by_field_name("argument") if access is not None else None
    if access is None or access.type != "field_expression" or holder is None:
        return False
    names = IDENTIFIER.findall(context.code, holder.start_byte, holder.end_byte)
    declared = rb"\bcudaDeviceProp\b[^;(){}=]*\b(?:" + b"|".join(names) + rb")\b" if names else rb"\Z."
    return re.search(declared, context.code) is not None


def _asked(node: Node, context: Context) -> Iterable[Finding]:
    """`cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, device)` where the answer is more than printed."""
    arguments = context.arguments(node)
    if len(arguments) != 3 or context.text(arguments[1]).split(b"::")[-1] not in _ATTRIBUTES:
        return
    target = context.text(arguments[0])
    name = target.lstrip(b"& ")
    done = re.match(rb",\s*" + re.escape(name) + rb" = 32\b", context.code[node.end_byte :])
    if done or not target.startswith(b"&") or not (crosses_lanes(context) or _compared(name, context)):
        return
    yield context.finding(
        RULE,
        node,
        "The size of a warp is 64 on gfx9, where this code has warps of 32 lanes.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Write 32 as long as lanes work in groups of 32, as CUDA's do.",
        edits=(
            Edit(Span(node.start_byte, node.start_byte), b"("),
            Edit(Span(node.end_byte, node.end_byte), b", " + name + b" = 32, hipSuccess)"),
        ),
        safety=Safety.UNSAFE,
    )


def _compared(name: bytes, context: Context) -> bool:
    """Whether the file compares a variable with 32 by value, the way to refuse all other GPUs."""
    found = re.finditer(rb"\b" + re.escape(name) + rb"\s*[!=]=\s*([\w:]+)", context.code)
    return any(constants(context).value(match[1]) == LANES for match in found)


def _refuses(comparison: Node, context: Context) -> bool:
    """Whether this is `a == 32` or `a != 32`, the constant as a number or a name of the file."""
    operator = comparison.child_by_field_name("operator")
    if comparison.type != "binary_expression" or operator is None or operator.type not in ("==", "!="):
        return False
    sides = (comparison.child_by_field_name("left"), comparison.child_by_field_name("right"))
    return any(
        s is not None and constants(context).value(context.code[s.start_byte : s.end_byte]) == LANES for s in sides
    )


def _computes(node: Node, context: Context) -> bool:
    """Whether a device's `warpSize` goes into a computation or a launch of code whose lanes work together.

    A comparison with 32 counts in any code: it is how programs refuse other GPUs.
    """
    place = node.parent.parent if node.parent is not None else None
    if place is not None and _refuses(place, context):
        return True
    if not crosses_lanes(context):
        return False
    child, parent = node.parent, node.parent.parent if node.parent is not None else None
    if parent is not None and parent.type == "assignment_expression" and parent.child_by_field_name("left") == child:
        return False
    while parent is not None and parent.type not in ("expression_statement", "declaration", "return_statement"):
        if parent.type == "call_expression" and not context.is_launch(parent):
            return _PRINTS.search(context.callee(parent)) is None
        if parent.type == "binary_expression" and context.text(parent).find(b"<<") > 0:
            return False
        parent = parent.parent
    return True


RULE = Rule(
    code="CASS129",
    name="warpsize-constant",
    on=("identifier", "call"),
    names=_ASKS | {"warpSize"},
    needs=(b"warpSize", *sorted(_ATTRIBUTES)),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__global__ void k() { __shared__ int counts[1024 / warpSize]; counts[0] = 1; }",
            config=NATIVE,
        ),
        Example(
            "template <int W> __device__ int f(int v);\n__device__ int g(int v) { return f<warpSize>(v); }",
            config=NATIVE,
        ),
        Example(
            "constexpr int kLanes = warpSize;\n",
            config=NATIVE,
        ),
        Example(
            "const int WS = 32;\nbool fits(cudaDeviceProp p) { return p.warpSize == WS; }\n",
            "const int WS = 32;\nbool fits(cudaDeviceProp p) { return 32 == WS; }\n",
        ),
        Example(
            "void f() { int n; cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0); if (n != 32) exit(1); }\n",
            "void f() { int n; (cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0), n = 32, hipSuccess);"
            " if (n != 32) exit(1); }\n",
        ),
    ),
    valid=(
        "#include <hip/hip_runtime.h>\n__device__ int lane() { return threadIdx.x % warpSize; }",
        "#include <hip/hip_runtime.h>\n__global__ void k(int* o) { int n = blockDim.x / warpSize;\n"
        "for (int i = 0; i < warpSize; ++i) o[i] = n; }",
        "int lanes(cudaDeviceProp p) { return p.warpSize; }",
        'void f(int* n) { cudaDeviceGetAttribute(n, cudaDevAttrWarpSize, 0); printf("%d", *n); }',
        "bool wide(cudaDeviceProp p) { return p.warpSize == 64; }",
        "#include <hip/hip_runtime.h>\n__device__ int f(int* a) { return a[threadIdx.x / warpSize]; }",
    ),
)
