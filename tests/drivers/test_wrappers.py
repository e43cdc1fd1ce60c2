"""Kernels for functions that no kernel calls."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.drivers.signatures import kernels
from cass_tools.drivers.wrappers import wrapped
from cass_tools.trial import Unit
from tests.drivers.reading import files


def found(text: str) -> dict[str, list[str]]:
    """The wrapper kernels of a text with the types and names of what they take."""
    data = wrapped(Unit(Path("x.cu"), text.encode()), Config()).data.decode()
    return {
        k.expression: [f"{p.type} {p.name}" for p in k.parameters]
        for k in kernels(files(data))
        if "cass_wrapper" in k.expression
    }


def test_values_references_and_pointers_become_buffers() -> None:
    text = "namespace n { __device__ float f(const float a, int &b, const double *c, int d[4], int) { return a; } }\n"
    assert found(text) == {
        "n::cass_wrapper::f": [
            "float * cass_result",
            "float * a",
            "int * b",
            "const double * c",
            "int * d",
            "int * cass_4",
        ]
    }


def test_templates_stay_templates() -> None:
    assert list(found("template <class T> __device__ void f(T &a) { a = 0; }\n")) == [
        "cass_wrapper::f<float>",
        "cass_wrapper::f<int>",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "__device__ int f(int a) { return a; }\n__global__ void k(int *p) { *p = f(*p); }\n",
        "struct S { __device__ int f(int a) { return a; } };\n",
        "__device__ int f(int (*a)(int)) { return a(1); }\n",
        "__device__ int f(int **a) { return **a; }\n",
        "template <class... T> __device__ int f(T... a) { return 0; }\n",
        "__device__ auto f(int a) { return a; }\n",
        "template <class T, int GPU_THREADS> void f(T a) { a = 0; }\n",
        "__device__ int *f(int a) { return 0; }\n",
        "__device__ int f() { return 1; }\n",
        "__device__ int f(int a) { return a; }\n__device__ int f(float a) { return a; }\n",
        "int host(int a) { return a; }\n",
    ],
    ids=[
        "called",
        "member",
        "function-pointer",
        "pointers",
        "pack",
        "auto",
        "host",
        "returns-pointer",
        "nothing",
        "overloaded",
        "host",
    ],
)
def test_what_needs_no_wrapper_or_cannot_have_one(text: str) -> None:
    assert found(text) == {}
