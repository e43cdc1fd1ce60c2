"""How a kernel wants to be started, read from its file: blocks, dynamic shared memory, what its integers stand for."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.context import Context
from cass_tools.cuda.nodes import by_kind, kinds
from cass_tools.drivers.files import Files
from cass_tools.drivers.signatures import Kernel, Parameter
from cass_tools.model import Span

Dim = tuple[int, int, int]
MOST_THREADS = 1024
USUAL: dict[int, Dim] = {1: (128, 1, 1), 2: (16, 16, 1), 3: (8, 8, 4)}
_BOUNDS = re.compile(rb"__launch_bounds__\s*\(\s*([^(),]+)")
_DIM3 = rb"\bdim3\s+%s\s*(?:=\s*dim3\s*)?[({]([^;]*)[)}]\s*;|\b%s\s*=\s*dim3\s*[({]([^;]*)[)}]\s*;"
_SHARED = re.compile(rb"__shared__\s+[\w:<>\s]+?\b\w+\s*((?:\[[^\]]+\]\s*)+)")
_INSIDE = re.compile(rb"\[([^\]]+)\]")
_DYNAMIC = re.compile(rb"\bextern\s+__shared__|\bSharedMemory\s*<")


class Role(StrEnum):
    """What an integer parameter is for: how much there is (it bounds, divides or multiplies), or something small."""

    SIZE = "size"
    SMALL = "small"


class Shape(NamedTuple):
    """How a kernel is started: threads of a block, bytes of dynamic shared memory, and dimensions that it looks at."""

    block: Dim
    shared: int
    dimensions: int


def role(kernel: Kernel, parameter: Parameter) -> Role:
    """What the integer `parameter` is for, from the kernel's body."""
    code, name = kernel.home.code, re.escape(parameter.name.encode())
    uses = (
        rb"(?:(?<![<>-])[<>]=?(?![<>])|==)\s*(?:\(\s*[\w ]+\s*\)\s*)?%s\b(?!\s*<<)" % name,  # i < n
        rb"\b%s\s*(?:[-+*/]\s*\w+\s*)?(?:<=|>=|[<>](?![<>]))" % name,  # n > i, n - 1 >= i
        rb"[/%%*]\s*\(?\s*%s\b" % name,
        rb"\b%s\s*[*]" % name,
    )
    found = any(re.search(use, code[kernel.function.body : kernel.function.end]) for use in uses)
    return Role.SIZE if found else Role.SMALL


def shapes(files: Files, kernel: Kernel) -> list[Shape]:
    """Ways to start the kernel, the likeliest first: as the file does, as it says, as is usual."""
    found = [
        shape
        for context in files.all
        for shape in _launches(files, context, kernel)
        if 0 < _threads(shape.block) <= MOST_THREADS
    ]
    context = kernel.home
    dimensions = _dimensions(context, kernel)
    dynamic = 8192 if _DYNAMIC.search(context.code, kernel.function.body, kernel.function.end) else 0
    most = _bounds(files, kernel) or MOST_THREADS
    guesses = [*_from_shared(files, kernel, dimensions), USUAL[dimensions], (256, 1, 1), (64, 1, 1), (32, 1, 1)]
    found += [Shape(block, dynamic, dimensions) for block in guesses if _threads(block) <= most]
    ordered = list(dict.fromkeys(found)) or [Shape((most, 1, 1), dynamic, 1)]
    return [shape._replace(dimensions=max(dimensions, shape.dimensions)) for shape in ordered]


def _threads(block: Dim) -> int:
    return block[0] * block[1] * block[2]


def _dimensions(context: Context, kernel: Kernel) -> int:
    body = context.code[kernel.function.body : kernel.function.end]
    return next((n for n, axis in ((3, b"z"), (2, b"y")) if re.search(rb"(?:thread|block)Idx\s*\.\s*" + axis, body)), 1)


def _bounds(files: Files, kernel: Kernel) -> int:
    head = kernel.home.code[max(0, kernel.function.start - 200) : kernel.function.body]
    said = _BOUNDS.findall(head)
    return (files.value(said[-1]) or 0) if said else 0


def _from_shared(files: Files, kernel: Kernel, dimensions: int) -> Iterator[Dim]:
    """Blocks as large as the kernel's shared arrays."""
    for match in _SHARED.finditer(kernel.home.code, kernel.function.body, kernel.function.end):
        sizes = [files.value(text) or 0 for text in _INSIDE.findall(match[1])]
        if dimensions > 1 and len(sizes) > 1 and 0 < sizes[0] <= 32:
            yield (sizes[0], sizes[0], 1)
        elif dimensions == 1 and len(sizes) == 1 and 32 <= sizes[0] <= MOST_THREADS:
            yield (sizes[0], 1, 1)


def _launches(files: Files, context: Context, kernel: Kernel) -> Iterator[Shape]:
    for node in by_kind(context.root, kinds({"call_expression": "call"})).get("call", ()):
        if not context.is_launch(node) or context.callee(node) != kernel.name.encode():
            continue
        configuration = context.launch(node).configuration
        if len(configuration) < 2:
            continue
        block = _dim(files, context, configuration[1], node.start_byte)
        shared = files.value(context.text(configuration[2])) if len(configuration) > 2 else 0
        if block is not None:
            dimensions = 1 + (block[1] > 1) + (block[2] > 1)
            yield Shape(block, shared if shared is not None else 8192, dimensions)


def _dim(files: Files, context: Context, span: Span, before: int) -> Dim | None:
    """A configuration argument as numbers: a constant, `dim3(...)`, or a variable of the function that is one."""
    text = context.text(span).strip()
    if (value := files.value(text)) is not None:
        return (value, 1, 1)
    inside = re.fullmatch(rb"dim3\s*[({](.*)[)}]", text, re.DOTALL)
    if inside:
        return _numbers(files, inside[1])
    if not re.fullmatch(rb"\w+", text):
        return None
    for match in reversed(list(re.finditer(_DIM3 % (text, text), context.code[:before]))):
        return _numbers(files, match[1] or match[2])
    for match in reversed(list(re.finditer(rb"\b%s\s*=\s*([^;=]+);" % text, context.code[:before]))):
        value = files.value(match[1])
        return None if value is None else (value, 1, 1)
    return None


def _numbers(files: Files, text: bytes) -> Dim | None:
    parts = [files.value(text[s.start : s.end]) for s in split_arguments(text, 0, len(text))]
    whole = [part for part in parts if part is not None]
    if len(whole) != len(parts) or not 1 <= len(whole) <= 3:
        return None
    x, y, z = (*whole, 1, 1)[:3]
    return (x, y, z)
