"""CUDA's libraries, directories and sources in a Python build script: `libraries=["cublas"]`, `"/usr/local/cuda/include"`.

**Why it fails on AMD.** The libraries have other names, and the directory is not there.

**Example.**

    CUDAExtension("ext", ["k.cu"], libraries=["cudart", "cublas"], include_dirs=["/usr/local/cuda/include"])

**Instead.** ROCm's libraries and `/opt/rocm`; sources that are called `.hip` in the translated tree. A library without a counterpart is
found without a fix.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.flags import library
from cass_tools.build_files.python import PythonContext
from cass_tools.build_files.sources import new_name
from cass_tools.config import Config
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_ROOT = re.compile(r"/usr/local/cuda[\w.-]*(/(?:targets/[\w-]+/)?lib(?:64)?\b)?")


def check(_root: Node, context: PythonContext) -> Iterator[Finding]:
    """One finding per string."""
    if context.adapted:
        return
    for string in context.all("string"):
        content = context.content(string)
        if content is None:
            continue
        text, span = content
        if (new := new_name(text, context.config)) != text:
            message = f"{text} is called {new} in the translated tree."
            edits = (Edit(span, new.encode()),)
            yield RULE.finding(span, message, severity=Severity.ERROR, effort=Effort.LOW, edits=edits)
        elif found := _ROOT.match(text):
            below = "/lib" if found[1] else ""
            edits = (Edit(Span(span.start, span.start + found.end()), f"/opt/rocm{below}".encode()),)
            message = "CUDA's directory is not there; ROCm's is /opt/rocm."
            yield RULE.finding(
                span, message, severity=Severity.ERROR, effort=Effort.LOW, edits=edits, safety=Safety.UNSAFE
            )
        elif (name := text.removeprefix("-l")) != text or _is_library(string, context):
            yield from _library(text, name, span)


def _is_library(string: Node, context: PythonContext) -> bool:
    """Whether the string is in a list that is called `libraries`."""
    above = string.parent.parent if string.parent is not None else None
    if above is None or above.type not in ("keyword_argument", "assignment", "augmented_assignment", "pair"):
        return False
    return "librar" in context.name(above.children[0]).lower() and "dir" not in context.name(above.children[0]).lower()


def _library(text: str, name: str, span: Span) -> Iterator[Finding]:
    found = library(name)
    if found is None:
        return
    hip, other = found
    if other or not hip:
        hint = f"{hip} does such things, with other functions." if hip else "Take it out."
        yield RULE.finding(
            span,
            f"ROCm has no library in place of {name}.",
            severity=Severity.ERROR,
            effort=Effort.HIGH,
            suggestion=hint,
        )
        return
    edits = (Edit(span, text.replace(name, hip).encode()),)
    yield RULE.finding(span, f"{name} is {hip} in ROCm.", severity=Severity.ERROR, effort=Effort.LOW, edits=edits)


RULE = Rule(
    code="CASS196",
    name="python-cuda-library",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example('Extension("e", libraries=["m", "cublas"])\n', 'Extension("e", libraries=["m", "hipblas"])\n'),
        Example('libs = "-lcudart"\nd = ["/usr/local/cuda/lib64"]\n', 'libs = "-lamdhip64"\nd = ["/opt/rocm/lib"]\n'),
        Example(
            'CUDAExtension("e", ["src/k.cu", "a.cpp"])\n',
            'CUDAExtension("e", ["src/k.hip", "a.cpp"])\n',
            Config(renamed=frozenset({"k.cu"})),
        ),
        Example('Extension("e", libraries=["cudnn"])\n'),
    ),
    valid=('Extension("cublas", ["k.cu"])\n', '# "/usr/local/cuda"\n', 'Extension("e", libraries=["hipblas"])\n'),
    kinds=(FileKind.PYTHON,),
)
