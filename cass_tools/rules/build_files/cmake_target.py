"""A library of CUDA's in a CMake file: the target `CUDA::cublas`, or its plain name where libraries are linked.

**Why it fails on AMD.** These targets come from FindCUDAToolkit. ROCm's targets have other names, and each is known
only after `find_package` of its own package.

**Example.**

    target_link_libraries(app PRIVATE CUDA::cudart CUDA::cublas)

**Instead.** `hip::host roc::hipblas`, with `find_package(hipblas REQUIRED)`. Libraries that ROCm does not have are
found without a fix.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.cmake import Argument, CMakeContext, Command
from cass_tools.build_files.cmake_names import Target, needed, targets
from cass_tools.build_files.encoding import encoded
from cass_tools.build_files.flags import library
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

LINKING = ("target_link_libraries", "link_libraries", "find_library")
_LINK = "target_link_libraries"
SILENT = ("message",)
_TARGET = re.compile(r"(?<![\w:])(?:CUDA|NCCL|CUB|Thrust|CCCL|libcudacxx|CUDNN|cudnn)::\w+")


def check(_root: Node, context: CMakeContext) -> Iterator[Finding]:
    """One finding per name of a library."""
    for command in context.commands:
        if command.name in SILENT:
            continue
        linked = {argument.text for argument in command.arguments} if command.name == _LINK else set[str]()
        for argument in command.arguments:
            for match in _TARGET.finditer(argument.text):
                start = argument.inner.start + len(encoded(argument.text[: match.start()]))
                span = Span(start, start + len(encoded(match[0])))
                target = targets().get(match[0], _unknown(match[0]))
                again = bool(target.hip) and target.hip in linked and match[0] == argument.text
                yield _target(target, span, command, context, again=again)
                if command.name == _LINK:
                    linked.add(target.hip)
        if command.name in LINKING:
            for argument in command.arguments[1:]:
                yield from _plain(argument, command)


def _unknown(name: str) -> Target:
    return Target(name, "", "", "Look for a library of ROCm's that does such things.")


def _target(target: Target, span: Span, command: Command, context: CMakeContext, *, again: bool) -> Finding:
    """`again`: the command links the counterpart already, so the name goes with the space before it."""
    if not target.hip:
        message = f"{target.cuda} has no counterpart among ROCm's targets."
        return RULE.finding(span, message, severity=Severity.ERROR, effort=Effort.HIGH, suggestion=target.note)
    before = context.data[: span.start]
    goes = Edit(Span(len(before.rstrip(b" \t")), span.end), b"")
    edits = (goes if again else Edit(span, encoded(target.hip)), *needed(target.package, command, context))
    message = f"{target.cuda} is {target.hip} in ROCm."
    return RULE.finding(span, message, severity=Severity.ERROR, effort=Effort.LOW, edits=edits)


def _plain(argument: Argument, command: Command) -> Iterator[Finding]:
    """`cudart`, `-lcublas`; libraries that are looked for by name too."""
    prefix = "-l" if argument.text.startswith("-l") else ""
    name = argument.text.removeprefix(prefix)
    found = library(name)
    if found is None:
        return
    hip, other = found
    if other:
        message = f"ROCm has no library in place of {name}."
        hint = f"{hip} does such things, with other functions." if hip else "Leave out or write what needs it."
        yield RULE.finding(argument.span, message, severity=Severity.ERROR, effort=Effort.HIGH, suggestion=hint)
        return
    text = f"{prefix}{hip}" if hip else ""
    message = f"{name} is {hip} in ROCm." if hip else f"Nothing of ROCm needs {name}."
    edits = () if not hip and command.name == "find_library" else (Edit(argument.inner, encoded(text)),)
    yield RULE.finding(
        argument.span,
        message,
        severity=Severity.ERROR,
        effort=Effort.LOW if edits else Effort.MEDIUM,
        suggestion="" if edits else "Take out the search and its result.",
        edits=edits,
    )


RULE = Rule(
    code="CASS182",
    name="cmake-cuda-library",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "add_library(a a.cpp)\ntarget_link_libraries(a CUDA::cudart CUDA::cublas) # both\n",
            "add_library(a a.cpp)\nfind_package(hipblas REQUIRED)\n"
            "target_link_libraries(a hip::host roc::hipblas) # both\n",
        ),
        Example(
            "target_link_libraries(a PRIVATE CUDA::cudart CUDA::cuda_driver m)\n",
            "target_link_libraries(a PRIVATE hip::host m)\n",
        ),
        Example(
            "target_link_libraries(a PUBLIC cudart -lcufft)\n", "target_link_libraries(a PUBLIC amdhip64 -lhipfft)\n"
        ),
        Example("target_link_libraries(a PRIVATE CUDA::nvml)\n"),
    ),
    valid=(
        "target_link_libraries(cuda PRIVATE hip::host)\n",
        "# CUDA::cudart\nmessage(STATUS CUDA::cudart)\n",
        "add_executable(cublas a.cpp)\n",
    ),
    kinds=(FileKind.CMAKE,),
)
