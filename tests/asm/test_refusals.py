"""What is not translated is said with its reason and its place, and the rest is there."""

from pathlib import Path

import pytest

from cass_tools.cli.main import run
from cass_tools.compilers import nvidia_tools
from cass_tools.executor.amd.codeobject import CodeObject
from tests.asm.test_recombining import compiled
from tests.executor.nvidia.committed import DATA, cubin
from tests.executor.nvidia.lift.disassembler import fake

MEETS = """#include <cstdio>
__global__ void plain(int *a) { a[threadIdx.x] = threadIdx.x * 3; }
__global__ void meets(int *a) {
  if (threadIdx.x < 32) a[threadIdx.x] = 1;
  asm volatile("bar.sync 3, 64;");
  a[threadIdx.x + 32 & 63] += 1;
}
int main(int argc, char **) {
  int *a, b[64];
  cudaMalloc(&a, sizeof b);
  plain<<<1, 64>>>(a);
  if (argc > 1) meets<<<1, 64>>>(a);
  cudaError_t error = cudaGetLastError();
  cudaMemcpy(b, a, sizeof b, cudaMemcpyDeviceToHost);
  printf("%d %d\\n", b[63], error != cudaSuccess);
}
"""


@pytest.mark.gpu_code
def test_kernels_that_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CASS_NVIDIA_TOOLS", "1")
    program = fake(tmp_path, "hard", 80)
    monkeypatch.setattr(nvidia_tools, "find", lambda name: program)
    words = ["asm", "translate", str(DATA / "hard.fatbin"), "-o", str(tmp_path / "out"), "--sm", "sm_80"]
    assert run(words) == 2
    assert "pass --no-verify" in capsys.readouterr().err
    assert run([*words, "--no-verify", "--arch", "gfx90a"]) == 1
    said = capsys.readouterr().err
    assert "h9_barrier (gfx90a) is not translated: sm_80 BAR.SYNC" in said
    assert "in one wavefront of 64 lanes at 0x0090" in said
    made = CodeObject((tmp_path / "out" / "hard.sm_80.gfx90a.hsaco").read_bytes())
    assert made.kernels.keys() == cubin("hard", 80).kernels.keys() - {"h9_barrier"}
    for name, kernel in made.kernels.items():  # laid out as the host code of CUDA, and of HIP, expects
        places = [(each.offset, each.size) for each in kernel.arguments if not each.kind.startswith("hidden_")]
        assert places == [(p.offset, p.size) for p in cubin("hard", 80).kernels[name].parameters]
    assert ".amdgcn_target" in (tmp_path / "out" / "hard.sm_80.gfx90a.s").read_text()


def test_an_architecture_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["asm", "translate", "x.cubin", "-o", str(tmp_path / "out"), "--sm", "80"]) == 2
    assert "--sm 80 is no NVIDIA architecture; names look like sm_80" in capsys.readouterr().err


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_a_program_without_some_of_its_kernels(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    app, made = compiled(tmp_path, source=MEETS), tmp_path / "app.amd"
    words = ["asm", "translate", str(app), "-o", str(made), "--arch", "gfx90a"]
    assert run(words) == 1
    assert "nothing was written; --partial" in capfd.readouterr().err
    assert not made.exists()
    assert run([*words, "--partial"]) == 1
    assert made.exists()
    capfd.readouterr()
    assert run(["run", str(made)]) == 0
    assert capfd.readouterr().out == "189 0\n"
    run(["run", str(made), "--", "more"])
    assert capfd.readouterr().out != "1 0\n"
    assert run([*words[:-1], "gfx1100", "--args", "more", "--force"]) == 0
