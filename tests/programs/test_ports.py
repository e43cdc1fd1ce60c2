"""Which CUDA programs of a corpus count for the measurement of ports, and what is kept of one."""

import re
import shutil
from pathlib import Path

import pytest

from bench import ports
from cass_tools.compare.terms import Terms
from cass_tools.compare.text import compare_text

KERNEL = "#include <cstdio>\n__global__ void k(int* o) { o[0] = 6 * 7; }\n"
MAIN = "int main() { int *d, h; cudaMalloc(&d, 4); k<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n"
PROGRAM = KERNEL + MAIN + '  printf("%d\\n", h); }\n'
SAMPLE = "#include <helper.h>\n" + PROGRAM


def sample(root: Path, name: str, text: str, **more: str) -> Path:
    folder = root / "Samples" / "0_First" / name
    folder.mkdir(parents=True)
    for file, content in {f"{name}.cu": text, "CMakeLists.txt": "", **more}.items():
        (folder / file).write_text(content)
    (root / "Common").mkdir(exist_ok=True)
    (root / "Common" / "helper.h").write_text("#include <cuda_runtime.h>\n")
    return folder


def test_programs_of_one_file_without_libraries_count(tmp_path: Path) -> None:
    for name, text in (("one-cuda", PROGRAM), ("sorts-cuda", "#include <thrust/sort.h>\n" + PROGRAM), ("x-hip", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.cu").write_text(text)
    assert [folder.name for folder in ports.candidates(tmp_path)] == ["one-cuda"]


def test_samples_have_common_headers_and_no_windows(tmp_path: Path) -> None:
    one = sample(tmp_path, "one", SAMPLE)
    sample(tmp_path, "draws", "#include <cuda_gl_interop.h>\n" + PROGRAM)
    sample(tmp_path, "linked", PROGRAM, **{"other.cpp": ""})
    assert ports.candidates(tmp_path) == [one]
    assert ports.options(one)[-1] == f"-I{tmp_path / 'Common'}"
    place = tmp_path / "copy"
    unit = ports.translated(one, "cass", place)
    assert unit is not None and unit.name == "one.hip"
    assert "hip/hip_runtime.h" in (place / "Common" / "helper.h").read_text()
    assert ports.options(place)[-1] == f"-I{place / 'Common'}"


def test_headers_of_a_program_beside_it_are_translated_with_it(tmp_path: Path) -> None:
    for name, files in (
        (
            "one-cuda",
            {"main.cu": '#include "shared.h"\n' + PROGRAM, "Makefile": "main:\n\tnvcc -I../two-sycl main.cu\n"},
        ),
        ("two-sycl", {"shared.h": "#include <cuda_runtime.h>\n", "main.cpp": "int main() {}\n"}),
    ):
        (tmp_path / name).mkdir()
        for file, text in files.items():
            (tmp_path / name / file).write_text(text)
    place = tmp_path / "copy" / "one-cuda"
    assert ports.translated(tmp_path / "one-cuda", "cass", place) is not None
    assert [path.name for path in (tmp_path / "copy" / "two-sycl").iterdir()] == ["shared.h"]
    assert "hip/hip_runtime.h" in (tmp_path / "copy" / "two-sycl" / "shared.h").read_text()


def test_a_tool_is_named_by_its_program() -> None:
    assert ports.tool_name("perl bin/hipify-perl -quiet-warnings") == "hipify-perl"


@pytest.mark.parametrize(
    ("nvidia", "amd"),
    [
        (
            b"[NVIDIA A100-SXM4-80GB] has 108 MP(s) x 64 (Cores/MP) = 6912 (Cores)",
            b"[AMD GPU] has 48 MP(s) x 128 (Cores/MP) = 6144 (Cores)",
        ),
        (
            b"> 108 Multiprocessor(s) x 64 (Cores/Multiprocessor) = 6912 (Cores)",
            b"> 48 Multiprocessor(s) x 128 (Cores/Multiprocessor) = 6144 (Cores)",
        ),
        (
            b"> CUDA Capability 8.0 hardware with 108 multi-processors",
            b"> CUDA Capability 11.0 hardware with 48 multi-processors",
        ),
        (
            b"CUDA device [NVIDIA A100-SXM4-80GB] has 108 Multi-Processors SM 8.0",
            b"CUDA device [AMD GPU] has 48 Multi-Processors SM 11.0",
        ),
        (b"Number of multiprocessor = 108", b"Number of multiprocessor = 48"),
        (b"on NVIDIA A100-SXM4-80GB sum 5", b"on AMD Radeon RX 7900 XTX sum 5"),
        (
            b'GPU Device 0: "Ampere" with compute capability 8.0',
            b'GPU Device 0: "Blackwell" with compute capability 11.0',
        ),
        (b"Device 0: <          Ampere >, 5", b"Device 0: <       Blackwell >, 5"),
    ],
)
def test_what_a_program_says_about_its_card_is_not_compared(nvidia: bytes, amd: bytes) -> None:
    assert compare_text("stdout", nvidia, amd, Terms(masks=ports.CARD)) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (b"< Ampere > sum 5", b"< Blackwell > sum 6"),
        (b"2 multiprocessors, 4 cores used, sum = 10", b"2 multiprocessors, 4 cores used, sum = 99"),
        (b"ran on AMD Radeon RX 7900 XTX sum 5", b"ran on AMD Radeon RX 7900 XTX sum 6"),
        (b"compute 3.0 on gpu -> 5", b"compute 3.0 on gpu -> 6"),
        (b"GPU compute 12.5 ms, checksum 100", b"GPU compute 12.5 ms, checksum 999"),
        (b"NVIDIA A100-SXM4-80GB: 5", b"AMD Radeon RX 7900 XTX: 6"),
    ],
)
def test_what_stands_beside_the_card_is_compared(one: bytes, other: bytes) -> None:
    assert compare_text("stdout", one, other, Terms(masks=ports.CARD)) is not None


def test_results_beside_the_card_are_compared() -> None:
    one, other = b"108 MP(s), sum 4\n16 threads on NVIDIA T4: 5", b"48 MP(s), sum 6\n16 threads on AMD GPU: 7"
    assert compare_text("stdout", one, other.replace(b"6", b"4"), Terms(masks=ports.CARD)) is not None
    assert compare_text("stdout", one, other.replace(b"7", b"5"), Terms(masks=ports.CARD)) is not None


def test_a_run_ends_when_its_processor_time_is_used() -> None:
    passed = {"outcome": "PASSED", "detail": ""}
    killed = {"outcome": "CRASHED", "detail": "ended by signal 24 (SIGXCPU): it used all its processor time"}
    wrong = {"outcome": "WRONG_OUTPUT", "detail": 'stdout line 1: expected "signal 2", got "signal 4"'}
    assert ports.end([passed, killed, wrong]) == "TIMED_OUT"
    assert ports.end([passed, wrong]) == "WRONG_OUTPUT"
    assert ports.end([passed, passed]) == "PASSED"


@pytest.mark.gpu_code
def test_a_row_says_how_both_gpus_ended(tmp_path: Path) -> None:
    (tmp_path / "one-cuda").mkdir()
    (tmp_path / "one-cuda" / "main.cu").write_text(PROGRAM)
    assert ports.row(tmp_path / "one-cuda", "cass", b"42\n") == {
        "end": "PASSED",
        "run": True,
        "gfx1100": "PASSED",
        "gfx90a": "PASSED",
        "why": "",
    }
    assert ports.row(tmp_path / "one-cuda", "cass", None)["end"] == "BUILT"
    found = ports.row(tmp_path / "one-cuda", "cat", b"42\n")
    assert found["end"] in ("NOT_BUILT", "NO_VERDICT") and found["why"]


@pytest.mark.gpu_code
@pytest.mark.nvidia_tools
def test_programs_that_start_no_kernel_are_compiled_only(tmp_path: Path) -> None:
    idle = KERNEL + 'int main(int count, char**) { if (count > 1) k<<<1, 1>>>(nullptr); puts("done"); }\n'
    (tmp_path / "one-cuda").mkdir()
    (tmp_path / "one-cuda" / "main.cu").write_text(idle)
    assert ports.printed(tmp_path / "one-cuda") is None
    lost = "sed -e s/k<<<1,.1>>>(d)//"
    (tmp_path / "one-cuda" / "main.cu").write_text(PROGRAM.replace('printf("%d\\n", h)', 'puts("done")'))
    assert ports.row(tmp_path / "one-cuda", lost, b"done\n")["end"] != "BUILT"


def test_a_translation_is_built_with_the_flags_of_its_original(tmp_path: Path) -> None:
    folder, place = tmp_path / "one-cuda", tmp_path / "made" / "one-cuda"
    folder.mkdir()
    place.mkdir(parents=True)
    (folder / "main.cu").write_text(PROGRAM)
    (folder / "Makefile").write_text("main: main.cu\n\tnvcc -std=c++17 -DN=4 -I../two-cuda main.cu -o main\n")
    shutil.copy(folder / "Makefile", place)
    (place / "main.hip").write_text(PROGRAM)
    given = ports.options(place, folder)
    assert "-DN=4" in given and f"-I{place}/../two-cuda" in given


def test_a_programs_own_file_is_not_compared_but_others_are() -> None:
    mask = ports.own_name(Path("at/main.hip"))
    assert re.sub(mask, "", "v1 (/tmp/x/main.cu) line 3") == re.sub(mask, "", "v1 (main.hip) line 3") == "v1 () line 3"
    assert not re.search(mask, "domain.cu main.cpp main.cuh")
