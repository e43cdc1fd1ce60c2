"""Build files as they are found: other encodings and line ends, broken, suppressed; names of sources in a tree."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cass_tools.config import Config
from cass_tools.engine import apply, check, choose
from cass_tools.file_kind import FileKind, kind_of
from cass_tools.model import Safety, Source
from cass_tools.translators.rules import translate

WAVES = Path(__file__).parent.parent / "data" / "build_files" / "waves"
NAMES = ("CMakeLists.txt", "Makefile", "setup.py", "pyproject.toml", "BUILD.bazel")


def fixed(name: str, data: bytes, config: Config | None = None) -> bytes:
    made = config or Config()
    return apply(data, choose(check(Source(Path(name), data), made), Safety.UNSAFE))


def codes(name: str, text: str) -> list[str]:
    return [finding.code for finding in check(Source(Path(name), text.encode()), Config())]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("CMakeLists.txt", FileKind.CMAKE),
        ("cmake/FindX.cmake", FileKind.CMAKE),
        ("GNUmakefile", FileKind.MAKE),
        ("Makefile.inc", FileKind.MAKE),
        ("rules.mk", FileKind.MAKE),
        ("setup.py", FileKind.PYTHON),
        ("defs.bzl", FileKind.BAZEL),
        ("meson.build", FileKind.OTHER),
        ("Dockerfile.gpu", FileKind.OTHER),
        ("requirements-dev.txt", FileKind.OTHER),
        ("notes.txt", FileKind.SOURCE),
        ("x.cu", FileKind.SOURCE),
    ],
)
def test_kinds_by_name(name: str, kind: FileKind) -> None:
    assert kind_of(Path("a") / name) is kind


def test_other_encodings_and_line_ends_survive() -> None:
    text = '# \xfcber\r\nproject(a CXX CUDA)\r\nset(x "\xe9" CACHE STRING "\xe9 CUDA")\r\n'
    for encoding in ("utf-8", "latin-1"):
        assert fixed("CMakeLists.txt", text.encode(encoding)) == text.replace("CXX CUDA", "CXX HIP").encode(encoding)
    assert fixed("Makefile", b"X = \xe9 -lcudart \xe9\r\n") == b"X = \xe9 -lamdhip64 \xe9\r\n"
    assert fixed("CMakeLists.txt", b"add_library(\xe9 \xe9.cu)\n").startswith(b"add_library(\xe9 \xe9.cu)\n")


@pytest.mark.parametrize("sign", ["cass: ignore[CASS180]", "cass: ignore", "cass: ignore[cmake-language]"])
def test_comments_suppress(sign: str) -> None:
    assert codes("CMakeLists.txt", f"enable_language(CUDA)  # {sign}\n") == []
    assert codes("CMakeLists.txt", f"# {sign}\nenable_language(CUDA)\nenable_language(CUDA)\n") == ["CASS180"]
    assert codes("CMakeLists.txt", 'set(x "# cass: ignore")\nenable_language(CUDA)\n') == ["CASS180"]


def test_sources_follow_their_files() -> None:
    some = Config(renamed=frozenset({"a.cu"}), kept=frozenset({"b.cu"}))
    text = b"add_executable(x src/a.cu b.cu)\nfile(GLOB all *.cu)\n"
    assert fixed("CMakeLists.txt", text, some) == (
        b"add_executable(x src/a.hip b.cu)\nset_source_files_properties(b.cu PROPERTIES LANGUAGE HIP)\n"
        b"file(GLOB all *.cu)\nset_source_files_properties(${all} PROPERTIES LANGUAGE HIP)\n"
    )
    every = Config(renamed=frozenset({"a.cu", "b.cu"}))
    assert fixed("CMakeLists.txt", text, every) == text.replace(b".cu", b".hip")


def test_mixed_lists_are_filtered() -> None:
    made = fixed("CMakeLists.txt", b"file(GLOB all *.cpp *.cu)\n").decode().splitlines()
    assert made[1:] == [
        "set(all_hip ${all})",
        'list(FILTER all_hip INCLUDE REGEX "\\\\.cu$")',
        "set_source_files_properties(${all_hip} PROPERTIES LANGUAGE HIP)",
    ]


def test_the_gpus_asked_for_are_named() -> None:
    config = Config(archs=("gfx942",))
    assert fixed("Makefile", b"F = -arch=sm_90\n", config) == b"F = --offload-arch=gfx942\n"
    assert fixed("CMakeLists.txt", b"set(CMAKE_CUDA_ARCHITECTURES 90)\n", config) == (
        b"set(CMAKE_HIP_ARCHITECTURES gfx942)\n"
    )


def test_packages_are_found_once_and_before_they_are_used() -> None:
    text = (
        b"if(A)\n  target_link_libraries(a CUDA::cufft)\nendif()\ntarget_link_libraries(b CUDA::cufft CUDA::curand)\n"
    )
    assert fixed("CMakeLists.txt", text).decode().splitlines() == [
        "find_package(hipfft REQUIRED)",
        "if(A)",
        "  target_link_libraries(a hip::hipfft)",
        "endif()",
        "find_package(hiprand REQUIRED)",
        "target_link_libraries(b hip::hipfft hip::hiprand)",
    ]


@given(st.sampled_from(NAMES), st.integers(0, 3000), st.integers(0, 60), st.binary(max_size=4))
def test_broken_files_are_read_as_far_as_they_go(name: str, at: int, gone: int, new: bytes) -> None:
    data = (WAVES / name).read_bytes()
    broken = data[:at] + new + data[at + gone :]
    source = Source(Path(name), broken)
    edits = choose(check(source, Config()), Safety.UNSAFE)
    done = 0
    for edit in edits:
        assert done <= edit.span.start <= edit.span.end <= len(broken)
        done = edit.span.end
    translate(source, Config())


def test_requirements_of_setup_py_are_read() -> None:
    text = 'setup(install_requires=["nvidia-cublas-cu12", "torch"], extras_require={"gpu": ["cupy-cuda12x"]})\n'
    assert codes("setup.py", text) == ["CASS197", "CASS197"]
    assert codes("setup.py", 'setup(name="pycuda", keywords=["nvidia-gpus"], install_requires=["torch"])\n') == []


def test_a_variable_called_nvcc_is_the_scripts_own() -> None:
    assert codes("setup.py", 'nvcc = ["-O3"]\nargs = {"nvcc": nvcc}\n') == []
    assert codes("setup.py", 'run("nvcc")\n') == ["CASS189"]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("meson.build", "project('m', 'cpp', 'cuda')  # cuda\nexecutable('m', 'main.cu')\n", ["cuda", "main.cu"]),
        ("Dockerfile", "FROM nvidia/cuda:12.2.0-devel\nRUN nvcc --version\n", ["nvidia/cuda:12.2.0-devel", "nvcc"]),
        ("environment.yml", "dependencies:\n  - cudatoolkit=11.8\n  - numpy\n", ["cudatoolkit"]),
        ("requirements.txt", "cupy-cuda12x\ntorch  # nvidia-smi\n", ["cupy-cuda12x"]),
    ],
)
def test_words_of_other_build_files_are_found(name: str, text: str, words: list[str]) -> None:
    findings = check(Source(Path(name), text.encode()), Config())
    assert [text.encode()[f.span.start : f.span.end].decode() for f in findings] == words
    assert {f.code for f in findings} == {"CASS189"}
    assert all(f.fix is None for f in findings)


def test_other_build_files_without_cuda_stay_silent() -> None:
    for name, text in (("meson.build", "project('m', 'cpp')\n"), ("Dockerfile", "FROM rocm/dev-ubuntu-22.04\n")):
        assert codes(name, text) == []
