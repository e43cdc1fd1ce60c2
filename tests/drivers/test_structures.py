"""Structures whose members a driver can fill, and variables of the device."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.drivers.files import Files
from cass_tools.drivers.signatures import kernels
from cass_tools.drivers.structures import Variable, opened, structures, variables
from cass_tools.model import Source
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
        "struct S { int a : 3; };",
        "struct S { virtual void f(); int a; };",
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
    assert variables(files(text)) == [Variable("table", True, "float"), Variable("count", False, "static int")]


def test_variables_that_are_templates_are_those_that_kernels_use() -> None:
    text = (
        "template <typename T>\n__constant__ T mask[8];\n"
        "template <typename T> __global__ void k(T *out) { out[threadIdx.x] = mask<T>[threadIdx.x]; }\n"
        "void start(float *a, double *b) { k<float><<<1, 8>>>(a); k<double><<<1, 8>>>(b); }\n"
    )
    assert variables(files(text)) == [Variable("mask<float>", True, "float"), Variable("mask<double>", True, "double")]


def test_a_declaration_may_have_several_variables() -> None:
    found = variables(files("static __device__ int a, b, *c = 0;\n__constant__ Pair<int, 2> d;\n"))
    assert [(v.name, v.fills, v.type) for v in found] == [
        ("a", True, "static int"),
        ("b", True, "static int"),
        ("c", False, "static int"),
        ("d", True, "Pair<int, 2>"),
    ]


def test_what_stands_for_a_structure_leads_to_it() -> None:
    text = "typedef struct inner_t { int a; } Inner;\nusing Outer = Inner;\nusing Loop = Loop;\n"
    assert [s.type for s in structures(files(text), ["Outer *", "Loop"])] == ["inner_t"]


def test_specialisations_are_listed_beside_what_they_specialise() -> None:
    text = (
        "template <class T, int N> struct Vec { T v[N]; };\ntemplate <class T> struct Vec<T, 2> { T x, y; };\n"
        "template <> struct Vec<int, 1> { int x; };\n"
    )
    found = {(s.head, s.type): s.members for s in structures(files(text), ["Vec<float, 2>"])}
    assert found == {
        ("template <class T, int N>", "Vec<T, N>"): ("v",),
        ("template <class T>", "Vec<T, 2>"): ("x", "y"),
        ("template <>", "Vec<int, 1>"): ("x",),
    }


def test_bases_are_visited_and_of_a_union_the_first_member() -> None:
    text = "struct A { int a; };\nstruct B : public A { float b; };\nunion U { int i; float f; };\n"
    found = {s.type: (s.bases, s.members) for s in structures(files(text), ["B", "U"])}
    assert found == {"A": ((), ("a",)), "B": (("A",), ("b",)), "U": ((), ("i",))}


def test_members_of_nameless_structures_belong_to_what_holds_them() -> None:
    text = "struct V { union { struct { float x, y; }; struct { float s, t; }; };"
    text += " struct { int id; }; union { int a, b; }; };\n"
    assert [s.members for s in structures(files(text), ["V"])] == [("x", "y", "id", "a")]


def test_headers_of_other_folders_have_structures_but_no_kernels(tmp_path: Path) -> None:
    (tmp_path / "types.h").write_text("struct S { int a; };\n__global__ void elsewhere() {}\n")
    read = Files(Context(Source(Path("x.cu"), b'#include "types.h"\n'), Config()), (f"-I{tmp_path}",))
    assert [s.type for s in structures(read, ["S"])] == ["S"]
    assert kernels(read) == []


def test_members_are_opened_in_place() -> None:
    text = b"class S : private B {\n int a;\nprotected :\n int b; };\nenum class E { x };\n// private:"
    opened_text = opened(text)
    assert opened_text.count(b"\n") == text.count(b"\n")
    assert opened_text == text.replace(b"B {", b"B { public:").replace(b"protected", b"public")
