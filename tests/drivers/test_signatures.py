"""Which kernels a file has, how C++ names them, and what they take."""

from pathlib import Path

import pytest

from cass_tools.drivers.signatures import Parameter, kernels
from tests.drivers.reading import files, only


def test_parameters_are_read_with_their_types() -> None:
    _, kernel = only(
        "__global__ void __launch_bounds__(128) k(const float *__restrict__ in, float4 out[], const unsigned int n,\n"
        "    size_t, bool b = false) {}\n"
    )
    assert kernel.parameters == (
        Parameter("in", "const float *"),
        Parameter("out", "float4 []"),
        Parameter("n", "const unsigned int"),
        Parameter("", "size_t"),
        Parameter("b", "bool"),
    )
    assert [p.is_integer for p in kernel.parameters] == [False, False, True, True, True]


def test_device_functions_and_declarations_are_no_kernels() -> None:
    text = "__device__ int f(int a) { return a; }\n__global__ void declared(int *p);\nvoid host() {}\n"
    assert kernels(files(text)) == []


def test_names_carry_their_namespaces() -> None:
    text = "namespace a { namespace b { __global__ void k(int *p) {} } }\nnamespace { __global__ void k2() {} }\n"
    assert [k.expression for k in kernels(files(text))] == ["a::b::k", "k2"]


def test_overloads_are_told_apart_by_their_types() -> None:
    text = "__global__ void k(int *p) {}\n__global__ void k(float *p) {}\n__global__ void alone() {}\n"
    assert [(k.expression, k.twin) for k in kernels(files(text))] == [("k", True), ("k", True), ("alone", False)]


TEMPLATE = "template <typename T, int B> __global__ void k(T *p) {}\n"


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("void f(double *p) { k<double, 64><<<1, 64>>>(p); }\n", ["k<double, 64>"]),
        ("#define B 32\nvoid f(int *p) { k<int, B><<<1, B>>>(p); k<int, B><<<2, B>>>(p); }\n", ["k<int, 32>"]),
        ("template <typename U> void f(U *p) { k<U, 64><<<1, 64>>>(p); }\n", ["k<float, 128>", "k<int, 128>"]),
        ("", ["k<float, 128>", "k<int, 128>"]),
    ],
    ids=["found", "constant", "dependent", "implied"],
)
def test_instantiations(rest: str, expected: list[str]) -> None:
    found = [k.expression for k in kernels(files(TEMPLATE + rest))]
    assert found == [name.replace("128", "4") for name in expected]


def test_implied_values_follow_their_names() -> None:
    text = "template <int BLOCK_SIZE, bool Exact, class Index, int N = 3> __global__ void k(Index *p) {}\n"
    assert [k.expression for k in kernels(files(text))] == ["k<128, true, int>", "k<128, false, int>"]


def test_kernels_of_headers_beside_the_file_count(tmp_path: Path) -> None:
    (tmp_path / "k.cuh").write_text('#include "x.cu"\n__global__ void inner(int *p) {}\n')
    text = '#include "k.cuh"\n#include "missing.h"\n__global__ void outer(int *p) {}\n'
    found = kernels(files(text, tmp_path / "x.cu"))
    assert sorted(k.expression for k in found) == ["inner", "outer"]


def test_grid_wide_kernels_are_started_cooperatively() -> None:
    _, kernel = only("__global__ void k() { auto g = cooperative_groups::this_grid(); g.sync(); }\n")
    assert kernel.cooperative


def test_a_declaration_with_other_parameters_makes_a_name_ambiguous() -> None:
    text = "__global__ void a(int *p, int n);\n__global__ void b(float *);\n"
    text += "__global__ void a(float *p) {}\n__global__ void b(float *q) {}\n"
    assert [(k.name, k.twin) for k in kernels(files(text))] == [("a", True), ("b", False)]


def test_what_only_deduction_knows_is_no_template_argument() -> None:
    text = "template <int N, class F> __global__ void k(F f, int *p) { p[0] = f(N); }\n"
    text += "template <int N, class F> void start(const F &f, int *p) { k<N, F><<<1, N>>>(f, p); }\n"
    text += "void host(int *p) { start<64>(lambda, p); }\n"
    assert [k.expression for k in kernels(files(text))] == ["k<4, float>", "k<4, int>"]
