"""Which members are those of a half2."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.model import Source
from cass_tools.translators.rules import translate


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("half2 v = f(); g(v . x);", "half2 v = f(); g(reinterpret_cast<half&>(v . x));"),
        ("half2 a[4]; g(a[i + 1].y);", "half2 a[4]; g(reinterpret_cast<half&>(a[i + 1].y));"),
        ("const __half2& v = f(); g(&v.x, v.y);", "const __half2& v = f(); g(&v.x, reinterpret_cast<__half&>(v.y));"),
        ("half2 v; g((half&)v.x, s.v.x, v.x(3));", "half2 v; g((half&)v.x, s.v.x, v.x(3));"),
        ("half2 v; float2 w; g(w.x);", "half2 v; float2 w; g(w.x);"),
        ("void a(half2 v); void b(float2 v) { g(v.x); }", "void a(half2 v); void b(float2 v) { g(v.x); }"),
    ],
)
def test_members(before: str, after: str) -> None:
    include = "#include <hip/hip_runtime.h>\n"
    source = Source(Path("x.cu"), f"{include}__global__ void k();\n{before}\n".encode())
    out = translate(source, Config(hip_version=(5, 6))).data.decode()
    assert out == f"{include}__global__ void k();\n{after}\n"
