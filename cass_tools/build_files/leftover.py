"""Nothing stays silent in build files either: words that mean CUDA and that no finding covers."""

import re
from collections.abc import Iterable, Iterator

from cass_tools.build_files.cmake import CMakeContext
from cass_tools.build_files.context import BuildContext
from cass_tools.build_files.python import PythonContext
from cass_tools.file_kind import FileKind
from cass_tools.model import Finding, Span

# NVIDIA's tools and paths, in any build file.
_ANYWHERE = (
    rb"(?<![\w./-])(?:[\w./${}()-]*/)?(?:nvcc|ptxas|cuobjdump|nvdisasm|fatbinary|nvlink|nvidia-smi|nvprof|nsys|ncu"
    rb"|cuda-gdb|cuda-memcheck|compute-sanitizer)(?![\w-])|/usr/local/cuda[\w./-]*"
)
_PATTERNS = {
    FileKind.CMAKE: re.compile(
        rb"\bCMAKE_CUDA_\w+|\bCUDA_(?!STANDARD\b)\w+|\bCUDAToolkit_\w+|\bCUDA::\w+|\bcuda_[a-z]\w*(?=\s*\()"
        rb"|\bcuda_std_\d+|(?<=[\s(;])CUDA(?=[\s);])|" + _ANYWHERE
    ),
    FileKind.MAKE: re.compile(rb"-gencode\b|-arch=sm_\w+|-lcud\w+|" + _ANYWHERE),
    FileKind.PYTHON: re.compile(
        rb"\bCUDA_HOME\b|\bTORCH_CUDA_ARCH_LIST\b|/usr/local/cuda[\w./-]*|bin/nvcc\b|(?<![\"'\w./-])nvcc(?![\w-])"
        rb"|[\"']nvcc[\"'](?!\s*[]:])"
    ),
    FileKind.OTHER: re.compile(
        rb"\bnvidia/cuda[\w:./-]*|(?<=[\"'])cuda(?:-nvcc)?(?=[\"'])|\bcuda_std\b|\bcuda-?toolkit\b|\bpytorch-cuda\b"
        rb"|\bcud(?:nn|f|ml)\b|\bcuda-[a-z][\w-]*|\b(?:nvidia-[\w-]+|cupy-\w+|[\w-]+-cu1\d\w*)|/whl/cu1\d+|\bCUDA_\w+"
        rb"|\bNVIDIA_\w+|[\w./-]+\.cu\b|" + _ANYWHERE
    ),
    FileKind.BAZEL: re.compile(rb"\bcuda_\w+(?=\s*\()|@\w*cuda\w*//[\w/:.-]*|" + _ANYWHERE),
}
_WORD = re.compile(rb"\bCUDA\b")
_SETS = re.compile(
    rb"\b(?:(?:set|option|cmake_dependent_option|foreach|function|macro|find_\w+)\s*\(|list\s*\(\s*GET\s+\S+\s+\S+"
    rb"|file\s*\(\s*GLOB\w*)\s*(\w+)",
    re.I,
)
_ASSIGNS = re.compile(rb"^[ \t]*([a-z]\w*)[ \t]*(?::[^=\n]+)?=(?!=)", re.M)


def uncovered(context: BuildContext, findings: Iterable[Finding]) -> Iterator[Span]:
    """The first place of each word that means CUDA, is not the file's own and lies in no finding's span."""
    pattern = _PATTERNS.get(context.kind)
    if pattern is None or (isinstance(context, PythonContext) and context.adapted):
        return
    covered = bytearray(len(context.data) + 1)
    for span in _spans(findings):
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
    code, own = context.code, set[bytes]()
    if isinstance(context, CMakeContext):
        code, own = _without_messages(context), set(_SETS.findall(code))
    elif isinstance(context, PythonContext):
        own = set(_ASSIGNS.findall(code))
    seen: set[bytes] = set()
    for match in pattern.finditer(code):
        word = match.group()
        if covered[match.start()] or word in seen or word in own:
            continue
        seen.add(word)
        yield Span(*match.span())


def _without_messages(context: CMakeContext) -> bytes:
    """The code without what is only printed: messages and descriptions of options."""
    code = bytearray(context.code)
    for command in context.commands:
        prose = [a.span for a in command.arguments if " " in a.text and not set(a.text) & set("$-;=")]
        for span in (command.span,) if command.name == "message" else prose:
            code[span.start : span.end] = b" " * (span.end - span.start)
        for argument in command.arguments:
            if argument.span != argument.inner and " " in argument.text:  # a sentence, or options: the word is no name
                start, end = argument.inner
                code[start:end] = _WORD.sub(b"    ", code[start:end])
    return bytes(code)


def _spans(findings: Iterable[Finding]) -> Iterator[Span]:
    for finding in findings:
        yield finding.span
        if finding.fix is not None:
            yield from (edit.span for edit in finding.fix.edits)
