"""NVIDIA's GPUs by their numbers: `CMAKE_CUDA_ARCHITECTURES`, the property `CUDA_ARCHITECTURES`.

**Why it fails on AMD.** `80` or `75-real` are NVIDIA's compute capabilities. HIP has variables and properties of its own, with
LLVM's names of AMD's GPUs.

**Example.**

    set(CMAKE_CUDA_ARCHITECTURES 70 80)

**Instead.** `set(CMAKE_HIP_ARCHITECTURES gfx1100 gfx90a)` with the GPUs that you build for (`--arch`).
"""

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from cass_tools.build_files.cmake import Argument, CMakeContext, Command
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

NAMES = {"CMAKE_CUDA_ARCHITECTURES": "CMAKE_HIP_ARCHITECTURES", "CUDA_ARCHITECTURES": "HIP_ARCHITECTURES"}
ONE_VALUE = ("set_target_properties", "set_source_files_properties")
_NUMBERS = re.compile(r"(?:\d{2,3}[af]?(?:-real|-virtual)?|native|all|all-major)")
_DEFINITION = re.compile(r"-D(CMAKE_CUDA_ARCHITECTURES)(?::\w+)?=(.*)", re.S)
KEYWORDS = ("CACHE", "PARENT_SCOPE", "FORCE")


def check(_root: Node, context: CMakeContext) -> Iterator[Finding]:
    """One finding per list of GPUs that is named."""
    archs = context.config.archs
    for command in context.commands:
        for number, argument in enumerate(command.arguments):
            if argument.text in NAMES and _is_name(command, argument):
                yield _finding(argument, _values(command, number), archs, quoted=command.name in ONE_VALUE)
            elif found := _DEFINITION.fullmatch(argument.text):
                text = argument.text.replace(found[1], NAMES[found[1]]).replace(found[2], ";".join(archs))
                yield _report(argument.span, (Edit(argument.inner, text.encode()),))


def _is_name(command: Command, argument: Argument) -> bool:
    """A property's name only where properties are set; `CUDA_ARCHITECTURES` may be a variable of the project's."""
    return argument.text.startswith("CMAKE_") or "PROPERTIES" in _texts(command) or "PROPERTY" in _texts(command)


def _texts(command: Command) -> list[str]:
    return [argument.text for argument in command.arguments]


def _values(command: Command, number: int) -> tuple[Argument, ...]:
    """What the variable or property is set to; nothing where it is only asked for."""
    if command.name in ONE_VALUE:
        return command.arguments[number + 1 : number + 2]
    if command.name in ("set", "set_property") or (command.name == "list" and command.arguments[0].text == "APPEND"):
        rest = command.arguments[number + 1 :]
        ends = [n for n, argument in enumerate(rest) if argument.text in KEYWORDS]
        return rest[: ends[0]] if ends else rest
    return ()


def _finding(name: Argument, values: Sequence[Argument], archs: Sequence[str], *, quoted: bool) -> Finding:
    edits = [Edit(name.inner, NAMES[name.text].encode())]
    texts = [text for value in values for text in value.text.split(";") if text]
    if texts and all(_NUMBERS.fullmatch(text) for text in texts):
        listed = f'"{";".join(archs)}"' if quoted or values[0].inner != values[0].span else " ".join(archs)
        edits.append(Edit(Span(values[0].span.start, values[-1].span.end), listed.encode()))
    elif any("$" in text for text in texts):
        return RULE.finding(
            Span(name.span.start, values[-1].span.end),
            "The GPUs come from a variable.",
            severity=Severity.ERROR,
            suggestion=f"See that it holds names such as {archs[0]}.",
            edits=edits,
        )
    return _report(Span(name.span.start, values[-1].span.end if values else name.span.end), edits)


def _report(span: Span, edits: Sequence[Edit]) -> Finding:
    message = "These are NVIDIA's GPUs; HIP names AMD's in a list of its own."
    suggestion = "Name the GPUs that you build for."
    return RULE.finding(span, message, severity=Severity.ERROR, effort=Effort.LOW, suggestion=suggestion, edits=edits)


RULE = Rule(
    code="CASS183",
    name="cmake-architectures",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example("set(CMAKE_CUDA_ARCHITECTURES 70 80)\n", "set(CMAKE_HIP_ARCHITECTURES gfx1100 gfx90a)\n"),
        Example(
            'set(CMAKE_CUDA_ARCHITECTURES "75-real;80" CACHE STRING "GPUs")\n',
            'set(CMAKE_HIP_ARCHITECTURES "gfx1100;gfx90a" CACHE STRING "GPUs")\n',
        ),
        Example(
            "set_target_properties(a PROPERTIES CUDA_ARCHITECTURES native FOLDER x)\n",
            'set_target_properties(a PROPERTIES HIP_ARCHITECTURES "gfx1100;gfx90a" FOLDER x)\n',
        ),
        Example(
            "set_property(TARGET a PROPERTY CUDA_ARCHITECTURES OFF)\n",
            "set_property(TARGET a PROPERTY HIP_ARCHITECTURES OFF)\n",
        ),
        Example(
            "if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)\nendif()\n", "if(NOT DEFINED CMAKE_HIP_ARCHITECTURES)\nendif()\n"
        ),
    ),
    valid=("set(CMAKE_HIP_ARCHITECTURES gfx90a)\n", "set(OUR_ARCHITECTURES 70)\n", "# CMAKE_CUDA_ARCHITECTURES\n"),
    kinds=(FileKind.CMAKE,),
)
