"""The tables: every row can be read, and every row is compared with NVIDIA's machine code."""

import re
from pathlib import Path

import pytest

from cass_tools.ptx.forms import all_forms, fill
from cass_tools.ptx.logic import lop3_table
from cass_tools.ptx.scalar import literal, strength

SOURCES = sorted(Path(__file__).parent.glob("*.cu"))
TRIED = {name for path in SOURCES for name in re.findall(r"[a-z]\w*(?:\.[\w:]+)+", path.read_text())}


@pytest.mark.parametrize("form", all_forms(), ids=lambda form: form.form)
def test_every_form_is_tried_on_machine_code(form: object) -> None:
    assert any(form.pattern.fullmatch(name) for name in TRIED)  # type: ignore[attr-defined]


def test_forms_have_as_many_types_as_places() -> None:
    for form in all_forms():
        places = {"abcefgh".index(letter) for letter in re.findall(r"\$([abcefgh])", form.becomes)}
        assert places == set(range(len(form.sources))), form.form


def test_truth_tables_are_what_their_expressions_say() -> None:
    for number, expression in enumerate(lop3_table()):
        words = {"$a": "0xF0", "$b": "0xCC", "$c": "0xAA", "~0u": "~0"}
        text = expression
        for name, word in words.items():
            text = text.replace(name, word)
        assert eval(text) & 255 == number  # noqa: S307 - our own table


@pytest.mark.parametrize(
    ("text", "binds"),
    [
        ("a", 2), ("a.b", 2), ("f(x, y)", 2), ("a[i]", 2), ("(a + b)", 2), ("12u", 2), ("cass::f<int>(a)", 2),
        ("(unsigned)a", 1), ("-a", 1), ("(unsigned long long)f(a)", 1), ("a + b", 0), ("(a) + (b)", 0),
        ("f(a) >> 1", 0),
        ("(unsigned)a + b", 0), ("a ? b : c", 0), ("(const T*)p", 1),
    ],
)  # fmt: skip
def test_how_tightly_expressions_bind(text: str, binds: int) -> None:
    assert strength(text) == binds


def test_places_get_brackets_where_they_need_them() -> None:
    assert fill("$a * f($a, $b)", {"a": "x + 1", "b": "y, z"}) == "(x + 1) * f(x + 1, y, z)"


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (-1, "u32", "0xffffffffu"), (5, "u32", "5"), (0x80000000, "s32", "(-0x7fffffff - 1)"), (1.5, "f32", "1.5f"),
        (0.1, "f64", "0.1"), (-8, "s64", "-8"), (1 << 40, "u64", "0x10000000000ull"),
        (0.10000000149011612, "f32", "0.1f"),
    ],
)  # fmt: skip
def test_literals(value: float, kind: str, text: str) -> None:
    assert literal(value, kind).text == text
