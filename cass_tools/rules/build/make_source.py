"""A `.cu` file in a makefile, where the translated tree calls it `.hip`: `app: main.cu`, `%.o: %.cu`, `$(SRCS:.cu=.o)`.

**Why it fails on AMD.** The file has another name in the translated tree, so that make finds no rule for it. (hipcc takes files
that keep the name `.cu` for HIP: then there is nothing to do, and nothing is found.)

**Example.**

    OBJECTS := $(patsubst %.cu,%.o,$(wildcard src/*.cu))

**Instead.** The names of the translated files. A pattern follows where all `.cu` files are renamed; where some stay, it is for
you to say which it means.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.make import MakeContext
from cass_tools.build_files.sources import new_name
from cass_tools.config import Config
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_SOURCE = re.compile(rb"[\w./%*${}()@+-]*\.cu(?![\w-])")
RENAMED = Config(renamed=frozenset({"main.cu", "b.cu"}))


def check(_root: Node, context: MakeContext) -> Iterator[Finding]:
    """One finding per name or pattern."""
    if not context.config.renamed:
        return
    for match in _SOURCE.finditer(context.code):
        word = match[0].decode("utf-8", "surrogateescape")
        new = new_name(word, context.config)
        span = Span(*match.span())
        if new != word:
            message = f"{word} is called {new} in the translated tree."
            edits = (Edit(span, new.encode("utf-8", "surrogateescape")),)
            yield RULE.finding(span, message, severity=Severity.ERROR, effort=Effort.LOW, edits=edits)
        elif word.rsplit("/", 1)[-1] not in context.config.kept:
            yield RULE.finding(
                span,
                f"{word} may mean files that are called .hip in the translated tree.",
                effort=Effort.MEDIUM,
                suggestion="Write .hip where it means them.",
            )


RULE = Rule(
    code="CASS192",
    name="make-cuda-source",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example("app: src/main.cu a.o\n", "app: src/main.hip a.o\n", RENAMED),
        Example(
            "OBJECTS := $(patsubst %.cu,%.o,$(wildcard src/*.cu))\n",
            "OBJECTS := $(patsubst %.hip,%.o,$(wildcard src/*.hip))\n",
            RENAMED,
        ),
        Example("%.o: %.cu\n.cu.o:\nO = $(S:.cu=.o)\n", "%.o: %.hip\n.hip.o:\nO = $(S:.hip=.o)\n", RENAMED),
        Example("S = $(wildcard *.cu)\n", None, RENAMED._replace(kept=frozenset({"c.cu"}))),
    ),
    valid=("app: main.cu\n", "app: main.hip\n", "x: a.cuh b.cubin\n"),
    kinds=(FileKind.MAKE,),
)
