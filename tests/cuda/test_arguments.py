"""Arguments are split at their own commas only."""

import pytest

from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.calls import call_arguments


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("  ", []),
        ("a", ["a"]),
        (" a , b ", ["a", "b"]),
        ("f(a, b), c", ["f(a, b)", "c"]),
        ("k<float, 256>, c", ["k<float, 256>", "c"]),
        ("k<A<int, 2>, (3 > 2)>, c", ["k<A<int, 2>, (3 > 2)>", "c"]),
        ("a < b, c > d", ["a < b", "c > d"]),
        ("a << b, c >> d", ["a << b", "c >> d"]),
        ("x[1, 2], {3, 4}", ["x[1, 2]", "{3, 4}"]),
        ("[&](int a, int b) { return a; }, c", ["[&](int a, int b) { return a; }", "c"]),
        ("a, \\\n  b", ["a", "b"]),
        ("(n < 4), k<1>(2)", ["(n < 4)", "k<1>(2)"]),
    ],
)
def test_split(text: str, parts: list[str]) -> None:
    code = text.encode()
    assert [code[s.start : s.end].decode() for s in split_arguments(code, 0, len(code))] == parts


def test_a_call_ends_with_its_own_bracket() -> None:
    code = b"f(g(a), (b)) + h(c)"
    spans = call_arguments(code, 1)
    assert spans is not None
    assert [code[s.start : s.end] for s in spans] == [b"g(a)", b"(b)"]


@pytest.mark.parametrize("code", [b"f", b"f;", b"f = 3", b"f(a; b)", b"f(a"])
def test_what_is_no_call_has_no_arguments(code: bytes) -> None:
    assert call_arguments(code, 1) is None
