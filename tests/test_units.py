"""Units of a program whose code for the GPU is linked: which are needed, by their text; such a program runs."""

from pathlib import Path

import pytest

from cass_tools import compilers
from cass_tools.config import Config
from cass_tools.library import Library, beside, plain_name
from cass_tools.model import Outcome, Target
from cass_tools.trial import UNDEFINED, Settings, Unit
from cass_tools.verify import bench

RDC = ("-fgpu-rdc",)
MAIN = b"""#include <hip/hip_runtime.h>
#include <cstdio>
extern __constant__ float factor;
__device__ float shifted(float x);
__global__ void scale(int n, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = factor * shifted(x[i]);
}
int main() {
  float *x, y[100];
  for (int i = 0; i < 100; ++i) y[i] = 0.25f * i;
  hipMalloc(&x, sizeof y);
  hipMemcpy(x, y, sizeof y, hipMemcpyHostToDevice);
  scale<<<1, 128>>>(100, x);
  hipMemcpy(y, x, sizeof y, hipMemcpyDeviceToHost);
  printf("%g %g\\n", y[1], y[99]);
}
"""
PART = b"""#include <hip/hip_runtime.h>
__constant__ float factor = 2.0f;
__device__ float shifted(float x) { return x + 0.5f; }
"""


def library(*files: tuple[str, bytes], folder: Path = Path("/p")) -> Library:
    units = [Unit(folder / name, data) for name, data in files]
    return Library(units, units, compilers.pick(Config()), folder)


@pytest.mark.parametrize(
    ("log", "name"),
    [
        ("ld.lld: error: undefined protected symbol: factor", "factor"),
        ("lld: error: undefined symbol: ns::scale<float>(float*, int)", "scale"),
        ("/usr/bin/ld: a.o: undefined reference to `shifted(float)'", "shifted"),
        ("nvlink error   : Undefined reference to '_ZN2ns7shiftedEf' in '/tmp/0.o'", "shifted"),
    ],
)
def test_what_a_linker_lacks(log: str, name: str) -> None:
    assert [plain_name(symbol) for symbol in UNDEFINED.findall(log)] == [name]


def test_units_are_found_by_what_they_define() -> None:
    known = library(
        ("part.cu", PART), ("user.cu", b"extern __constant__ float factor;\nfloat f() { return shifted(1); }")
    )
    for symbol in ("factor", "shifted(float)"):
        found = known.sources(Path("/p/main.cu"), [symbol], "hip")
        assert [unit.path.name for unit in found.units] == ["part.cu"]
    assert known.sources(Path("/p/main.cu"), ["nowhere"], "nvidia").units == ()


def test_no_choice_between_two() -> None:
    found = library(("a.cu", PART), ("b.cu", PART)).sources(Path("/p/main.cu"), ["factor"], "cuda")
    assert found.problem == "factor is defined in a.cu and b.cu, so it is not plain what to link"


def test_units_beside_a_file(tmp_path: Path) -> None:
    for name, text in (
        ("a.hip", MAIN),
        ("b.hip", PART),
        ("b.cu", PART),
        ("c.cpp", b"int f() { return 1; }"),
        ("d.h", b""),
    ):
        (tmp_path / name).write_bytes(text)
    known = beside(tmp_path / "a.hip", tmp_path / "a.cu", RDC, compilers.pick(Config()), tmp_path)
    for language, name in (("hip", "b.hip"), ("cuda", "b.cu")):
        found = known.sources(tmp_path / "a.hip", ["factor", "f()"], "hip" if language == "hip" else "cuda")
        assert [unit.path.name for unit in found.units] == [name, "c.cpp"]


@pytest.mark.gpu_code
def test_a_program_of_two_units_is_linked_and_compared(tmp_path: Path) -> None:
    for name, text in (("main", MAIN), ("part", PART)):
        (tmp_path / f"{name}.hip").write_bytes(text)
        (tmp_path / f"{name}.cu").write_bytes(text.replace(b"hip/hip_", b"cuda_").replace(b"hip", b"cuda"))
    settings = Settings(targets=(Target("gfx1100"),), runner="exec", flags=RDC)
    with bench(None, settings) as place:
        units = beside(tmp_path / "main.hip", tmp_path / "main.cu", RDC, place.compiler, place.folder)
        place.original = Unit(tmp_path / "main.cu", (tmp_path / "main.cu").read_bytes(), flags=RDC, library=units)
        verdict = place.verify(Unit(tmp_path / "main.hip", MAIN, flags=RDC, library=units))
    assert {step.outcome for step in verdict.steps} == {Outcome.PASSED}, verdict
    assert verdict.notes[0] == "linked with part.hip"
