"""A generator expression that asks for CUDA: `$<COMPILE_LANGUAGE:CUDA>`, `$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>`.

**Why it fails on AMD.** No source is compiled as CUDA any more, so that what it guards is silently left out.

**Example.**

    target_compile_definitions(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:ON_GPU>)

**Instead.** The same question about HIP, whose compiler is Clang.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.cmake import CMakeContext
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_QUESTION = re.compile(
    rb"\$<(?:(?P<language>(?:COMPILE|LINK)_LANGUAGE):(?P<languages>[\w,]+)"
    rb"|(?P<both>(?:COMPILE|LINK)_LANG_AND_ID):CUDA,(?P<ids>[\w,]+)|CUDA_COMPILER_ID:(?P<id>[\w,]+))>"
)


def check(_root: Node, context: CMakeContext) -> Iterator[Finding]:
    """One finding per expression."""
    for match in _QUESTION.finditer(context.code):
        if (text := _for_hip(match)) is not None:
            shown = match[0].decode()
            message = f"`{shown}` never holds: nothing is compiled as CUDA."
            span = Span(*match.span())
            yield RULE.finding(span, message, severity=Severity.ERROR, effort=Effort.LOW, edits=(Edit(span, text),))


def _for_hip(match: re.Match[bytes]) -> bytes | None:
    if match["both"]:
        return b"$<%s:HIP,%s>" % (match["both"], _clang(match["ids"]))
    if match["id"]:
        return b"$<HIP_COMPILER_ID:%s>" % _clang(match["id"])
    languages = match["languages"].split(b",")
    if b"CUDA" not in languages:
        return None
    renamed = dict.fromkeys(b"HIP" if each == b"CUDA" else each for each in languages)
    return b"$<%s:%s>" % (match["language"], b",".join(renamed))


def _clang(ids: bytes) -> bytes:
    return b",".join(dict.fromkeys(b"Clang" if each == b"NVIDIA" else each for each in ids.split(b",")))


RULE = Rule(
    code="CASS185",
    name="cmake-generator-expression",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "target_compile_definitions(a PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:ON_GPU>)\n",
            "target_compile_definitions(a PRIVATE $<$<COMPILE_LANGUAGE:HIP>:ON_GPU>)\n",
        ),
        Example(
            "add_compile_options($<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-g>)\n",
            "add_compile_options($<$<COMPILE_LANG_AND_ID:HIP,Clang>:-g>)\n",
        ),
        Example('set(on "$<COMPILE_LANGUAGE:CXX,CUDA>")\n', 'set(on "$<COMPILE_LANGUAGE:CXX,HIP>")\n'),
    ),
    valid=("add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-g>)\n", "# $<COMPILE_LANGUAGE:CUDA>\n"),
    kinds=(FileKind.CMAKE,),
)
