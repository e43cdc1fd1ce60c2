"""Which CUDA programs of a corpus count for the measurement of ports, and what is kept of one."""

from pathlib import Path

import pytest

from bench import ports

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
    assert unit is not None and "hip/hip_runtime.h" in (place / "Common" / "helper.h").read_text()
    assert ports.options(place)[-1] == f"-I{place / 'Common'}"


def test_a_tool_is_named_by_its_program() -> None:
    assert ports.tool_name("perl bin/hipify-perl -quiet-warnings") == "hipify-perl"


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
