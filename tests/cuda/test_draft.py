"""A text that is being edited is read from its last version, and has the findings of a reading from the beginning."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.drafts import DEFAULT, Tally, session
from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.cuda.draft import Draft
from cass_tools.cuda.nodes import by_kind
from cass_tools.cuda.revision import reparse
from cass_tools.cuda.window import window
from cass_tools.engine import _dispatch, check_context
from cass_tools.model import Source

FILE = Path("x.cu")
NESTED = b"""#pragma once
#ifdef A
namespace a { namespace b {
__global__ void k(float* p) { p[0] = __shfl_down(p[0], 16); }
}
#elif B
extern "C" { void f(float** p) { cudaMalloc(p, 8); auto g = [=] __device__ (int i) { return i; }; } }
#else
#define FREE(p) cudaFree(p)
#endif
}
int main() { k<<<1, 64>>>(0); { struct S { void cudaFree(int); } s; s.cudaFree(1); } cudaFree(0); }
#endif
"""


def read(data: bytes, draft: Draft | None = None) -> Context:
    return Context(Source(FILE, data), Config(), draft)


@pytest.mark.parametrize("seed", range(3))
def test_versions_of_real_files_have_the_findings_of_a_reading_from_the_beginning(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  no secret
    tally = Tally()
    for path in chance.sample(sorted(path for path in DEFAULT if path.stat().st_size < 6000), 4):
        assert list(session(path, 3, chance, tally)) == []
    assert tally["versions"] > 30 and tally["wrong"] == 0


@given(st.binary(max_size=60), st.binary(max_size=60), st.binary(max_size=60), st.binary(max_size=60))
def test_the_window_is_where_two_texts_differ(head: bytes, one: bytes, other: bytes, tail: bytes) -> None:
    before, after = head + one + tail, head + other + tail
    at = window(before, after)
    assert before[: at.start] + after[at.start : at.after] + before[at.before :] == after
    assert before[at.before :] == after[at.after :]
    if before != after:
        assert len(before[at.start : at.before]) + len(after[at.start : at.after]) <= len(one) + len(other)
    assert all(at.earlier(offset) - len(before) == offset - len(after) for offset in range(at.after + 1, len(after)))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 600), st.integers(0, 12), st.sampled_from([b"", b"x", b" ", b"\n", b"}", b"{"])))
)
def test_captured_nodes_are_where_a_walk_over_the_same_tree_finds_them(edits: list[tuple[int, int, bytes]]) -> None:
    data, draft = NESTED, Draft()
    kinds = _dispatch().kinds
    read(data, draft).capture(kinds)
    for at, size, new in edits:
        data = data[:at] + new + data[at + size :]
        context = read(data, draft)
        kept, walked = context.capture(kinds), by_kind(context.root, kinds)
        assert {name: [n.id for n in kept[name]] for name in kept} == {n: [m.id for m in walked[n]] for n in walked}


def test_a_version_that_nobody_has_looked_at_leaves_nothing_behind() -> None:
    draft = Draft()
    versions = [NESTED, b"int x;\n" * 9, b"\n\n" + NESTED, b"", NESTED, b"int main() {", NESTED[:-90]]
    for data in versions:
        assert check_context(read(data, draft)) == check_context(read(data))


def test_only_what_has_changed_is_read() -> None:
    data = NESTED * 20
    at = data.index(b"cudaMalloc", len(data) // 2)
    first, second = read(data), read(data[:at] + b"\n" + data[at:])
    revision = reparse(first.tree, first._prepared, second._prepared)
    assert revision is not None
    assert str(revision.tree.root_node) == str(second.root)
    assert not revision.touches(0, at - 200) and revision.touches(at - 1, at)


def test_of_code_that_the_grammar_cannot_read_the_answer_is_doubtful() -> None:
    draft = Draft()
    check_context(read(b"__device__ int f() { return 1; }\n", draft))
    assert not draft.doubtful
    check_context(read(b"__device__ int f() { return 2; }\n", draft))
    assert not draft.doubtful
    check_context(read(b"__device__ int f() { return (2; }\n", draft))
    assert draft.doubtful
