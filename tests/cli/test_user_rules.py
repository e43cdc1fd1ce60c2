"""The rules of a project's cass.toml in check, translate, verify and explain; `--test-rules`."""

import json

import pytest

from tests.cli.command import Command

RULES = """
[[rules.rename]]
from = "gpuTrace"
to = "hipTrace"
code = "OUR001"
examples = [{ before = "int a = gpuTrace;\\n", after = "int a = hipTrace;\\n" }]
valid = ["int gpuTracer;\\n"]

[[rules.pattern]]
code = "OUR002"
name = "old-allocator"
message = "The arena is not ported."
query = '(call_expression function: (identifier) @f (#eq? @f "arena")) @match'
suggestion = "Use a pool."
needs = ["arena"]
"""


def test_check_finds_them_in_files_and_in_trees(cass: Command) -> None:
    cass.write("cass.toml", RULES)
    cass.write("src/x.cpp", "int a = gpuTrace;\nint b = arena(3);\n")
    cass.write("src/plain.cpp", "int c;\n")
    for words in (("src/x.cpp",), ("src",), ("src", "-j", "1")):
        said = cass("check", *words)
        assert said.status == 1
        assert "src/x.cpp:2:9: OUR002 warning: The arena is not ported. [old-allocator]" in said.out
        assert "= effort medium: Use a pool." in said.out
    report = json.loads(cass("check", "src", "--format", "json").out)
    assert [f["code"] for f in report["findings"]] == ["OUR001", "OUR002"]
    assert report["files"] == 1


def test_translate_applies_them_and_explain_shows_them(cass: Command) -> None:
    cass.write("cass.toml", RULES)
    cass.write("x.cu", "#include <cuda_runtime.h>\nint a = gpuTrace; cudaStream_t s;\n")
    assert cass("translate", "x.cu", "--no-verify").status == 0
    assert cass.read("x.hip") == "#include <hip/hip_runtime.h>\nint a = hipTrace; hipStream_t s;\n"
    page = cass("explain", "OUR002").out
    assert page.startswith("# OUR002 old-allocator\n\nThe arena is not ported.\n")
    assert "int a = hipTrace;" in cass("explain", "OUR001").out


WRONG = """
[[rules.pattern]]
code = "OUR003"
message = "Too small."
query = '(number_literal) @match (#eq? @match "41")'
replace = "42"
"""


PROGRAM = """#include <cstdio>
__global__ void k(int* p) { *p = 41; }
int main() {
  int *p, h;
  cudaMalloc(&p, 4);
  k<<<1, 1>>>(p);
  cudaMemcpy(&h, p, 4, cudaMemcpyDefault);
  printf("%d\\n", h);
}
"""


@pytest.mark.gpu_code
def test_verification_decides_about_what_they_made(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    cass.write("cass.toml", WRONG + 'safety = "safe"\n')
    said = cass("translate", "x.cu", "--arch", "gfx1100")
    assert said.status == 1
    assert 'expected "41", got "42"' in said.out
    assert not (cass.folder / "x.hip").exists()
    cass.write("cass.toml", WRONG)  # to be verified: without it the translation passes
    assert cass("translate", "x.cu", "--arch", "gfx1100").status == 0
    assert "*p = 41;" in cass.read("x.hip")


def test_examples_are_run(cass: Command) -> None:
    cass.write("cass.toml", RULES)
    said = cass("check", "--test-rules")
    assert (said.status, said.err) == (0, "")
    assert said.out.splitlines() == [
        "OUR001 rename-our001: 2 examples pass",
        "OUR002 old-allocator: it has no examples",
        "2 of 2 rules are as their examples say",
    ]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('after = "int a = hipTrace;', 'after = "int a = other;', "but it becomes\n    int a = hipTrace;"),
        ('before = "int a = gpuTrace;', 'before = "int a = 1;', "example 1: nothing is found in\n    int a = 1;"),
        ('valid = ["int gpuTracer;', 'valid = ["int gpuTrace;', "valid 1: it is found in\n    int gpuTrace;"),
        ('to = "hipTrace"', 'to = "(gpuTrace)"', "but it becomes\n    int a = (gpuTrace);"),
    ],
)
def test_examples_that_fail_are_shown(cass: Command, before: str, after: str, told: str) -> None:
    assert before in RULES
    cass.write("cass.toml", RULES.replace(before, after))
    said = cass("check", "--test-rules")
    assert said.status == 1
    assert "OUR001 rename-our001: 1 of 2 FAILED\n" in said.out
    assert told in said.out


def test_a_rule_that_never_comes_to_rest_is_shown(cass: Command) -> None:
    example = 'examples = [{ before = "int a = x;\\n", after = "int a = (x);\\n" }]'
    cass.write("cass.toml", f'[[rules.rename]]\nfrom = "x"\nto = "(x)"\n{example}\n')
    said = cass("check", "--test-rules")
    assert said.status == 1
    assert "would be changed again, to\n    int a = ((x));" in said.out


def test_bad_rules_stop_every_command(cass: Command) -> None:
    cass.write("cass.toml", RULES.replace("@match", "@all"))
    cass.write("x.cu", "int a;\n")
    for words in (("check", "x.cu"), ("check", "--test-rules"), ("translate", "x.cu"), ("verify", "x.cu")):
        said = cass(*words)
        assert said.status == 2, words
        assert "cass.toml: [[rules.pattern]] number 1 (OUR002): the query needs the capture @match" in said.err


def test_no_rules_and_no_paths(cass: Command) -> None:
    said = cass("check", "--test-rules")
    assert (said.status, "no cass.toml here or above has [[rules...]] tables" in said.err) == (2, True)
    assert "name what to check" in cass("check", "--all").err
