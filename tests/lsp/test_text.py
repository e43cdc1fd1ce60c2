"""Positions: bytes to characters of three encodings and back, and edits that leave both sides with the same text."""

import re

import pytest
from cass_lsp.text import Place, Text, decoded, encoded
from hypothesis import given
from hypothesis import strategies as st

TEXTS = st.text(st.sampled_from("ab \t\n\r\u00e9\u4e16\U0001f600\u2028\x0b\x0c\ufeff\ud83d"), max_size=40)
ENCODINGS = ("utf-8", "utf-16", "utf-32")


def units(text: str, encoding: str) -> int:
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) if encoding == "utf-32" else len(text.encode("utf-16-le", "surrogatepass")) // 2


def lines(text: str) -> list[str]:
    """As a client splits them."""
    return re.split("\r\n|\r|\n", text)


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(TEXTS)
def test_every_character_has_its_place(encoding: str, text: str) -> None:
    made = Text.of(text, encoding)
    assert len(made.starts) == len(lines(text))
    for number, line in enumerate(lines(text)):
        for index in range(len(line) + 1):
            place = Place(number, units(line[:index], encoding))
            offset = made.offset(*place)
            assert made.data[made.starts[number] : offset] == encoded(line[:index])
            assert made.place(offset) == place


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(TEXTS, TEXTS, st.data())
def test_changes_are_those_of_the_client(encoding: str, text: str, new: str, data: st.DataObject) -> None:
    split = lines(text)
    ends: list[tuple[int, Place]] = []
    at = 0
    for number, line in enumerate(split):
        ends += [(at + i, Place(number, units(line[:i], encoding))) for i in range(len(line) + 1)]
        at += len(line)
        at += 2 if text[at : at + 2] == "\r\n" else 1
    first, last = sorted(data.draw(st.tuples(st.sampled_from(ends), st.sampled_from(ends))))
    made = Text.of(text, encoding).changed(first[1], last[1], new)
    assert decoded(made.data) == text[: first[0]] + new + text[last[0] :]


def test_what_is_beyond_the_end_is_the_end() -> None:
    text = Text.of("ab\r\n\U0001f600c", "utf-16")
    assert text.offset(0, 99) == 2 and text.offset(9, 0) == len(text.data) and text.offset(1, 99) == len(text.data)
    assert text.offset(1, 1) == 4  # within the emoji: where it begins
    assert Text.of("\u00e9x", "utf-8").offset(0, 1) == 0


def test_files_of_other_kinds() -> None:
    assert Text(b"\xef\xbb\xbfab", hide_bom=True).place(4) == Place(0, 1)
    latin = Text(b"\xe9\xe9x\n\xc3\xa9x")
    assert latin.place(2) == Place(0, 2) and latin.offset(0, 2) == 2
    assert latin.place(6) == Place(1, 1)


@given(
    st.text(alphabet="ab\r\n\u00e9", max_size=20),
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 6), st.text(alphabet="a\r\n\u00e9", max_size=4)), max_size=5),
)
def test_lines_of_a_changed_text_begin_where_those_of_a_new_one_do(
    text: str, edits: list[tuple[int, int, str]]
) -> None:
    made = Text.of(text, "utf-8")
    for at, size, new in edits:
        first = min(at, len(made.data))
        last = min(first + size, len(made.data))
        after = made.data[:first] + new.encode() + made.data[last:]
        made = made.replaced(first, last, new.encode())
        assert (made.data, made.starts) == (after, Text(after).starts)
