"""Namespace of a CUDA library that has another name in ROCm: `cub`, `thrust::cuda`.

**Why it fails on AMD.** hipCUB's templates live in `hipcub`, and rocThrust's execution policies for the GPU in
`thrust::hip`; `thrust` itself keeps its name.

**Example.** `cub::BlockReduce<float, 256>` becomes `hipcub::BlockReduce<float, 256>`, `using namespace cub;` becomes
`using namespace hipcub;`, `thrust::cuda::par.on(s)` becomes `thrust::hip::par.on(s)`.

**Instead.** The ROCm namespace; the fix is safe. A namespace `cub` of your own stays.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.scopes import declares, is_member
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_LOST = Pattern(rb"cuda\s*::\s*experimental\b")
_BEFORE_THRUST = (b"thrust::", b"thrust::system::")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each place where the namespace is named."""
    if b"cub" in context.words:
        yield from _check_cub(context)
    for start in context.words.get(b"cuda", ()) if b"thrust" in context.words else ():
        if context.code[max(0, start - 20) : start].replace(b" ", b"").endswith(_BEFORE_THRUST):
            if lost := _LOST.match(context.code, start):
                yield _without_counterpart(context, lost)
                continue
            yield _renamed(context, start, b"cuda", b"hip", "thrust::cuda is thrust::hip in rocThrust")
    for start in context.words.get(b"cuda_cub", ()):
        if context.code[max(0, start - 20) : start].replace(b" ", b"").endswith(_BEFORE_THRUST):
            message = "thrust::cuda_cub is thrust::hip_rocprim in rocThrust"
            yield _renamed(context, start, b"cuda_cub", b"hip_rocprim", message)


def _without_counterpart(context: Context, lost: re.Match[bytes]) -> Finding:
    return context.finding(
        RULE,
        Span(lost.start(), lost.end()),
        "rocThrust has no thrust::hip::experimental.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Use thrust::mr::stateless_resource_allocator<T, thrust::universal_host_pinned_memory_resource>.",
    )


def _check_cub(context: Context) -> Iterator[Finding]:
    places = context.words[b"cub"]
    if any(declares(context.node_at(start, start + 3)) and not _alias(context, start) for start in places):
        return
    for start in places:
        code = context.code
        named = code[start + 3 : start + 8].lstrip().startswith(b"::")
        before = code[max(0, start - 40) : start].rstrip()
        opened = before.endswith(b"namespace") and before[:-9].rstrip().endswith(b"using")
        aliased = before.endswith(b"=") and code[start + 3 : start + 16].lstrip().startswith(b";")
        inner = before.endswith(b"::") and before[:-2].rstrip()[-1:].isalnum() and not _is_keyword(before[:-2])
        inner = inner and not (before[-3:-2].isspace() and code[start - 1 : start] == b":")  # `typedef ::cub::Sum S;`
        if before.endswith(b"::") and not inner:
            before = before[:-2].rstrip()
            opened = before.endswith(b"namespace") and before[:-9].rstrip().endswith(b"using")
            aliased = before.endswith(b"=") and code[start + 3 : start + 16].lstrip().startswith(b";")
        if (named or opened or aliased) and not inner and not is_member(context.node_at(start, start + 3)):
            yield _renamed(context, start, b"cub", b"hipcub", "namespace cub is hipcub in ROCm")


def _is_keyword(before: bytes) -> bool:
    """Whether the last word can stand before a name that opens with `::`."""
    return before.split()[-1:] in ([b"namespace"], [b"return"], [b"typename"], [b"using"], [b"const"])


def _alias(context: Context, start: int) -> bool:
    """`namespace cub = ...;` is a declaration too, but of a name for something else."""
    return context.code[start + 3 : start + 16].lstrip().startswith(b"::")


def _renamed(context: Context, start: int, old: bytes, new: bytes, message: str) -> Finding:
    where = Span(start, start + len(old))
    return context.finding(RULE, where, message, severity=Severity.INFO, effort=Effort.LOW, edits=(Edit(where, new),))


RULE = Rule(
    code="CASS105",
    name="library-namespace",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example("using BR = cub::BlockReduce<float, 256>;\n", "using BR = hipcub::BlockReduce<float, 256>;\n"),
        Example("using namespace cub;\n", "using namespace hipcub;\n"),
        Example("namespace bc = cub;\n", "namespace bc = hipcub;\n"),
        Example("#define REDUCE(...) ::cub::Sum(__VA_ARGS__)\n", "#define REDUCE(...) ::hipcub::Sum(__VA_ARGS__)\n"),
        Example("typedef ::cub::Sum S;\n", "typedef ::hipcub::Sum S;\n"),
        Example("HD ::cub::Sum f();\n", "HD ::hipcub::Sum f();\n"),
        Example("using namespace ::cub;\n", "using namespace ::hipcub;\n"),
        Example("namespace x {\nnamespace bc = ::cub;\n}\n", "namespace x {\nnamespace bc = ::hipcub;\n}\n"),
        Example("auto p = thrust::cuda::par;\n", "auto p = thrust::hip::par;\n"),
        Example(
            'void f(cudaError_t e) { thrust::cuda_cub::throw_on_error(e, "x"); }\n',
            'void f(cudaError_t e) { thrust::hip_rocprim::throw_on_error(e, "x"); }\n',
        ),
        Example("using A = thrust::cuda::experimental::pinned_allocator<int>;\n"),
    ),
    valid=(
        "namespace cub { int x; }\nint y = cub::x;\n",
        "int f(Bear& b) { return b.cub; }\n",
        "zoo::cub::Bear a;\nzoo :: cub :: Bear b;\n",
        "thrust::sort(a, b);\n",
    ),
)
