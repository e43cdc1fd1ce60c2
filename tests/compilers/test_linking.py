"""Programs are linked with all that the executor's runtime has, whatever the installed library lacks."""

from pathlib import Path

import pytest

from cass_tools.compilers import BuildRequest, pick
from cass_tools.config import Config
from cass_tools.model import Outcome, Target
from cass_tools.runners import Limits
from cass_tools.runners.exec import RUNNER

# HIP 5.2 declares hipLaunchHostFunc and does not define it.
PROGRAM = """#include <hip/hip_runtime.h>
#include <cstdio>
static void seven(void *value) { *static_cast<int *>(value) = 7; }
int main() {
  int value = 0;
  hipStream_t stream;
  hipStreamCreate(&stream);
  hipLaunchHostFunc(stream, seven, &value);
  hipStreamSynchronize(stream);
  printf("%d\\n", value);
}
"""


@pytest.mark.gpu_code
def test_a_function_that_the_installed_library_lacks(tmp_path: Path) -> None:
    source, target = tmp_path / "late.hip", Target("gfx1100")
    source.write_text(PROGRAM)
    made = pick(Config()).build(BuildRequest(source=source, output=tmp_path / "late", target=target))
    assert made.outcome is Outcome.PASSED, made.log
    assert made.binary
    ran = RUNNER.run(made.binary, target, (), limits=Limits(), cwd=tmp_path)
    assert ran.stdout == b"7\n"
