"""`cass translate` without a GPU: places, previews, refusals; nothing half-written, nobody's work lost."""

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from tests.cli.command import CASS, Command

PROGRAM = "#include <cuda_runtime.h>\nint main() { int *p; cudaMalloc(&p, 4); return 0; }\n"
WANTED = "#include <hip/hip_runtime.h>\nint main() { int *p; hipMalloc(&p, 4); return 0; }\n"


def files(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_beside_the_source(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    said = cass("translate", "x.cu", "--no-verify")
    assert said.status == 0
    assert cass.read("x.hip") == WANTED
    assert cass.read("x.cu") == PROGRAM
    assert "x.cu -> x.hip: 2 names renamed, +2 -2 lines" in said.out
    assert "created x.hip (not verified)" in said.out
    assert "unchanged x.hip" in cass("translate", "x.cu", "--no-verify").out


def test_to_a_named_file_and_into_a_directory(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    (cass.folder / "out").mkdir()
    assert cass("translate", "x.cu", "-o", "new/y.cpp", "--no-verify").status == 0
    assert cass("translate", "x.cu", "-o", "out", "--no-verify").status == 0
    assert files(cass.folder) == ["new/y.cpp", "out/x.hip", "x.cu"]


def test_a_tree_keeps_its_layout(cass: Command) -> None:
    cass.write("src/x.cu", PROGRAM)
    cass.write("src/lib/k.cuh", "#include <cuda_runtime.h>\ncudaError_t f();\n")
    cass.write("src/lib/plain.h", "int g();\n")
    cass.write("src/build.sh", "build x.cu\n")
    cass.write("src/Makefile", "all: x.cu\n")
    said = cass("translate", "src", "-o", "ported", "--no-verify", "-j", "2")
    assert said.status == 0
    assert files(cass.folder / "ported") == ["Makefile", "build.sh", "lib/k.cuh", "lib/plain.h", "x.hip"]
    assert cass.read("ported/lib/k.cuh") == "#include <hip/hip_runtime.h>\nhipError_t f();\n"
    assert "3 of 3 files written, 2 others copied, not verified" in said.out
    assert cass.read("ported/Makefile") == "all: x.hip\n"
    note = "src/build.sh was copied as it is, but names x.cu (now x.hip): change it for HIP by hand"
    assert f"  note: {note}" in said.out.splitlines()
    again = cass("translate", "src", "-o", "ported", "--no-verify", "--format", "json")
    assert json.loads(again.out)["notes"] == [note]


def test_in_place(cass: Command) -> None:
    cass.write("src/x.cu", PROGRAM).chmod(0o640)
    assert cass("translate", "src", "--in-place", "--no-verify").status == 0
    assert cass.read("src/x.cu") == WANTED
    assert files(cass.folder) == ["src/x.cu"]
    assert (cass.folder / "src/x.cu").stat().st_mode & 0o777 == 0o640


def test_in_place_shows_findings_where_they_were(cass: Command) -> None:
    cass.write("x.cu", "__global__ void k(int* a) {\n  a[0] = __shfl_down(a[0], 1);\n}\n")
    said = cass("translate", "x.cu", "--in-place", "--no-verify")
    assert "x.cu:2:10: CASS124" in said.out
    assert "  2 |   a[0] = __shfl_down(a[0], 1);" in said.out.splitlines()


def test_previews_write_nothing(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    cass.write("done.cu", "int x;\n")
    said = cass("translate", "x.cu", "--stdout")
    assert (said.status, said.out) == (0, WANTED)
    assert "not verified, nothing written" in said.err
    said = cass("translate", "x.cu", "done.cu", "--diff")
    assert said.status == 1
    assert said.out.startswith("--- a/x.cu\n+++ b/x.cu\n@@ -1,2 +1,2 @@\n-#include <cuda_runtime.h>\n")
    said = cass("translate", ".", "--check")
    assert (said.status, said.out) == (1, "would translate x.cu\n")
    assert cass("translate", "done.cu", "--check").status == 0
    assert files(cass.folder) == ["done.cu", "x.cu"]
    assert "--stdout prints one file" in cass("translate", "x.cu", "done.cu", "--stdout").err


def test_the_diff_applies(cass: Command) -> None:
    cass.write("d/x.cu", PROGRAM)
    patch = cass("translate", "d", "--diff").out
    git = shutil.which("git") or "git"
    subprocess.run([git, "apply", "-"], cwd=cass.folder, input=patch.encode(), check=True)
    assert cass.read("d/x.cu") == WANTED


def test_nobodys_work_is_overwritten(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    cass.write("x.hip", "by hand\n")
    said = cass("translate", "x.cu", "--no-verify")
    assert said.status == 1
    assert "x.hip was NOT written" in said.out
    assert "--force" in said.out
    assert cass.read("x.hip") == "by hand\n"
    assert cass("translate", "x.cu", "--no-verify", "--force").status == 0
    assert cass.read("x.hip") == WANTED
    cass.write("x.cu", PROGRAM + "// more\n")
    assert cass("translate", "x.cu", "--no-verify").status == 0  # it is our own by now
    assert cass.read("x.hip") == WANTED + "// more\n"


def test_no_way_out_of_the_tree(cass: Command) -> None:
    cass.write("src/x.cu", PROGRAM)
    outside = cass.write("outside.txt", "safe\n")
    (cass.folder / "ported").mkdir()
    (cass.folder / "ported/x.hip").symlink_to(outside)
    said = cass("translate", "src", "-o", "ported", "--no-verify", "--force")
    assert said.status == 1
    assert "symbolic link out of" in said.out
    assert outside.read_text() == "safe\n"


def test_two_results_in_one_place_are_refused(cass: Command) -> None:
    cass.write("src/x.cu", PROGRAM)
    cass.write("src/x.hip", "__global__ void k();\n")
    cass.write("src/y.cu", PROGRAM)
    said = cass("translate", "src", "-o", "out", "--no-verify")
    assert "would both be written to out/x.hip" in said.err or said.status == 0
    assert said.status in (0, 2)


def test_what_is_left_for_a_person_is_an_exit_code_of_1(cass: Command) -> None:
    cass.write("x.cu", 'void f() { asm volatile("mma.sync.aligned;"); cudaDeviceSynchronize(); }\n')
    said = cass("translate", "x.cu", "--no-verify")
    assert said.status == 1
    assert "hipDeviceSynchronize" in cass.read("x.hip")
    assert "PTX" in said.out


def test_launches_as_macros(cass: Command) -> None:
    cass.write("x.cu", "__global__ void k(int);\nvoid f() { k<<<1, 2>>>(3); }\n")
    text = cass("translate", "x.cu", "--stdout", "--launch-syntax", "macro").out
    assert "hipLaunchKernelGGL(k, " in text
    assert "k<<<1, 2>>>(3)" in cass("translate", "x.cu", "--stdout").out


def test_whose_names_and_which_spelling(cass: Command) -> None:
    cass.write("x.cu", '#include "cublas_v2.h"\ncublasHandle_t h;\ncudaError_t e;\n')
    assert "rocblas_handle h;" in cass("translate", "x.cu", "--stdout", "--api", "roc").out
    assert "<hipblas/hipblas.h>" in cass("translate", "x.cu", "--stdout").out
    assert '"hipblas.h"' in cass("translate", "x.cu", "--stdout", "--style", "hipify").out
    assert "rocblas_handle" in cass("check", "x.cu", "--all", "--api", "roc").out
    for wrong in (("--api", "cuda"), ("--style", "mine"), ("--launch-syntax", "c")):
        said = cass("translate", "x.cu", "--stdout", *wrong)
        assert said.status == 2
        assert f"{wrong[0]} {wrong[1]}: choose " in said.err


def test_json(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    said = cass("translate", "x.cu", "--no-verify", "--format", "json")
    report = json.loads(said.out)
    [file] = report["files"]
    assert (file["source"], file["output"], file["written"], file["origin"]) == ("x.cu", "x.hip", True, "rules")
    assert (file["added"], file["removed"], len(file["findings"])) == (2, 2, 2)
    nothing: dict[str, list[str]] = {"steps": [], "notes": [], "parts": [], "kernels": []}
    assert file["verdict"] == {"outcome": "NOT_TRIED", "reference": None, **nothing}


def test_bytes_outside_of_the_fixes_stay(cass: Command) -> None:
    data = b"\xef\xbb\xbf// \xe9\xff caf\xe9\r\n#include <hip/hip_runtime.h>\r\ncudaError_t e;\r\n\tx\0y"
    (cass.folder / "x.cu").write_bytes(data)
    cass("translate", "x.cu", "--no-verify")
    assert (cass.folder / "x.hip").read_bytes() == data.replace(b"cudaError_t", b"hipError_t")


def test_a_killed_run_leaves_no_half_written_file(cass: Command) -> None:
    for number in range(60):
        cass.write(f"src/f{number:03}.cu", PROGRAM + "// filler\n" * 3000)
    size = len(WANTED) + len("// filler\n") * 3000
    env = {**os.environ, "XDG_STATE_HOME": str(cass.state)}
    words = [str(CASS), "translate", "src", "-o", "out", "--no-verify", "-j", "1"]
    process = subprocess.Popen(words, cwd=cass.folder, env=env, stdout=subprocess.DEVNULL)
    while process.poll() is None and len(list((cass.folder / "out").glob("f*"))) < 5:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    written = list((cass.folder / "out").glob("f*"))
    assert 5 <= len(written) < 60
    assert {path.stat().st_size for path in written} == {size}
    assert len(list((cass.folder / "out").glob(".*"))) <= 1
    assert cass("translate", "src", "-o", "out", "--no-verify").status == 0
    assert len(list((cass.folder / "out").glob("f*"))) == 60


def test_a_file_that_is_no_source_stops_no_tree(cass: Command) -> None:
    cass.write("src/x.cu", PROGRAM)
    cass.write("src/wide.cu", "")
    (cass.folder / "src/wide.cu").write_bytes(PROGRAM.encode("utf-16"))
    said = cass("translate", "src", "-o", "out", "--no-verify")
    assert (said.status, said.out.splitlines()[-1]) == (1, "created out/x.hip (not verified)")
    assert (cass.folder / "out/wide.hip").read_bytes() == PROGRAM.encode("utf-16")
    assert said.err == (
        "cass: src/wide.cu: not translated: it is not text as compilers read it: it is UTF-16, save it as UTF-8\n"
    )
    said = cass("translate", "src/wide.cu", "--no-verify")
    assert (said.status, "save it as UTF-8" in said.err) == (2, True)


def test_the_main_header_goes_behind_a_byte_order_mark(cass: Command) -> None:
    cass.write("x.cu", "")
    (cass.folder / "x.cu").write_bytes(b"\xef\xbb\xbf#include <cstdio>\r\n__global__ void k() {}\r\n")
    assert cass("translate", "x.cu", "--no-verify").status == 0
    written = (cass.folder / "x.hip").read_bytes()
    assert written.startswith(b"\xef\xbb\xbf#include <hip/hip_runtime.h>\r\n#include <cstdio>\r\n")


def test_the_guards_of_cudas_headers_are_names_too(cass: Command) -> None:
    """Projects ask by them whether the runtime was included."""
    cass.write("x.h", "#ifdef __DRIVER_TYPES_H__\n#ifdef __CUDA_RUNTIME_H__\n#endif\n#endif\n")
    assert cass("translate", "x.h", "-o", "y.h", "--no-verify").status == 0
    assert cass.read("y.h").startswith("#ifdef HIP_INCLUDE_HIP_DRIVER_TYPES_H\n#ifdef HIP_INCLUDE_HIP_HIP_RUNTIME_H\n")
