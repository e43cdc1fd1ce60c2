"""Prepared bytes parse as C++ and keep every offset."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cass_tools.cuda.parse import parse
from cass_tools.cuda.prep import prepare


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"k<<<g, b>>>(a);", b"k(  g, b   ,a);"),
        (b"k<<<g, b>>>();", b"k(  g, b    );"),
        (b"k<<<g, b>>> (a);", b"k(  g, b    ,a);"),
        (b"x = a <<< b;", b"x = a <<< b;"),
        (b"__global__ void k();", b"           void k();"),
        (b"__global__ void __launch_bounds__(A(1), 2) k();", b"           void                            k();"),
        (b"__device__ int __restrict__x;", b"           int __restrict__x;"),
        (b's = "__global__ <<<";', b's = "              ";'),
        (b"x = \\ 1; y = \\\n 2;", b"x =   1; y = \\\n 2;"),
        (b"t = {" + b"0x1f, -2e3f,\n" * 40 + b"7};", b"t = {" + b"            \n" * 40 + b"7};"),
        (b"f(1, 2, 3);", b"f(1, 2, 3);"),
        (b"t = {" + b"{1, 2u, {3, -4}},\n" * 40 + b"{5}};", b"t = {" + (b" " * 17 + b"\n") * 40 + b"{5}};"),
        (b"t = {" + b"{1, n, {3, -4}},\n" * 40 + b"{5}};", b"t = {" + b"{1, n, {3, -4}},\n" * 40 + b"{5}};"),
        (b"t = {" + b"{1, {2, {3}}},\n" * 40 + b"};", b"t = {" + b"{1, {2, {3}}},\n" * 40 + b"};"),
    ],
)
def test_cuda_becomes_cpp_of_the_same_length(source: bytes, expected: bytes) -> None:
    assert prepare(source) == expected


def test_macros_that_are_only_qualifiers_are_qualifiers() -> None:
    source = b"#define HD __host__ __device__\n#define INL HD inline\nHD INL int f() { return 1; }\n"
    last = prepare(source).splitlines()[-1]
    assert last == b"       int f() { return 1; }"


@pytest.mark.parametrize(
    "source",
    [
        b"template <class T> __global__ void __launch_bounds__(256) k(const T* __restrict__ p) { p[threadIdx.x]; }\n",
        b"extern __shared__ float s[];\n__constant__ int c[4];\n",
        b"void f() { k<float, 2><<<dim3(1, 2), f(a, b), 0, s>>>(a, b<c>(d)); }\n",
        b"__device__ __forceinline__ float f();\n",
        b"template <class T> struct MYLIB_EXPORT vec : public base<T> { T x; };\nclass MYLIB_API other {};\n",
        b'void f() { asm volatile("mov.u32 %0, %%laneid;" : "=r"(x)); }\n',
    ],
)
def test_cuda_parses_without_errors(source: bytes) -> None:
    assert not parse(source).root_node.has_error


@given(
    st.lists(st.sampled_from([b"<<<", b">>>(", b"__global__ ", b"__launch_bounds__(", b"(", b")", b";", b"\n", b"a"]))
)
def test_offsets_stay(pieces: list[bytes]) -> None:
    source = b"".join(pieces)
    prepared = prepare(source)
    assert len(prepared) == len(source)
    assert prepared.count(b"\n") == source.count(b"\n")


def test_a_macro_that_is_blanked_whole_keeps_its_body_whatever_stands_beside_it() -> None:
    """Without one the grammar takes the next line for the body."""
    for before in (b"", b"__global__ void k(int a) {\n}\n"):
        text = before + b"#define E \\ \nvoid f() {}\n"
        assert prepare(text).endswith(text.removeprefix(before))
