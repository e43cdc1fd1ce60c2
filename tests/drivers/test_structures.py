"""Structures whose members a driver can fill, and variables of the device."""

import pytest

from cass_tools.drivers.structures import Variable, structures, variables
from tests.drivers.reading import files


def test_members_and_those_of_members_are_listed() -> None:
    text = (
        "namespace geo { struct Point { float x, y; int id[2]; float *next; static int count; void f(); }; }\n"
        "typedef struct { geo::Point a; double w; } Pair;\nstruct Other { int z; };\n"
    )
    found = structures(files(text), ["const Pair *"])
    assert [(s.type, s.members) for s in found] == [
        ("geo::Point", ("x", "y", "id", "next")),
        ("Pair", ("a", "w")),
    ]


def test_templates_keep_their_parameters() -> None:
    [found] = structures(files("template <class T, int N = 2> struct Vec { T v[N]; };\n"), ["Vec<float, 3>"])
    assert (found.head, found.type) == ("template <class T, int N>", "Vec<T, N>")


@pytest.mark.parametrize(
    "text",
    [
        "struct S { private: int a; };",
        "struct S { int a : 3; };",
        "struct B { int b; }; struct S : B { int a; };",
        "struct S { union { int a; float f; }; };",
        "class S { int a; };",
        "void f() { struct S { int a; }; }",
    ],
)
def test_what_cannot_be_listed_is_left_out(text: str) -> None:
    assert structures(files(text), ["S"]) == []


def test_variables_of_the_device() -> None:
    text = (
        "__constant__ float table[4][2];\nstatic __device__ int count = 3;\n__constant__ const double one{1};\n"
        "extern __constant__ int elsewhere;\n__device__ int f(int a);\n__device__ float g() { return 0; }\n"
        "// __device__ int comment;\n__global__ void k() { __shared__ int s; }\n"
    )
    assert variables(files(text)) == [Variable("table", True), Variable("count", False), Variable("one", False)]
