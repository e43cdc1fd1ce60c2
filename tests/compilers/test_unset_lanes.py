"""Shuffles of what only one lane has set, with HIP headers that do not say that this is allowed."""

from pathlib import Path

import pytest

from cass_tools.compilers import BuildRequest, headers, pick
from cass_tools.config import Config
from cass_tools.model import Outcome, Target
from cass_tools.runners import Limits
from cass_tools.runners.exec import RUNNER

PROGRAM = """#include <cstdio>
#include <hip/hip_runtime.h>
__device__ int next;
__global__ void count(const int *list, int *out, int most) {
  const int lane = threadIdx.x % 32;
  int i;
  if (lane == 0)
    i = atomicAdd(&next, 1);
  i = __shfl(i, 0, 32);
  if (i < most)
    out[list[i]] = lane;
}
int main() {
  int *p, found;
  (void)hipMalloc(&p, 4096);
  (void)hipMemset(p, 0, 4096);
  count<<<4, 256>>>(p, p, 0);
  (void)hipMemcpyFromSymbol(&found, HIP_SYMBOL(next), sizeof found);
  printf("%d", found);
}
"""


@pytest.mark.gpu_code
def test_only_one_lane_counts(tmp_path: Path) -> None:
    (tmp_path / "x.hip").write_text(PROGRAM)
    target = Target("gfx1100")
    build = pick(Config()).build(BuildRequest(tmp_path / "x.hip", tmp_path / "x", target))
    assert build.binary is not None, build.log
    run = RUNNER.run(build.binary, target, (), limits=Limits(timeout=60.0), cwd=tmp_path)
    assert (run.outcome, run.stdout) == (Outcome.PASSED, b"32")


def test_headers_that_say_it_and_old_compilers_need_nothing(tmp_path: Path) -> None:
    header = tmp_path / headers.SHUFFLES
    assert headers.unset_lanes(tmp_path, 19) == ()
    header.parent.mkdir(parents=True)
    header.write_text("int __shfl(int var, int lane);\n")
    assert headers.unset_lanes(tmp_path, 14) == ()
    assert headers.unset_lanes(tmp_path, 19) == ("-Xclang", "-no-enable-noundef-analysis")
    header.write_text("int __shfl(MAYBE_UNDEF int var, int lane);\n")
    assert headers.unset_lanes(tmp_path, 19) == ()
