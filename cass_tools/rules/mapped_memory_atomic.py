"""An atomic operation of a kernel on host memory that is mapped: `cudaHostAlloc(..., cudaHostAllocMapped)`.

**Why it fails on AMD.** Such an operation crosses PCI Express, whose atomics are add, exchange and compare-and-swap of
integers. NVIDIA's GPUs make the others from those; AMD's send them as they are, and on fine-grained memory `atomicInc`,
`atomicMin`, `atomicSub` or an addition of floating-point numbers are lost without a message.

**Example.**

    cudaHostAlloc(&hits, 4, cudaHostAllocMapped);
    cudaHostGetDevicePointer(&d, hits, 0);
    count<<<8, 64>>>(d);   // atomicInc(hits, 1000u) in the kernel

**Instead.** Count in device memory and copy, or use `atomicAdd` on integers and `atomicCAS` alone.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.whole import every
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_MAPPED = Pattern(
    rb"\b(?:cudaHostAlloc|cudaMallocHost|cuMemHostAlloc|cuMemAllocHost|cudaHostRegister|cudaHostGetDevicePointer"
    rb"|cuMemHostGetDevicePointer)\s*\(\s*(?:\([^()]*\)\s*|\w+_cast\s*<[^<>]*>\s*\(\s*)?&?\s*(\w+)"
)
_LOST = Pattern(rb"\batomic(?:Sub|Min|Max|Inc|Dec|And|Or|Xor)(?:_system)?\s*\(\s*&?\s*\(?\s*(\w+)")
_ADDED = Pattern(rb"\batomicAdd(?:_system)?\s*\(\s*&?\s*\(?\s*(\w+)")
_FRACTION = rb"\b(?:float|double|half|__half)\b[^,;()]*\*[^,;()]*\b"


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Launches with a mapped pointer, if the kernel changes what its parameter points to by such an operation."""
    mapped = {match[1] for match in every(_MAPPED, context.code)}
    if not mapped:
        return
    launch = context.launch(node)
    kernel = IDENTIFIER.search(context.text(launch.kernel))
    found = [f for f in functions(context).named(kernel.group()) if f.kernel] if kernel else []
    if len(found) != 1:
        return
    parameters = _parameters(found[0], context)
    for argument, parameter in zip(launch.arguments, parameters, strict=False):
        name = IDENTIFIER.match(context.text(argument))
        if name is None or name.group() not in mapped or not parameter or not _lost(found[0], parameter, context):
            continue
        yield context.finding(
            RULE,
            argument,
            f"`{name.group().decode()}` is mapped host memory, on which the kernel's atomics do not work across PCIe.",
            severity=Severity.WARNING,
            effort=Effort.MEDIUM,
            suggestion="Use device memory and a copy, or `atomicAdd` on integers and `atomicCAS` alone.",
        )


def _has_mapped(_start: int, _end: int, context: Context) -> bool:
    return bool(every(_MAPPED, context.code) and (every(_LOST, context.code) or every(_ADDED, context.code)))


def _parameters(function: Function, context: Context) -> list[bytes]:
    """The names of a function's parameters in order, empty where one has none."""
    declarator = function.node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator")
    listed = declarator.child_by_field_name("parameters") if declarator is not None else None
    if listed is None:
        return []
    names = []
    for child in listed.named_children:
        inner = child.child_by_field_name("declarator")
        words = IDENTIFIER.findall(context.code, inner.start_byte, inner.end_byte) if inner is not None else []
        names.append(words[-1] if words else b"")
    return names


def _lost(function: Function, parameter: bytes, context: Context) -> bool:
    """Whether the function's own atomics on the parameter are other than PCI Express has."""
    code = context.code
    if any(match[1] == parameter for match in _LOST.finditer(code, function.body, function.end)):
        return True
    if not any(match[1] == parameter for match in _ADDED.finditer(code, function.body, function.end)):
        return False
    return re.search(_FRACTION + parameter + rb"\b", code[function.start : function.body]) is not None


RULE = Rule(
    code="CASS179",
    name="mapped-memory-atomic",
    on=("launch",),
    needs=(b"cudaHostAlloc", b"cudaMallocHost", b"cuMemHostAlloc", b"HostGetDevicePointer", b"cudaHostRegister"),
    check=check,
    where=_has_mapped,
    doc=__doc__,
    invalid=(
        Example(
            "__global__ void k(unsigned* n) { atomicInc(n, 9u); }\n"
            "void f(unsigned* h, unsigned* d) { cudaHostGetDevicePointer((void**)&d, h, 0); k<<<1, 64>>>(d); }\n"
        ),
        Example(
            "__global__ void k(int m, float* s) { atomicAdd(&s[m], 1.5f); }\n"
            "void f(float* h) { cudaMallocHost(&h, 64); k<<<1, 64>>>(3, h + 1); }\n"
        ),
    ),
    valid=(
        "__global__ void k(unsigned* n) { atomicAdd(n, 9u); }\n"
        "void f(unsigned* h, unsigned* d) { cudaHostGetDevicePointer((void**)&d, h, 0); k<<<1, 64>>>(d); }\n",
        "__global__ void k(unsigned* n) { atomicInc(n, 9u); }\n"
        "void f(unsigned* h, unsigned* d) { cudaMallocHost(&h, 4); cudaMalloc(&d, 4); k<<<1, 64>>>(d); }\n",
    ),
)
