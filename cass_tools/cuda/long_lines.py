"""Lines that are too long to be read: what stands on them is named once, and stays as it is.

Of 14,000 sources of HeCBench, cuda-samples, HIPIFY, hip-tests and HIP none has a line of more than 8 KB. What is on a
longer one was written by a program, for a program: a tree, findings and excerpts of it would take memory and time
without end.
"""

from collections.abc import Callable

from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.model import Span

LONGEST = 1 << 18
"""Bytes of a line that is read, with the lines that backslashes join to it."""
_ALL_BUT_LINE_ENDS = bytes(c if c in b"\r\n" else 0x20 for c in range(256))
_BLOCK = 1 << 20  # bytes that are searched at a time


def long_lines(data: bytes) -> tuple[Span, ...]:
    """The lines of more bytes, without their ends."""
    found, start = list[Span](), 0
    while len(data) - start > LONGEST:
        last = data.rfind(b"\n", start, start + LONGEST + 1)
        while last >= 0 and goes_on(data, last):
            last = data.rfind(b"\n", start, last)
        if last >= 0:  # all lines up to there are short
            start = last + 1
            continue
        end = data.find(b"\n", start + LONGEST)
        while end >= 0 and goes_on(data, end):
            end = data.find(b"\n", end + 1)
        found.append(Span(start, len(data) if end < 0 else end))
        start = found[-1].end
    return tuple(found)


def goes_on(data: bytes, end: int) -> bool:
    """Whether a line that ends at byte `end` is joined to the next."""
    return data.endswith((b"\\", b"\\\r"), max(0, end - 2), end)


def without(data: bytes, lines: tuple[Span, ...]) -> bytes:
    """`data` with spaces for these lines."""
    if not lines:  # as with all that people write
        return data
    out = bytearray(data)
    for start, end in lines:
        out[start:end] = data[start:end].translate(_ALL_BUT_LINE_ENDS)
    return bytes(out)


def first_word(data: bytes, line: Span, asked: Callable[[bytes], bool]) -> Span | None:
    """Where the first identifier of a line is for which `asked` holds, in comments and literals too."""
    start = line.start
    while start < line.end:
        end = min(start + _BLOCK, line.end)
        while (
            end < line.end and data[end - 1 : end + 1].replace(b"_", b"a").isalnum()
        ):  # in the middle of a word, perhaps
            end += 1
        if any(map(asked, set(IDENTIFIER.findall(data, start, end)))):
            words = (match.span() for match in IDENTIFIER.finditer(data, start, end) if asked(match.group()))
            return Span(*next(words))
        start = end
    return None
