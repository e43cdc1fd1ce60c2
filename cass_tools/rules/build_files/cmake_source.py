"""A `.cu` file in a CMake file: in a target, in a list of sources, in `file(GLOB ... *.cu)`.

**Why it fails on AMD.** CMake compiles `.cu` as CUDA. Where that language is not enabled the file is silently not
compiled at all, and linking fails or, worse, takes a fallback.

**Example.**

    add_executable(app main.cpp kernels.cu)

**Instead.** The names of the translated files where the tree is written elsewhere (`kernels.hip`, which CMake
knows), and otherwise the property `LANGUAGE HIP` for the `.cu` files.
"""

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from cass_tools.build_files.cmake import CMakeContext, Command
from cass_tools.build_files.encoding import decoded, encoded
from cass_tools.build_files.flags import Word
from cass_tools.build_files.sources import SUFFIX, new_name
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

SILENT = ("message", "set_source_files_properties", "set_property", "install", "configure_file")
COMMANDS = (
    "add_custom_command",
    "add_custom_target",
    "execute_process",
    "if",
    "elseif",
    "while",
    "string",
    "file",
    "add_test",
)
RUN = ("add_custom_command", "add_custom_target", "execute_process", "add_test")
MODES = ("GLOB", "GLOB_RECURSE")
_SAID = re.compile(rb"set_source_files_properties\s*\(([^()]*)\bLANGUAGE\s+\"?HIP\b")


def check(_root: Node, context: CMakeContext) -> Iterator[Finding]:
    """One finding per command that names such files."""
    said = decoded(b" ".join(_SAID.findall(context.code))).split()
    for command in context.commands:
        named = [word for word in context.words(command.arguments) if word.text.endswith(SUFFIX)]
        if not named or (command.name in SILENT and not context.config.renamed):
            continue
        if command.name in RUN and not context.config.renamed and not any(set(w.text) & set("*?$") for w in named):
            continue  # a tool gets the file, whatever CMake takes it for
        edits = [Edit(w.span, encoded(new)) for w in named if (new := new_name(w.text, context.config)) != w.text]
        stay = [w for w in named if new_name(w.text, context.config) == w.text and w.text not in said]
        if stay and (text := _property(command, stay, said)):
            end = context.data.find(b"\n", command.span.end)
            place = Span(end, end) if end >= 0 else Span(len(context.data), len(context.data))
            indent = "\n" + decoded(context.indent(command.span.start))
            edits.append(Edit(place, encoded(indent + text.replace("\n", indent))))
        if edits or stay:
            yield _finding(named, edits)


def _finding(named: Sequence[Word], edits: Sequence[Edit]) -> Finding:
    more = f" and {len(named) - 1} more" if len(named) > 1 else ""
    message = f"CMake takes {named[0].text}{more} for CUDA."
    span = Span(named[0].span.start, named[-1].span.end)
    suggestion = "" if edits else "Set the property LANGUAGE of such sources to HIP."
    effort = Effort.LOW if edits else Effort.MEDIUM
    return RULE.finding(span, message, severity=Severity.ERROR, effort=effort, suggestion=suggestion, edits=edits)


def _property(command: Command, words: Sequence[Word], said: Sequence[str]) -> str:
    """The command that makes the files HIP; empty where they are not told by name."""
    texts = [argument.text for argument in command.arguments]
    if command.name == "file" and texts[0] in MODES and len(texts) > 2:
        name = texts[1]
        if f"${{{name}}}" in said or f"${{{name}_hip}}" in said:
            return ""
        files = [t for t in texts[2:] if t not in ("CONFIGURE_DEPENDS", "LIST_DIRECTORIES", "false", "RELATIVE")]
        if all(each.endswith(SUFFIX) for each in files):
            return f"set_source_files_properties(${{{name}}} PROPERTIES LANGUAGE HIP)"
        chosen = f'set({name}_hip ${{{name}}})\nlist(FILTER {name}_hip INCLUDE REGEX "\\\\.cu$")\n'
        return f"{chosen}set_source_files_properties(${{{name}_hip}} PROPERTIES LANGUAGE HIP)"
    if command.name in COMMANDS or any(set(word.text) & set("*?<>") for word in words):
        return ""
    return f"set_source_files_properties({' '.join(word.text for word in words)} PROPERTIES LANGUAGE HIP)"


RULE = Rule(
    code="CASS188",
    name="cmake-cuda-source",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "add_executable(app main.cpp a.cu) # both\n",
            "add_executable(app main.cpp a.cu) # both\nset_source_files_properties(a.cu PROPERTIES LANGUAGE HIP)\n",
        ),
        Example(
            "file(GLOB sources src/*.cu)\n",
            "file(GLOB sources src/*.cu)\nset_source_files_properties(${sources} PROPERTIES LANGUAGE HIP)\n",
        ),
        Example(
            "add_benchmark(NAME waves SOURCES main.cu)\n",
            "add_benchmark(NAME waves SOURCES main.cu)\nset_source_files_properties(main.cu PROPERTIES LANGUAGE HIP)\n",
        ),
        Example("add_custom_command(OUTPUT x COMMAND tool ${name}.cu)\n"),
    ),
    valid=(
        "add_custom_command(OUTPUT x COMMAND tool k.cu DEPENDS k.cu)\n",
        "add_executable(app main.cpp a.hip)\n",
        "# a.cu\n",
        'message(STATUS "a.cu")\n',
    ),
    kinds=(FileKind.CMAKE,),
)
