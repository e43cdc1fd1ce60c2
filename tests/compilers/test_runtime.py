"""Compiling at run time, over the helper's own protocol and as functions."""

import sys
from pathlib import Path
from urllib.parse import quote, unquote

import pytest

from cass_tools import proc
from cass_tools.compilers.runtime import Program, answer, compile_program, link
from cass_tools.executor.amd.codeobject import CodeObject

pytestmark = pytest.mark.gpu_code
KERNEL = b'#include "a/b.h"\n#include <c.h>\nextern "C" __global__ void k(int *p) { *p = B + C + D; }\n'


def test_headers_come_from_memory_and_from_folders_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "c.h").write_text("#define C 2\n")
    program = Program(KERNEL, "k.cu", (("a/b.h", b"#define B 1\n"),), ("-Iown", "-DD=3", "--gpu-architecture=gfx90a"))
    made = compile_program(program, "gfx1100", tmp_path)
    assert made.log == ""
    assert made.code is not None
    assert list(CodeObject(made.code).kernels) == ["k"]
    assert CodeObject(made.code).arch.startswith("gfx90a")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["own"]


def test_a_program_may_include_the_standard_library(tmp_path: Path) -> None:
    source = b"#include <type_traits>\n__global__ void k(int *p) { *p = std::is_same<int, long>::value; }\n"
    assert compile_program(Program(source), "gfx1100", tmp_path).code is not None


def test_what_hiprtc_defines_is_defined(tmp_path: Path) -> None:
    source = b"#ifndef __HIPCC_RTC__\n#error no\n#endif\n#if __cplusplus != 201402L\n#error not 14\n#endif\n"
    assert compile_program(Program(source + b"__device__ __half h;\n"), "gfx1100", tmp_path).log == ""


def test_a_header_outside_its_folder_is_named(tmp_path: Path) -> None:
    reply = answer(f"compile\t{quote(str(tmp_path))}\tgfx1100\tn\tint\t{quote('../x.h', safe='')} int \t\t".encode())
    assert unquote(reply.decode()) == "failed\tthe header ../x.h is not below the folder of the program's headers"


def test_bitcode_that_misses_a_function_does_not_link(tmp_path: Path) -> None:
    source = b'__device__ void missing(); extern "C" __global__ void k() { missing(); }\n'
    made = compile_program(Program(source, options=("-fgpu-rdc",)), "gfx90a", tmp_path)
    assert made.code is not None
    linked = link([made.code], "gfx90a", ("-mllvm", "-inline-threshold=1"))
    assert linked.code is None
    assert "undefined" in linked.log
    assert "missing" in linked.log


def test_the_process_answers_line_by_line() -> None:
    done = proc.run((sys.executable, "-m", "cass_tools.compilers.runtime"), stdin=b"x\ny\tz\n", timeout=60)
    first, second = unquote(done.stdout.decode()).splitlines()
    assert (first, second) == ("failed\tthe request 'x' is not understood", "failed\tthe request 'y' is not understood")
