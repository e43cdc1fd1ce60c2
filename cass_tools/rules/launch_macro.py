"""Kernel launch, where `--launch-syntax macro` asks for `hipLaunchKernelGGL`.

**Why it fails on AMD.** It does not: HIP's compilers read `kernel<<<...>>>(...)`, and by default it stays. Code that a
plain C++ compiler must read, and code that follows older HIP style, wants the macro.

**Example.** `k<float, 4><<<n, 64>>>(p)` becomes
`hipLaunchKernelGGL(HIP_KERNEL_NAME(k<float, 4>), dim3(n), dim3(64), 0, 0, p)`.

**Instead.** The macro; shared memory and stream are written out as 0 where the launch gives none. The fix is safe.
`HIP_KERNEL_NAME` stands where a comma would divide the kernel's name; with `--style hipify` around all templates.
"""

import re
from collections.abc import Iterator

from cass_tools.config import Config
from cass_tools.cuda.arguments import closing_bracket
from cass_tools.cuda.captures import LAUNCH
from cass_tools.cuda.context import Context, Launch, Node
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule


def check(node: Node, context: Context) -> Iterator[Finding]:
    """One finding per launch."""
    if not _is_asked_for(node.start_byte, node.end_byte, context):
        return
    launch = context.launch(node)
    if not 2 <= len(launch.configuration) <= 4:
        return
    yield context.finding(
        RULE,
        Span(launch.kernel.start, node.end_byte),
        "kernel launch as hipLaunchKernelGGL",
        severity=Severity.INFO,
        effort=Effort.LOW,
        edits=tuple(_edits(launch, node, context)),
    )


def _edits(launch: Launch, node: Node, context: Context) -> Iterator[Edit]:
    """Only what stands between the parts is written anew, so that other fixes inside them still fit."""
    code = context.code
    kernel = code[launch.kernel.start : launch.kernel.end]
    wrapped = b"," in kernel or (context.config.style == "hipify" and _is_template(kernel, context))
    yield Edit(
        Span(launch.kernel.start, launch.kernel.start),
        b"hipLaunchKernelGGL(" + (b"HIP_KERNEL_NAME(" if wrapped else b""),
    )
    done, closing = launch.kernel.end, b")" if wrapped else b""
    for number, part in enumerate(launch.configuration):
        text = code[part.start : part.end]
        plain = text.startswith(b"dim3(") and closing_bracket(text, 4) == len(text) - 1
        opening = b"" if plain else b"dim3(" if number < 2 else b"(" if b"<" in text and b"," in text else b""
        yield Edit(Span(done, part.start), closing + b", " + opening)
        done, closing = part.end, b")" if opening else b""
    missing = b", 0" * (4 - len(launch.configuration))
    if launch.arguments:
        first = launch.arguments[0]
        variadic = code[first.start : first.end] == b"__VA_ARGS__"
        yield Edit(Span(done, first.start), closing + missing + (b", ##" if variadic else b", "))
    else:
        yield Edit(Span(done, node.end_byte - 1), closing + missing)


def _is_asked_for(_start: int, _end: int, context: Context) -> bool:
    return context.config.launch_syntax == "macro"


def _is_template(kernel: bytes, context: Context) -> bool:
    """Whether a kernel is an instance of a template, as far as the file says; macros are looked into."""
    bodies = [d for d in context.defines.all if d.name == kernel]
    if b"<" in kernel or any(b"<" in context.code[d.start : d.end] for d in bodies):
        return True
    name = re.escape(kernel.rpartition(b"::")[2])
    return re.search(rb"\btemplate\s*<[^;{}()]*>[^;{}()]*\b" + name + rb"\s*\(", context.code) is not None


_MACRO = Config(launch_syntax="macro")

RULE = Rule(
    code="CASS110",
    name="launch-syntax",
    on=(LAUNCH,),
    check=check,
    where=_is_asked_for,
    doc=__doc__,
    needs=(b"<<<",),
    invalid=(
        Example(
            "void f(int n) { k<float, 4><<<n, 64>>>(p); }\n",
            "void f(int n) { hipLaunchKernelGGL(HIP_KERNEL_NAME(k<float, 4>), dim3(n), dim3(64), 0, 0, p); }\n",
            _MACRO,
        ),
        Example(
            "void f() { k<<<std::min(n, 64), dim3(32, 4), size_t(n) * sizeof(float), s>>>(); }\n",
            "void f() { hipLaunchKernelGGL(k, dim3(std::min(n, 64)), dim3(32, 4), size_t(n) * sizeof(float), s); }\n",
            _MACRO,
        ),
        Example(
            "void f() { k<<<dim3(a, (b)), dim3(max(a, b)) + 1>>>(); }\n",
            "void f() { hipLaunchKernelGGL(k, dim3(a, (b)), dim3(dim3(max(a, b)) + 1), 0, 0); }\n",
            _MACRO,
        ),
        Example(
            "#define RUN(k, g, ...) k<<<(g), 64>>>(__VA_ARGS__)\n",
            "#define RUN(k, g, ...) hipLaunchKernelGGL(k, dim3((g)), dim3(64), 0, 0, ##__VA_ARGS__)\n",
            _MACRO,
        ),
        Example(
            "template <class T>\n__global__ void k(T* p);\nvoid f() { k<<<1, 64>>>(p); }\n",
            "template <class T>\n__global__ void k(T* p);\n"
            "void f() { hipLaunchKernelGGL(HIP_KERNEL_NAME(k), dim3(1), dim3(64), 0, 0, p); }\n",
            Config(launch_syntax="macro", style="hipify"),
        ),
    ),
    valid=("void f(int n) { k<float, 4><<<n, 64>>>(p); }\n",),
)
