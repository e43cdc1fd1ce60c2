"""The language CUDA in a CMake file: `project(... CUDA)`, `enable_language(CUDA)`, `LANGUAGE CUDA`.

**Why it fails on AMD.** CMake looks for nvcc when the language CUDA is enabled, and stops where there is none. HIP is a
language of its own, known from CMake 3.21 on.

**Example.**

    cmake_minimum_required(VERSION 3.18)
    project(waves LANGUAGES CXX CUDA)

**Instead.** The language HIP; a smaller `cmake_minimum_required` becomes 3.21. ROCm's packages want C++ enabled too.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.cmake import Argument, CMakeContext, Command, language_arguments
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

LEAST = (3, 21)
PROPERTIES = ("LANGUAGE", "LINKER_LANGUAGE")
_VERSION = re.compile(r"(\d+)\.(\d+)(?:\.\d+)*(\.\.\..*)?")


def check(_root: Node, context: CMakeContext) -> Iterator[Finding]:
    """One finding for each place that names the language."""
    enabled = False
    for command in context.commands:
        if command.name in ("project", "enable_language", "check_language"):
            enabled = enabled or any(a.text in ("CUDA", "HIP") for a in language_arguments(command))
            yield from _enabled(command, context)
        else:
            enabled = enabled or (
                command.name == "find_package" and [a.text for a in command.arguments[:1]] == ["CUDA"]
            )
            yield from (_renamed(argument) for argument in _named(command))
    if enabled:
        yield from _release(context)


def _enabled(command: Command, context: CMakeContext) -> Iterator[Finding]:
    languages = language_arguments(command)
    names = {argument.text for argument in languages}
    for argument in languages:
        if argument.text == "CUDA":
            alone = command.name == "project" and not names & {"CXX", "HIP"}
            text = "" if "HIP" in names else "CXX HIP" if alone else "HIP"
            span = argument.inner if text else context.without_gap(argument.span)
            yield _finding(argument, (Edit(span, text.encode()),))


def _named(command: Command) -> Iterator[Argument]:
    """Arguments that mean the language elsewhere: values of properties, and in lists of languages."""
    before = ""
    for number, argument in enumerate(command.arguments):
        following = command.arguments[number + 1].text if number + 1 < len(command.arguments) else ""
        if argument.text == "CUDA" and (before in PROPERTIES or following == "IN_LIST"):
            yield argument
        before = argument.text


def _renamed(argument: Argument) -> Finding:
    return _finding(argument, (Edit(argument.inner, b"HIP"),))


def _finding(argument: Argument, edits: tuple[Edit, ...]) -> Finding:
    message = "The language CUDA needs nvcc; AMD's is HIP."
    return RULE.finding(argument.span, message, severity=Severity.ERROR, effort=Effort.LOW, edits=edits)


def _release(context: CMakeContext) -> Iterator[Finding]:
    """CMake has the language HIP from 3.21 on."""
    for command in context.commands:
        versions = command.after("VERSION") if command.name == "cmake_minimum_required" else ()
        found = _VERSION.fullmatch(versions[0].text) if versions else None
        if found and (int(found[1]), int(found[2])) < LEAST:
            start = versions[0].inner.start
            end = start + len(found[0]) - len(found[3] or "")
            message = "CMake knows the language HIP from 3.21 on."
            edits = (Edit(Span(start, end), b"3.21"),)
            yield RULE.finding(Span(start, end), message, effort=Effort.LOW, edits=edits)


RULE = Rule(
    code="CASS180",
    name="cmake-language",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "cmake_minimum_required(VERSION 3.18) # old\nproject(waves LANGUAGES CXX CUDA)\n",
            "cmake_minimum_required(VERSION 3.21) # old\nproject(waves LANGUAGES CXX HIP)\n",
        ),
        Example(
            "cmake_minimum_required(VERSION 3.9.1...3.24)\nproject(a CUDA CXX)\n",
            "cmake_minimum_required(VERSION 3.21...3.24)\nproject(a HIP CXX)\n",
        ),
        Example("project(waves CUDA)\n", "project(waves CXX HIP)\n"),
        Example("enable_language(CUDA)\n", "enable_language(HIP)\n"),
        Example(
            "set_target_properties(a PROPERTIES LINKER_LANGUAGE CUDA)\n",
            "set_target_properties(a PROPERTIES LINKER_LANGUAGE HIP)\n",
        ),
    ),
    valid=(
        "cmake_minimum_required(VERSION 3.10)\nproject(waves LANGUAGES CXX)\n",
        "cmake_minimum_required(VERSION 3.25)\nproject(waves LANGUAGES CXX HIP)\n",
        "# project(waves LANGUAGES CUDA)\nproject(CUDA LANGUAGES CXX)\n",
        "project(waves VERSION 1.0 DESCRIPTION CUDA)\n",
    ),
    kinds=(FileKind.CMAKE,),
)
