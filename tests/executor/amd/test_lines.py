"""Source lines of code objects against llvm-symbolizer, for both versions of line tables."""

from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.amd.lines import at

pytestmark = pytest.mark.gpu_code

SOURCE = """#define GLOBAL __attribute__((global))
#define DEVICE __attribute__((device))
DEVICE __attribute__((noinline)) float power(float x, int n) {
  float result = 1;
  for (int i = 0; i < n; ++i)
    result *= x;
  return result;
}
GLOBAL void kernel(float *p, int n) {
  p[n] = power(p[0], n);
  if (n > 3)
    p[n + 1] = p[1] * 3;
}
"""


@pytest.mark.parametrize("version", ["4", "5"])
def test_every_instructions_line_is_llvms(tmp_path: Path, version: str) -> None:
    source, code = tmp_path / "source.hip", tmp_path / "code.hsaco"
    source.write_text(SOURCE)
    device = ("--cuda-device-only", "--no-gpu-bundle-output", "-nogpuinc", "-nogpulib", "-O1")
    debug = (f"-gdwarf-{version}", "-gline-tables-only")
    done = proc.run(["clang++-19", "-x", "hip", "--offload-arch=gfx1100", *device, *debug, "-o", code, source])
    assert done.status == 0, done.stderr
    found = CodeObject(code.read_bytes())
    addresses = [pc for kernel in found.kernels.values() for pc in range(kernel.entry - 96, kernel.entry + 96, 4)]
    asked = [hex(pc) for pc in addresses]
    shown = proc.run(["llvm-symbolizer-19", f"--obj={code}", "--no-inlines", "--output-style=GNU", *asked]).stdout
    lines = [line.split(" ")[0] for line in shown.decode().splitlines()[1::2]]
    for pc, line in zip(addresses, lines, strict=True):
        if not line.endswith((":?", ":0")):
            assert at(found.elf, pc) == line, hex(pc)
    assert sum(line.startswith(str(source)) for line in lines) > 20


def test_without_debug_information_there_is_no_line(tmp_path: Path) -> None:
    source, code = tmp_path / "source.hip", tmp_path / "code.hsaco"
    source.write_text(SOURCE)
    device = ("--cuda-device-only", "--no-gpu-bundle-output", "-nogpuinc", "-nogpulib", "-O1")
    assert proc.run(["clang++-19", "-x", "hip", "--offload-arch=gfx90a", *device, "-o", code, source]).status == 0
    found = CodeObject(code.read_bytes())
    assert at(found.elf, next(iter(found.kernels.values())).entry) is None
