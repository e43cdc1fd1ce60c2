"""cass-hipcc before the name of a compiler, `cass-hipcc g++ -c a.cpp`: CMAKE_CXX_COMPILER_LAUNCHER and its like.

What is CUDA is compiled here in that compiler's place; everything else is that compiler's, as it was written.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cass_tools.tree import holds_cuda_text
from cass_tools.wrapper import line as steps
from cass_tools.wrapper.includes import folders_in, included
from cass_tools.wrapper.line import Line

COMPILER = r"(?:[\w.]+-)*(?:nvcc|hipcc|clang|clang\+\+|amdclang|amdclang\+\+|gcc|g\+\+|cc|c\+\+)(?:-[\d.]+)?"
CACHES = ("ccache", "sccache", "distcc", "icecc")
COMPILING = (steps.OBJECT, steps.ASSEMBLY, steps.PREPROCESS, steps.DEPEND, steps.DEPEND_USER, steps.SYNTAX)


class Launched(NamedTuple):
    """A compiler that was named: the command as it was written, and the words after the compiler's name."""

    command: tuple[str, ...]
    compiler: str
    words: tuple[str, ...]


def launched(argv: Sequence[str]) -> Launched | None:
    """The compiler that the first words name, behind caches that are named before it; None where there is none."""
    for number, word in enumerate(argv):
        name = os.path.basename(word)  # noqa: PTH119
        if word.startswith("-") or (os.sep not in word and os.path.exists(word)):  # noqa: PTH110  a file to compile
            return None
        if name not in CACHES:
            known = re.fullmatch(COMPILER, name) is not None
            return Launched(tuple(argv), name, tuple(argv[number + 1 :])) if known else None
    return None


def is_ours(found: Launched, line: Line) -> bool:
    """Whether the command compiles CUDA."""
    if "nvcc" in found.compiler:
        return True
    if line.step not in COMPILING:
        return False
    return any(each.language == "cuda" or (each.compiled and _holds_cuda(each.path, line)) for each in line.inputs)


def _holds_cuda(path: str, line: Line) -> bool:
    """Whether a source of C or C++, or a header that it includes, is about CUDA."""
    source = Path(path)
    try:
        data = source.read_bytes()
    except OSError:
        return False  # the compiler names it
    own = [(source, data)]
    return any(holds_cuda_text(place, text) for place, text in (*own, *included(own, folders_in(line.options))))
