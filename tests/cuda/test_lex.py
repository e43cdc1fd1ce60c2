"""Blanking keeps every offset and touches nothing but comments, literals and messages."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cass_tools.cuda.lex import Defines, Words, blank

PIECES = st.lists(
    st.sampled_from(
        [b"a", b"1", b"'", b'"', b"\\", b"\n", b"\r\n", b"/", b"*", b"//", b"R", b"(", b")", b"#error ", b"\0", b"\xe9"]
    )
)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"a // b\nc", b"a     \nc"),
        (b"a // b\\\nb2\nc", b"a      \n  \nc"),
        (b"a /* b\nb */ c", b"a     \n     c"),
        (b'f("a//b", c)', b'f("    ", c)'),
        (b'f("a\\"b", c)', b'f("    ", c)'),
        (b"f('\"', c)", b"f('x', c)"),
        (b"1'000'000", b"100000000"),
        (b'R"x(a)" b)x" c', b'R"x(     )x" c'),
        (b"#error it's broken\nx", b"#error            \nx"),
        (b"\xef\xbb\xbfint a;", b"   int a;"),
        (b"a\0b\xe9", b"a b_"),
    ],
)
def test_what_is_no_code_becomes_space(source: bytes, expected: bytes) -> None:
    assert blank(source) == expected


@given(PIECES)
def test_length_and_line_ends_stay(pieces: list[bytes]) -> None:
    source = b"".join(pieces)
    code = blank(source)
    assert len(code) == len(source)
    assert [m.start() for m in re.finditer(b"\n", code)] == [m.start() for m in re.finditer(b"\n", source)]
    assert code.isascii()


@given(PIECES)
def test_words_are_found_where_they_are(pieces: list[bytes]) -> None:
    code = blank(b"".join(pieces))
    expected: dict[bytes, list[int]] = {}
    for match in re.finditer(rb"[A-Za-z_]\w*", code):
        if not code[match.start() - 1 : match.start()].isdigit() or match.start() == 0:
            expected.setdefault(match.group(), []).append(match.start())
    words = Words(code)
    assert {name: words[name] for name in words if words[name]} == expected


def test_defines_know_their_replacement_text() -> None:
    code = b"#define A 1\n  # define F(x) \\\n  g(x)\n#define EMPTY\nint y;\n"
    defines = Defines(code)
    assert [(d.name, d.function_like, defines.text(d)) for d in defines.all] == [
        (b"A", False, b" 1"),
        (b"F", True, b" \\\n  g(x)"),
        (b"EMPTY", False, b""),
    ]
    assert defines.index(code.index(b"g(x)")) == 1
    assert defines.index(code.index(b"int y")) is None
