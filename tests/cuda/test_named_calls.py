"""Calls that are found by their names are those that a walk over the tree finds."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.named_calls import launches, named_calls
from cass_tools.cuda.nodes import by_kind, kinds
from cass_tools.engine import check_context
from cass_tools.model import Source
from cass_tools.rules import all_rules

TEXTS = [example.before for rule in all_rules() for example in rule.invalid]
TEXTS += [text for rule in all_rules() for text in rule.valid]
TEXTS += [
    "void f() { a::b<int>(1); o.c(2); p->c<3>(4); a::d<5>::e(6); (g)(7); h(i)(8); }\n",
    "template <class T> void f(T t) { t.template c<3>(1); T::template d<4>(2); }\n",
    "void f() { k<<<1, 2>>>(a); n::k<int, 3><<<g(4), b>>>(h(5)); x = a <<< b; k<<<1, 2; }\n",
    "#define RUN(x) k<<<1, 2>>>(x); g(x)\nvoid f() { RUN(g(1)); operator()(2); }\n",
    "void f() { g(1 k<<<2, 3>>>(4); h(5) }\n",
]


def read(text: str) -> Context:
    return Context(Source(Path("a.cu"), text.encode()), Config())


def places(nodes: list[Node]) -> list[tuple[int, int]]:
    return sorted((node.start_byte, node.end_byte) for node in nodes)


def test_calls_are_those_of_a_walk() -> None:
    assert len(TEXTS) > 500
    for text in TEXTS:
        context = read(text)
        calls = by_kind(context.root, kinds({"call_expression": "call"})).get("call", [])
        named = [call for call in calls if not context.is_launch(call) and context.callee(call) in context.words]
        found = [call for call in named_calls(context, context.words) if not context.is_launch(call)]
        assert places(found) == places(named), text
        assert places(list(launches(context))) == places([call for call in calls if context.is_launch(call)]), text


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("#include <hip/hip_runtime.h>\n__global__ void k(int* p) { p[threadIdx.x] = 1; }\n", False),
        ("__global__ void k(int* p) { p[threadIdx.x] = f(1); }\n", False),
        ("void f(float* p) { cudaFree(p); }\n", False),
        ("void f(float* cudaFree) { g(cudaFree); }\n", True),
    ],
)
def test_where_no_rule_looks_at_a_node_no_tree_is_made(text: str, needed: bool) -> None:
    context = read(text)
    check_context(context)
    assert ("tree" in vars(context)) == needed
