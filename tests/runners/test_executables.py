"""Programs that are built already: recognised by content, their GPUs read from them, and run unchanged."""

from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.cli.main import run
from cass_tools.compilers import BuildRequest
from cass_tools.compilers.bundle import offload_bundle
from cass_tools.compilers.clang import ClangCompiler
from cass_tools.errors import CassError
from cass_tools.model import Target
from cass_tools.runners.executables import archs_in, is_executable, target_for

pytestmark = pytest.mark.gpu_code

SOURCE = """#include <hip/hip_runtime.h>
#include <cstdio>
__global__ void wide(int *p) { p[threadIdx.x] = threadIdx.x + warpSize; }
int main(int argc, char **argv) {
  int *p, last;
  if (hipMalloc(&p, 64) != hipSuccess)
    return 1;
  wide<<<1, 4>>>(p);
  if (hipMemcpy(&last, p + 3, sizeof last, hipMemcpyDeviceToHost) != hipSuccess)
    return 2;
  printf("%d %s\\n", last, argc > 1 ? argv[1] : "");
  return last == 35 ? 0 : 7;
}
"""
VERSIONED = """#include <cstdio>
extern "C" int hipMalloc(void **, unsigned long);
extern "C" int hipGetDeviceCount(int *);
int main() {
  void *p = nullptr;
  int count = 0, status = hipMalloc(&p, 64) + hipGetDeviceCount(&count);
  std::printf("%d %d %d\\n", status, count > 0, p != nullptr);
}
"""


def program(folder: Path, arch: str) -> Path:
    source = folder / "wide.hip"
    source.write_text(SOURCE)
    build = ClangCompiler().build(BuildRequest(source, folder / f"wide-{arch}", Target(arch)))
    assert build.binary is not None, build.log
    return build.binary


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return program(tmp_path_factory.mktemp("wide"), "gfx90a")


def test_a_built_program_runs_as_the_gpu_that_it_is_for(wide: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert is_executable(wide)
    assert run(["run", str(wide), "--", "word"]) == 7
    assert capfd.readouterr().out == "67 word\n"


def test_another_gpu_is_refused_by_naming_what_is_there(wide: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["run", "--arch", "gfx1100", str(wide)]) == 2
    assert f"{wide} holds code for gfx90a, not for gfx1100" in capsys.readouterr().err


def test_checks_work_on_built_programs(wide: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["run", "--check", "all", str(wide)]) == 7
    assert capfd.readouterr() == ("67 \n", "")


def test_code_for_unknown_gpus_only_is_named(tmp_path: Path) -> None:
    bundle, source, binary = tmp_path / "bundle", tmp_path / "main.c", tmp_path / "main"
    bundle.write_bytes(offload_bundle({"gfx803": b"\x7fELF", "gfx900:xnack-": b"\x7fELF"}))
    source.write_text("int main(void) { return 0; }\n")
    embed = f'__asm__(".section .hip_fatbin,\\"a\\"\\n.incbin \\"{bundle}\\"\\n.previous");\n'
    source.write_text(embed + source.read_text())
    assert proc.run(["clang-19", source, "-o", binary]).status == 0
    assert archs_in(binary.read_bytes(), "main") == ("gfx803", "gfx900")
    with pytest.raises(CassError, match="holds code for gfx803, gfx900 only"):
        target_for(binary, None)


def test_a_file_without_permission_is_not_run(wide: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.write_bytes(wide.read_bytes())
    with pytest.raises(CassError, match=r"chmod \+x"):
        target_for(copy, None)


@pytest.mark.parametrize(
    ("version", "soname"), [("hip_4.2", "5"), ("hip_5.1", "5"), ("hip_6.0", "6"), ("hip_7.0", "7")]
)
def test_symbol_versions_of_every_release_are_found(
    version: str, soname: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    stub, script, library = tmp_path / "stub.c", tmp_path / "stub.map", tmp_path / f"libamdhip64.so.{soname}"
    stub.write_text("int hipMalloc(void) { return 1; }\nint hipGetDeviceCount(void) { return 1; }\n")
    script.write_text(f"{version} {{ global: hip*; local: *; }};\n")
    linked = ["-shared", "-fPIC", f"-Wl,-soname,{library.name}", f"-Wl,--version-script={script}"]
    assert proc.run(["clang-19", *linked, stub, "-o", library]).status == 0
    source, binary = tmp_path / "main.cpp", tmp_path / "main"
    source.write_text(VERSIONED)
    assert proc.run(["clang++-19", source, library, "-o", binary]).status == 0
    assert run(["run", str(binary)]) == 0
    assert capfd.readouterr() == ("0 1 1\n", "")
