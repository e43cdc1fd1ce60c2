"""The command on real programs: compiled for AMD, executed on this CPU, compared with the CUDA original."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import CASS, Command

pytestmark = pytest.mark.gpu_code

ORIGINAL = r"""#include <cuda_runtime.h>
#include <cstdio>
__global__ void fill(int *p, int first) { p[threadIdx.x] = first + threadIdx.x; }
__global__ void neighbours(int *p) { p[threadIdx.x] = __shfl_down_sync(0xffffffffu, p[threadIdx.x], 1); }
int main(int argc, char **argv) {
  int *p, host[64];
  cudaMalloc(&p, sizeof host);
  fill<<<1, 64>>>(p, argc > 1 ? 1000 : 0);
  neighbours<<<1, 64>>>(p);
  cudaError_t error = cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%s: %d %d %d %d\n", cudaGetErrorString(error), host[0], host[30], host[31], host[32]);
  return error;
}
"""
FIGURES = r"""#include <cuda_runtime.h>
#include <cstdio>
int main() {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  std::printf("%s %d.%d %d %zu %d %d %d %d\n", p.name, p.major, p.minor, p.multiProcessorCount, p.totalGlobalMem,
              p.memoryBusWidth, p.l2CacheSize, p.ECCEnabled, p.maxThreadsPerBlock);
  int clock, major;
  cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0);
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  size_t free, total;
  cudaMemGetInfo(&free, &total);
  std::printf("%d %d %zu %zu\n", clock, major, free, total);
  std::printf("warp size %d\n", p.warpSize);
}
"""
MAIN = r"""#include <cstdio>
#include "part.h"
extern "C" int stamp(int);
int main() {
  int values[64], sum = 0;
  for (int i = 0; i < 64; ++i) values[i] = i;
  twice(values, 64);
  for (int value : values) sum += value;
  std::printf("%d %d\n", sum, stamp(3));
}
"""
PART = r"""#include "part.h"
#include <cuda_runtime.h>
void add(int *d);
__global__ void scale(int *v) { v[threadIdx.x] *= 2; }
void twice(int *values, int count) {
  int *d, size = count * sizeof(int);
  cudaMalloc(&d, size);
  cudaMemcpy(d, values, size, cudaMemcpyHostToDevice);
  scale<<<1, count>>>(d);
  add(d);
  cudaMemcpy(values, d, size, cudaMemcpyDeviceToHost);
  cudaFree(d);
}
"""


def test_translate_writes_what_it_proved_and_says_how(cass: Command) -> None:
    cass.write("x.cu", ORIGINAL.replace("__shfl_down_sync(0xffffffffu, p[threadIdx.x], 1)", "p[threadIdx.x] * 2"))
    said = cass("translate", "x.cu", "--require", "run")
    assert said.status == 0, said
    assert "hipMalloc(&p, sizeof host)" in cass.read("x.hip")
    for words in (
        "GPU      lanes  built by",
        "run on this CPU",
        "compared with the CUDA original",
        "PASSED 1 line, exit status 0: identical",
        "gfx1100 and gfx90a code was executed on this CPU, not on AMD hardware",
        "created x.hip",
    ):
        assert words in said.out
    said = cass("run", "x.hip", "--", "more")
    assert (said.status, said.out) == (0, "no error: 2000 2060 2062 2064\n")


def test_a_plain_renaming_is_right_at_32_lanes_and_wrong_at_64(cass: Command) -> None:
    """Lane 31 reads its own value in CUDA; at 64 lanes it reads that of lane 32."""
    cass.write("x.cu", ORIGINAL)
    renamed = ORIGINAL.replace("cuda_runtime.h", "hip/hip_runtime.h").replace("cuda", "hip")
    cass.write("x.hip", renamed.replace("__shfl_down_sync(0xffffffffu, ", "__shfl_down("))
    said = cass("verify", "x.hip", "--against", "x.cu", "--format", "json")
    report = json.loads(said.out)
    assert (said.status, report["passed"]) == (1, False)
    compared = {s["target"]: s["outcome"] for s in report["verdict"]["steps"] if s["step"] == "compared"}
    assert compared == {"gfx1100": "PASSED", "gfx90a": "WRONG_OUTPUT"}
    [note] = [n for n in report["verdict"]["notes"] if "warp size" in n]
    assert "1 31 31 33" in note
    assert "1 31 32 33" in note


def test_a_file_without_main_or_kernels_is_built_only(cass: Command) -> None:
    cass.write("k.cu", "void release(int *p) { cudaFree(p); }\n")
    said = cass("translate", "k.cu", "--arch", "gfx1100")
    assert said.status == 0
    assert "note: not run: no main" in said.out
    assert cass("translate", "k.cu", "--arch", "gfx1100", "--require", "run").status == 1


def test_compiler_messages_name_the_users_lines_and_nothing_is_written(cass: Command) -> None:
    cass.write(
        "x.cu", "// The main header is added below this line.\ncudaError_t e;\nint main() { return undeclared; }\n"
    )
    said = cass("translate", "x.cu", "--arch", "gfx1100")
    assert said.status == 1
    assert "+2 -1 lines" in said.out
    assert "x.cu:3:21: error: use of undeclared identifier 'undeclared'" in said.out
    assert not Path(cass.folder / "x.hip").exists()


def test_a_tree_is_built_as_a_tree(cass: Command) -> None:
    cass.write("src/scale.cuh", "#include <cuda_runtime.h>\ncudaError_t scale(float *p, int n);\n")
    cass.write(
        "src/scale.cu",
        '#include "scale.cuh"\n__global__ void k(float *p, int n) { if (threadIdx.x < n) p[threadIdx.x] *= FACTOR; }\n'
        "cudaError_t scale(float *p, int n) { k<<<1, 64>>>(p, n); return cudaDeviceSynchronize(); }\n",
    )
    cass.write(
        "src/main.cu",
        '#include "scale.cuh"\n#include <cstdio>\nint main() {\n  float *p;\n'
        "  cudaMallocManaged(&p, 8);\n  p[0] = 1; p[1] = 2;\n  int e = scale(p, 2);\n"
        '  std::printf("%d %g %g\\n", e, p[0], p[1]);\n}\n',
    )
    said = cass("translate", "src", "-o", "out", "--arch", "gfx1100", "--require", "possible", "--", "-DFACTOR=3")
    assert said.status == 0, said
    assert sorted(p.name for p in (cass.folder / "out").iterdir()) == ["main.hip", "scale.cuh", "scale.hip"]
    assert "hipError_t scale" in cass.read("out/scale.cuh")
    assert "PASSED built, run, compared" in said.out
    assert "3 of 3 files written" in said.out


def test_run_cuda_here(cass: Command) -> None:
    cass.write("x.cu", ORIGINAL)
    said = cass("run", "x.cu")
    assert (said.status, said.out) == (0, "no error: 1 31 31 33\n")
    cass.write("bad.cu", "int main() { return 7; }\n")
    assert cass("run", "bad.cu").status == 7


ECHO = r"""#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
__global__ void twice(int *p) { *p *= 2; }
int main(int argc, char **argv) {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  std::printf("%s on %s for %s\n", argv[0], device.name, std::getenv("SOME_VARIABLE"));
  std::fflush(stdout);
  int *p;
  cudaMallocManaged(&p, sizeof *p);
  while (std::scanf("%d", p) == 1) {
    twice<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    std::printf("%d\n", *p);
    std::fflush(stdout);
  }
  std::abort();
}
"""


def test_run_is_as_if_the_program_were_started_by_itself(cass: Command) -> None:
    cass.write("x.cu", ECHO)
    environment = {**os.environ, "SOME_VARIABLE": "some value"}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [CASS, "run", "x.cu"], cwd=cass.folder, env=environment, stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        assert process.stdout.readline() == b"./x on AMD Radeon RX 7900 XTX for some value\n"
        for number in (21, 50):
            process.stdin.write(b"%d\n" % number)
            process.stdin.flush()
            assert process.stdout.readline() == b"%d\n" % (2 * number)  # before the next number is there
        process.stdin.close()
        assert process.stderr.read() == b"cass: ended by signal 6 (SIGABRT)\n"
    assert process.returncode == 128 + 6


def test_run_names_the_users_lines_and_one_gpu(cass: Command) -> None:
    cass.write("x.cu", "// An include is added below.\ncudaError_t e;\nint main() { return undeclared; }\n")
    said = cass("run", "x.cu", "--arch", "gfx90a")
    assert (said.status, "x.cu:3:21: error: use of undeclared identifier" in said.err) == (1, True)
    said = cass("run", "x.cu", "--arch", "gfx90a,gfx1100")
    assert (said.status, "one GPU" in said.err) == (2, True)


def test_the_name_of_the_gpu_is_no_difference(cass: Command) -> None:
    cass.write("x.cu", ECHO.replace("std::abort();", "return 0;"))
    said = cass("translate", "x.cu", "--require", "run")
    assert (said.status, "warp size" in said.out) == (0, False), said


def test_figures_of_the_card_are_no_difference(cass: Command) -> None:
    """Neither is the warp size, where a line says that it is this."""
    cass.write("x.cu", FIGURES)
    said = cass("translate", "x.cu")
    assert (said.status, "depends on the warp size" in said.out) == (0, False), said
    assert 'states the warp size of its GPU: "warp size 32" for the original, "warp size 64" here' in said.out
    cass.write("y.cu", FIGURES.replace("warp size", "result"))
    said = cass("translate", "y.cu")
    assert (said.status, "depends on the warp size" in said.out) == (1, True), said


def test_a_program_of_several_files_and_languages(cass: Command) -> None:
    """C++ with main, C with a word that is none in C++, and two units of CUDA, of which one needs the other."""
    cass.write("src/main.cpp", MAIN)
    cass.write("src/part.h", "void twice(int *values, int count);\n")
    cass.write("src/stamp.c", "int stamp(int class) { return class + 1; }\n")
    cass.write("src/part.cu", PART)
    cass.write(
        "src/other.cu", "__global__ void plus(int *v) { ++v[threadIdx.x]; }\nvoid add(int *d) { plus<<<1, 64>>>(d); }\n"
    )
    said = cass("translate", "src", "-o", "out", "--require", "run")
    assert said.status == 0, said
    assert "linked with part.cu, stamp.c, other.cu" in said.out
    for name in ("main.cpp", "other.cu", "part.cu"):
        row = next(line for line in said.out.splitlines() if line.startswith(f"  src/{name} "))
        assert row.count("PASSED built, run, compared") == 2
    assert "2 of 2 files written, 3 others copied" in said.out


def test_a_part_with_a_warp_size_falls_with_its_program(cass: Command) -> None:
    cass.write("src/main.cpp", MAIN)
    cass.write("src/stamp.c", "int stamp(int class) { return class + 1; }\n")
    factor = "#if __AMDGCN_WAVEFRONT_SIZE == 64\n#define FACTOR 3\n#else\n#define FACTOR 2\n#endif\n"
    cass.write("src/part.h", "void twice(int *values, int count);\n")
    cass.write("src/part.cu", factor + PART.replace("*= 2", "*= FACTOR"))
    cass.write(
        "src/other.cu", "__global__ void plus(int *v) { ++v[threadIdx.x]; }\nvoid add(int *d) { plus<<<1, 64>>>(d); }\n"
    )
    said = cass("translate", "src", "-o", "out")
    assert said.status == 1
    assert "main.cpp, which it is linked into, did not pass: compared for gfx90a: WRONG_OUTPUT" in said.out
    assert not (cass.folder / "out/part.hip").exists()
