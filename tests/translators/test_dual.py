"""`--dual`: one source that CUDA's compiler reads as before and AMD's as its translation."""

import re
from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.model import Source
from cass_tools.translators.rules import translate

DUAL = Config(dual=True)


def dual(text: str) -> str:
    return translate(Source(Path("x.cu"), text.encode()), DUAL).data.decode()


def as_read(text: str, amd: bool) -> str:
    """The lines that one of both compilers reads; only conditions on `__HIP__` are looked at."""
    kept: list[str] = []
    reads: list[bool] = []
    for line in text.splitlines(keepends=True):
        if re.match(r"#ifn?def __HIP__", line):
            reads.append(amd == line.startswith("#ifdef"))
        elif reads and line.startswith("#else"):
            reads[-1] = not reads[-1]
        elif reads and line.startswith("#endif"):
            reads.pop()
        elif all(reads):
            kept.append(line)
    return "".join(kept)


KERNEL = """\
#include <cuda_runtime.h>
#include <cstdio>

#define ALL(p) __all_sync(0xffffffff, \\
                          p)
__global__ void k(int* o, bool p) {
    for (int i = threadIdx.x; i < warpSize;
         i += 32)
        o[i] = __popc(__ballot_sync(~0u, p));
    if (ALL(p)) o[0] = 1; else o[1] = __any_sync(~0u,
        p);
}
int main() {
    int* d;
    cudaMalloc(&d, 256);
    k<<<1, 32>>>(d, true);
    return cudaDeviceSynchronize() == cudaSuccess;
}
"""


def test_cudas_compiler_reads_what_it_read_before() -> None:
    assert as_read(dual(KERNEL), amd=False) == KERNEL


def test_amds_compiler_reads_the_translation() -> None:
    text = as_read(dual(KERNEL), amd=True)
    assert "#include <hip/hip_runtime.h>\n" in text
    assert "cuda_runtime" not in text
    assert "#define cudaMalloc hipMalloc\n" in text
    assert "__popc(cass::ballot32(p));" in text
    assert "_sync" not in text.replace("__ballot_sync gives", "")


def test_it_is_done_once() -> None:
    once = dual(KERNEL)
    assert dual(once) == once


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "#if __CUDA_ARCH__ >= 700\n",
            "#if defined(__HIP__) ? (defined(__HIP_DEVICE_COMPILE__)) : (__CUDA_ARCH__ >= 700)\n",
        ),
        ("#ifdef __CUDACC__\n", "#if defined(__HIP__) ? (defined(__HIPCC__)) : (defined(__CUDACC__))\n"),
    ],
)
def test_conditions_get_both_forms(before: str, after: str) -> None:
    text = f"#include <cuda_runtime.h>\n__device__ int f() {{\n{before}  return 1;\n#endif\n  return 0;\n}}\n"
    assert after in dual(text)


def test_lines_keep_their_ends() -> None:
    text = dual(KERNEL.replace("\n", "\r\n"))
    assert re.search(r"(?<!\r)\n", text) is None


def test_a_host_file_asks_for_the_platform() -> None:
    text = dual("#include <cuda_runtime.h>\nvoid f(float** p) { cudaMalloc(p, 8); }\n")
    assert text.startswith("#ifdef __HIP_PLATFORM_AMD__\n#include <hip/hip_runtime")
    assert "#define cudaMalloc hipMalloc\n#endif\nvoid f(float** p) { cudaMalloc(p, 8); }\n" in text


def test_a_file_without_cuda_stays() -> None:
    assert dual("int main() { return 0; }\n") == "int main() { return 0; }\n"


@pytest.mark.parametrize(
    "text",
    [
        "p[4] = __ballot_sync(~0u, 1);  /* explained\n here */\n  p[1] = 2;",
        'f(R"x(a\nb)x", __ballot_sync(~0u, 1)); g();',
        "int m = __popc(__ballot_sync(~0u, 1)) + __ffs(p[1] & 3);",
    ],
)
def test_whole_comments_and_literals_are_in_a_branch(text: str) -> None:
    before = f"#include <cuda_runtime.h>\n__global__ void k(unsigned* p) {{\n  {text}\n}}\n"
    assert as_read(dual(before), amd=False) == before
    assert dual(dual(before)) == dual(before)


def test_a_condition_of_several_lines_becomes_one() -> None:
    text = dual("#if __CUDA_ARCH__ >= 700 && \\\n    defined(X)\n__device__ int a;\n#endif\n")
    both = "(defined(__HIP_DEVICE_COMPILE__) && defined(X)) : (__CUDA_ARCH__ >= 700 && defined(X))"
    assert f"#if defined(__HIP__) ? {both}\n" in text


def test_a_byte_order_mark_stays_first() -> None:
    data = translate(Source(Path("x.cu"), b"\xef\xbb\xbf" + KERNEL.encode()), DUAL).data
    assert data.startswith(b"\xef\xbb\xbf#ifdef __HIP__\n")
    assert data.count(b"\xef\xbb\xbf") == 1


def test_a_prefix_that_is_pasted_on_is_no_macro() -> None:
    text = (
        "#include <cuda_runtime.h>\n#define CHK(x) do { if (cuda##x != cudaSuccess) abort(); } while (0)\n"
        "int main() { int* x; CHK(Malloc(&x, 4)); return my::cuda::v(); }\n"
    )
    made = dual(text)
    assert "#define cuda hip" not in made and "if (hip##x" in made and "if (cuda##x" in made
