"""CUDA in a Bazel file: `cuda_library`, `load("@rules_cuda//...")`, `@local_config_cuda`.

**Why it fails on AMD.** The rules call nvcc. Bazel has no rules for HIP of its own, so that nothing can be put in their place by
machine.

**Example.**

    cuda_library(name = "kernels", srcs = ["kernels.cu"])

**Instead.** A `cc_library` with a toolchain whose compiler is hipcc or clang with `-x hip`, or a `genrule` that calls hipcc;
projects that use XLA's or TensorFlow's configuration have `@local_config_rocm` with `rocm_library`.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.python import BazelContext
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_RULE = re.compile(r"(?:\w+_)?(?:cuda|nvcc)_(?:\w+_)?(?:library|binary|test|objects|toolchain|import|copts)|if_cuda\w*")
_LABEL = re.compile(r"@{1,2}(?:local_config_cuda|rules_cuda|local_cuda|cuda)\b.*")
SUGGESTIONS = {
    "rule": "Build the sources with a cc_library whose toolchain is hipcc, or with rocm_library of @local_config_rocm.",
    "label": "Use @local_config_rocm or a repository of your own for ROCm.",
}


def check(_root: Node, context: BazelContext) -> Iterator[Finding]:
    """One finding per call and per label; what a file defines itself is its own."""
    own = {context.name(node.child_by_field_name("name")) for node in context.all("function_definition")}
    for call in context.all("call"):
        function = call.child_by_field_name("function")
        name = context.name(function)
        if function is not None and _RULE.fullmatch(name) and name not in own:
            span = Span(function.start_byte, function.end_byte)
            yield _finding(span, f"`{name}` builds with NVIDIA's tools.", "rule")
    for string in context.all("string"):
        content = context.content(string)
        if content is not None and _LABEL.fullmatch(content[0]):
            yield _finding(content[1], f"`{content[0]}` is about NVIDIA's toolkit.", "label")


def _finding(span: Span, message: str, kind: str) -> Finding:
    return RULE.finding(span, message, severity=Severity.ERROR, effort=Effort.HIGH, suggestion=SUGGESTIONS[kind])


RULE = Rule(
    code="CASS198",
    name="bazel-cuda",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example('cuda_library(name = "kernels", srcs = ["kernels.cu"])\n'),
        Example('load("@rules_cuda//cuda:defs.bzl", "cuda_library")\n'),
    ),
    valid=('cc_library(name = "cuda_like", srcs = ["a.cc"])\n', '# cuda_library(name = "x")\n'),
    kinds=(FileKind.BAZEL,),
)
