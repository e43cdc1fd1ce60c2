"""CUDA programs made AMD's: what is put into them, and that they do what they did."""

import shutil
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.asm import programs, recombining, shim_library, translating
from cass_tools.asm.elf_section import with_section
from cass_tools.asm.recombining import Program
from cass_tools.cli.main import run
from cass_tools.compilers import nvidia_tools
from cass_tools.errors import CassError
from cass_tools.executor import payload
from cass_tools.executor.amd import fatbin
from cass_tools.executor.amd.elf import Elf
from cass_tools.executor.nvidia.lift import build
from cass_tools.model import Target
from cass_tools.trial import Settings

CUDA = Path(__file__).parents[1] / "executor" / "host" / "data" / "cuda"
SOURCE = r"""
#include <cstdio>
__constant__ int factor;
__device__ int total;
__global__ void scale(const int *from, int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i] * factor;
  unsigned lanes = __ballot_sync(~0u, i % 3 == 0);
  if (threadIdx.x % 32 == 0) atomicAdd(&total, __popc(lanes));
}
int main(int argc, char **argv) {
  const int n = 256;
  int from[n], to[n], three = 3 + (argc > 1), sum, *a, *b;
  for (int i = 0; i < n; ++i) from[i] = i - 7;
  cudaMalloc(&a, sizeof from); cudaMalloc(&b, sizeof to);
  cudaMemcpyToSymbol(factor, &three, sizeof three);
  cudaMemcpy(a, from, sizeof from, cudaMemcpyHostToDevice);
  scale<<<2, 128>>>(a, b, n);
  cudaMemcpy(to, b, sizeof to, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);
  cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);
  printf("%d %d %d %s %d\n", to[0], to[255], sum, cudaGetErrorString(cudaGetLastError()), p.warpSize);
  return 5;
}
"""


def compiled(folder: Path, *more: str, source: str = SOURCE) -> Path:
    """A program that nvcc made of the source, which is removed again."""
    nvcc = nvidia_tools.find("nvcc")
    assert nvcc
    (folder / "app.cu").write_text(source)
    done = proc.run([nvcc, "-arch=sm_80", *more, folder / "app.cu", "-o", folder / "app"], timeout=120)
    assert done.status == 0, done.stderr
    (folder / "app.cu").unlink()
    return folder / "app"


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
@pytest.mark.parametrize("runtime", ["static", "shared"])
def test_a_program_without_sources_becomes_one_for_amd(
    runtime: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    app = compiled(tmp_path, "-cudart", runtime)
    made = tmp_path / "made" / "app.amd"
    assert run(["asm", "translate", str(app), "-o", str(made), "--arch", "gfx1100,gfx90a"]) == 0
    assert "proven for gfx1100, gfx90a" in capfd.readouterr().out
    assert payload.archs(Elf(made.read_bytes(), "app")) == ("gfx1100", "gfx90a")
    for arch in ("gfx1100", "gfx90a"):
        assert run(["run", str(made), "--arch", arch]) == 5
        assert capfd.readouterr().out == "-21 744 86 no error 32\n"
    assert run(["run", str(made), "--", "more"]) == 5
    assert capfd.readouterr().out == "-28 992 86 no error 32\n"


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_parameters_and_numbers_of_launches_are_translated(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    app = compiled(tmp_path, source=(CUDA / "parameters.cu").read_text())
    made = tmp_path / "made" / "app.amd"
    assert run(["asm", "translate", str(app), "-o", str(made)]) == 0
    assert run(["run", str(made)]) == 0
    assert capfd.readouterr().out.endswith("0 wrong\n")


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_a_wrong_translation_is_not_proven(tmp_path: Path) -> None:
    app = compiled(tmp_path, "-cudart", "shared")
    program = Program("app", app.read_bytes())
    using = translating.tools()
    made = programs.recombine(program, ("gfx1100",), None, using)
    (kernels,) = (each for each in made.translations if each.kernels)
    wrong = kernels.assembly.replace("v_mul_lo_u32", "v_mul_hi_u32")
    assert wrong != kernels.assembly
    code = build.assemble(wrong, using.clang.path, "gfx1100")
    codes = {address: {"gfx1100": code} for address in program.fat_binaries}
    changed = replace(made, program=recombining.recombined(program, 80, codes))
    proof = programs.prove(program, changed, Settings(targets=(Target("gfx1100"),)))
    assert not proof.passed
    assert "744" in proof.reason


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_what_cannot_be_translated_is_said_and_not_written(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    app = compiled(tmp_path)
    stripped = tmp_path / "stripped"
    shutil.copy(app, stripped)
    assert proc.run(["strip", stripped], timeout=30).status == 0
    assert run(["asm", "translate", str(stripped), "-o", str(tmp_path / "x")]) == 2
    assert "symbols stripped" in capfd.readouterr().err
    assert not (tmp_path / "x").exists()


def test_no_program_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CassError, match="app holds no NVIDIA code"):
        _ = Program("app", Path("/bin/true").read_bytes()).fat_binaries
    with pytest.raises(CassError, match="no dynamically linked x86-64 program"):
        data = bytearray(Path("/bin/true").read_bytes())
        data[18] = 183
        _ = Program("app", bytes(data)).elf


def test_a_section_is_added_behind_a_file(tmp_path: Path) -> None:
    data = Path("/bin/true").read_bytes()
    made = with_section(data, ".more", b"content", "true")
    found = {section.name: section for section in Elf(made, "true").sections}
    assert Elf(made, "true").content(found[".more"]) == b"content"
    assert found.keys() == {section.name for section in Elf(data, "true").sections} | {".more"}
    (tmp_path / "true").write_bytes(made)
    (tmp_path / "true").chmod(0o755)
    assert proc.run([tmp_path / "true"], timeout=10).status == 0
    with pytest.raises(CassError, match="true has no section headers"):
        with_section(data[:0x28] + bytes(8) + data[0x30:], ".more", b"", "true")


def test_the_payload_is_read_back() -> None:
    bundle = payload.bundle({"gfx1100": b"first", "gfx90a": b"second"})
    assert {entry.arch: entry.data for entry in fatbin.entries(bundle)} == {
        "": b"",
        "gfx1100": b"first",
        "gfx90a": b"second",
    }
    packed = payload.packed(90, [payload.Fat(0x4000, bundle)], {"cudaMalloc": 0x1230})
    assert packed[:12] == b"CASSAMD1" + struct.pack("<I", 90)
    assert payload.archs(Elf(with_section(Path("/bin/true").read_bytes(), ".cass_amd", packed, ""), "x")) == (
        "gfx1100",
        "gfx90a",
    )


@pytest.mark.parametrize("generation", [12, 13])
def test_the_library_serves_what_programs_of_cuda_call(generation: int) -> None:
    served = shim_library.served(generation)
    assert {"__cudaRegisterFatBinary", "cudaMalloc", "cudaLaunchKernel", "cudaGetDeviceProperties"} <= served
    assert {"cudaDeviceSetLimit", "cudaFreeArray", "cudaFuncSetCacheConfig"} <= served
    assert "cudaGraphicsGLRegisterBuffer" not in served


WARPS = r"""
#include <cstdio>
__global__ void reduces(unsigned *o, int part) {
  unsigned v = threadIdx.x * 2654435761u ^ blockIdx.x * 977u, m = ~0u;
  if (part) {
    m = __ballot_sync(~0u, threadIdx.x % 3 != 1);
    if (threadIdx.x % 3 == 1) { o[threadIdx.x + 96 * blockIdx.x] = 7; return; }
  }
  unsigned r = __reduce_add_sync(m, v);
  r ^= __reduce_min_sync(m, v) * 3 ^ __reduce_max_sync(m, v) * 5;
  r ^= __reduce_min_sync(m, (int)v) * 7 ^ __reduce_max_sync(m, (int)v) * 11;
  r ^= __reduce_xor_sync(m, v) * 13 ^ __reduce_and_sync(m, v | 0xff00) * 17 ^ __reduce_or_sync(m, v & 0xff00) * 19;
  unsigned y = r * 40503u ^ v;
  int s;
  r ^= __dp4a(v, y, 5u) ^ (unsigned)__dp4a((int)v, (int)y, -9) * 3;
  asm("dp4a.s32.u32 %0, %1, %2, %3;" : "=r"(s) : "r"(v), "r"(y), "r"(-1));
  r ^= s * 7;
  asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(v), "r"(y), "r"(1));
  o[threadIdx.x + 96 * blockIdx.x] = r ^ s * 11;
}
int main() {
  unsigned *d, h[192];
  cudaMalloc(&d, sizeof h);
  for (int part = 0; part < 2; ++part) {
    reduces<<<2, 96>>>(d, part);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (unsigned each : h) printf("%u ", each);
  }
}
"""


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_what_amd_has_instructions_for(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    app = compiled(tmp_path, source=WARPS)
    words = ["asm", "translate", str(app), "-o", str(tmp_path / "made"), "--assembly", str(tmp_path / "asm")]
    assert run([*words, "--arch", "gfx1100,gfx90a,gfx1030"]) == 0
    assert "proven for gfx1100, gfx90a, gfx1030" in capfd.readouterr().out
    text = (tmp_path / "asm" / "app.1.gfx1100.s").read_text()
    assert text.count("v_dot4_i32_iu8") == 4
    assert "swizzle_bitmask" in text or "ds_swizzle_b32" in text


QUOTIENTS = r"""
#include <cstdio>
__device__ unsigned bits(float q) { return q != q ? 1 : __float_as_uint(q); }
__global__ void divides(const float *x, unsigned *o, int n) {
  float a = x[blockIdx.x], b = x[threadIdx.x];
  o[blockIdx.x * n + threadIdx.x] = bits(a / b) * 3 + bits((a + 1) / (b - 1)) * 5 + bits(b / (a * b)) * 7;
}
int main() {
  const int n = 96;
  unsigned h[n * n], *o, raw[n], sum = 0, hard[] = {0, 1, 0x7fffff, 0x800000, 0x7f7fffff, 0x7f800000, 0x7fc00000};
  for (unsigned i = 0; i < n; ++i) raw[i] = i < 14 ? hard[i / 2] | i % 2 << 31 : i * 2654435761u ^ i << 27;
  float *x;
  cudaMalloc(&x, sizeof raw);
  cudaMalloc(&o, sizeof h);
  cudaMemcpy(x, raw, sizeof raw, cudaMemcpyHostToDevice);
  divides<<<n, n>>>(x, o, n);
  cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n * n; ++i) sum = sum * 31 + h[i];
  for (int i = 0; i < n; ++i) printf("%x ", h[i * n + i / 3]);
  printf("%x\\n", sum);
}
"""


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_quotients_take_the_short_way(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    app = compiled(tmp_path, source=QUOTIENTS)
    words = ["asm", "translate", str(app), "-o", str(tmp_path / "made"), "--assembly", str(tmp_path / "asm")]
    assert run([*words, "--arch", "gfx1100,gfx90a"]) == 0
    assert "proven for gfx1100, gfx90a" in capfd.readouterr().out
    text = (tmp_path / "asm" / "app.1.gfx1100.s").read_text()
    assert text.count("v_div_fixup_f32") == 3
    assert text.count("\n\tv_") < 250  # with the long way at each call there are some 1,000


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_addresses_in_shared_memory_stay_where_they_are_used(tmp_path: Path) -> None:
    """Not one register for each of sixteen places, computed before the loop."""
    app = compiled(tmp_path, source=(Path(__file__).parents[2] / "examples" / "matmul.cu").read_text())
    words = ["asm", "translate", str(app), "-o", str(tmp_path / "made"), "--assembly", str(tmp_path / "asm")]
    assert run([*words, "--arch", "gfx1100"]) == 0
    text = (tmp_path / "asm" / "app.1.gfx1100.s").read_text()
    assert text.count("ds_load_2addr_b32") == 8
