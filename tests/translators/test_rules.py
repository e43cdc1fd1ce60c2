"""Translation as a whole: what it changes, what it must not, and that twice is once."""

import difflib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cass_tools.config import Config
from cass_tools.engine import choose
from cass_tools.model import Safety, Source
from cass_tools.translators.rules import translate

TOKENS = (
    b'cudaMalloc|(|)|<<<|>>>(|{|}|#define F |#if X\n|#endif\n|#include <cuda.h>\n|\\\n|\n|\r\n|"|\'|//|/*|*/|R"(|)"|,|'
    b"__global__ void k|__launch_bounds__(|template<|>|<|\0|\xff|\xef\xbb\xbf|cudaMemcpyToSymbol(|]| |"
    b"// cass: ignore[|cub::|;|asm(|void f(|struct S|namespace n|__shfl_sync(|0xffffffff"
    b"|threadIdx.x & 31|::|=|for(|__CUDA_ARCH__|cudaFoo"
).split(b"|")
SOUP = st.lists(st.sampled_from(TOKENS), max_size=40).map(b"".join)
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _translate(data: bytes, config: Config | None = None, name: str = "x.cu") -> bytes:
    return translate(Source(Path(name), data), config or Config()).data


@SLOW
@given(st.one_of(SOUP, st.binary(max_size=400)))
def test_any_bytes_translate_and_twice_is_once(data: bytes) -> None:
    once = _translate(data)
    assert _translate(once) == once


@SLOW
@given(SOUP)
def test_macro_launches_too(data: bytes) -> None:
    config = Config(launch_syntax="macro")
    once = _translate(data, config)
    assert _translate(once, config) == once


@SLOW
@given(SOUP)
def test_bytes_outside_the_edits_stay(data: bytes) -> None:
    candidate = translate(Source(Path("x.cu"), data), Config())
    position = 0
    for edit in choose(candidate.findings, Safety.UNSAFE):
        assert edit.span.start >= position
        position = edit.span.end
    assert position <= len(data)


@pytest.mark.parametrize(
    "source", [b"", b"\n", b"\xef\xbb\xbf", b"int main() { return 0; }", b"\0" * 50, b"(" * 3000, b"/*", b'"']
)
def test_nothing_of_cuda_nothing_changes(source: bytes) -> None:
    assert _translate(source) == source


def test_bom_line_ends_and_latin_1_survive() -> None:
    source = b"\xef\xbb\xbf// caf\xe9\r\n#include <cuda_runtime.h>\r\nint x = cudaSuccess;\t\r\n// \0 end"
    expected = b"\xef\xbb\xbf// caf\xe9\r\n#include <hip/hip_runtime.h>\r\nint x = hipSuccess;\t\r\n// \0 end"
    assert _translate(source) == expected


def test_strings_and_comments_stay() -> None:
    source = b'/* cudaMalloc */ // #include <cuda_runtime.h>\nconst char* s = "cudaMalloc" R"(cudaFree)"; // cudaFree\n'
    assert _translate(source) == source


def test_hip_stays_as_it_is() -> None:
    source = (
        b"#include <hip/hip_runtime.h>\n#include <hipcub/hipcub.hpp>\n__global__ void k(float* p) { p[0] = 1; }\n"
        b"int main() { float* p; hipMalloc(&p, 4); k<<<1, 1>>>(p); hipcub::Sum s; return hipDeviceSynchronize(); }\n"
    )
    assert _translate(source) == source


def test_a_whole_program() -> None:
    source = b"""// Licence.
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>
#include "device_launch_parameters.h"
#include "helper_cuda.h"
#define CHECK(x) do { if ((x) != cudaSuccess) exit(1); } while (0)
__constant__ float tab[8];
__global__ void k(float *p) { p[threadIdx.x] = tab[threadIdx.x]; }
int main() {
    float *p, h[8] = {};
    CHECK(cudaMallocHost(&p, sizeof h)); // pinned, see cudaMallocHost
    CHECK(cudaMemcpyToSymbol(tab, h, sizeof h));
    k<<<1, 8>>>(p);
    CHECK(cudaDeviceSynchronize());
}
"""
    changed = [
        line[1:]
        for line in difflib.ndiff(source.decode().splitlines(), _translate(source).decode().splitlines())
        if line.startswith("+")
    ]
    assert changed == [
        " #include <hip/hip_runtime.h>",
        " #define CHECK(x) do { if ((x) != hipSuccess) exit(1); } while (0)",
        "     CHECK(hipHostMalloc(&p, sizeof h, hipHostMallocDefault)); // pinned, see cudaMallocHost",
        "     CHECK(hipMemcpyToSymbol(HIP_SYMBOL(tab), h, sizeof h));",
        "     CHECK(hipDeviceSynchronize());",
    ]


def test_broken_code_is_translated_as_far_as_it_can_be_read() -> None:
    source = b"#include <cuda_runtime.h>\nvoid f( { cudaMalloc(&p, 3; } } ) class\nint g() { return cudaFree(p); }\n"
    out = _translate(source)
    assert b"hipMalloc(&p" in out
    assert b"hipFree(p)" in out


def test_only_safe_fixes_when_asked() -> None:
    source = b"#include <cuda.h>\nvoid f() { cuCtxCreate(&c, &params, 0, device); }\n"
    safe = translate(Source(Path("x.cu"), source), Config(), Safety.SAFE).data
    assert b"hipCtxCreate(&c, &params, 0, device)" in safe
    assert b"hipCtxCreate(&c, 0, device)" in _translate(source)
