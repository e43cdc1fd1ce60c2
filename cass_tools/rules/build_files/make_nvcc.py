"""nvcc in a makefile: `NVCC = $(CUDA_HOME)/bin/nvcc`, or called by name in a recipe.

**Why it fails on AMD.** NVIDIA's compiler is not there.

**Example.**

    NVCC ?= /usr/local/cuda/bin/nvcc

**Instead.** `hipcc`, which takes `.hip` and `.cu` files for HIP and links HIP's runtime. Variables keep their names.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files import device_link
from cass_tools.build_files.make import MakeContext
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_NVCC = re.compile(rb"(?<![\w./${}()-])(?:[\w./${}()-]*/)?nvcc(?![\w./-])")


def check(_root: Node, context: MakeContext) -> Iterator[Finding]:
    """One finding per mention."""
    for part in context.parts:
        if device_link.goes(context, part.span.start):
            continue
        for match in _NVCC.finditer(context.code, part.span.start, part.span.end):
            span = Span(*match.span())
            edits = (Edit(span, b"hipcc"),)
            yield RULE.finding(
                span,
                "nvcc is NVIDIA's compiler; AMD's is hipcc.",
                severity=Severity.ERROR,
                effort=Effort.LOW,
                edits=edits,
            )


RULE = Rule(
    code="CASS190",
    name="make-nvcc",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example("NVCC ?= $(CUDA_HOME)/bin/nvcc  # yours\n", "NVCC ?= hipcc  # yours\n"),
        Example("a.o: a.hip\n\t@nvcc -c $< -o $@\n", "a.o: a.hip\n\t@hipcc -c $< -o $@\n"),
        Example("HAS := $(shell which nvcc)\n", "HAS := $(shell which hipcc)\n"),
    ),
    valid=("NVCC = hipcc\n", "# nvcc\nnvcc.o: nvcc.c\n\tcc -c nvcc.c\n", "FLAGS = -DUSE_nvcc\n"),
    kinds=(FileKind.MAKE,),
)
