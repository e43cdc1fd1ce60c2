"""Words in text of a build file, with their places: parts of lists and what generator expressions wrap."""

import re
from collections.abc import Iterator

from cass_tools.build_files.encoding import decoded
from cass_tools.build_files.flags import Word
from cass_tools.model import Span

# A reference to a variable is one piece, whatever stands in it. The rest ends at space, quotes, `;` and `<` `>`.
_PIECE = re.compile(rb"""(?:\$\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)|\$\{[^{}\s]*\}|\\.|[^\s;"'<>\\])+""", re.S)
_QUOTED = re.compile(rb""""[^"\n]*"|'[^'\n]*'""")
_PREFIX = re.compile(rb"(?:SHELL:|[A-Z_]+:)(?=-)")


def shell_words(text: bytes, start: int) -> Iterator[Word]:
    """The words of `text` as a shell has them: a quoted word is one, and its place includes the quotes.

    The quotes are part of the word where it holds space.
    """
    done = 0
    for match in _QUOTED.finditer(text):
        before, after = text[: match.start()][-1:], text[match.end() : match.end() + 1]
        if (before and not before.isspace()) or (after and not after.isspace()):
            continue
        yield from words_in(text[done : match.start()], start + done)
        held = match[0] if any(space in match[0] for space in (b" ", b"\t")) else match[0][1:-1]
        yield Word(decoded(held), Span(start + match.start(), start + match.end()))
        done = match.end()
    yield from words_in(text[done:], start + done)


def words_in(text: bytes, start: int) -> Iterator[Word]:
    """The words of `text`, which lies at byte `start` of its file."""
    for match in _PIECE.finditer(text):
        begin, end = match.span()
        before = text[begin - 1 : begin]
        if before == b">" and text[begin : begin + 1] in (b":", b","):
            begin += 1
        if (prefix := _PREFIX.match(text, begin, end)) is not None:
            begin = prefix.end()
        while text[end - 1 : end] == b")" and text.count(b")", begin, end) > text.count(b"(", begin, end):
            end -= 1  # of a call of make's that the word is the last of
        word = text[begin:end]
        if word not in (b"", b"\\", b"\\\n", b"$"):
            yield Word(decoded(word), Span(start + begin, start + end))
