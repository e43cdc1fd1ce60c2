"""Calls whose arguments change, beyond what the rules show as examples."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.model import Source
from cass_tools.translators.rules import translate
from tests.rules.findings import found

HEAD = "#include <cuda_runtime.h>\n"


def _line(text: str, name: str = "x.cu", config: Config | None = None) -> str:
    out = translate(Source(Path(name), (HEAD + text).encode()), config or Config()).data.decode()
    return out.removeprefix("#include <hip/hip_runtime.h>\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cudaMemcpyFromSymbol(v.data(), tab, n);", "hipMemcpyFromSymbol(v.data(), HIP_SYMBOL(tab), n);"),
        ("cudaMemcpyToSymbol(tab, f(a, b), n, 0, k);", "hipMemcpyToSymbol(HIP_SYMBOL(tab), f(a, b), n, 0, k);"),
        ("cudaGetSymbolSize(&n, tab);", "hipGetSymbolSize(&n, HIP_SYMBOL(tab));"),
        ("cudaMallocHost(&p, n, f);", "hipHostMalloc(&p, n, f);"),
        ("cudaMallocHost(\n  &p,\n  n);", "hipHostMalloc(\n  &p,\n  n, hipHostMallocDefault);"),
        ("cudaEventCreate(&e);", "hipEventCreate(&e);"),
        ("cudaEventCreate(&e, f);", "hipEventCreateWithFlags(&e, f);"),
        ("cudaGraphInstantiate(&x, g, 0);", "hipGraphInstantiateWithFlags(&x, g, 0);"),
        ("cudaGraphInstantiate(&x, g, NULL, NULL, 0);", "hipGraphInstantiate(&x, g, NULL, NULL, 0);"),
        ("cudaFuncSetAttribute((const void*)k, a, b);", "hipFuncSetAttribute((const void*)k, a, b);"),
        (
            "cudaLaunchKernel(k<int, 2>, g, b, args, 0, s);",
            "hipLaunchKernel(reinterpret_cast<const void*>(k<int, 2>), g, b, args, 0, s);",
        ),
        (
            "cudaFuncGetAttributes(&a, k<cudaStream_t>);",
            "hipFuncGetAttributes(&a, reinterpret_cast<const void*>(k<hipStream_t>));",
        ),
        ("x.cudaMallocHost(&p, n);", "x.cudaMallocHost(&p, n);"),
        ("auto f = cudaMallocHost;", "auto f = hipHostMalloc;"),
        ("mine::cudaMemcpyToSymbol(tab, h, n);", "mine::cudaMemcpyToSymbol(tab, h, n);"),
    ],
)
def test_calls(before: str, after: str) -> None:
    assert _line(before) == after


def test_c_has_no_reinterpret_cast() -> None:
    assert (
        _line("int x = cudaFuncSetCacheConfig(k, 1);", "x.c") == "int x = hipFuncSetCacheConfig((const void*)(k), 1);"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("void f() { k<<<1, 2>>>(); }", "void f() { hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0); }"),
        ("void f() { k<<<1, 2, m, s>>>(p); }", "void f() { hipLaunchKernelGGL(k, dim3(1), dim3(2), m, s, p); }"),
        (
            "void f() { n::k<A<B, 2>, 3><<<g(1, 2), dim3(2, 2)>>>(cudaSuccess, h<1, 2>(3)); }",
            "void f() { hipLaunchKernelGGL(HIP_KERNEL_NAME(n::k<A<B, 2>, 3>), dim3(g(1, 2)), dim3(2, 2), 0, 0, "
            "hipSuccess, h<1, 2>(3)); }",
        ),
        (
            "void f() { k<<<dim3(1) + dim3(2), 2>>>(p); }",
            "void f() { hipLaunchKernelGGL(k, dim3(dim3(1) + dim3(2)), dim3(2), 0, 0, p); }",
        ),
        (
            "#define RUN(k, ...) \\\n  k<<<1, \\\n  2>>>(__VA_ARGS__)\n",
            "#define RUN(k, ...) \\\n  hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, ##__VA_ARGS__)\n",
        ),
    ],
)
def test_launches_as_macros(before: str, after: str) -> None:
    assert _line(before, config=Config(launch_syntax="macro")) == after
    assert "<<<" in _line(before)


def test_unsupported_names_are_found_with_what_may_help() -> None:
    source = Source(
        Path("x.cu"), b"#include <cuda_runtime.h>\nint x = cudaLibraryGetKernelCount(a, b);\nnvtxRangePushEx(&a);\n"
    )
    found = {f.code: f for f in translate(source, Config()).findings if f.code in ("CASS101", "CASS102")}
    assert found["CASS101"].suggestion
    assert found["CASS101"].effort == "high"


def test_pytorch_names_only_where_pytorch_is() -> None:
    line = "int v = PATCH_LEVEL;"
    assert _line(line) == line
    source = Source(Path("x.cu"), b"#include <torch/extension.h>\nint v = PATCH_LEVEL;\n")
    findings = translate(source, Config()).findings
    assert [f.suggestion for f in findings if f.code == "CASS101"] != []


def test_what_hip_lacks_has_a_way_out_by_its_kind() -> None:
    text = "void f(int* v) { cublasGetVersion(0, v); cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 1); }\n"
    hints = [finding.suggestion for finding in found("CASS101", text)]
    assert len(hints) == 2 and all("HIP" in hint for hint in hints) and hints[0] != hints[1]


def test_binding_a_surface_is_said_once() -> None:
    text = "void f(cudaArray* a) { cudaBindSurfaceToArray(s, a); }\n"
    assert found("CASS101", text) == []
    assert "hipSurfaceObject_t" in found("CASS146", text)[0].suggestion


def test_the_options_in_place_of_fast_maths_are_named() -> None:
    (finding,) = found(
        "CASS176", 'const char* o[] = {"--use_fast_math"};\nvoid f(nvrtcProgram p) { nvrtcGetPTX(p, 0); }\n'
    )
    assert finding.fix is None
    assert finding.suggestion.startswith("Write, each as an option of its own, -fgpu-flush-denormals-to-zero, ")
