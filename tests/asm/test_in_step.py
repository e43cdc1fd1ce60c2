"""Programs whose results are those of a GPU only where the threads of a warp go in step."""

from pathlib import Path

import pytest

from cass_tools.cli.main import run

# The tail of a reduction without barriers, in a loop and behind conditions; then what must not hang where threads go
# in step: a lock that each warp takes, and a block that waits for the next one.
SOURCE = """#include <cstdio>
__device__ int lock, locked, ready;
__global__ void tail(int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = t + blockIdx.x;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    if (t < 16) s[t] += s[t + 16];
    s[t] += s[(t + 1) % 32];
    for (int k = 8; k; k >>= 1) s[t] += s[(t + k) & 31];
    out[32 * blockIdx.x + t] = s[t];
  }
  for (bool done = t % 32; !done;)
    if (atomicCAS(&lock, 0, 1) == 0) {
      locked += 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  if (blockIdx.x == 0)
    while (*(volatile int *)&ready == 0) {}
  else if (t == 0)
    *(volatile int *)&ready = 1;
}
int main() {
  int *out, count, sum = 0;
  cudaMallocManaged(&out, 64 * sizeof(int));
  tail<<<2, 64>>>(out);
  const auto done = cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&count, locked, sizeof count);
  for (int i = 0; i < 64; ++i) sum = (31 * sum + out[i]) & 0xffffff;
  std::printf("%d %d %d %d\\n", out[0], sum, count, done);
}
"""


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_what_relies_on_warps_in_step_is_proven_so(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source, made = tmp_path / "tail.cu", tmp_path / "tail"
    source.write_text(SOURCE)
    assert run(["asm", "translate", str(source), "-o", str(made)]) == 0
    assert "its warps in step; its result is another one, or none, where" in capfd.readouterr().out
    assert run(["run", str(made)]) == 0
    first, _, count, done = capfd.readouterr().out.split()
    assert (first, count, done) == ("4000", "4", "0")
