"""What kernels did to memory, one value per launch, as a record holds it; and how two programs' launches differ."""

import json
import math
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

RELATIVE = 1e-5  # of floating-point samples, as for what programs print
SCALARS = {
    "float": "f",
    "double": "d",
    "__half": "e",
    "bool": "B",
    "char": "b",
    "signed char": "b",
    "unsigned char": "B",
    "short": "h",
    "unsigned short": "H",
    "int": "i",
    "unsigned int": "I",
    "long": "q",
    "unsigned long": "Q",
    "long long": "q",
    "unsigned long long": "Q",
}
FLOATING = {"f": (6, 7, 8, 9), "d": (15, 16, 17), "e": (3, 4, 5)}  # digits after which a value can be read back
VECTOR = re.compile(r"(u?)(char|short|int|longlong|long|float|double)[1-4]")
HIP_VECTOR = re.compile(r"HIP_vector_type<([\w ]+), [1-4]u>")
RELEASE = re.compile(r"\b(?:CUB|THRUST|_V)_\d+\w*::")  # a namespace that names the release of NVIDIA's libraries
QUALIFIERS = re.compile(r"\b(?:const|volatile|__restrict)\b|[*&]")


class Change(NamedTuple):
    """A buffer that a launch has changed, as it was afterwards.

    `type` is that of its elements where the kernel's signature tells, else empty. `samples` are 8 bytes each, from an
    offset: numbers of that type, or hexadecimal.
    """

    buffer: str
    size: int
    sha256: str
    type: str
    samples: tuple[tuple[int, tuple[str, ...]], ...]


class Launch(NamedTuple):
    """One launch: the kernel's name as it reads in the source, its shape, what it changed.

    `unread` says why nothing of its memory is known: it failed, or there were too many before it.
    """

    kernel: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    shared: int
    changed: tuple[Change, ...] = ()
    unread: str = ""


def read(lines: Sequence[str]) -> tuple[Launch, ...]:
    """The launches that the watching library wrote; a line that is cut off ends them."""
    found = []
    for line in lines:
        try:
            found.append(_launch(json.loads(line)))
        except (ValueError, KeyError):
            break
    return tuple(found)


def _launch(said: Mapping[str, Any]) -> Launch:
    types: dict[str, str] = {}
    for pointer in said.get("pointers", ()):
        if (kind := scalar(pointer["type"])) and pointer["buffer"] not in types:
            types[pointer["buffer"]] = kind
    unread = "not read" if said.get("counted") else f"error {said['error']}" if "error" in said else ""
    changed = (_change(each, types.get(each["buffer"], "")) for each in said.get("changed", ()))
    name = said["kernel"] or "a graph"
    return Launch(name, tuple(said["grid"]), tuple(said["block"]), said["shared"], tuple(changed), unread)


def _change(said: Mapping[str, Any], kind: str) -> Change:
    samples = tuple((offset, values(bytes.fromhex(text), kind)) for offset, text in said["samples"])
    return Change(said["buffer"], said["bytes"], said["sha256"], kind, samples)


def scalar(pointer: str) -> str:
    """The name of the numbers behind a pointer's type: float for `float4 const*`; empty for structures and void."""
    name = " ".join(QUALIFIERS.sub(" ", pointer).split())
    if name in SCALARS and pointer.count("*") == 1:
        return name
    if (hip := HIP_VECTOR.fullmatch(name)) and pointer.count("*") == 1:
        return hip[1] if hip[1] in SCALARS else ""
    if (vector := VECTOR.fullmatch(name)) and pointer.count("*") == 1:
        return ("unsigned " if vector[1] else "") + vector[2].replace("longlong", "long long")
    return ""


def values(data: bytes, kind: str) -> tuple[str, ...]:
    """Numbers as text that can be read back exactly; hexadecimal where the type is not known, or does not fit."""
    letter = SCALARS.get(kind)
    if letter is None or len(data) % struct.calcsize(f"<{letter}"):
        return (data.hex(),)
    numbers = struct.unpack(f"<{len(data) // struct.calcsize(f'<{letter}')}{letter}", data)
    if letter not in FLOATING:
        return tuple(map(str, numbers))
    return tuple(_shortest(number, letter) for number in numbers)


def _shortest(number: float, letter: str) -> str:
    for digits in FLOATING[letter]:
        text = f"{number:.{digits}g}"
        try:
            if struct.pack(f"<{letter}", float(text)) == struct.pack(f"<{letter}", number):
                return text
        except OverflowError:  # rounded up, out of the type's range
            continue
    return text


def differences(expected: Sequence[Launch], found: Sequence[Launch]) -> Iterator[str]:
    """A sentence for each launch that is another one or left other values behind, in order."""
    for number, (a, b) in enumerate(zip(expected, found, strict=False), 1):
        where = f"launch {number} ({a.kernel})"
        if _plain(a.kernel) != _plain(b.kernel) or (a.grid, a.block, a.shared) != (b.grid, b.block, b.shared):
            yield f"{where}: expected {_shape(a)}, got {b.kernel} {_shape(b)}"
            continue
        if a.unread or b.unread:
            if a.unread != b.unread:
                yield f"{where}: expected {a.unread or 'no error'}, got {b.unread or 'no error'}"
            continue
        yield from (f"{where}: {said}" for said in _changes(a, b))
    if len(expected) != len(found):
        yield f"expected {len(expected)} launches, got {len(found)}"


def _plain(kernel: str) -> str:
    """The name; of a kernel of NVIDIA's libraries without its release and the types that this chose."""
    return RELEASE.sub("", kernel).partition("<")[0] if RELEASE.search(kernel) else kernel


def _shape(launch: Launch) -> str:
    sizes = ("x".join(map(str, dim)) for dim in (launch.grid, launch.block))
    return f"<<<{', '.join(sizes)}, {launch.shared}>>>"


def _changes(a: Launch, b: Launch) -> Iterator[str]:
    theirs = {change.buffer: change for change in b.changed}
    for mine in a.changed:
        other = theirs.pop(mine.buffer, None)
        if other is None:
            yield f"{mine.buffer} was to be changed, and was not"
        elif mine.size != other.size:
            yield f"{mine.buffer}: expected {mine.size} bytes, got {other.size}"
        elif mine.sha256 != other.sha256 and (said := _sample(mine, other)):
            yield f"{mine.buffer}, {said}"
    yield from (f"{name} was changed, and was not to be" for name in theirs)


def _sample(a: Change, b: Change) -> str:
    """The first sample that differs; where none does, whether the rest may: only numbers with a fraction."""
    theirs = dict(b.samples)
    largest = max((abs(float(text)) for _, each in a.samples for text in each if _finite(text, a.type)), default=0.0)
    for offset, mine in a.samples:
        other = theirs.get(offset, mine)
        for number, (x, y) in enumerate(zip(mine, other, strict=False)):
            if not _same(x, y, a.type, largest):
                return f"byte {offset}, number {number}: expected {x}, got {y}"
    return "" if SCALARS.get(a.type) in FLOATING else "the samples are equal, the rest differs"


def _finite(text: str, kind: str) -> bool:
    return SCALARS.get(kind) in FLOATING and math.isfinite(float(text))


def _same(x: str, y: str, kind: str, largest: float) -> bool:
    """Equal, or floating-point numbers that are close, to themselves or to the largest one there."""
    if x == y or SCALARS.get(kind) not in FLOATING:
        return x == y
    a, b = float(x), float(y)
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return math.isclose(a, b, rel_tol=RELATIVE, abs_tol=RELATIVE * 0.1 * largest)
