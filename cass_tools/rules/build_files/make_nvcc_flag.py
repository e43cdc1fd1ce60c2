"""An option of nvcc in a makefile, or one of CUDA's libraries: `-gencode ...`, `-Xcompiler -fPIC`, `-lcublas`.

**Why it fails on AMD.** hipcc is clang and does not know these options; the libraries have other names.

**Example.**

    NVCCFLAGS = -O3 -arch=sm_80 --use_fast_math -lineinfo

**Instead.** Clang's option for the same purpose, or none where there is nothing to ask for; where NVIDIA's GPUs were
named stands `--offload-arch` with AMD's (`--arch`). There is no step that links device code alone (`-dlink`): hipcc
does it where it links the program, with `-fgpu-rdc --hip-link`, which g++ cannot. The fix takes such a step out, and
what it made out of every list, has hipcc link the program, and adds the two options to all links by nvcc in a file with
separately compiled device code. In other variables than nvcc's only options that no other compiler has are looked at.
"""

import itertools
import re
from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files import device_link
from cass_tools.build_files.device_link import HOST_LINK, SEPARATE
from cass_tools.build_files.encoding import decoded, encoded
from cass_tools.build_files.flags import Change, Word, changes
from cass_tools.build_files.make import MakeContext, Part
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_LAUNCHES = re.compile(
    r"[@+-]*(?:\$[({](?!NVCC|CXX|CC\b|LD\b|CUDA)\w+[)}]|\w+=.*|mpirun|srun|time|env|exec|nohup|sudo)?"
)
_PROGRAM = re.compile(r"[@+-]*\./\S*(?<!\.cu)(?<!\.o)(?<!\.a)(?<!\.c)(?<!\.cc)(?<!\.cpp)(?<!\.cxx)")
_NVIDIA = re.compile(r"NVCC|CUDA|nvcc|hipcc|GENCODE|cuda")


def check(_root: Node, context: MakeContext) -> Iterator[Finding]:
    """One finding per option, one per link of separately compiled device code."""
    archs = context.config.archs
    for part in context.parts:
        text = f"{part.name} {decoded(context.text(part.span))}"
        if device_link.goes(context, part.span.start):
            continue
        for change in changes(_not_of_a_program(part, context), archs, for_nvcc=_NVIDIA.search(text) is not None):
            yield _finding(change, context)
    if SEPARATE.search(context.code):
        yield from _links(context)


def _not_of_a_program(part: Part, context: MakeContext) -> list[Word]:
    """The words of a part without the arguments of a program that a recipe starts: `./$(program) -t 0.9`."""
    words = context.words(part)
    if part.name:
        return words
    before = itertools.takewhile(lambda word: _LAUNCHES.fullmatch(word.text), words)
    at = len(list(before))
    starts = at < len(words) and _PROGRAM.fullmatch(words[at].text) is not None
    return words[: at + 1] if starts else words


def _links(context: MakeContext) -> Iterator[Finding]:
    """Where device code is linked, alone or with the program."""
    told = set[int]()
    for step in device_link.steps(context):
        edits = tuple(device_link.without(step, context))
        told.update(edit.span.start for edit in edits)
        yield RULE.finding(
            Span(step.span.start, step.part.span.end),
            "hipcc has no step that links device code alone: it links that with the program.",
            severity=Severity.ERROR,
            effort=Effort.LOW,
            suggestion="Take the step out, and link the program with `hipcc -fgpu-rdc --hip-link`.",
            edits=edits,
            safety=Safety.UNSAFE,
        )
    for where, edit in device_link.links(context):
        told.add(where.start)
        yield RULE.finding(
            where,
            "hipcc links separately compiled device code only where it is told to.",
            severity=Severity.ERROR,
            effort=Effort.LOW,
            suggestion="Link with `hipcc -fgpu-rdc --hip-link`, and name the GPUs.",
            edits=(edit,),
        )
    for part in context.parts:
        found = None if part.name else HOST_LINK.match(context.text(part.span))
        if found is not None and part.span.start + found.start("compiler") not in told:
            yield _host_link(decoded(found["compiler"]), part.span.start + found.start("compiler"))


def _host_link(compiler: str, start: int) -> Finding:
    """A recipe that links objects of separately compiled device code with the compiler of the host."""
    return RULE.finding(
        Span(start, start + len(encoded(compiler))),
        f"`{compiler}` cannot link device code that is compiled separately, as some of this file's is.",
        effort=Effort.MEDIUM,
        suggestion="Link with `hipcc -fgpu-rdc --hip-link` if one of these objects has such code.",
    )


def _finding(change: Change, context: MakeContext) -> Finding:
    is_library = change.by_name and change.words[0].text.startswith("-l")
    if change.open:
        hint = f"{change.why[0].upper()}{change.why[1:]}."
        message = f"`{change.shown}` is NVIDIA's, and ROCm has no such library."
        if not change.by_name:
            message = f"hipcc has nothing for nvcc's option `{change.shown}`."
            hint = f"Drop the rule and link the objects themselves: {change.why}."
        return RULE.finding(change.span, message, severity=Severity.ERROR, effort=Effort.HIGH, suggestion=hint)
    message = f"Only nvcc has the option `{change.shown}`."
    if change.by_name:
        message = f"`{change.shown}` is {'one of' if is_library else 'about'} NVIDIA's "
        message += "libraries." if is_library else "headers."
    span = change.span if change.to else context.without_gap(change.span)
    return RULE.finding(
        change.span,
        message,
        severity=Severity.ERROR,
        effort=Effort.MEDIUM if change.hint else Effort.LOW,
        suggestion=f"It goes: {change.why}." if change.why and not change.to else change.hint,
        edits=(Edit(span, encoded(" ".join(change.to))),),
        safety=Safety.UNSAFE if len(change.to) > 2 else Safety.SAFE,
    )


RULE = Rule(
    code="CASS191",
    name="make-nvcc-flag",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "NVCCFLAGS = -O3 -gencode arch=compute_70,code=sm_70 -gencode arch=compute_80,code=sm_80 -lineinfo\n",
            "NVCCFLAGS = -O3 --offload-arch=gfx1100 --offload-arch=gfx90a\n",
        ),
        Example(
            "a: a.o\n\t$(NVCC) -Xcompiler -fPIC,-Wall -o $@ $< -lcublas\n",
            "a: a.o\n\t$(NVCC) -fPIC -Wall -o $@ $< -lhipblas\n",
        ),
        Example("LDLIBS += -lm -lcudart # both\n", "LDLIBS += -lm -lamdhip64 # both\n"),
        Example("a: a.o\n\t$(NVCC) ./a.o -o ./a -lineinfo\n", "a: a.o\n\t$(NVCC) ./a.o -o ./a\n"),
        Example("LDLIBS += -lnppc\n"),
        Example("%_link.o: %.o\n\t$(NVCC) -dlink $^ -o $@\n"),
        Example(
            "app: a.o link.o\n\tg++ $^ -o $@ -lcudadevrt\nlink.o: a.o\n\t$(NVCC) -dlink $^ -o $@\n"
            "clean:\n\trm -f app a.o link.o\n",
            "app: a.o\n\t$(NVCC) -fgpu-rdc --hip-link --offload-arch=gfx1100 --offload-arch=gfx90a $^ -o $@\n"
            "clean:\n\trm -f app a.o\n",
        ),
        Example(
            "NVCC = hipcc --offload-arch=gfx90a\napp: a.o\n\t$(NVCC) a.o -o $@\na.o: a.hip\n\t$(NVCC) -dc $< -o $@\n",
            "NVCC = hipcc --offload-arch=gfx90a\napp: a.o\n\t$(NVCC) -fgpu-rdc --hip-link a.o -o $@\n"
            "a.o: a.hip\n\t$(NVCC) -fgpu-rdc -c $< -o $@\n",
        ),
        Example(
            "a.o: a.hip\n\t$(NVCC) -dc $< -o $@\napp: a.o\n\t@g++ a.o -o $@\n",
            "a.o: a.hip\n\t$(NVCC) -fgpu-rdc -c $< -o $@\napp: a.o\n\t@g++ a.o -o $@\n",
        ),
        Example(
            "NVCCFLAGS = -Xcompiler '-fPIC' \"-arch=sm_80\" -O3\n",
            "NVCCFLAGS = -fPIC --offload-arch=gfx1100 --offload-arch=gfx90a -O3\n",
        ),
        Example("CXXFLAGS = -U__CUDA_NO_HALF_OPERATORS__\n", "CXXFLAGS = -U__HIP_NO_HALF_OPERATORS__\n"),
    ),
    valid=(
        "a.o: a.cc\n\t$(CXX) -c $< -o $@\napp: a.o\n\t$(CXX) $^ -o $@\n",
        "CFLAGS = -O3 -Werror -t -G\n",
        "LDLIBS = -lm -lhipblas\n",
        "run: main\n\t$(LAUNCHER) ./$(program) -t 0.9 -i ../one-cuda/data.txt -m 50\n\t./main -G 3 # cuda\n",
        "# -lcudart\n",
    ),
    kinds=(FileKind.MAKE,),
)
