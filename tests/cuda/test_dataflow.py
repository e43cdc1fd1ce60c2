"""Which functions run where and work together, and what the variables of one hold."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.loops import closing, read, steps_of
from cass_tools.model import Source


def context_of(text: str) -> Context:
    return Context(Source(Path("test.cu"), text.encode()), Config())


SOURCE = """
#define HD __host__ __device__
template <class T> __device__ T shuffled(T v) { return __shfl_xor_sync(~0ull, v, 1); }
__global__ void kernel(int* out, int lane) { out[lane] = outer(1); }
HD int both(int x) { return x; }
__device__ int outer(int v) { return shuffled(v); }
int host(int x) { return __popcll(x); }
struct S { __device__ int operator()(int i) const { return i; } };
void launch() { auto f = [=] __device__ (int i) { return __ballot(i); }; run(f); }
"""


def test_functions_know_where_they_run() -> None:
    known = {f.name: f for f in functions(context_of(SOURCE)).all}
    where = {name: (f.kernel, f.device, f.host) for name, f in known.items() if name}
    assert where[b"kernel"] == (True, True, False)
    assert where[b"shuffled"] == (False, True, False)
    assert where[b"both"] == (False, True, True)
    assert where[b"host"] == (False, False, False)
    assert sum(f.device for f in functions(context_of(SOURCE)).all if not f.name) >= 1


def test_working_together_spreads_to_callers_only() -> None:
    assert functions(context_of(SOURCE)).cooperative == {b"shuffled", b"outer", b"kernel", b"launch"}


def test_a_place_belongs_to_the_innermost_function() -> None:
    context = context_of(SOURCE)
    known = functions(context)
    inner = known.at(SOURCE.index("__ballot(i)"))
    assert inner is not None and inner.device and not inner.name
    assert known.at(SOURCE.index("run(f)")) is not inner
    assert known.at(0) is None
    assert known.on_device(SOURCE.index("return i;"))
    assert not known.on_device(SOURCE.index("__popcll"))


@pytest.mark.parametrize(
    ("expression", "varies"),
    [
        ("a", True),
        ("b", True),
        ("c", False),
        ("d", True),
        ("n", False),
        ("lane_id", True),
        ("id", True),
        ("g", True),
        ("blockIdx.x", False),
        ("threadIdx.y * 2", True),
    ],
)
def test_values_that_threads_see_differently(expression: str, varies: bool) -> None:
    text = (
        "__global__ void k(int* p, int n, int lane_id) {\n"
        "  int d = b + 1;\n  int a = threadIdx.x, c = blockIdx.x * n;\n  unsigned b;\n  b = a * 2;\n"
        '  unsigned id; asm("mov.u32 %0, %%laneid;" : "=r"(id));\n'
        "  for (int g = a; g < n; g += c) p[g] = 0;\n"
        f"  use({expression});\n}}\n"
    )
    context = context_of(text)
    function = functions(context).all[0]
    start = text.rindex(expression)
    assert flow(context, function).varies(start, start + len(expression)) is varies


def test_masks_survive_logic_but_no_counting() -> None:
    text = (
        "__device__ void f(bool p, unsigned below) {\n"
        "  auto all = __ballot_sync(~0ull, p && (below > 1));\n  auto mine = (unsigned)(all & ~below);\n"
        "  int count = __popcll(mine), flag = all != 0, part = all >> 32, other = g(all);\n}\n"
    )
    context = context_of(text)
    assert flow(context, functions(context).all[0]).masks == {b"all", b"mine"}


def test_types_and_changes_of_variables() -> None:
    text = (
        "__device__ void f(const unsigned m, int *q) {\n"
        "  unsigned long long w = 1; int a[4]; auto x = m; int c = 0; c |= 1; g(&w); }"
    )
    context = context_of(text)
    known = flow(context, functions(context).all[0])
    assert [known.bits(name) for name in (b"m", b"q", b"w", b"a", b"x", b"c", b"none")] == [
        32,
        None,
        64,
        None,
        None,
        32,
        None,
    ]
    assert known.parameter(b"m") and not known.parameter(b"w")
    assert known.changed(b"c") and known.changed(b"w") and not known.changed(b"x")
    assert known.initial(b"w") == (b"1",)


def test_loops_say_how_they_step() -> None:
    text = (
        "void f(int n) { for (int o = 32 / 2; o > 0; o >>= 1) { g(o); }\n"
        "  for (unsigned d = warpSize; d; d /= 2) h(d); for (;;) { } }"
    )
    context = context_of(text)
    body = functions(context).all[0].node.child_by_field_name("body")
    assert body is not None
    loops = body.named_children
    first, second = read(context, loops[0]), read(context, loops[1])
    assert first is not None and second is not None
    assert (first[0], first[1].first, first[1].halves, first[1].adapts) == (b"o", 16, True, False)
    assert (second[0], second[1].first, second[1].halves, second[1].adapts) == (b"d", None, True, True)
    assert read(context, loops[2]) is None
    call = context.node_at(text.index("g(o)"), text.index("g(o)") + 4)
    assert steps_of(context, call, b"o") == first[1]
    assert steps_of(context, call, b"n") is None


def test_closing_parentheses() -> None:
    assert closing(b"(a(b)c)d", 1, 8) == 6
    assert closing(b"(a(b", 1, 99) == 4
