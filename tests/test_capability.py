"""Programs that decide by the compute capability they see, run for real."""

from pathlib import Path

import pytest

from cass_tools.model import Outcome, Target
from cass_tools.trial import Settings, Unit
from cass_tools.verify import bench

pytestmark = pytest.mark.gpu_code

ORIGINAL = b"""#include <cuda_runtime.h>
#include <cstdio>
__global__ void one(int *x) { *x = 1; }
int main() {
  cudaDeviceProp p;
  if (cudaGetDeviceProperties(&p, 0) != cudaSuccess) return 1;
  bool quarter = p.major > 8 || (p.major == 8 && p.minor >= 9);
  int *x = nullptr;
  if (p.major >= 8) {
    cudaMalloc(&x, sizeof *x);
    one<<<1, 1>>>(x);
    cudaDeviceSynchronize();
  }
  printf("%s, %d-bit floats\\n", x ? "tried" : "too old", quarter ? 8 : 16);
}
"""
PORT = b"""#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstring>
__global__ void one(int *x) { *x = 1; }
int main() {
  hipDeviceProp_t p;
  if (hipGetDeviceProperties(&p, 0) != hipSuccess) return 1;
  bool quarter = strncmp(p.gcnArchName, "gfx94", 5) == 0;
  int *x = nullptr;
  if (hipMalloc(&x, sizeof *x) != hipSuccess) return 1;
  one<<<1, 1>>>(x);
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  printf("%s, %d-bit floats\\n", x ? "tried" : "too old", quarter ? 8 : 16);
}
"""
# It checks nothing on old cards; the port says that it has not looked, and has other results.
SKIPPED = b"""#include <cuda_runtime.h>
#include <cstdio>
__global__ void thrice(int *x) { x[threadIdx.x] = 3 * threadIdx.x; }
int main() {
  cudaDeviceProp p;
  if (cudaGetDeviceProperties(&p, 0)) return 1;
  int seen[64], *x;
  cudaMalloc(&x, sizeof seen);
  thrice<<<1, 64>>>(x);
  cudaMemcpy(seen, x, sizeof seen, cudaMemcpyDeviceToHost);
  puts(p.major < 8 ? "skipped" : seen[63] == 189 ? "right" : "wrong");
}
"""
SKIPS = b"""#include <hip/hip_runtime.h>
#include <cstdio>
__global__ void thrice(int *x) { x[threadIdx.x] = 5; }
int main() {
  int seen[64], *x;
  if (hipMalloc(&x, sizeof seen)) return 1;
  thrice<<<1, 64>>>(x);
  if (hipMemcpy(seen, x, sizeof seen, hipMemcpyDeviceToHost)) return 1;
  puts("skipped");
}
"""
NO_KERNEL = PORT.replace(b"one<<<1, 1>>>(x);", b"x = nullptr;")


@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
@pytest.mark.parametrize(
    ("port", "outcome", "said"),
    [
        (PORT, Outcome.PASSED, "as the original prints it on a GPU of compute capability 8.0"),
        (PORT.replace(b"? 8 : 16", b"? 8 : 12"), Outcome.WRONG_OUTPUT, 'expected "tried, 8-bit floats"'),
        (NO_KERNEL, Outcome.WRONG_OUTPUT, "no kernel was started, though the original starts some"),
    ],
)
def test_what_the_original_prints_on_another_card(
    tmp_path: Path, port: bytes, outcome: Outcome, said: str, arch: str
) -> None:
    source = tmp_path / "gate.cu"
    source.write_bytes(ORIGINAL)
    with bench(Unit(source, ORIGINAL), Settings(targets=(Target(arch),), reference="header")) as alone:
        verdict = alone.verify(Unit(source.with_suffix(".hip"), port))
    step = verdict.steps[-1]
    assert (step.outcome, said in step.detail) == (outcome, True), verdict


@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
@pytest.mark.parametrize(
    ("port", "outcome"),
    [
        (SKIPS, Outcome.WRONG_OUTPUT),
        (
            SKIPS.replace(b"  int seen", b"  void *y; if (hipMalloc(&y, 99)) return 1;\n  int seen"),
            Outcome.WRONG_OUTPUT,
        ),
        (SKIPS.replace(b"= 5;", b"= 3 * threadIdx.x;"), Outcome.PASSED),
    ],
)
def test_on_another_card_results_in_memory_count(tmp_path: Path, port: bytes, outcome: Outcome, arch: str) -> None:
    source = tmp_path / "gate.cu"
    source.write_bytes(SKIPPED)
    with bench(Unit(source, SKIPPED), Settings(targets=(Target(arch),), reference="header")) as alone:
        verdict = alone.verify(Unit(source.with_suffix(".hip"), port))
    assert verdict.steps[-1].outcome is outcome, verdict
    assert not [note for note in verdict.notes if "states the warp size" in note]
