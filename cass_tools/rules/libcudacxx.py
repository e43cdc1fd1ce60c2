"""libcu++: headers such as `<cuda/atomic>` and `<cuda/std/array>`, and names in `cuda::` and `cuda::std::`.

**Why it fails on AMD.** ROCm does not ship the library; the headers are not found. AMD's port of it (libhipcxx,
headers `<hip/atomic>`, namespace `hip::`) is a separate project that has to be installed and does not hold
everything.

**Example.**

    #include <cuda/atomic>
    cuda::atomic_ref<int, cuda::thread_scope_device> a(*p);

**Instead.** Classes of the same interface that are brought into the file: `cass::atomic_ref` and `cass::atomic` over
HIP's scoped atomics, `cass::barrier`, `cass::latch`, `cass::counting_semaphore`, `cass::pipeline` with copies that are
made at once, function objects for `cuda::maximum` and `cuda::minimum`, `cass::ceil_div` and its
like for `cuda::ceil_div`, `round_up` and `round_down`; the C++ library for `cuda::std`, most of which
clang takes in device code where it is constexpr. libcu++ has more for C++17 than C++17: `cass::span`, `cass::bit_cast`
and their like stand in for what is C++20 or C++23. Or libhipcxx.
"""

import functools
import re
from collections.abc import Iterable
from typing import NamedTuple

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.own_functions import own_functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules import _later_standard as later
from cass_tools.substitutes import bring, load

_INCLUDE = Pattern(rb"<((?:cuda|nv)/[\w/]+)>")
_BRINGS = Pattern(rb"#[ \t]*include[ \t]*[<\"](?:cub|thrust)/")  # these headers include libcu++'s
_NAME = Pattern(rb"(?:::\s*)?cuda\s*::\s*(?:(std|ptx|device|experimental|barrier|pipeline)\s*::\s*)?(\w+)")
_THROUGH = Pattern(rb"(\w+)\s*::\s*(?:(std|ptx|device|experimental)\s*::\s*)?(\w+)")
_ALIAS = Pattern(
    rb"\bnamespace\s+(\w+)\s*=\s*(?:::\s*)?cuda\s*(?:::\s*(std|ptx|device|experimental)\s*)?"
    rb"(?:::\s*experimental\s*)?;"
)
_DEEPER = Pattern(
    rb"(?:using\s+namespace|namespace\s+\w+\s*=)\s*(?P<space>(?:::\s*)?cuda\s*::\s*"
    rb"(?P<first>ptx|device|experimental)(?:\s*::\s*experimental)?)\s*;"
)
_OPENS = Pattern(
    rb"(?:using\s+namespace|namespace\s+(?P<alias>\w+)\s*=)\s*(?P<space>(?:::\s*)?cuda(?:\s*::\s*(?P<std>std))?)\s*;"
)
_SEMAPHORE = "Use a counter that `__hip_atomic_*` changes; lanes of one wavefront must not wait for each other."
_ADVICE = {
    b"atomic": "Use `__hip_atomic_*` with the scope in its last argument, or libhipcxx (`hip::atomic`).",
    b"atomic_ref": "Use `__hip_atomic_*` with the scope in its last argument, or libhipcxx (`hip::atomic_ref`).",
    b"counting_semaphore": _SEMAPHORE,
    b"binary_semaphore": _SEMAPHORE,
    b"semaphore": _SEMAPHORE,
    b"barrier": "Use `__syncthreads()` or a counter in shared memory, or libhipcxx (`<hip/barrier>`, `hip::barrier`).",
    b"pipeline": "Use ordinary loads and stores with `__syncthreads()` between the stages.",
    b"latch": "Use `__syncthreads()` in a block, or a counter that `__hip_atomic_*` counts down.",
    b"memcpy_async": "Use an ordinary copy loop over the block and `__syncthreads()` where the code waits.",
    b"std": "Use the C++ standard library where it is constexpr, or libhipcxx (`<hip/std/...>`, `hip::std::`).",
    b"ptx": "Use HIP builtins: these functions are PTX instructions.",
}
_PARTS = {
    **dict.fromkeys((b"atomic", b"atomic_ref", b"atomic_thread_fence", b"memory_order", b"thread_scope"), b"atomic"),
    **dict.fromkeys((b"pipeline", b"pipeline_shared_state", b"make_pipeline", b"memcpy_async"), b"pipeline"),
    **dict.fromkeys((b"aligned_size_t", b"pipeline_consumer_wait_prior"), b"pipeline"),
    **dict.fromkeys((b"barrier", b"init"), b"barrier"),
    b"latch": b"latch",
    **dict.fromkeys((b"counting_semaphore", b"binary_semaphore"), b"semaphore"),
}
_SCOPED_ONLY = frozenset({b"latch", b"semaphore"})  # those of cuda::std have no scope among their arguments
_BROUGHT = frozenset({b"atomic", b"barrier", b"pipeline"}) | _SCOPED_ONLY
_TELLS_NVCC = b"proclaim_return_type"
_EXTREMES = {b"maximum": b"cass::maximum_of", b"minimum": b"cass::minimum_of"}
_ALONE = frozenset({_TELLS_NVCC, *_EXTREMES})
_WHOLE = frozenset({b"ceil_div", b"round_up", b"round_down"})  # of <cuda/cmath>
_FOUND = frozenset(  # what else follows `cuda::` with only CUB's and Thrust's headers
    b"ilog2 ilog10 ceil_ilog2 ipow isqrt is_power_of_two next_power_of_two prev_power_of_two fast_mod_div neg uabs"
    b" counting_iterator make_counting_iterator constant_iterator make_constant_iterator transform_iterator"
    b" make_transform_iterator tabulate_output_iterator discard_iterator strided_iterator permutation_iterator"
    b" zip_iterator make_zip_iterator zip_function stream_ref device_ref arch_id compute_capability".split()
)
_STANDARD = frozenset(
    b"array tuple utility type_traits limits cstdint cstddef climits cfloat cmath functional initializer_list optional"
    b" variant complex bit numbers numeric iterator algorithm ratio chrono span concepts expected cassert cstdlib"
    b" cstring ctime version bitset memory ranges source_location string_view exception new".split()
)
_ELSE = "Use HIP builtins or libhipcxx (`<hip/...>`, `hip::`)."


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Headers, and the outermost qualified name of each use; `thrust::cuda::` and a project's own `cuda` stay "
    "silent."""
    if node.type == "preproc_include":
        found = _INCLUDE.search(context.text(node))
        if found is not None:
            header = found[1].decode()
            span = Span(node.start_byte + found.start(), node.start_byte + found.end())
            message = f"The libcu++ header `{header}` is not part of ROCm."
            edits = _other_header(node, span, found[1], context)
            name = found[1].rpartition(b"/")[2]
            key = name if name in later.NEEDED else found[1].split(b"/")[1]
            yield _finding(context, span, message, key, edits)
        return
    if node.type in ("using_declaration", "namespace_alias_definition"):
        yield from _opened(node, context)
        return
    match = _named(node, context)
    if (
        match is None
        or _own_namespace(context, match)
        or (node.parent is not None and node.parent.type == "qualified_identifier")
    ):
        return
    shown = context.text(node).split(b"<")[0].decode("utf-8", "replace")
    yield _finding(
        context,
        Span(node.start_byte, node.end_byte),
        f"`{shown}` is part of libcu++, which ROCm does not ship.",
        match.name if match.space == b"std" and match.name in later.NEEDED else match.space or match.name,
        _replaced(match, node, context),
    )


class _Named(NamedTuple):
    """A qualified name: `space` is what follows `cuda::`, if anything does."""

    where: Span
    space: bytes | None
    name: bytes


def _named(node: Node, context: Context) -> _Named | None:
    """The name at a node, also through an alias of `cuda` or `cuda::std`."""
    match = _NAME.match(context.code, node.start_byte, node.end_byte)
    if match is not None:
        return _Named(Span(*match.span()), match[1], match[2])
    match = _THROUGH.match(context.code, node.start_byte, node.end_byte)
    if match is None or (space := _aliases(context).get(match[1])) is None:
        return None
    return _Named(Span(*match.span()), space or match[2], match[3])


@functools.lru_cache(maxsize=4)
def _aliases(context: Context) -> dict[bytes, bytes]:
    """The file's names for `cuda` (empty) and `cuda::std` (`std`)."""
    return {match[1]: match[2] or b"" for match in _ALIAS.finditer(context.code)}


def _opened(node: Node, context: Context) -> Iterable[Finding]:
    """`using namespace cuda;` and aliases: the names that they open come from `cass` and `std` then."""
    match = _OPENS.match(context.code, node.start_byte, node.end_byte)
    if match is None:
        yield from _opened_deeper(node, context)
        return
    if _own_namespace(context, _Named(Span(*match.span()), match["std"], b"")):
        return
    written, alias, standard = Span(match.start("space"), match.end("space")), match["alias"], match["std"] is not None
    edits = _opened_standard(written, context, by_name=alias is None)
    if not standard:
        parts = {part for name in context.words if (part := _part(name)) is not None} if alias is None else set[bytes]()
        brought = [edit for part in sorted(parts) for edit in bring(context, part.decode()).edits]
        edits = (Edit(written, b"cass"), *brought) if parts else (Edit(context.span(node), b""),)
    shown = context.code[written.start : written.end].decode()
    yield _finding(context, context.span(node), f"The namespace `{shown}` is libcu++'s.", b"", edits)


def _opened_deeper(node: Node, context: Context) -> Iterable[Finding]:
    """`namespace ptx = cuda::ptx;` and its like: nothing stands in for what is in there."""
    match = _DEEPER.match(context.code, node.start_byte, node.end_byte)
    if match is not None and not _own_namespace(context):
        yield _finding(
            context, context.span(node), f"The namespace `{match['space'].decode()}` is libcu++'s.", match["first"]
        )


def _opened_standard(written: Span, context: Context, *, by_name: bool) -> tuple[Edit, ...]:
    """`std` for `cuda::std`; names that follow unqualified and that C++17 lacks are declared one by one."""
    opened = {name for name in context.words if name in later.SUBSTITUTES} if by_name else set[bytes]()
    names = sorted(opened - own_functions(context)) if opened else []
    shown = b"".join(b";\n" + _declared(name) for name in names)
    brought = [edit for part in {later.SUBSTITUTES[name] for name in names} for edit in bring(context, part).edits]
    return (Edit(written, b"std" + shown), *brought)


def _declared(name: bytes) -> bytes:
    return b"namespace numbers = cass::numbers" if name == b"numbers" else b"using cass::" + name


def _part(name: bytes) -> bytes | None:
    return _PARTS.get(name) or (b"atomic" if name.startswith((b"memory_order", b"thread_scope")) else None)


def _replaced(match: _Named, node: Node, context: Context) -> tuple[Edit, ...]:
    """The name in `cass` or in `std`, with what declares it; what tells nvcc a lambda's type goes."""
    where, space, name = match
    if name == _TELLS_NVCC and space is None:
        return (Edit(Span(node.start_byte, node.end_byte), b""),)
    if space is None and name in _EXTREMES and (node.parent is None or node.parent.type != "using_declaration"):
        return (Edit(where, _EXTREMES[name]), *bring(context, "extremes").edits)
    if space is None and name in _WHOLE:
        return (Edit(where, b"cass::" + name), *bring(context, "whole_division").edits)
    part = _part(name)
    if part is not None and (space is None or (space == b"std" and part not in _SCOPED_ONLY)):
        return (Edit(where, b"cass::" + name), *bring(context, part.decode()).edits)
    substitute = later.SUBSTITUTES.get(name) if space == b"std" else None
    if substitute is not None:
        return (Edit(where, b"cass::" + name), *bring(context, substitute).edits)
    known = space == b"std" and part is None and name not in later.ABSENT
    return (Edit(where, b"std::" + name),) if known else ()


def _other_header(node: Node, span: Span, path: bytes, context: Context) -> tuple[Edit, ...]:
    """The C++ library's header for those of `cuda/std`; the line goes where the names are brought into the file."""
    folder, _, name = path.rpartition(b"/")
    in_std = folder == b"cuda/std"
    if in_std and name in _STANDARD and name not in later.HEADERS:
        return (Edit(span, b"<" + name + b">"),)
    alone = {b"cuda/functional": _ALONE, b"cuda/cmath": _WHOLE}.get(path, frozenset[bytes]())
    told = any(name in context.words for name in alone)
    brought = (in_std and name in later.HEADERS) or (name in _BROUGHT and not (in_std and name in _SCOPED_ONLY))
    if not brought and not told and path != b"nv/target":  # rule target-macro
        return ()
    end = context.code.find(b"\n", node.start_byte)
    return (Edit(Span(node.start_byte, end + 1 if end >= 0 else len(context.code)), b""),)


def _own_namespace(context: Context, used: _Named | None = None) -> bool:
    """Whether the file says itself what `cuda` is, or does not use libcu++ (OpenCV has a namespace `cuda` too)."""
    code = context.code
    if re.search(rb"\bnamespace\s+cuda\b\s*[={]", code):
        return True
    if _INCLUDE.search(context.data) is not None or b"thread_scope_" in code:
        return False
    known = used is not None and (
        used.space == b"std" or _part(used.name) is not None or used.name in _ALONE | _WHOLE | _FOUND
    )
    return not known or _BRINGS.search(context.data) is None


def _finding(context: Context, span: Span, message: str, key: bytes, edits: tuple[Edit, ...] = ()) -> Finding:
    advice = _ADVICE.get(key, _ELSE)
    if (needed := later.NEEDED.get(key)) is not None:
        advice = f"The C++ library has it from {needed} on (`-std={needed.lower()}`); libhipcxx has it for C++17."
    return context.finding(
        RULE,
        span,
        message,
        severity=Severity.ERROR,
        effort=Effort.MEDIUM if edits else Effort.HIGH,
        suggestion=advice,
        edits=edits,
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS143",
    name="libcudacxx",
    on=("include", "qualified", "using"),
    needs=(b"cuda/", b"nv/", b"cuda::", b"cuda ::"),
    check=check,
    doc=__doc__,
    invalid=(
        Example("#include <cuda/atomic>\n", ""),
        Example("#include <cuda/latch>\n", ""),
        Example("#include <cuda/stream_ref>\n"),
        Example("#include <cuda/std/semaphore>\n__device__ cuda::std::counting_semaphore<2> s;\n"),
        Example(
            "#include <cuda/functional>\n"
            "auto f = cuda::proclaim_return_type<int>([] __device__(int x) { return x; });\n",
            "auto f = ([] __device__(int x) { return x; });\n",
        ),
        Example(
            "#include <thrust/sort.h>\nauto f = cuda::proclaim_return_type<int>([] __device__(int x) { return x; });\n",
            "#include <thrust/sort.h>\nauto f = ([] __device__(int x) { return x; });\n",
        ),
        Example(
            "#include <cub/cub.cuh>\n__device__ cuda::std::array<int, 4> a;\n",
            "#include <cub/cub.cuh>\n__device__ std::array<int, 4> a;\n",
        ),
        Example(
            "#include <cuda/std/array>\nnamespace s = cuda::std;\n__device__ s::array<int, 4> a;\n",
            "#include <array>\nnamespace s = std;\n__device__ std::array<int, 4> a;\n",
        ),
        Example(
            "#include <cub/cub.cuh>\nnamespace s = cuda::std;\n__device__ s::array<int, 4> a;\n",
            "#include <cub/cub.cuh>\nnamespace s = std;\n__device__ std::array<int, 4> a;\n",
        ),
        Example(
            "#include <thrust/sort.h>\nusing namespace cuda::std;\n__device__ array<int, 4> a;\n",
            "#include <thrust/sort.h>\nusing namespace std;\n__device__ array<int, 4> a;\n",
        ),
        Example(
            "#include <type_traits>\n#include <thrust/sort.h>\n"
            "__device__ int f(int n) { return cuda::ceil_div(n, 256); }\n",
            "#include <type_traits>\n#include <thrust/sort.h>\n"
            f"\nnamespace cass {{\n{load('whole_division').text}}}  // namespace cass\n"
            "__device__ int f(int n) { return cass::ceil_div(n, 256); }\n",
        ),
        Example("#include <cub/cub.cuh>\nint f(int n) { return cuda::ilog2(n); }\n"),
        Example(
            "#include <cuda/ptx>\nnamespace p = cuda::ptx;\n__device__ void f() { p::cp_async_bulk_commit_group(); }\n"
        ),
        Example("#include <cuda/ptx>\nusing namespace cuda::device::experimental;\n"),
        Example("#include <cuda/std/mdspan>\n__device__ cuda::std::mdspan<int, cuda::std::extents<int, 4>> m;\n"),
        Example(
            "#include <cuda/std/array>\n__device__ cuda::std::array<int, 4> a;\n",
            "#include <array>\n__device__ std::array<int, 4> a;\n",
        ),
    ),
    valid=(
        '#include "cuda/kernels.h"\n#include <cuda/kernels.cuh>\nvoid f() { cuda::launch(); }\n',
        "void f() { cv::cuda::GpuMat m; }\n",
        "#include <thrust/sort.h>\nusing namespace cv;\nvoid f() { cuda::GpuMat m; }\n",
        "#include <thrust/sort.h>\nnamespace mine { namespace c = other::cuda; }\nusing namespace cv::cuda;\n",
        "#include <cub/cub.cuh>\nnamespace cuda { int round_up(int, int); }\nint i = cuda::round_up(3, 2);\n",
        "namespace cuda { void launch(); }\nvoid f() { cuda::launch(); }\n",
    ),
)
