"""Text: order, masks, spans, and what holds for any bytes."""

import random
import re
import time

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cass_tools.compare.error_names import are_renamed
from cass_tools.compare.matching import unmatched
from cass_tools.compare.terms import Difference, Span, Terms, Tolerance
from cass_tools.compare.text import compare_text, lines_of, same_line

ANY_ORDER = Terms(unordered=("",))
TERMS = st.sampled_from(
    [
        Terms(),
        Terms(exact=True),
        ANY_ORDER,
        Terms(masks=(r"\d+", "(?s)a.*?b")),
        Terms(mask_times=True),
        Terms(types=(("float", Tolerance(0.1, 0.5, 3)), ("double", Tolerance(atol=1)))),
        Terms(unordered=("^a",), signed_zero=True, nan_bits=True),
    ]
)
TEXT = st.text("ab1.2-e\n x%", max_size=40).map(str.encode)


def compare(a: bytes, b: bytes, terms: Terms = Terms()) -> Difference | None:  # noqa: B008  it is frozen
    return compare_text("stdout", a, b, terms)


@given(st.binary(max_size=200), TERMS)
def test_everything_equals_itself(data: bytes, terms: Terms) -> None:
    assert compare(data, data, terms) is None
    assert compare(data + b"\n", data + b"\n" + b"", terms) is None


@given(TEXT, TEXT, TERMS)
def test_no_side_is_preferred(a: bytes, b: bytes, terms: Terms) -> None:
    assert (compare(a, b, terms) is None) == (compare(b, a, terms) is None)


@given(TEXT, TEXT)
def test_exact_is_equal_bytes(a: bytes, b: bytes) -> None:
    assert (compare(a, b, Terms(exact=True)) is None) == (a == b)


@given(st.lists(st.text("xy12", max_size=5), max_size=6), st.lists(st.text("xy12", max_size=5), max_size=6))
def test_any_order_is_equal_multisets_where_words_decide(a: list[str], b: list[str]) -> None:
    a, b = ([f"w{word}" for word in side] for side in (a, b))  # words, in which digits are no numbers
    same = compare("\n".join(a).encode(), "\n".join(b).encode(), ANY_ORDER) is None
    assert same == (sorted(a or [""]) == sorted(b or [""]))


@given(TEXT, TEXT, st.sampled_from([r"\d", "a", "b.", r"(?s)1.*?2", "(a)b"]))
def test_a_mask_hides_nothing_outside_of_it(a: bytes, b: bytes, mask: str) -> None:
    """What is equal under a mask is equal when the mask's regions are cut out by hand."""
    if compare(a, b, Terms(exact=True, masks=(mask,))) is None:
        cut = re.compile(mask, re.M)
        group = 1 if cut.groups else 0

        def without(data: bytes) -> str:
            def kept(m: re.Match[str]) -> str:
                return m[0][: m.start(group) - m.start()] + m[0][m.end(group) - m.start() :]

            return cut.sub(kept, data.decode())

        assert without(a) == without(b)


def test_masks_of_a_part_of_groups_and_of_several_lines() -> None:
    assert compare(b"id 77 sum 5", b"id 78 sum 5", Terms(masks=(r"id \d+",))) is None
    assert compare(b"id 77 sum 5", b"id 78 sum 6", Terms(masks=(r"id \d+",))) is not None
    assert compare(b"id 77 sum 5", b"ix 78 sum 5", Terms(masks=(r"i. (\d+)",))) is not None
    log = Terms(masks=(r"(?s)^BEGIN.*?^END$",))
    assert compare(b"a\nBEGIN\nx\ny\nEND\nb", b"a\nBEGIN\nEND\nb", log) is None
    difference = compare(b"a\nBEGIN\nx\ny\nEND\nb", b"a\nBEGIN\nEND\nc", log)
    assert str(difference) == 'stdout line 6: expected "b", got "c"'
    assert compare(b"<masked>", b"5", Terms(masks=(r"\d",))) is not None
    assert compare(b"\xed\xbf\xbf", b"5", Terms(masks=(r"\d",))) is not None


def test_lines_keep_their_numbers_behind_a_mask() -> None:
    lines = lines_of(b"1\n2\n[3\n4]\n5\n[6]7\n8", (r"(?s)\[.*?\]",))
    assert list(lines.numbers) == [1, 2, 3, 5, 6, 7]
    assert lines.texts[-1] == "8"


def test_any_order() -> None:
    assert compare(b"a 1.0\nb\na 2.0\n", b"a 2.00001\na 1.00000\nb\n", ANY_ORDER) is None
    difference = compare(b"a 1.0\nb\n", b"b\na 1.1\n", ANY_ORDER)
    assert str(difference) == 'stdout line 1 (of lines in any order): expected "a 1.0", got "a 1.1"'
    assert compare(b"a\na\nb", b"a\nb\nb", ANY_ORDER) is not None
    assert compare(b"a\nb", b"b\na\nc", ANY_ORDER) is not None


def test_a_section_in_any_order_among_others_in_order() -> None:
    terms = Terms(unordered=("^particle",))
    assert compare(b"start\nparticle 1\nparticle 2\nend", b"start\nparticle 2\nparticle 1\nend", terms) is None
    assert compare(b"start\nparticle 1\nend", b"end\nparticle 1\nstart", terms) is not None


@given(st.lists(st.floats(0, 1), max_size=8), st.randoms())
def test_pairs_are_found_wherever_there_are_any(values: list[float], order: random.Random) -> None:
    """Against all lines of one form: moved by half of the tolerance and shuffled, each still has its own."""
    ours = [f"v {value:.9f}" for value in values]
    theirs = [f"v {value + order.choice((-0.05, 0.05)):.9f}" for value in values]
    order.shuffle(theirs)
    near = Terms(types=(("float", Tolerance(atol=0.0501)), ("double", Tolerance(atol=0.0501))))
    assert unmatched(ours, theirs, lambda a, b: same_line(a, b, near)) == ([], [])


def test_a_pair_may_have_to_be_given_up_for_another() -> None:
    near = Terms(types=(("float", Tolerance(atol=1)),))
    ours, theirs = ["v 1.5 9.5", "v 2.5 1.5"], ["v 2.0 1.0", "v 1.0 9.0"]
    assert unmatched(ours, theirs, lambda a, b: same_line(a, b, near)) == ([], [])


def test_numbers_within_a_span_and_no_others() -> None:
    spans = (None, Span(1.0, 2.0), Span())
    assert same_line("n 5 x 1.5 last 7", "n 5 x 1.9 last 99", Terms(), spans)
    assert not same_line("n 5 x 1.5 last 7", "n 6 x 1.5 last 7", Terms(), spans)
    assert not same_line("n 5 x 1.5 last 7", "n 5 x 2.1 last 7", Terms(), spans)
    assert not same_line("n 5 x 1.5 last 7", "n 5 x nan last 7", Terms(), spans)
    assert not same_line("n 5 x 1.5 last 7", "n 5 x 1.5 first 7", Terms(), spans)
    terms = Terms(spans={2: (Span(1.0, 2.0),)})
    assert compare(b"1.5\n1.5", b"1.5\n1.9", terms) is None
    assert compare(b"1.5\n1.5", b"1.9\n1.5", terms) is not None
    assert compare_text("file x", b"1.5\n1.5", b"1.5\n1.9", terms) is not None


@settings(deadline=None, max_examples=3)
@given(st.integers(0, 2**32))
def test_megabytes_take_seconds(seed: int) -> None:
    values = np.random.default_rng(seed).random(20_000, np.float32)
    a = "\n".join(f"{n} {v:.9g}" for n, v in enumerate(values)).encode()
    b = "\n".join(f"{n} {v:.9g}" for n, v in enumerate(values * np.float32(1.0000004))).encode()
    began = time.process_time()
    assert compare(a, b) is None
    assert compare(a, b, ANY_ORDER) is None
    assert time.process_time() - began < 10


def test_names_of_errors_are_those_of_hip() -> None:
    assert compare(b"1: cudaErrorInvalidValue (1)", b"1: hipErrorInvalidValue (1)") is None
    assert compare(b"cudaErrorMemoryAllocation   2.5|", b"hipErrorOutOfMemory         2.5|") is None
    assert compare(b"CUDA_ERROR_NOT_FOUND, cudaSuccess", b"hipErrorNotFound, hipSuccess") is None
    assert compare(b"cudaErrorInvalidValue", b"cudaErrorInvalidValue ") is not None
    assert compare(b"cudaErrorInvalidValue", b"hipErrorUnknown") is not None
    assert compare(b"cudaErrorOfMine", b"hipErrorOfMine") is not None
    assert compare(b"cudaErrorInvalidValue 1", b"hipErrorInvalidValue 2") is not None
    assert compare(b"cudaSuccess", b"hipSuccess", Terms(exact=True)) is not None
    assert are_renamed(b"a cudaSuccess\n", b"a hipSuccess\n")
    assert not are_renamed(b"a cudaSuccess\n", b"b cudaSuccess\n")
