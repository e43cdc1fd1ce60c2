"""`#if` conditions as text: the tests of one macro in them, and what the same test means for AMD.

A test is `defined(M)`, `M` alone, or a comparison of `M` with a number; the rest of a condition is left as it is.
"""

import functools
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from cass_tools.cuda.lines import logical_start
from cass_tools.cuda.patterns import Pattern

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context, Node

_MIRROR = {b"<": b">", b">": b"<", b"<=": b">=", b">=": b"<=", b"==": b"==", b"!=": b"!="}


_COMPILER = Pattern(rb"\b(?:__GNUC__|__clang__|_MSC_VER|__INTEL_COMPILER|__PGI)\b")


class MacroTest(NamedTuple):
    """One test of a macro at bytes [start, end): `operator` is `defined`, empty (its value as such) or a comparison.

    `number` is what it is compared with, None where that is no plain number. `sound` means: nothing around the bytes
    (arithmetic, another comparison) changes what the test says.
    """

    start: int
    end: int
    operator: bytes
    number: int | None
    sound: bool = True


_HIP = Pattern(rb"\b(?:__HIP\w*|HIP_\w+|USE_ROCM|\w*_HIP|__AMDGCN\w*)\b")
_DIRECTIVE = Pattern(rb"[ \t]*#[ \t]*(?P<kind>(?:el)?if(?:n?def)?)\b(?P<condition>(?:[^\\\n]|\\\r?\n|\\)*)")


def condition_at(offset: int, code: bytes) -> tuple[bytes, int, int] | None:
    """The directive (`if`, `ifdef`, `elif` ...) whose condition holds byte `offset`, and where the condition is."""
    match = _DIRECTIVE.match(code, logical_start(code, offset))
    return None if match is None else (match["kind"], match.start("condition"), match.end("condition"))


def adapted(offset: int, code: bytes) -> bool:
    """Whether the condition at byte `offset` names a macro of HIP as well: its author has thought of AMD."""
    found = condition_at(offset, code)
    return found is not None and _HIP.search(code, found[1], found[2]) is not None


def avoids_nvcc(offset: int, code: bytes) -> bool:
    """Whether a macro at byte `offset` is negated in a condition that asks for another compiler by name.

    What nvcc cannot do, AMD's clang may: such conditions are right as they are.
    """
    found = condition_at(offset, code)
    if found is None or _COMPILER.search(code, found[1], found[2]) is None:
        return False
    return re.search(rb"!\s*defined[\s(]*\Z", code[found[1] : offset]) is not None


def in_condition(node: "Node", context: "Context") -> bool:
    """Whether a node is part of an `#if`, `#ifdef` or `#elif`."""
    return condition_at(node.start_byte, context.code) is not None


def tests_of(
    macro: bytes, code: bytes, start: int, end: int, value: Callable[[bytes], int | None] | None = None
) -> Iterator[MacroTest]:
    """The tests of `macro` in the condition at bytes [start, end) of blanked code, in order.

    `value` gives the numbers of other macros that it may be compared with.
    """
    name = re.escape(macro)
    number = rb"[0-9][0-9'uUlL]*" if value is None else rb"\w[\w']*"
    pattern = re.compile(
        rb"\bdefined\s*\(\s*" + name + rb"\s*\)|\bdefined\s+" + name + rb"\b"
        rb"|(?<![\w.'])(?P<left>" + number + rb")\s*(?P<reversed>[<>]=?|==|!=)\s*" + name + rb"\b"
        rb"|\(\s*" + name + rb"\s*\)\s*(?P<inner>[<>]=?|==|!=)\s*(?P<third>" + number + rb")"
        rb"|\b" + name + rb"\b(?:\s*(?P<operator>[<>]=?|==|!=)\s*(?P<right>" + number + rb")?)?"
    )
    for match in pattern.finditer(code, start, end):
        if match.group().startswith(b"defined"):
            yield MacroTest(match.start(), match.end(), b"defined", None)
            continue
        operator = match["operator"] or match["inner"] or _MIRROR.get(match["reversed"] or b"", b"")
        digits = match["right"] or match["left"] or match["third"]
        compared: int | None = None
        if digits and digits[:1].isdigit():
            compared = int(re.sub(rb"[^0-9]", b"", digits))
        elif digits and value is not None:
            compared = value(digits)
        sound = _sound(code[start : match.start()], code[match.end() : end])
        yield MacroTest(match.start(), match.end(), operator, compared, sound)


def _sound(before: bytes, after: bytes) -> bool:
    left, right = before.rstrip()[-2:], after.lstrip()[:2]
    return left[-1:] not in (b"*", b"/", b"%", b"+", b"-", b"<", b">", b"=") and right[:1] not in tuple(
        bytes([c]) for c in b"*/%+-<>="
    )


_BRANCH = Pattern(rb"^[ \t]*#[ \t]*(ifdef|ifndef|if|elif|else|endif)\b[ \t]*([^\n]*)", re.MULTILINE)
_AMD_MACRO = rb"(?:__HIPCC__|__HIP__|__HIP_PLATFORM_(?:AMD|HCC)__|USE_ROCM|USE_HIP)"
_IS_AMD = Pattern(rb"defined\s*\(?\s*" + _AMD_MACRO + rb"\s*\)?\s*|" + _AMD_MACRO + rb"\s*")
_GPU_MACRO = rb"(?:__CUDA_ARCH__|__HIP_DEVICE_COMPILE__)"
_IS_GPU = Pattern(rb"defined\s*\(?\s*" + _GPU_MACRO + rb"\s*\)?\s*|" + _GPU_MACRO + rb"\s*(?:>\s*0\s*)?")


class _Ranges(NamedTuple):
    """Byte ranges of the branches that one compiler never reads, and of those that no other compiler reads."""

    unread: tuple[tuple[int, int], ...] = ()
    only: tuple[tuple[int, int], ...] = ()


@functools.lru_cache(maxsize=2)
def _ranges(code: bytes) -> _Ranges:
    return _branches(code, _IS_AMD) if b"HIP" in code or b"ROCM" in code else _Ranges()


@functools.lru_cache(maxsize=2)
def _sides(code: bytes) -> _Ranges:
    """What is never read for a GPU, whoever's it is; the macro of one says nothing of the other's."""
    known = b"__CUDA_ARCH__" in code or b"_DEVICE_COMPILE__" in code
    return _branches(code, _IS_GPU, Pattern(_GPU_MACRO)) if known else _Ranges()


def _branches(code: bytes, asked: Pattern, again: Pattern | None = None) -> _Ranges:
    """Branches by a condition that `asked` matches as a whole, perhaps negated; nothing is known of a further branch
    whose condition holds `again`."""
    found: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    # Where a branch began; whether it is read, if that is known; whether one before it was.
    open_branches: list[tuple[int, bool | None, bool]] = []
    for match in _BRANCH.finditer(code):
        kind, condition = match[1], match[2].strip()
        if kind in (b"ifdef", b"ifndef", b"if"):
            negated = kind == b"ifndef" or condition.startswith(b"!")
            known = asked.fullmatch(condition.lstrip(b"! ")) is not None
            open_branches.append((match.end(), not negated if known else None, False))
        elif open_branches:
            began, read, taken = open_branches.pop()
            if read is not None:
                found[read].append((began, match.start()))
            taken = taken or read is True
            others = True if read is False and kind == b"else" else None
            if kind != b"endif":
                asks = kind == b"elif" and again is not None and again.search(condition) is not None
                open_branches.append((match.end(), None if asks else False if taken else others, taken))
    return _Ranges(_apart(found[False]), _apart(found[True]))


def _apart(ranges: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """In order, without those inside others: ranges of branches never overlap in part."""
    kept = list[tuple[int, int]]()
    for start, end in sorted(ranges):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return tuple(kept)


def _within(offset: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    number = bisect_right(ranges, offset, key=itemgetter(0)) - 1
    return number >= 0 and offset < ranges[number][1]


def amd_never_reads(offset: int, code: bytes) -> bool:
    """Whether byte `offset` is in a branch for other compilers, such as `#ifndef __HIPCC__`."""
    return _within(offset, _ranges(code).unread)


def has_unread(code: bytes) -> bool:
    """Whether there are such branches at all."""
    return bool(_ranges(code).unread)


def only_amd_reads(offset: int, code: bytes) -> bool:
    """Whether byte `offset` is in a branch for AMD alone, such as `#ifdef USE_ROCM`: its author knows the wavefront."""
    return _within(offset, _ranges(code).only)


def only_host_reads(offset: int, code: bytes) -> bool:
    """Whether byte `offset` is in a branch that no GPU runs, such as `#ifndef __CUDA_ARCH__`."""
    return _within(offset, _sides(code).unread)
