"""The measurement of HIP's own tests, on a small tree of the same form."""

import re
import sys
from pathlib import Path

import pytest

from bench.hip_tests import KEY, end
from bench.hip_tests import main as hip_tests
from bench.kept import Kept

CMAKE = """cmake_minimum_required(VERSION 3.16)
set(CMAKE_CXX_COMPILER_WORKS 1)
project(small CXX)
set(CMAKE_CXX_COMPILER "${HIP_PATH}/bin/hipcc")
execute_process(COMMAND ${HIP_PATH}/bin/hipconfig --version OUTPUT_VARIABLE version)
if(NOT version MATCHES "^[5-9][.]")
  message(FATAL_ERROR "which HIP? ${version}")
endif()
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/catch_tests/hipTestMain/config)
execute_process(COMMAND bash -c "${ROCM_PATH}/llvm/bin/clang-cpp -P -Dgfx90a ${CMAKE_SOURCE_DIR}/config >\\
${CMAKE_CURRENT_BINARY_DIR}/catch_tests/hipTestMain/config/config_gfx90a.json")
set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} ${OFFLOAD_ARCH_STR}")
include_directories(include)
add_subdirectory(main catch_tests/hipTestMain)
add_subdirectory(unit/stream catch_tests/unit/stream)
add_subdirectory(unit/math catch_tests/unit/math)
"""
CATCH = """#pragma once
#include <hip/hip_runtime.h>
#include <cstdio>
#include <map>
#include <string>
using Cases = std::map<std::string, int (*)()>;
inline Cases& cases() { static Cases all; return all; }
#define TEST_CASE(name) TEST_CASE_(name, __LINE__)
#define TEST_CASE_(name, line) TEST_CASE__(name, line)
#define TEST_CASE__(name, line) \\
  static int case##line(); \\
  static bool known##line = cases().emplace(name, case##line).second; \\
  static int case##line()
"""
MAIN = """#include <small.hh>
int main(int, char** argv) {
  std::string chosen = argv[1];
  if (chosen == "--list-test-names-only") {
    for (auto& one : cases()) printf("%s\\n", one.first.c_str());
    return cases().size();
  }
  std::string name;
  for (size_t i = 0; i < chosen.size(); i++) name += chosen[i] == '\\\\' ? chosen[++i] : chosen[i];
  int failed = cases().at(name)();
  printf(failed ? "test cases: 1 | 1 failed\\n" : "All tests passed\\n");
  return failed;
}
"""
TESTS = """#include <small.hh>
int shared();
__global__ void lanes(int* out) { *out = warpSize; }
TEST_CASE("Unit_lanes, as many - int") {
  int *out, host = 0;
  (void)hipMalloc(&out, sizeof host);
  lanes<<<1, 1>>>(out);
  (void)hipMemcpy(&host, out, sizeof host, hipMemcpyDeviceToHost);
  return host == shared() ? 0 : 1;
}
TEST_CASE("Unit_wrong") { return 112; }
TEST_CASE("Unit_skipped") { puts("HIP_SKIP_THIS_TEST"); return 0; }
TEST_CASE("Unit_crash") { __builtin_trap(); }
"""
FILES = {
    "CMakeLists.txt": CMAKE,
    "config": '#ifdef gfx90a\n{"DisabledTests": ["Unit_crash"]}\n#endif\n',
    "include/small.hh": CATCH,
    "main/CMakeLists.txt": "add_library(Main_Object OBJECT main.cc)\n",
    "main/main.cc": MAIN,
    "unit/stream/CMakeLists.txt": (
        "add_executable(StreamTest one.cc broken.cc shared.cc $<TARGET_OBJECTS:Main_Object>)\n"
        "target_link_libraries(StreamTest -lpthread)\n"
    ),
    "unit/stream/one.cc": TESTS,
    "unit/stream/broken.cc": '#include <small.hh>\nTEST_CASE("Unit_broken") { return nothing; }\n',
    "unit/stream/shared.cc": "int shared() { return 64; }\n",
    "unit/math/CMakeLists.txt": "add_executable(MathTest math.cc)\n",
    "unit/math/math.cc": '#include <small.hh>\nTEST_CASE("Unit_math") { return 0; }\n',
}


@pytest.mark.gpu_code
def test_each_case_is_a_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in FILES.items():
        path = tmp_path / "tests" / "catch" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    out = tmp_path / "rows.jsonl"
    monkeypatch.setattr(sys, "argv", ["hip_tests", str(tmp_path / "tests"), "--out", str(out)])
    hip_tests()
    found = {(row["file"], row["case"]): (row["end"], row.get("disabled", False)) for row in Kept(out, KEY).rows()}
    assert found == {
        ("stream/one.cc", "Unit_lanes, as many - int"): ("PASSED", False),
        ("stream/one.cc", "Unit_wrong"): ("FAILED", False),
        ("stream/one.cc", "Unit_skipped"): ("SKIPPED", False),
        ("stream/one.cc", "Unit_crash"): ("CRASHED", True),
        ("stream/one.cc", ""): ("BUILT", False),
        ("stream/broken.cc", ""): ("NOT_BUILT", False),
    }
    assert any("nothing" in str(row.get("said")) for row in Kept(out, KEY).rows())
    assert "2 of 2 files" in capsys.readouterr().out
    hip_tests()
    assert len(out.read_text().splitlines()) == 6


def test_a_tree_that_cmake_does_not_take_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "catch").mkdir()
    monkeypatch.setattr(sys, "argv", ["hip_tests", str(tmp_path), "--out", str(tmp_path / "rows.jsonl")])
    with pytest.raises(Exception, match=re.escape(f"CMake does not configure {tmp_path}")):
        hip_tests()


@pytest.mark.parametrize(
    ("status", "said", "complained", "word"),
    [
        (0, b"All tests passed (3 assertions)", b"", "PASSED"),
        (0, b"HIP_SKIP_THIS_TEST\nAll tests passed", b"", "SKIPPED"),
        (0, b"No test cases matched", b"", "NOT_RUN"),
        (0, b"test cases: 1 | 1 passed\nassertions: - none -", b"", "PASSED"),
        (0, b"test cases: 2 | 1 passed | 1 failed", b"", "NOT_RUN"),
        (112, b"test cases: 1 | 1 failed", b"", "FAILED"),
        (112, b"", b"cass: hipSomething is not known", "REFUSED"),
        (113, b"", b"cass: out of bounds", "FAULT"),
        (-11, b"due to a fatal error condition:\ntest cases: 1 | 1 failed", b"", "CRASHED"),
        (None, b"", b"", "NO_RESULT"),
    ],
)
def test_how_a_case_ended(status: int | None, said: bytes, complained: bytes, word: str) -> None:
    assert end(status, said, complained) == word
