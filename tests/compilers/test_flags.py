"""Command lines of real build systems come out as clang understands them, and nothing is lost."""

from pathlib import Path

import pytest

from cass_tools import nvcc_flags
from cass_tools.compilers import flags, nvcc

HERE = Path("/project/build")


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        # CMake's line for a CUDA file.
        (
            "-forward-unknown-to-host-compiler -DN=3 -I../include -isystem /opt/x "
            "--generate-code=arch=compute_80,code=[compute_80,sm_80] -std=c++17 -MD -MT a.o -MF a.d "
            "-x cu -c a.cu -o a.o",
            ["-DN=3", "-I/project/build/../include", "-isystem", "/opt/x", "-std=c++17"],
        ),
        ("-O3 -arch=sm_70 -gencode arch=compute_80,code=sm_80 -lineinfo", ["-O3"]),
        ("-Xcompiler -fPIC,-Wall -Xcompiler=-O2", ["-fPIC", "-Wall", "-O2"]),
        ("--std c++14 -D N=4 -I inc", ["-std=c++14", "-DN=4", "-I/project/build/inc"]),
        ("--expt-relaxed-constexpr --extended-lambda -Xptxas -v -maxrregcount=32", []),
        ("-rdc=true", ["-fgpu-rdc"]),
        ("-rdc=false", []),
        ("-dc", ["-fgpu-rdc"]),
        ("-fmad=false", ["-ffp-contract=off"]),
        ("-lcudart -lcublas -lcurand -lm -L/x", ["-lhipblas", "-lhiprand", "-lm", "-L/x"]),
        ("-G -default-stream per-thread", ["-g", "-fgpu-default-stream=per-thread"]),
        ("-include pre.h sub/b.o", ["-include", "/project/build/pre.h", "/project/build/sub/b.o"]),
        ("-Wno-deprecated-gpu-targets -Wextra -march=native", ["-Wextra", "-march=native"]),
    ],
)
def test_a_line_is_translated(words: str, kept: list[str]) -> None:
    assert list(flags.translate(words.split(), HERE).kept) == kept


def test_what_is_unknown_stays_and_is_named() -> None:
    found = flags.translate(["--frobnicate", "-DA"], HERE)
    assert found.kept == ("--frobnicate", "-DA")
    assert found.unknown == ("--frobnicate",)


def test_every_dropped_word_has_a_reason() -> None:
    found = flags.translate(["-arch=sm_70", "-lineinfo", "-o", "x", "a.cu", "-lcudart", "-t", "4"], HERE)
    assert [word for word, _ in found.dropped] == ["-arch=sm_70", "-lineinfo", "-o", "a.cu", "-lcudart", "-t"]
    assert all(reason for _, reason in found.dropped)


def test_names_of_the_table_are_unique() -> None:
    table, _ = nvcc_flags.table()
    rows = nvcc_flags.raw()["option"]
    assert len(table) == sum(len(row["names"]) for row in rows)


def test_use_fast_math_is_not_taken_for_an_undefine() -> None:
    assert "-Use_fast_math" not in flags.translate(["-use_fast_math"], HERE).kept
    assert "-ffp-contract=fast" in flags.translate(["-use_fast_math"], HERE).kept


def test_nvcc_gets_only_words_that_it_knows() -> None:
    words = ("-I", "/a", "-DN=1", "-fgpu-rdc", "-ffp-contract=fast", "-Wall", "-std=c++17", "-iquote/b")
    assert nvcc._own(words) == ["-I", "/a", "-DN=1", "-rdc=true", "-std=c++17"]
