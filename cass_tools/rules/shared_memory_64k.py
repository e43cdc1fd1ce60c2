"""More than 64 KiB of shared memory for a block.

**Why it fails on AMD.** A workgroup has 64 KiB at most (160 KiB on gfx950 only). A larger static array does not
compile; a larger dynamic size fails at the launch, and where nobody checks the launch, old data stays in the output.
The attribute `MaxDynamicSharedMemorySize` does not raise the limit.

**Example.**

    cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 81920);
    big<<<1, 256, 81920>>>(d);

**Instead.** Smaller tiles, two passes over the data, or a smaller element type; check
`hipDeviceProp_t::sharedMemPerBlock`. Where the file holds the kernel and all its launches, the translation gives each
block so much of the GPU's memory instead: right on every GPU, and slower.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._block_memory import in_memory
from cass_tools.substitutes import load

LIMIT = 65536
_SHARED = Pattern(  # it begins with a fixed word, which is looked for at the speed of C
    rb"__shared__(?<=\b__shared__)\s+(?:volatile\s+|alignas\(\w+\)\s*|__align__\(\w+\)\s*)*([\w:]+(?:\s+\w+)??)\s+([A-Za-z_]\w*)\s*((?:\[[^\[\];]+\]\s*)+);"
)
_SIZES = {
    name: size
    for size, names in (
        (1, (b"char", b"uint8_t", b"int8_t", b"bool", b"unsigned char")),
        (2, (b"short", b"half", b"__half", b"__nv_bfloat16", b"uint16_t", b"unsigned short")),
        (4, (b"int", b"unsigned", b"float", b"uint32_t", b"int32_t", b"unsigned int", b"half2", b"__half2", b"uint")),
        (8, (b"double", b"float2", b"int2", b"uint64_t", b"long")),
        (16, (b"float4", b"int4", b"double2")),
    )
    for name in names
}
_SIZEOF = re.compile(rb"\bsizeof\s*\(\s*((?:unsigned\s+)?\w+)\s*\)")
_ATTRIBUTES = (b"MaxDynamicSharedMemorySize", b"MAX_DYNAMIC_SHARED_SIZE_BYTES")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Static arrays, launches with a constant size, and the attribute that asks for more than the default."""
    if node.type == "call_expression":
        if context.is_launch(node):
            launch = context.launch(node)
            yield from _dynamic(context, launch.shared, context.text(launch.kernel), "This launch")
        else:
            yield from _attribute(node, context)
        return
    sizes: dict[tuple[bytes, bytes], int | None] = {}
    for match in _SHARED.finditer(context.code):
        kind = match[1], match[3]
        if kind not in sizes:
            sizes[kind] = _size(*kind, context)
        size = sizes[kind]
        if size is not None and size > LIMIT:
            yield _finding(
                context,
                Span(match.start(2), match.end(2)),
                f"`{match[2].decode()}` takes {size} bytes",
                "the array does not compile",
            )


def _may_ask(start: int, end: int, context: Context) -> bool:
    """Whether bytes [start, end) hold a launch with a third parameter, or set the attribute."""
    code = context.code
    if code.find(b"FuncSetAttribute", start, end) >= 0:
        return True
    opened = code.find(b"<<<", start, end)
    while opened >= 0:
        closed = code.find(b">>>", opened)
        if code.count(b",", opened, closed if closed >= 0 else len(code)) > 1:
            return True
        opened = code.find(b"<<<", opened + 3, end)
    return False


def _size(element: bytes, extents: bytes, context: Context) -> int | None:
    """Bytes of an array of these elements; None where they are not known."""
    size = _SIZES.get(b" ".join(element.split()))
    for text in re.findall(rb"\[([^\]]+)\]", extents):
        extent = constants(context).value(text)
        size = size * extent if size is not None and extent is not None else None
    return size


def _bytes(text: bytes, context: Context) -> int | None:
    """The value of a size in which the sizes of types are written as `sizeof(float)`; None where it is not known."""
    known = _SIZEOF.sub(lambda match: b"%d" % n if (n := _SIZES.get(b" ".join(match[1].split()))) else match[0], text)
    return constants(context).value(known) if b"sizeof" not in known else None


def _attribute(node: Node, context: Context) -> Iterable[Finding]:
    arguments = context.arguments(node)
    if len(arguments) != 3 or not context.text(arguments[1]).endswith(_ATTRIBUTES):
        return
    value = _bytes(context.text(arguments[2]), context)
    if value is None:
        yield context.finding(
            RULE,
            node,
            "This attribute does not raise the limit of 64 KiB of shared memory that a block has on most AMD GPUs.",
            severity=Severity.WARNING,
            effort=Effort.MEDIUM,
            suggestion="Make sure that the size stays within `hipDeviceProp_t::sharedMemPerBlock`.",
        )
    else:
        yield from _dynamic(context, arguments[2:], context.text(arguments[0]).strip(), "This kernel")


def _dynamic(context: Context, sizes: list[Span], kernel: bytes, what: str) -> Iterable[Finding]:
    value = _bytes(context.code[sizes[0].start : sizes[0].end], context) if sizes else None
    if value is not None and value > LIMIT:
        edits = in_memory(context, kernel)
        yield _finding(context, sizes[0], f"{what} asks for {value} bytes", "the launch fails", edits)


def _finding(context: Context, where: Span, what: str, result: str, edits: tuple[Edit, ...] = ()) -> Finding:
    return context.finding(
        RULE,
        where,
        f"{what} of shared memory, but a block has 65536 on AMD GPUs other than gfx950: {result}.",
        severity=Severity.ERROR,
        effort=Effort.HIGH,
        suggestion="Use smaller tiles or several passes" + ("; memory of the GPU is slower." if edits else "."),
        edits=edits,
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS148",
    name="shared-memory-64k",
    on=("file", "launch", "call"),
    names=frozenset({"cudaFuncSetAttribute", "cuFuncSetAttribute"}),
    needs=(b"__shared__", b"<<<", b"FuncSetAttribute"),
    check=check,
    where=_may_ask,
    doc=__doc__,
    invalid=(
        Example(
            "#include <cstddef>\n__global__ void big(int* o) { extern __shared__ int s[]; s[0] = 1; o[0] = s[0]; }\n"
            "void f(int* d) {\n"
            "  cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 81920);\n"
            "  big<<<8, 256, 81920>>>(d);\n}\n",
            f"#include <cstddef>\n\nnamespace cass {{\n{load('block_memory').text}}}  // namespace cass\n"
            "__global__ void big(int* o, cass::block_memory_view cass_shared) "
            "{ int* s = cass_shared.of<int>(); s[0] = 1; o[0] = s[0]; }\n"
            "void f(int* d) {\n"
            "  cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 0);\n"
            "  { cass::block_memory memory(8, 81920); big<<<8, 256, 0>>>(d, memory.view()); }\n}\n",
        ),
        Example("__global__ void big(int*);\nvoid f(int* d) { big<<<1, 256, 81920>>>(d); }"),
        Example(
            "__global__ void big(char*);\nvoid f(char* d) { const int n = 9000; big<<<1, 1, n * sizeof(double)>>>(d); }"
        ),
        Example("void f() { cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 96 * 1024); }"),
        Example("void f(int n) { cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, n); }"),
        Example("__global__ void k() { __shared__ float tile[160][128]; tile[0][0] = 1; }"),
    ),
    valid=(
        "__global__ void big(int*);\nvoid f(int* d) { big<<<1, 256, 40960>>>(d); }",
        "__global__ void k() { __shared__ float tile[128][128]; tile[0][0] = 1; }",
        "void f() { cudaFuncSetAttribute(k, cudaFuncAttributePreferredSharedMemoryCarveout, 100); }",
    ),
)
