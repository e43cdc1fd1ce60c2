"""How a kernel wants to be started, read from its file: blocks, dynamic shared memory, what its integers stand for."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from cass_tools.cuda.context import Context
from cass_tools.drivers.files import Files
from cass_tools.drivers.launches import Dim, sites
from cass_tools.drivers.signatures import Kernel, Parameter

MOST_THREADS = 1024
USUAL: dict[int, Dim] = {1: (128, 1, 1), 2: (16, 16, 1), 3: (8, 8, 4)}
_BOUNDS = re.compile(rb"__launch_bounds__\s*\(\s*([^(),]+)")
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
    found = [shape for shape in _launches(files, kernel) if 0 < _threads(shape.block) <= MOST_THREADS]
    context = kernel.home
    dimensions = _dimensions(context, kernel)
    dynamic = 8192 if _DYNAMIC.search(context.code) else 0  # what it calls may use it
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


def _launches(files: Files, kernel: Kernel) -> Iterator[Shape]:
    """Blocks that the files say in numbers."""
    for site in sites(files, kernel):
        one, other = (site.started((n,)) for n in (3, 5))
        if one is not None and other is not None and one.block == other.block:
            shared = one.shared if one.shared == other.shared else 8192
            yield Shape(one.block, shared, 1 + (one.block[1] > 1) + (one.block[2] > 1))
