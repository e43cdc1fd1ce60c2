"""check, choose, apply."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.engine import apply, check, check_context, choose
from cass_tools.model import Edit, Finding, Fix, Safety, Source, Span


def _finding(*edits: tuple[int, int, str], safety: Safety = Safety.SAFE) -> Finding:
    made = tuple(Edit(Span(start, end), text.encode()) for start, end, text in edits)
    return Finding("CASS100", "x", "m", made[0].span, fix=Fix("m", made, safety))


def _chosen(*findings: Finding, least: Safety = Safety.SAFE) -> list[tuple[int, int, bytes]]:
    return [(edit.span.start, edit.span.end, edit.text) for edit in choose(findings, least)]


def test_edits_come_out_in_the_order_of_the_file() -> None:
    assert _chosen(_finding((5, 6, "b")), _finding((0, 1, "a"))) == [(0, 1, b"a"), (5, 6, b"b")]


def test_of_two_that_overlap_the_first_wins_whole() -> None:
    first = _finding((0, 4, "a"))
    second = _finding((3, 5, "b"), (8, 9, "c"))
    assert _chosen(first, second) == [(0, 4, b"a")]


def test_insertions_fit_around_a_replacement() -> None:
    assert _chosen(_finding((2, 4, "r")), _finding((2, 2, "("), (4, 4, ")"))) == [
        (2, 2, b"("),
        (2, 4, b"r"),
        (4, 4, b")"),
    ]


def test_an_insertion_inside_a_replacement_is_an_overlap() -> None:
    assert _chosen(_finding((2, 4, "r")), _finding((3, 3, "("))) == [(2, 4, b"r")]


def test_equal_edits_are_made_once() -> None:
    assert _chosen(_finding((0, 0, "i"), (1, 2, "a")), _finding((0, 0, "i"), (3, 4, "b"))) == [
        (0, 0, b"i"),
        (1, 2, b"a"),
        (3, 4, b"b"),
    ]


@pytest.mark.parametrize(("least", "count"), [(Safety.SAFE, 1), (Safety.UNSAFE, 2), (Safety.DISPLAY, 3)])
def test_only_fixes_that_are_safe_enough(least: Safety, count: int) -> None:
    findings = [_finding((n, n + 1, "x"), safety=safety) for n, safety in enumerate(Safety)]
    assert len(_chosen(*findings, least=least)) == count


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 6), st.text("abc", max_size=3))),
    st.binary(min_size=70, max_size=70),
)
def test_chosen_edits_never_overlap_and_touch_nothing_else(raw: list[tuple[int, int, str]], data: bytes) -> None:
    edits = choose([_finding((start, start + size, text)) for start, size, text in raw])
    for left, right in pairwise(edits):
        assert left.span.end <= right.span.start
    out, done, at = apply(data, edits), 0, 0
    for edit in edits:
        kept = edit.span.start - done
        assert out[at : at + kept] == data[done : edit.span.start]
        at += kept
        assert out[at : at + len(edit.text)] == edit.text
        at += len(edit.text)
        done = edit.span.end
    assert out[at:] == data[done:]


def test_findings_are_in_the_order_of_the_file() -> None:
    text = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(p); cudaMalloc(p, 3); cudaFoo(); }\n"
    spans = [finding.span for finding in check(Source(Path("x.cu"), text), Config())]
    assert len(spans) == 4
    assert spans == sorted(spans)


def test_a_file_without_a_gpu_is_left_alone() -> None:
    text = b'#include <vector>\n// cudaMalloc\nint main() { return "cudaMalloc"[0] & 31; }\n'
    assert check(Source(Path("x.cpp"), text), Config()) == ()


@pytest.mark.parametrize("text", ["int inv_x;\n", "#pragma unroll\nfor (;;) unroll();\n", "int nv_diag_suppress;\n"])
def test_a_file_without_a_word_of_cuda_is_not_even_parsed(text: str) -> None:
    context = Context(Source(Path("x.h"), text.encode()), Config())
    assert check_context(context) == ()
    assert "tree" not in vars(context)


@pytest.mark.parametrize(
    "text", ["#pragma nv_diag_suppress 1\n", "#pragma  unroll (4)\n", "#pragma\thd_warning_disable\n"]
)
def test_a_pragma_of_nvcc_is_enough_to_be_looked_at(text: str) -> None:
    assert [f.code for f in check(Source(Path("x.h"), text.encode()), Config())] == ["CASS140"]
