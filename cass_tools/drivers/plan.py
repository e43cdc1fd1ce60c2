"""What a kernel is tried with: for each way to start it and size of its data, the cases that one run makes.

A profile is a guess at sizes that keep every access inside its buffer. The original decides: the first profile under
which it runs without an access outside is taken (trying.py), and what no guess fits is told with a stanza to fill in.
"""

import math
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from cass_tools.drivers.divisors import divisors
from cass_tools.drivers.files import Files
from cass_tools.drivers.launches import Dim, Site, Started, sites
from cass_tools.drivers.options import Options
from cass_tools.drivers.shapes import Role, Shape, role, shapes
from cass_tools.drivers.signatures import Kernel, Parameter

SIZES: dict[int, tuple[int, ...]] = {0: (), 1: (1000,), 2: (37, 29), 3: (13, 11, 9)}
MANY = (7, 6, 5, 4, 3)
CHOSEN = ((64, 32, 16, 8), (32,), (16,), (256,), (1000, 37, 29, 13), (4,), (1,))
FIRST, RISING = 5, "rising"
LOW = 2  # loops that divide or halve a number until it is odd, or 1, never end with less
ROOM = 1 << 17  # elements, where integers rise by two or so from each to the next
INDICES = re.compile(r"(?:const )*(?:unsigned|int|long|size_t|u?int(?:32|64)_t|uint)\b[\w ]*\*")
MOST_ELEMENTS = 1 << 22
MOST_SITES = 2  # launches of a kernel that are tried
# What makes a kernel's blocks do different things; it may hide in what the kernel calls.
BLOCKS = re.compile(
    rb"\b(?:blockIdx|gridDim|this_grid|grid_group)\b"
    rb"|\b(?!if|for|while|switch|return|sizeof|min|max|__\w+|atomic\w+)\w+(?:<[^<>;]*>)?\s*\((?!\s*\))"
)
MOST_THREADS = 4096  # of a launch, as long as the sizes need no more


class Profile(NamedTuple):
    """Sizes for a kernel: how it is started, what its size parameters are, elements of its buffers, what is small.

    With a `site` it is started as that place of the file does, with the numbers `chosen` for what only running tells.
    """

    shape: Shape
    sizes: tuple[int, ...]
    elements: int
    small: int
    alone: bool = False  # one block
    site: Site | None = None
    chosen: tuple[int, ...] = ()
    way: str = ""  # of integers and all else, whatever the case
    low: int = 0  # of integers in buffers

    def started(self, part: float) -> Started | None:
        """The launch of the site, with a part of what was chosen."""
        if self.site is None:
            return None
        return self.site.started(tuple(_part(n, part) for n in self.chosen)) or self.site.started(self.chosen)


class Style(NamedTuple):
    """How one case fills its data: the name for people, the way, and the range of numbers with a fraction.

    `most` bounds integers, as the smallest size does.
    """

    name: str
    way: str
    floats: tuple[float, float]
    part: float = 1.0  # of the profile's sizes
    shift: int = 0
    most: int = 16


STYLES = (
    Style("random", "random", (0, 1)),
    Style("negative", "random", (-4, 4), 0.75),
    Style("ramp", "ramp", (0, 8), 0.3),
    Style("edges", "edge", (-1, 1)),
    Style("unaligned", "random", (0, 2), 1.0, 1),
    Style("large", "random", (0, 4), most=250),
)


def profiles(files: Files, kernel: Kernel, options: Options) -> Iterator[Profile]:
    """Guesses, the most telling first; early among them some whose integers rise, as the starts of rows do, and
    some without 0 and 1."""
    launched, usual = _launched(files, kernel), _usual(files, kernel, options)
    first = [*islice(launched, FIRST), *islice(usual, 1)]
    yield from first
    if any(INDICES.match(parameter.type) for parameter in kernel.parameters):
        yield from (p._replace(way=RISING, elements=max(p.elements, ROOM)) for p in (*first[:2], *first[2:][-1:]))
        yield from (p._replace(low=LOW) for p in dict.fromkeys((first[0], first[-1])))
    yield from launched
    yield from usual


def _usual(files: Files, kernel: Kernel, options: Options) -> Iterator[Profile]:
    """What fits most kernels."""
    ways = [_asked(shape, options) for shape in shapes(files, kernel)]
    count = sum(_is_size(kernel, p) for p in kernel.parameters)
    many = BLOCKS.search(kernel.home.code, kernel.function.body, kernel.function.end) is not None
    usual = SIZES.get(count, (*MANY, *(2 for _ in range(count)))[:count])
    some = (5, 4, 3, 2, *(1 for _ in range(count)))[: max(count - 1, 0)]
    whole = math.prod(some)
    for sizes, small, factor in (
        (usual, 1, 1),
        *((((whole, *some), 1, 1), ((*some, whole), 1, 1)) if count > 1 else ()),
        (usual, 1, 64),
        ((32,) * count, 0, 64),
        ((16,) * count, 1, 64),
        ((4,) * count, 0, 256),
        ((1,) * count, 0, 256),
    ):
        for shape in ways[: 3 if factor == 1 else 2]:
            threads = math.prod(shape.block) * math.prod(_grid(shape, sizes))
            made = Profile(shape, sizes, max(2 * math.prod(sizes), threads, MOST_THREADS) * factor, small)
            if many:
                yield made
            if factor > 1 or not many:
                yield made._replace(alone=True)


def _part(number: int, part: float) -> int:
    """A part of a number; of a power of two a power of two, as what is divided by it may need that."""
    return 1 << max(int(math.log2(number * part)), 0) if number & (number - 1) == 0 else max(int(number * part), 1)


def _launched(files: Files, kernel: Kernel) -> Iterator[Profile]:
    """As the files start it, with each of some numbers for what they do not say."""
    known: set[object] = set()
    count = sum(_is_size(kernel, p) for p in kernel.parameters)
    found = {(site.configuration, site.arguments): site for site in sites(files, kernel)}
    for factor in (1, 64):
        for site in list(found.values())[:MOST_SITES]:
            probe = site.started(CHOSEN[0])
            usual = SIZES.get(probe.free if probe else 1) or CHOSEN[0]
            for chosen in (usual, *CHOSEN)[: 2 if factor > 1 else None]:
                started = site.started(chosen)
                told = started and (started.grid, started.block, started.shared, tuple(started.values.items()), factor)
                if started is None or told in known:
                    continue
                known.add(told)
                threads = math.prod(started.block) * math.prod(started.grid)
                elements = min(max(started.elements, 2 * threads, MOST_THREADS) * factor, MOST_ELEMENTS)
                shape = Shape(started.block, started.shared, 1)
                sizes = SIZES.get(count) or (chosen * count)[:count]
                yield Profile(shape, sizes, elements, 1, site=site, chosen=chosen)


def _asked(shape: Shape, options: Options) -> Shape:
    block = options.block or shape.block
    return Shape(block, shape.shared if options.shared is None else options.shared, shape.dimensions)


def _is_size(kernel: Kernel, parameter: Parameter) -> bool:
    return parameter.is_integer and bool(parameter.name) and role(kernel, parameter) is Role.SIZE


def _grid(shape: Shape, sizes: Sequence[int]) -> Dim:
    """Blocks that cover the sizes: their product along one axis, or each along its own."""
    if shape.dimensions == 1:
        wanted = min(max(math.prod(sizes), 1000), MOST_THREADS)
        return (max(math.ceil(wanted / shape.block[0]), 2), 1, 1)
    largest = max((*sizes, 24))
    x, y, z = (math.ceil(largest / b) for b in shape.block)
    return (min(x, 8), min(y, 8), min(z, 4) if shape.dimensions > 2 else 1)


class Filling(NamedTuple):
    """How one argument is filled (`Spec` in include/drive/cass_drive_values.h)."""

    way: str
    ints: tuple[int, int]
    floats: tuple[float, float]
    elements: int = 1
    shift: int = 0
    value: float | None = None

    def words(self) -> str:
        """As a line of the plan has it."""
        value = (0, 0) if self.value is None else (1, self.value)
        return " ".join((self.way, *map(str, (*self.ints, *self.floats, self.elements, self.shift, *value))))


class Plan(NamedTuple):
    """The cases of a kernel under one profile."""

    kernel: Kernel
    profile: Profile
    options: Options

    def text(self, *, guarded: bool, only: str = "") -> str:
        """As the driver reads it (include/drive/cass_drive.h); `only` names one case."""
        chosen = [(n, style) for n, style in enumerate(STYLES) if not only or style.name == only]
        nonzero = divisors(self.kernel)
        lines = (self._case(number, style, nonzero, guarded=guarded) for number, style in chosen)
        return "".join(f"{line}\n" for case in lines for line in case)

    @property
    def work(self) -> int:
        """A measure of how long it takes: threads, times the largest number that may be how often one of them loops."""
        started = self.profile.started(1)
        shape = _asked(Shape(started.block, 0, 1) if started else self.profile.shape, self.options)
        grid = self.options.grid or (started.grid if started else _grid(shape, self.profile.sizes))
        values = self._values(self.profile.sizes, 0, started).values()
        return math.prod(shape.block) * math.prod(grid) * max((int(abs(v)) for v in values if v == int(v)), default=1)

    def _case(self, number: int, style: Style, nonzero: Container[str], *, guarded: bool) -> Iterator[str]:
        kernel, profile = self.kernel, self.profile
        sizes = tuple(max(int(size * style.part), 1) for size in profile.sizes)
        started = profile.started(style.part)
        shape = _asked(Shape(started.block, started.shared, 1) if started else profile.shape, self.options)
        usual = started.grid if started else _grid(shape, profile.sizes)
        grid = self.options.grid or ((1, 1, 1) if profile.alone else usual)
        launch = (*grid, *shape.block, shape.shared, int(kernel.cooperative), int(guarded), number + 1)
        yield f"case\t{kernel.expression}\t{style.name}"
        yield f"launch {' '.join(map(str, launch))}"
        values = self._values(sizes, profile.small * number, started)
        bounds = [
            n for n in (started.values.values() if started else sizes) if isinstance(n, int) and n > bool(started)
        ]
        ints = (profile.low, profile.low + max(min((*bounds, style.most)), 1))
        for parameter in kernel.parameters:
            within = (max(ints[0], 1), max(ints[1], 2)) if parameter.name in nonzero else ints
            plain = Filling(
                profile.way or style.way,
                within,
                style.floats,
                profile.elements,
                style.shift,
                values.get(parameter.name),
            )
            yield f"argument {self._wished(parameter, plain).words()}"
        yield f"symbols {Filling(style.way, ints, style.floats).words()}"

    def _values(self, sizes: Sequence[int], small: int, started: Started | None) -> Mapping[str, float]:
        """The value of each parameter that is an integer, that a launch tells or that the options name."""
        left = iter(sizes)
        found: dict[str, float] = {}
        for parameter in self.kernel.parameters:
            if parameter.is_integer:
                found[parameter.name] = next(left, 1) if _is_size(self.kernel, parameter) else small
        known = {parameter.name for parameter in self.kernel.parameters}
        found |= started.values if started else {}
        return found | {name: value for name, value in self.options.sizes.items() if name in known}

    def _wished(self, parameter: Parameter, plain: Filling) -> Filling:
        """As cass.toml wants it."""
        wish = self.options.inputs.get(parameter.name)
        if wish is None:
            return plain
        return plain._replace(
            way=wish.style or plain.way,
            ints=wish.whole or plain.ints,
            floats=wish.range or plain.floats,
            elements=wish.elements or plain.elements,
        )
