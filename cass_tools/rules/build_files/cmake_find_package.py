"""`find_package` of CUDA or of a library that comes with it.

**Why it fails on AMD.** There is no CUDA toolkit to be found. ROCm has a package per library: `hip`, `hipblas`,
`hipfft`.

**Example.**

    find_package(CUDAToolkit 11.4 REQUIRED)

**Instead.** `find_package(hip)`, and one line for each library whose target the file uses (CASS182).
`find_package(CUDA)` enabled no language, so `enable_language(HIP)` is added. Versions are those of another product
and go.
"""

from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.cmake import CMakeContext, Command
from cass_tools.build_files.encoding import encoded
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Severity
from cass_tools.rule import Example, Rule

PACKAGES = {
    "CUDA": "hip",
    "CUDAToolkit": "hip",
    "NCCL": "rccl",
    "CUB": "hipcub",
    "Thrust": "rocthrust",
}
_CUDNN = (
    "hipDNN, a thin layer over MIOpen with cuDNN's older functions, is not packaged with ROCm: build it yourself, or "
    "call MIOpen."
)
OTHERS = {
    "CUDNN": _CUDNN,
    "cuDNN": _CUDNN,
    "CCCL": "Use find_package of rocthrust, hipcub and libhipcxx for the parts that are used.",
    "libcudacxx": "libhipcxx has a part of libcu++.",
    "TensorRT": "MIGraphX runs trained networks on AMD, with other functions.",
    "NvidiaCutlass": "composable_kernel has such kernels, with other interfaces.",
    "cutensor": "hipTensor has such functions.",
    "NVTX": "Link roctx64 and use roctx's functions.",
    "nvtx3": "Link roctx64 and use roctx's functions.",
}
KEPT = ("REQUIRED", "QUIET")


def check(_root: Node, context: CMakeContext) -> Iterator[Finding]:
    """One finding per package."""
    for command in context.commands:
        if command.name == "find_package" and command.arguments:
            name = command.arguments[0].text
            if name in PACKAGES:
                yield _renamed(command, PACKAGES[name], context)
            elif name in OTHERS:
                message = f"ROCm has no package that does what {name} does."
                yield RULE.finding(
                    command.span, message, severity=Severity.ERROR, effort=Effort.HIGH, suggestion=OTHERS[name]
                )
        elif command.name == "include" and [a.text for a in command.arguments[:1]] in (["FindCUDA"], ["CUDA"]):
            yield RULE.finding(
                command.span,
                "FindCUDA is about nvcc.",
                severity=Severity.ERROR,
                suggestion="Take it out: the language HIP and find_package(hip) do its work.",
            )


def _renamed(command: Command, package: str, context: CMakeContext) -> Finding:
    first = command.arguments[0]
    words = [package, *(a.text for a in command.arguments[1:] if a.text in KEPT)]
    edits = [Edit(first.span._replace(end=command.arguments[-1].span.end), encoded(" ".join(words)))]
    if first.text == "CUDA" and not context.languages & {"CUDA", "HIP"}:
        indent = context.indent(command.span.start)
        edits.append(Edit(command.span._replace(end=command.span.start), b"enable_language(HIP)\n" + indent))
    earlier = (c for c in context.commands if c.span.start < command.span.start and c.outermost == c.span.start)
    asked = [c.arguments[0].text for c in earlier if c.name == "find_package" and c.arguments]
    if package in (PACKAGES.get(each, each) for each in asked):
        whole = context.data[command.span.end : command.span.end + 1] == b"\n"  # it is looked for already
        at_start = context.line_start(command.span.start) == command.span.start
        gone = command.span._replace(end=command.span.end + 1) if whole and at_start else command.span
        edits[0] = Edit(gone if at_start else context.without_gap(gone), b"")
    message = f"{first.text} cannot be found without NVIDIA's toolkit; ROCm's package is {package}."
    return RULE.finding(command.span, message, severity=Severity.ERROR, effort=Effort.LOW, edits=edits)


RULE = Rule(
    code="CASS181",
    name="cmake-find-package",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example("find_package(CUDAToolkit 11.4 REQUIRED)\n", "find_package(hip REQUIRED)\n"),
        Example(
            "if(USE_GPU)\n  find_package(CUDA 10.0 QUIET)\nendif()\n",
            "if(USE_GPU)\n  enable_language(HIP)\n  find_package(hip QUIET)\nendif()\n",
        ),
        Example("find_package(hip REQUIRED)\nfind_package(CUDAToolkit REQUIRED)\n", "find_package(hip REQUIRED)\n"),
        Example("find_package(CUDNN REQUIRED)\n"),
    ),
    valid=("find_package(hip REQUIRED)\n", "find_package(MPI REQUIRED)\n", "# find_package(CUDA)\n"),
    kinds=(FileKind.CMAKE,),
)
