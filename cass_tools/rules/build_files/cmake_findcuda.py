"""A command of FindCUDA, the way to use CUDA in CMake before 3.10: `cuda_add_executable`, `CUDA_NVCC_FLAGS`.

**Why it fails on AMD.** The module drives nvcc itself, and CMake 3.27 has removed it. `CUDA_NVCC_FLAGS` is a list,
the flags of a language are a string.

**Example.**

    list(APPEND CUDA_NVCC_FLAGS -O3 --use_fast_math)
    cuda_add_executable(app main.cu)

**Instead.** `add_executable` with sources of the language HIP; `string(APPEND CMAKE_HIP_FLAGS " ...")`. What makes
PTX or object files from single sources needs an `add_custom_command` that calls hipcc.
"""

from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.cmake import CMakeContext, Command
from cass_tools.build_files.cmake_names import name, needed
from cass_tools.build_files.encoding import decoded, encoded
from cass_tools.build_files.flags import rewritten
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

PLAIN = {
    "cuda_add_executable": "add_executable",
    "cuda_add_library": "add_library",
    "cuda_include_directories": "include_directories",
}
LINKS = {
    "cuda_add_cublas_to_target": ("roc::hipblas", "hipblas"),
    "cuda_add_cufft_to_target": ("hip::hipfft", "hipfft"),
}
OTHERS = {
    "cuda_compile": "Add the source to a target; its language is HIP.",
    "cuda_compile_ptx": "Compile for hipModuleLoad with `hipcc --genco` in an add_custom_command.",
    "cuda_compile_fatbin": "Compile for hipModuleLoad with `hipcc --genco` in an add_custom_command.",
    "cuda_compile_cubin": "Compile for hipModuleLoad with `hipcc --genco` in an add_custom_command.",
    "cuda_wrap_srcs": "Add the sources to a target; their language is HIP.",
    "cuda_link_separable_compilation_objects": "Link with -fgpu-rdc --hip-link.",
    "cuda_select_nvcc_arch_flags": "Set CMAKE_HIP_ARCHITECTURES in its place.",
    "cuda_build_clean_target": "Take it out.",
    "cuda_build_shared_library": "Add a library of HIP sources.",
}
FLAGS = "CUDA_NVCC_FLAGS"


def is_list_of_flags(command: Command) -> bool:
    """`list(APPEND CUDA_NVCC_FLAGS ...)` or `set(CUDA_NVCC_FLAGS ...)`, which this rule changes as a whole."""
    names = [argument.text for argument in command.arguments[:2]]
    if command.name == "list":
        return len(names) == 2 and names[0] in ("APPEND", "PREPEND") and names[1].startswith(FLAGS)
    return command.name == "set" and bool(names) and names[0].startswith(FLAGS)


def check(_root: Node, context: CMakeContext) -> Iterator[Finding]:
    """One finding per command."""
    for command in context.commands:
        if command.name in context.defined:
            continue
        if is_list_of_flags(command):
            yield _flags(command, context)
        elif command.name in PLAIN:
            yield _plain(command, context)
        elif command.name in LINKS:
            target, package = LINKS[command.name]
            text = f"target_link_libraries({command.arguments[0].text} {target})" if command.arguments else ""
            edits = (Edit(command.span, encoded(text)), *needed(package, command, context))
            yield _report(command, edits)
        elif command.name in OTHERS:
            yield RULE.finding(
                command.name_span,
                f"`{command.name}` calls nvcc.",
                severity=Severity.ERROR,
                effort=Effort.HIGH,
                suggestion=OTHERS[command.name],
            )


def _report(command: Command, edits: tuple[Edit, ...]) -> Finding:
    message = f"`{command.name}` is FindCUDA's; sources of the language HIP need no commands of their own."
    return RULE.finding(command.name_span, message, severity=Severity.ERROR, effort=Effort.LOW, edits=edits)


def _plain(command: Command, context: CMakeContext) -> Finding:
    edits = [Edit(command.name_span, encoded(PLAIN[command.name]))]
    options = next((n for n, argument in enumerate(command.arguments) if argument.text == "OPTIONS"), None)
    if options is not None:
        gone = Span(command.arguments[options].span.start, command.arguments[-1].span.end)
        words = rewritten(context.words(command.arguments[options + 1 :]), (), for_nvcc=True)
        given = (
            f"target_compile_options({command.arguments[0].text} PRIVATE $<$<COMPILE_LANGUAGE:HIP>:{';'.join(words)}>)"
        )
        line = b"\n" + context.indent(command.span.start) + encoded(given)
        edits.append(Edit(context.without_gap(gone), b""))
        edits += [Edit(Span(command.span.end, command.span.end), line)] if words else []
    return _report(command, tuple(edits))


def _flags(command: Command, context: CMakeContext) -> Finding:
    """A list of options becomes a string of them."""
    at = 1 if command.name == "list" else 0
    variable, values = command.arguments[at], command.arguments[at + 1 :]
    end = next((n for n, value in enumerate(values) if value.text in ("CACHE", "PARENT_SCOPE")), len(values))
    tail = "".join(f" {decoded(context.text(value.span))}" for value in values[end:])
    values = values[:end]
    known = name(variable.text)
    words = rewritten(context.words(values), (), for_nvcc=True)
    text = " ".join(word.replace(FLAGS, "CMAKE_HIP_FLAGS") for word in words)
    space = {"APPEND": (" ", ""), "PREPEND": ("", " ")}.get(command.arguments[0].text, ("", "")) if at else ("", "")
    first = "string" if at else "set"
    head = f"{command.arguments[0].text} " if at else ""
    hip = known.hip if known else variable.text
    new = encoded(f'{first}({head}{hip} "{space[0]}{text}{space[1]}"{tail})')
    return RULE.finding(
        variable.span,
        f"`{variable.text}` is a list of nvcc's options; HIP's are a string.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        edits=(Edit(command.span, new),),
    )


RULE = Rule(
    code="CASS186",
    name="cmake-findcuda",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "list(APPEND CUDA_NVCC_FLAGS -O3 -lineinfo -std=c++14) # fast\n",
            'string(APPEND CMAKE_HIP_FLAGS " -O3 -std=c++14") # fast\n',
        ),
        Example("set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS};-O3)\n", 'set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS} -O3")\n'),
        Example(
            'set(CUDA_NVCC_FLAGS -G CACHE STRING "of nvcc")\n', 'set(CMAKE_HIP_FLAGS "-g" CACHE STRING "of nvcc")\n'
        ),
        Example("cuda_add_executable(app main.cpp)\n", "add_executable(app main.cpp)\n"),
        Example(
            "cuda_add_library(a SHARED a.cpp OPTIONS -G)\n",
            "add_library(a SHARED a.cpp)\ntarget_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-g>)\n",
        ),
        Example("cuda_compile_ptx(out a.cpp)\n"),
    ),
    valid=(
        "function(cuda_add_executable name)\n  add_executable(${name} ${ARGN})\nendfunction()\n"
        "cuda_add_executable(a a.cpp)\n",
        "add_executable(cuda_add_executable a.cpp)\n",
    ),
    kinds=(FileKind.CMAKE,),
)
