"""The HIP host's object with translated kernels in the place of those that clang would make."""

from pathlib import Path

import pytest

from cass_tools.cli.main import run
from cass_tools.compilers import BuildRequest, pick
from cass_tools.config import Config
from cass_tools.executor.amd.fatbin import entries
from cass_tools.model import Target
from tests.asm import test_recombining

SOURCE = test_recombining.SOURCE.replace("p.warpSize", "p.major > 5")  # 64 lanes are no secret of the host's
ANSWER = "-21 744 86 no error 1\n"
ARCHS = ("gfx1100", "gfx90a")


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_the_object_of_a_cuda_source(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source, made, program = (tmp_path / name for name in ("app.cu", "app.o", "app"))
    source.write_text(SOURCE)
    assert run(["asm", "translate", str(source), "-o", str(made), "--arch", ",".join(ARCHS)]) == 0
    assert "app.o: proven for gfx1100, gfx90a" in capfd.readouterr().out
    assert tuple(entry.arch for entry in entries(made.read_bytes()) if entry.arch) == ARCHS
    assert pick(Config()).build(BuildRequest(made, program, Target("gfx1100"))).binary
    for arch in ARCHS:
        assert run(["run", str(program), "--arch", arch]) == 5
        assert capfd.readouterr().out == ANSWER


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_the_host_of_a_port(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source, host, made = (tmp_path / name for name in ("app.cu", "app.hip", "app"))
    source.write_text(SOURCE)
    twin = (
        SOURCE.replace("cuda", "hip")
        .replace("DeviceProp p", "DeviceProp_t p")
        .replace("__ballot_sync(~0u, ", "__ballot(")
    )
    twin = twin.replace("(factor, ", "(HIP_SYMBOL(factor), ").replace("(&sum, total,", "(&sum, HIP_SYMBOL(total),")
    host.write_text("#include <hip/hip_runtime.h>\n" + twin.replace("from[i] * factor", "0"))
    words = ["asm", "translate", str(source), "-o", str(made), "--host", str(host)]
    assert run(words) == 0
    capfd.readouterr()
    assert run(["run", str(made)]) == 5
    assert capfd.readouterr().out == ANSWER  # by the kernels of the CUDA source, which the port's are not
    host.write_text(host.read_text().replace("sum, hip", "sum + 1, hip"))
    made.unlink()
    assert run(words) == 1
    assert "nothing was written: for gfx1100: stdout line 1" in capfd.readouterr().err
    assert not made.exists()
    host.write_text("int main( {")
    assert run(words) == 2
    assert "the host's side of" in capfd.readouterr().err
