"""Hints for managed memory: `cudaMemAdvise`, `cudaMemPrefetchAsync`, `cudaMemLocation`.

**Why it fails on AMD.** CUDA 13 takes a `cudaMemLocation`, HIP an `int` for the device. Pages only move where the GPU
can retry a faulting access (`HSA_XNACK=1` on MI200 and later); elsewhere managed memory stays in host memory and
kernels read it over the bus, up to a thousand times slower than expected, whatever the hint.

**Example.**

    cudaMemPrefetchAsync(p, bytes, location, 0, stream);

**Instead.** `hipMemPrefetchAsync(p, bytes, device, stream)` with the device's number or `hipCpuDeviceId`, best
effort; `hipMalloc` and explicit copies where speed matters.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_ARGUMENTS = {b"cudaMemPrefetchAsync": 4, b"cudaMemAdvise": 4}
_LOCATIONS = frozenset({"cudaMemPrefetchAsync_v2", "cudaMemAdvise_v2"})


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Calls; those with a location do not compile, the others only say less than in CUDA."""
    if node.type != "call_expression":
        if context.text(node) == b"cudaMemLocationTypeHost":
            yield from _host(node, context)
        return
    name = context.callee(node)
    arguments = context.arguments(node)
    device = arguments[3 if b"Advise" in name else 2] if len(arguments) > 3 - (b"Advise" not in name) else None
    location = name.decode() in _LOCATIONS or len(arguments) > _ARGUMENTS.get(name, 9)
    if device is not None and b"cudaMemLocation" in context.code:
        location = location or _is_location(context.code[device.start : device.end], context)
    yield context.finding(
        RULE,
        node,
        f"HIP's form of `{name.decode()}` takes the number of a device, not a `cudaMemLocation`."
        if location
        else f"`{name.decode()}` moves no pages on AMD GPUs that run without XNACK: managed memory then stays on the "
        f"host.",
        severity=Severity.ERROR if location else Severity.WARNING,
        effort=Effort.HIGH if location else Effort.MEDIUM,
        suggestion="Pass the device's number or `hipCpuDeviceId`, and set `HSA_XNACK=1` where the GPU has it.",
        edits=_by_number(node, context, arguments, device) if location and device is not None else (),
        safety=Safety.UNSAFE,
    )


def _is_location(text: bytes, context: Context) -> bool:
    """Whether an argument is a location rather than a device's number; of a name its declaration says so."""
    if b"cudaMemLocation" in text:
        return True
    if not text.replace(b"_", b"").isalnum() or text.isdigit() or b"Device" in text:
        return False
    declared = rb"[^;(){}]*\b" + text + rb"\b"
    if re.search(rb"\bcudaMemLocation\b" + declared, context.code):
        return True
    return re.search(rb"\b(?:int|unsigned|short|long|size_t|u?int\d+_t|CUdevice)\b" + declared, context.code) is None


def _host(node: Node, context: Context) -> Iterable[Finding]:
    """The host as a location, which HIP has no name for before 7.0; the number of its device is asked for elsewhere."""
    if context.config.hip_version >= (7, 0):
        return
    yield context.finding(
        RULE,
        node,
        "HIP has no `cudaMemLocationTypeHost` before ROCm 7.0.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Pass `hipCpuDeviceId` where the location is used.",
        edits=(Edit(context.span(node), b"hipMemLocationTypeInvalid /* the host */"),),
        safety=Safety.UNSAFE,
    )


def _by_number(node: Node, context: Context, arguments: list[Span], place: Span) -> tuple[Edit, ...]:
    """The call with the device's number, or the host's, as the location says; without the flags that CUDA 13 adds."""
    text, called = context.text(place), node.child_by_field_name("function")
    if called is None or text.startswith(b"{"):
        return ()
    text = text if text.replace(b"_", b"").replace(b".", b"").isalnum() else b"(" + text + b")"
    number = text + b".type == hipMemLocationTypeDevice ? " + text + b".id : hipCpuDeviceId"
    edits = [Edit(place, number)]
    if b"Prefetch" in context.callee(node) and len(arguments) > 3:
        edits.append(Edit(Span(place.end, arguments[3].end), b""))
    if context.callee(node).endswith(b"_v2"):
        edits.append(Edit(Span(called.start_byte, called.end_byte), b"hip" + context.callee(node)[4:-3]))
    return tuple(edits)


RULE = Rule(
    code="CASS150",
    name="managed-memory-hint",
    on=("call", "identifier"),
    names=frozenset({"cudaMemPrefetchAsync", "cudaMemAdvise", "cudaMemLocationTypeHost"}) | _LOCATIONS,
    needs=(b"cudaMemPrefetchAsync", b"cudaMemAdvise", b"cudaMemLocationTypeHost"),
    check=check,
    doc=__doc__,
    invalid=(
        Example("void f(int* p) { cudaMemPrefetchAsync(p, 64, 0, 0); }"),
        Example(
            "void f(int* p) { cudaMemLocation gpu = {}; cudaMemPrefetchAsync(p, 64, gpu, 0, 0); }",
            "void f(int* p) { cudaMemLocation gpu = {};"
            " cudaMemPrefetchAsync(p, 64, gpu.type == hipMemLocationTypeDevice ? gpu.id : hipCpuDeviceId, 0); }",
        ),
        Example("void f(int* p) { cudaMemAdvise(p, 64, cudaMemAdviseSetReadMostly, 0); }"),
        Example(
            "void f(int *p, cudaMemLocation gpu) { int n, device; cudaMemPrefetchAsync(p, 64, device); }",
        ),
    ),
    valid=("void f(int* p) { cudaMallocManaged(&p, 64); }",),
)
