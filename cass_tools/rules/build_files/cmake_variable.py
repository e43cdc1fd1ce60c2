"""A variable, property or feature of CMake's that speaks of CUDA: `CMAKE_CUDA_FLAGS`, `CUDA_STANDARD`, `cuda_std_17`.

**Why it fails on AMD.** It is empty or without effect where the language CUDA is not enabled.

**Example.**

    set(CMAKE_CUDA_STANDARD 17)
    set_target_properties(app PROPERTIES CUDA_SEPARABLE_COMPILATION ON)

**Instead.** HIP's name of it, `CMAKE_HIP_STANDARD`. Separable compilation becomes the options `-fgpu-rdc` for
compiling and `-fgpu-rdc --hip-link` for linking. Comparisons of CUDA's version are decided as CUDA 12.0 would, whose
functions HIP has; elsewhere versions are HIP's then.
"""

import operator
import re
from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.cmake import Argument, CMakeContext, Command
from cass_tools.build_files.cmake_names import Name, name
from cass_tools.build_files.encoding import decoded, encoded
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules.build_files.cmake_architectures import NAMES as ARCHITECTURES
from cass_tools.rules.build_files.cmake_findcuda import is_list_of_flags

SEPARABLE = "CUDA_SEPARABLE_COMPILATION"
_WORD = re.compile(r"(?<![\w-])(?:-D)?(?P<name>(?:CMAKE_)?CUDA(?:Toolkit)?_\w+)|(?<!\w)cuda_std_(?P<year>\d+)\b")
_PROPERTY = re.compile(
    r"(?:CUDA_(?:STANDARD|STANDARD_REQUIRED|EXTENSIONS|\w+_COMPILATION|RESOLVE_\w+|RUNTIME_LIBRARY))"
)
_ASKS = ("if", "elseif", "while")
_VERSION = re.compile(r"(?:\$\{)?(?:CUDA|CUDAToolkit|CMAKE_CUDA_COMPILER)_VERSION(?:_STRING)?(_MAJOR|_MINOR)?\}?")
_LIKE = [12, 0]  # as cuda-version-guard has it
_HOW = {
    "LESS": operator.lt,
    "GREATER": operator.gt,
    "EQUAL": operator.eq,
    "LESS_EQUAL": operator.le,
    "GREATER_EQUAL": operator.ge,
}
_TRUE = ("ON", "TRUE", "1", "YES")


def check(_root: Node, context: CMakeContext) -> Iterator[Finding]:
    """One finding per name that the tables know."""
    for command in context.commands:
        if is_list_of_flags(command):
            continue
        printed = command.name == "message"
        for number, argument in enumerate(command.arguments):
            before = [each.text for each in command.arguments[:number]]
            if argument.text == SEPARABLE and command.name == "set_target_properties" and "PROPERTIES" in before:
                yield _separable(command, number, context)
                continue
            if command.name in _ASKS and (decided := _decided(command, number, context)) is not None:
                yield decided
                continue
            for match in _WORD.finditer(argument.text):
                if printed and not argument.text[: match.start()].endswith("${"):
                    continue
                yield from _named(match, argument, command)


def _decided(command: Command, number: int, context: CMakeContext) -> Finding | None:
    """A comparison of CUDA's version with a number, as CUDA 12.0 decides it: HIP's versions count from elsewhere."""
    three = command.arguments[number : number + 3]
    version = _VERSION.fullmatch(three[0].text)
    if version is None or len(three) < 3 or not re.fullmatch(r"[\d.]+", three[2].text):
        return None
    how, parts = three[1].text.removeprefix("VERSION_"), [int(part) for part in three[2].text.split(".") if part]
    if how not in _HOW or version[1] == "_MINOR":
        return None
    size = 1 if version[1] else 2
    holds = _HOW[how](_LIKE[:size], [*parts, 0, 0][:size])
    span = Span(three[0].span.start, three[2].span.end)
    return RULE.finding(
        span,
        f"{version[0]} is compared with a release of CUDA's, and HIP's releases have other numbers.",
        effort=Effort.MEDIUM,
        suggestion="HIP has what CUDA 12.0 has; compare `hip_VERSION` with a release of ROCm's, or take the test out.",
        edits=(Edit(span, encoded(f"{str(holds).upper()} #[[") + context.text(span) + b"]]"),),
        safety=Safety.UNSAFE,
    )


def _named(match: re.Match[str], argument: Argument, command: Command) -> Iterator[Finding]:
    if match["year"]:
        yield _renamed(Name(match[0], f"hip_std_{match['year']}", "", False), _span(argument, *match.span()))
        return
    known = name(match["name"])
    if known is None or (match["name"] in ARCHITECTURES and f"${{{match['name']}}}" not in argument.text):
        return
    start, end = match.span("name")
    if known.is_target:
        before, after = argument.text[start - 2 : start], argument.text[end : end + 1]
        if before != "${" or after != "}":
            return
        start, end = start - 2, end + 1
    span = _span(argument, start, end)
    if _PROPERTY.fullmatch(known.cuda) and not any(a.text.startswith("PROPERT") for a in command.arguments):
        return  # a variable of the project's that has the name of a property
    if known.hip:
        yield _renamed(known, span)
        return
    message = f"{known.cuda} has no counterpart for HIP."
    yield RULE.finding(span, message, effort=Effort.MEDIUM, suggestion=known.note)


def _span(argument: Argument, start: int, end: int) -> Span:
    """A part of an argument's text as bytes of the file."""
    first = argument.inner.start + len(encoded(argument.text[:start]))
    return Span(first, first + len(encoded(argument.text[start:end])))


def _renamed(known: Name, span: Span) -> Finding:
    return RULE.finding(
        span,
        f"{known.cuda} is {known.hip} for HIP.",
        severity=Severity.WARNING if known.note else Severity.ERROR,
        effort=Effort.MEDIUM if known.note else Effort.LOW,
        suggestion=known.note,
        edits=(Edit(span, encoded(known.hip)),),
        safety=Safety.UNSAFE if known.note else Safety.SAFE,
    )


def _separable(command: Command, number: int, context: CMakeContext) -> Finding:
    """The property of targets becomes options; other properties of the same command stay."""
    arguments = command.arguments
    properties = next(n for n, a in enumerate(arguments) if a.text == "PROPERTIES")
    value = arguments[number + 1].text if number + 1 < len(arguments) else ""
    pair = Span(arguments[number].span.start, arguments[min(number + 1, len(arguments) - 1)].span.end)
    lines: list[str] = []
    for target in arguments[:properties] if value.upper() in _TRUE else ():
        lines.append(f"target_compile_options({target.text} PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)")
        lines.append(f"target_link_options({target.text} PUBLIC -fgpu-rdc --hip-link)")
    indent = "\n" + decoded(context.indent(command.span.start))
    if len(arguments) - properties <= 3:
        edits = [Edit(command.span, encoded(indent.join(lines)))]
    else:
        end = Span(command.span.end, command.span.end)
        edits = [
            Edit(context.without_gap(pair), b""),
            *([Edit(end, encoded(indent + indent.join(lines)))] if lines else []),
        ]
    message = "Clang compiles device code to be linked later with -fgpu-rdc; CMake has no property for it."
    return RULE.finding(pair, message, severity=Severity.ERROR, effort=Effort.LOW, edits=edits, safety=Safety.UNSAFE)


RULE = Rule(
    code="CASS184",
    name="cmake-variable",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example("set(CMAKE_CUDA_STANDARD 17)\n", "set(CMAKE_HIP_STANDARD 17)\n"),
        Example(
            'set(CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE} -O3")\n',
            'set(CMAKE_HIP_FLAGS_RELEASE "${CMAKE_HIP_FLAGS_RELEASE} -O3")\n',
        ),
        Example(
            "foreach(gpu ${CMAKE_CUDA_ARCHITECTURES})\nendforeach()\n",
            "foreach(gpu ${CMAKE_HIP_ARCHITECTURES})\nendforeach()\n",
        ),
        Example("target_compile_features(a PUBLIC cuda_std_17)\n", "target_compile_features(a PUBLIC hip_std_17)\n"),
        Example("target_link_libraries(a ${CUDA_LIBRARIES})\n", "target_link_libraries(a hip::host)\n"),
        Example(
            "if(CUDAToolkit_VERSION VERSION_LESS 11)\nendif()\n",
            "if(FALSE #[[CUDAToolkit_VERSION VERSION_LESS 11]])\nendif()\n",
        ),
        Example("set(x ${CUDA_VERSION})\n", "set(x ${hip_VERSION})\n"),
        Example(
            "set_target_properties(a PROPERTIES CUDA_SEPARABLE_COMPILATION ON)\n",
            "target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)\n"
            "target_link_options(a PUBLIC -fgpu-rdc --hip-link)\n",
        ),
        Example("set(CMAKE_CUDA_HOST_COMPILER g++)\n"),
    ),
    valid=(
        "set(CMAKE_HIP_STANDARD 17)\n",
        'option(USE_CUDA "with GPUs" ON)\nif(USE_CUDA)\nendif()\n',
        "set(CUDA_SOURCES a.cpp)\nadd_library(a ${CUDA_SOURCES})\n",
        "# CMAKE_CUDA_FLAGS\n",
    ),
    kinds=(FileKind.CMAKE,),
)
