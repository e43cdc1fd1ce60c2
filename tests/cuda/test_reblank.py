"""A text that is being edited is blanked from the version before exactly as from the beginning."""

import random

import pytest

from cass_tools.cuda.lex import blank
from cass_tools.cuda.reblank import Blanked

TEXT = b"""// a comment \\
that goes on
#include <cuda.h>
#error it's /* not */ a literal
const char *s = "a \\" b", *r = R"x( // " )x", *u = u8R"(')";
int n = 1'000'000; char c = '"';
/* a
 * longer one */
__global__ void k(float *p) { p[0] = 1; } // '
"""
PIECES = (b'"', b"'", b"/*", b"*/", b"//", b"\\\n", b"\\", b"\n", b'R"(', b')"', b'u8R"x(', b')x"', b"#", b" error ")
MORE = (b"0'1", b"8", b"u", b"R", b"\r\n", b"\xef\xbb\xbf", b"/", b"*", b"x")


@pytest.mark.parametrize("seed", range(20))
def test_any_edits_give_what_a_reading_from_the_beginning_gives(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - no secret
    text, blanked = TEXT, Blanked()
    assert blanked.next(text) == blank(text)
    for _ in range(150):
        at = chance.randint(0, len(text))
        new = b"".join(chance.choices(PIECES + MORE, k=chance.choice((0, 1, 1, 2))))
        text = text[:at] + new + text[at + chance.choice((0, 0, 1, 3, 20)) :]
        assert blanked.next(text) == blank(text), text
        if len(text) < 40:
            text = TEXT


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b"int a; // b\n"),
        (b"int a; // b\n", b""),
        (b"x\n// it's\nint a; // b\n", b"x\n/* it's\nint a; // b\n"),  # all that follows goes
        (b"x\n/* it's\nint a; */ int b;\n", b"x\n// it's\nint a; */ int b;\n"),  # and comes back
        (b'a("x\\\ny"); // z\n', b'a("x\ny"); // z\n'),  # a literal that no longer goes on
        (b"# err it's\n", b"# error it's\n"),  # what begins before the change
        (b'R"(a // )" "b"\n', b'xR"(a // )" "b"\n'),  # what stands before the mark
        (b"\xef\xbb\xbf// a\nb\n", b"// a\nb\n"),
    ],
)
def test_an_edit_that_changes_what_the_rest_is(before: bytes, after: bytes) -> None:
    blanked = Blanked()
    for text in (before, after, before):
        assert blanked.next(text) == blank(text)
