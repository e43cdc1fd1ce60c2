"""Whose name it is, by what is around it."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.model import Source


def _api_lines(text: str, name: str) -> list[bool]:
    """For each use of `name`, whether it is the API's."""
    context = Context(Source(Path("x.cu"), text.encode()), Config())
    return [context.scopes.is_api(name.encode(), start) for start in context.words[name.encode()]]


@pytest.mark.parametrize(
    ("text", "api"),
    [
        ("void f() { cudaFree(p); }", [True]),
        ("void f() { ::cudaFree(p); }", [True]),
        ("void f() { sim::cudaFree(p); }", [False]),
        ("void f() { Pool<int>::cudaFree(p); }", [False]),
        ("void f() { x.cudaFree(p); y->cudaFree(p); z->w.cudaFree; }", [False] * 3),
        (
            "namespace a { void cudaFree(int); void f() { cudaFree(1); } }\nvoid g() { cudaFree(p); }",
            [False, False, True],
        ),
        ("namespace a { void cudaFree(int); }\nnamespace a { void f() { cudaFree(1); } }", [False, False]),
        ("struct S { int cudaFree; int f() { return cudaFree; } };\nint g = cudaFree(p);", [False, False, True]),
        ("void f(int cudaFree) { g(cudaFree); }\nvoid h() { cudaFree(p); }", [False, False, True]),
        ("void f() { int cudaFree = 1; { g(cudaFree); } }\nvoid h() { cudaFree(p); }", [False, False, True]),
        ("void f() { auto& cudaFree = x; cudaFree = 2; }", [False, False]),
        ("#define cudaFree(x) my_free(x)\nvoid f() { cudaFree(p); }", [False, False]),
        ("enum { cudaFree };\nint x = cudaFree;", [False, False]),
        ("using cudaFree = int;\ncudaFree x;", [False, False]),
        ("typedef struct S* cudaFree;\ncudaFree x;", [False, False]),
        ("struct cudaFree { int a; };\ncudaFree x;", [False, False]),
        ("struct cudaFree;\nstruct cudaFree* x;", [True, True]),
        ("#define CALL(x) check(cudaFree(x))", [True]),
        ("void cudaFree(int) {}\nvoid f() { cudaFree(2); }", [False, False]),
        ("S s = {.cudaFree = 1};", [False]),
        ("#ifdef A\n#define cudaFree my_free\nint a = cudaFree;\n#endif\nint b = cudaFree;", [False, False, True]),
        ("#ifdef A\ntypedef T cudaFree;\n#endif\ncudaFree b;", [False, True]),
        ("CHECK(cudaFree(p))\nCHECK(cudaFree(q))\n", [True, True]),
        ("void f() { CHECK(cudaFree(p)) CHECK(cudaFree(q)) }", [True, True]),
        ("void f() {\n  CUERR // check\n  cudaFree(p, 0);\n  CUERR\n  cudaFree(p);\n}", [True, True]),
        ("void f() { Buffer cudaFree(p, 0); g(cudaFree); }", [False, False]),
    ],
)
def test_ownership(text: str, api: list[bool]) -> None:
    assert _api_lines(text, "cudaFree") == api
