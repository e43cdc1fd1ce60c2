"""Blanked code in pieces, which are shared by all texts that hold them."""

from cass_tools.cuda.constants import Constants
from cass_tools.cuda.includes import read_layout
from cass_tools.cuda.lex import Words, blank
from cass_tools.cuda.pieces import _KNOWN, END, Pieces, pieces

CODE = b"int f() {\n  g();\n}\nint h() {\n  g();\n}\n"


def test_pieces_put_together_are_the_code() -> None:
    for code in (CODE, b"", b"}", b"\n}", b"\n}\n}", b"#define M { \\\n} a\nint b;\n}\n", b"#define M \\\r\n}\r\n}\n"):
        cut = Pieces(code)
        assert END.join(piece.text for piece in cut.all) == code
        assert all(code[start:].startswith(piece.text) for start, piece in cut)


def test_a_macro_that_goes_on_is_not_cut() -> None:
    assert [piece.text for piece in Pieces(b"#define M { \\\n} a\nint b() {\n}\n").all] == [
        b"#define M { \\\n} a\nint b() {",
        b"\n",
    ]


def test_what_is_asked_about_a_piece_is_found_out_once() -> None:
    asked: list[bytes] = []

    def size(text: bytes) -> int:
        asked.append(text)
        return len(text)

    first, second = b"int once_only() {\n  x();\n}\n", b"// more\nint once_only() {\n  x();\n}\n"
    assert Pieces(first).answers(size) == [24, 1]
    assert Pieces(b"int other() {\n}" + first[24:]).answers(size)[-1] == 1
    assert Pieces(second).answers(size) == [32, 1]
    assert asked.count(b"\n") == 1


def test_places_are_those_of_the_file() -> None:
    cut = pieces(CODE)
    assert cut.places(b"g()") == [12, 31]
    assert cut.hold(b"g()")
    assert not cut.hold(b"xyz")
    assert Words(CODE)[b"g"] == [12, 31]
    assert Words(b"a\n}a a_ 1a\n}\na")[b"a"] == [0, 3, 13]


def test_a_directive_behind_a_brace_is_none() -> None:
    text = b"#define A 1\nint f() {\n}#define B 2\n#include <b.h>\n} #include <c.h>\n"
    code = blank(text)
    assert [include.path for include in read_layout(text, code).includes] == ["b.h"]
    assert [Constants(code).defines(name) for name in (b"A", b"B")] == [True, False]


def test_only_so_much_text_is_kept() -> None:
    for number in range(300):
        Pieces(b"%d" % number + b" " * 50_000)
    assert sum(map(len, _KNOWN._pieces)) == _KNOWN._size <= 4 << 20
