"""libcu++: headers such as `<cuda/atomic>` and `<cuda/std/array>`, and names in `cuda::` and `cuda::std::`.

**Why it fails on AMD.** ROCm does not ship the library; the headers are not found. AMD's port of it (libhipcxx,
headers `<hip/atomic>`, namespace `hip::`) is a separate project that has to be installed and does not hold
everything.

**Example.**

    #include <cuda/atomic>
    cuda::atomic_ref<int, cuda::thread_scope_device> a(*p);

**Instead.** Scoped builtins: `__hip_atomic_fetch_add(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)` with
`_WORKGROUP`, `_AGENT` or `_SYSTEM` for `thread_scope_block`, `_device` or `_system`; `__syncthreads()` for a block's
barrier; ordinary copies for `memcpy_async`; the C++ library for constexpr parts of `cuda::std`. Or libhipcxx.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_INCLUDE = Pattern(rb"<((?:cuda|nv)/[\w/]+)>")
_NAME = Pattern(rb"(?:::\s*)?cuda\s*::\s*(?:(std|ptx|device|experimental|barrier|pipeline)\s*::\s*)?(\w+)")
_ADVICE = {
    b"atomic": "Use `__hip_atomic_*` with the scope in its last argument, or libhipcxx (`hip::atomic`).",
    b"atomic_ref": "Use `__hip_atomic_*` with the scope in its last argument, or libhipcxx (`hip::atomic_ref`).",
    b"barrier": "Use `__syncthreads()` or a counter in shared memory, or libhipcxx (`<hip/barrier>`, `hip::barrier`).",
    b"pipeline": "Use ordinary loads and stores with `__syncthreads()` between the stages.",
    b"memcpy_async": "Use an ordinary copy loop over the block and `__syncthreads()` where the code waits.",
    b"std": "Use the C++ standard library where it is constexpr, or libhipcxx (`<hip/std/...>`, `hip::std::`).",
    b"ptx": "Use HIP builtins: these functions are PTX instructions.",
}
_ELSE = "Use HIP builtins or libhipcxx (`<hip/...>`, `hip::`)."


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Headers, and the outermost qualified name of each use; `thrust::cuda::` and a project's own `cuda` stay "
    "silent."""
    if node.type == "preproc_include":
        found = _INCLUDE.search(context.text(node))
        if found is not None:
            header = found[1].decode()
            span = Span(node.start_byte + found.start(), node.start_byte + found.end())
            yield _finding(
                context, span, f"The libcu++ header `{header}` is not part of ROCm.", found[1].split(b"/")[1]
            )
        return
    match = _NAME.match(context.code, node.start_byte, node.end_byte)
    if (
        match is None
        or _own_namespace(context)
        or (node.parent is not None and node.parent.type == "qualified_identifier")
    ):
        return
    if (match[2] or b"").startswith((b"memory_order", b"thread_scope")) and not match[1]:
        return  # an argument of something that is reported itself
    shown = context.text(node).split(b"<")[0].decode("utf-8", "replace")
    yield _finding(
        context,
        Span(node.start_byte, node.end_byte),
        f"`{shown}` is part of libcu++, which ROCm does not ship.",
        match[1] or match[2],
    )


def _own_namespace(context: Context) -> bool:
    """Whether the file says itself what `cuda` is, or does not use libcu++ at all (OpenCV has a namespace `cuda` "
    "too)."""
    code = context.code
    if re.search(rb"\bnamespace\s+cuda\b\s*[={]", code):
        return True
    return _INCLUDE.search(context.data) is None and b"thread_scope_" not in code


def _finding(context: Context, span: Span, message: str, key: bytes) -> Finding:
    return context.finding(
        RULE,
        span,
        message,
        severity=Severity.ERROR,
        effort=Effort.HIGH,
        suggestion=_ADVICE.get(key, _ELSE),
    )


RULE = Rule(
    code="CASS143",
    name="libcudacxx",
    on=("include", "qualified"),
    needs=(b"cuda/", b"nv/", b"cuda::", b"cuda ::"),
    check=check,
    doc=__doc__,
    invalid=(
        Example("#include <cuda/atomic>\n"),
        Example("#include <cuda/std/array>\n__device__ cuda::std::array<int, 4> a;\n"),
        Example("#include <cuda/barrier>\n__shared__ cuda::barrier<cuda::thread_scope_block> b;\n"),
    ),
    valid=(
        '#include "cuda/kernels.h"\n#include <cuda/kernels.cuh>\nvoid f() { cuda::launch(); }\n',
        "void f() { cv::cuda::GpuMat m; }\n",
        "namespace cuda { void launch(); }\nvoid f() { cuda::launch(); }\n",
    ),
)
