"""How long the grammar looks at a text: all of a source of any size, not much of a text of nothing but errors."""

import pytest
from tree_sitter import Parser

from cass_tools.cuda.parse import language, parse_part, parse_whole
from cass_tools.cuda.prep import prepare
from cass_tools.cuda.steps import Budget, Window, errors

FUNCTION = b"__device__ int f(int a) { int b = a + 1; return b * 2; }\n"
ERRORS = (b">>>(1);", b"=;", b")(1); ", b". ;", b"min(a, 1.0f) ", b">(1);\n")


def _asked(text: bytes) -> int:
    """How often the grammar asked whether to go on."""
    window = Window(prepare(text))
    budget, calls = Budget(window, language), 0

    def enough(offset: int, has_error: bool) -> bool:
        nonlocal calls
        calls += 1
        return budget(offset, has_error)

    parser = Parser(language())
    try:
        parser.parse(window, progress_callback=enough)
    except ValueError:
        parser.reset()
    return calls


def test_a_large_source_is_read_whole_and_its_tree_balanced() -> None:
    source = FUNCTION * 40_000
    tree = parse_whole(prepare(source))
    assert tree is not None
    assert (tree.root_node.child_count, errors(tree)) == (40_000, 0)


@pytest.mark.parametrize("piece", ERRORS)
def test_nothing_but_errors_is_given_up_soon_however_long_it_is(piece: bytes) -> None:
    assert parse_whole(prepare(piece * (1_000_000 // len(piece)))) is None
    short, long = (_asked(piece * (size // len(piece))) for size in (300_000, 1_200_000))
    assert short == long < 4000


def test_a_few_errors_in_the_middle_take_nothing_from_the_rest() -> None:
    tree = parse_whole(prepare(FUNCTION * 2000 + b"=;" * 500 + b"\n" + FUNCTION * 2000))
    assert tree is not None
    assert sum(node.type == "function_definition" for node in tree.root_node.children) >= 3990


def test_short_statements_are_no_errors() -> None:
    assert parse_whole(prepare(b"void f() {" + b"x=1;" * 50_000 + b"}")) is not None


def test_lines_that_are_all_errors_are_not_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    text = prepare(b"=;\n" * 100_000)
    monkeypatch.setattr("cass_tools.cuda.parse.parse_whole", lambda _text: pytest.fail("read again"))
    assert parse_part(text).root_node.has_error
