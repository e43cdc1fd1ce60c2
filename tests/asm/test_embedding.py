"""The HIP host's object with translated kernels in the place of those that clang would make."""

from pathlib import Path

import pytest

from cass_tools.asm import host_names
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


VECTORS = """#include <cstdio>
template <typename T> __global__ void twice(T *v, const uchar2 *by) {
  v[threadIdx.x].x *= by[0].x;
  v[threadIdx.x].y *= by[0].y;
}
int main() {
  float4 *a;
  uchar2 *by;
  cudaMallocManaged(&a, sizeof *a);
  cudaMallocManaged(&by, sizeof *by);
  *a = make_float4(1.5f, 2, 3, 4);
  *by = make_uchar2(2, 3);
  twice<<<1, 1>>>(a, by);
  const auto done = cudaDeviceSynchronize();
  std::printf("%g %g %g %d\\n", a->x, a->y, a->z, done);
}
"""


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_kernels_whose_types_hip_names_otherwise(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source, made = tmp_path / "app.cu", tmp_path / "app"
    source.write_text(VECTORS)
    assert run(["asm", "translate", str(source), "-o", str(made), "--host", str(source)]) == 0
    capfd.readouterr()
    assert run(["run", str(made)]) == 0
    assert capfd.readouterr().out == "3 6 3 0\n"


def test_names_that_mean_the_same() -> None:
    names = {
        "_Z1kP6float4": "_Z1kP15HIP_vector_typeIfLj4EE",
        "_Z1kI7double2EvPT_S1_": "_Z1kI15HIP_vector_typeIdLj2EEEvPT_S2_",
        "_Z1hP6float4": "_Z1hP11cass_float4",
        "_Z1kPK5char3P5uint2P9longlong1": "_Z1kPK15HIP_vector_typeIcLj3EEPS_IjLj2EEPS_IxLj1EE",
    }
    host = b"\0".join((b"", *(name.encode() for name in names.values()), b"_Z1fPi", b""))
    assert host_names.renames([*names, "_Z1fPi", "_Z1gP6float4"], host) == names
    text = ".globl _Z1kP6float4\n.amdhsa_kernel _Z1kP6float4\n.symbol: _Z1kP6float4.kd\n_Z1kP6float42:\n"
    renamed = host_names.renamed(text, {"_Z1kP6float4": "other"})
    assert renamed == ".globl other\n.amdhsa_kernel other\n.symbol: other.kd\n_Z1kP6float42:\n"
