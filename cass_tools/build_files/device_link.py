"""Separately compiled device code in a makefile: what links it, and the steps of nvcc's that link device code alone.

clang links device code where it links the program. Every link by nvcc gets `-fgpu-rdc --hip-link`, and the GPUs where
its line does not name them; a step that nvcc links device code in goes, with every mention of what it made, and hipcc
links the program that had it.
"""

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from cass_tools.build_files.context import nodes
from cass_tools.build_files.make import MakeContext, Part
from cass_tools.model import Edit, Span

_ALWAYS = rb"--?rdc[= ]true|--relocatable-device-code[= ]true|-fgpu-rdc"
_RELOCATABLE = re.compile(rb"(?<![\w-])(?:" + _ALWAYS + rb")(?![\w-])")
SEPARATE = re.compile(rb"(?<![\w-])(?:--?dc|--device-c|-dlink|--device-link|" + _ALWAYS + rb")(?![\w-])")
HOST_LINK = re.compile(
    rb"[@+-]*\s*(?P<compiler>(?:[\w./-]*/)?(?:mpi)?(?:g\+\+|gcc|c\+\+|cc|clang\+\+|clang|cxx|icpx|ld)(?:-\d+)?"
    rb"|\$[({](?:CXX|CC|LD|LINK|HOST_COMPILER|MPICXX)[)}])(?=\s)(?!.*\s-[cSE]\s)(?=.*\s-o\s)"
)
_LINE = re.compile(rb"[@+-]*\s*(?:ccache\s+)?(?P<compiler>\$[({]\w+[)}]|(?:[\w./-]*/)?(?:nvcc|hipcc))(?=\s)")
_GPU_COMPILER = re.compile(r"(?:\S*/)?(?:nvcc|hipcc)(?:\s|\Z)")
_NO_LINK = re.compile(
    rb"(?<![\w-])(?:--?dc|-[cMES]|-MM|--device-c|--compile|--?(?:dlink|device-link|lib|ptx|cubin|fatbin|preprocess)"
    rb"|--hip-link|--version)(?![\w-])"
)
_DEVICE_LINK = re.compile(rb"(?<![\w-])(?:-dlink|--device-link)(?![\w-])")
_GPUS = re.compile(
    rb"(?<![\w-])(?:--?arch|--gpu-(?:architecture|code)|--?gencode|--generate-code|-code|--offload-arch)\b"
)
_OUTPUT = re.compile(rb"\s-o[ =]?\s*(\S+)")
_REFERENCE = re.compile(r"\$[({](\w+)[)}]")


class Step(NamedTuple):
    """A step that links device code alone, by `compiler` into `output`; `span` is what of the file goes with it."""

    span: Span
    part: Part
    output: bytes
    compiler: bytes


@functools.lru_cache(maxsize=2)
def steps(context: MakeContext) -> tuple[Step, ...]:
    """The steps whose output has one name, by which it can be told everywhere."""
    found = []
    for part in context.parts:
        text = context.text(part.span)
        if part.name or not _DEVICE_LINK.search(text):
            continue
        line, output = _LINE.match(text), _OUTPUT.search(text)
        rule = next((node for node in nodes(context.root) if node.type == "rule" and _holds(node, part.span)), None)
        if line is None or output is None or rule is None:
            continue
        made = _target(rule, context) if output[1] in (b"$@", b"$(@)") else output[1]
        if made and not re.search(rb"%|\$[@*<^?]", made):
            found.append(Step(_whole(rule, part, context), part, made, line["compiler"]))
    return tuple(found)


def goes(context: MakeContext, offset: int) -> bool:
    """Whether the byte is in such a step."""
    return any(step.span.start <= offset < step.span.end for step in steps(context))


def without(step: Step, context: MakeContext) -> Iterator[Edit]:
    """The step goes, what it made is named nowhere, and the compiler of the host no longer links what had it."""
    yield Edit(step.span, b"")
    compiler = step.compiler if step.compiler.startswith(b"$") else b"hipcc"
    for part in context.parts:
        if not part.name and not goes(context, part.span.start) and _takes(part, step, context):
            found = HOST_LINK.match(context.text(part.span))
            if found is not None and not _is_gpu_compiler(found["compiler"], context):
                where = Span(part.span.start + found.start("compiler"), part.span.start + found.end("compiler"))
                yield Edit(where, compiler + _flags(part, context))
    for mention in _mentions(step, context):
        yield Edit(mention, b"")


def links(context: MakeContext) -> Iterator[tuple[Span, Edit]]:
    """The compilers of links by nvcc that do not say yet that they link device code, and what to write behind them."""
    for part in context.parts:
        text = context.text(part.span)
        line = None if part.name or goes(context, part.span.start) else _LINE.match(text)
        if line is None or _NO_LINK.search(text) or not _OUTPUT.search(text):
            continue
        if _is_gpu_compiler(line["compiler"], context):
            at = part.span.start + line.end("compiler")
            yield Span(part.span.start + line.start("compiler"), at), Edit(Span(at, at), _flags(part, context))


def _flags(part: Part, context: MakeContext) -> bytes:
    """What a link of device code needs to be told that its line does not say yet; the GPUs are not in the objects."""
    text = context.text(part.span)
    lines = [text, *(value.encode("latin-1", "replace") for value in _values(text, context))]
    flags = [] if any(_RELOCATABLE.search(line) for line in lines) else [b"-fgpu-rdc"]
    flags.append(b"--hip-link")
    if not any(_GPUS.search(line) for line in lines):
        flags += [b"--offload-arch=" + arch.encode() for arch in context.config.archs]
    return b"".join(b" " + flag for flag in flags)


def _holds(node: Node, span: Span) -> bool:
    return node.start_byte <= span.start and span.end <= node.end_byte


def _target(rule: Node, context: MakeContext) -> bytes:
    listed = next((child for child in rule.children if child.type == "targets"), None)
    text = context.text(listed).strip() if listed is not None else b""
    return text if len(text.split()) == 1 else b""


def _whole(rule: Node, part: Part, context: MakeContext) -> Span:
    """The rule, if the step is all that it does, otherwise the line."""
    lines = [node for node in nodes(rule) if node.type == "recipe_line"]
    start = rule.start_byte if len(lines) == 1 else context.line_start(part.span.start)
    end = context.data.find(b"\n", part.span.end)
    return Span(start, end + 1 if end >= 0 else len(context.data))


def _mentions(step: Step, context: MakeContext) -> Iterator[Span]:
    name = re.compile(rb"[ \t]+" + re.escape(step.output) + rb"(?![\w./-])")
    for match in name.finditer(context.code):
        if not goes(context, match.start()):
            yield Span(match.start(), match.end())


def _takes(part: Part, step: Step, context: MakeContext) -> bool:
    """Whether a line of a recipe has the step's output among its inputs: by name, by a variable, or by `$^`."""
    text = context.text(part.span)
    lines = [text, *(value.encode("latin-1", "replace") for value in _values(text, context))]
    if re.search(rb"\$[(]?[\^+?<]", text):
        rule = next((node for node in nodes(context.root) if node.type == "rule" and _holds(node, part.span)), None)
        if rule is not None:
            head = context.data[rule.start_byte : context.data.find(b"\n\t", rule.start_byte)]
            lines += [head, *(value.encode("latin-1", "replace") for value in _values(head, context))]
    name = re.compile(rb"(?<![\w./-])" + re.escape(step.output) + rb"(?![\w./-])")
    return any(name.search(line) for line in lines)


def _values(text: bytes, context: MakeContext, depth: int = 3) -> Iterator[str]:
    """What the variables of a text stand for, and those in them."""
    for name in _REFERENCE.findall(text.decode("latin-1")):
        for part in context.parts:
            if part.name == name:
                value = context.text(part.span)
                yield value.decode("latin-1")
                if depth:
                    yield from _values(value, context, depth - 1)


def _is_gpu_compiler(word: bytes, context: MakeContext) -> bool:
    """Whether a word of a recipe calls nvcc or hipcc."""
    text = word.decode("latin-1")
    values = list(_values(word, context)) if text.startswith("$") else [text]
    return any(_GPU_COMPILER.match(value.strip()) for value in values) or (not values and "NVCC" in text)
