"""`--select` and `--ignore`: rules chosen on the command line."""

import json

import pytest

from tests.cli.command import Command

SOURCE = """#include <cuda_runtime.h>
__global__ void k(int *p) { *p = __shfl_down_sync(0xffffffff, *p, 1); }
void f(int **p) { cudaMalloc(p, 4); cudaFooBar(); }
"""


def codes(cass: Command, *words: str) -> set[str]:
    said = cass("check", "--format", "json", *words, ".")
    assert said.status in (0, 1), said.err
    return {finding["code"] for finding in json.loads(said.out)["findings"]}


@pytest.mark.parametrize(
    ("words", "left"),
    [
        (("--select", "CASS119"), {"CASS119"}),
        (("--select", "unknown-cuda-name"), {"CASS119"}),
        (("--select", "cass119,warp-mask-32"), {"CASS119", "CASS121"}),
        (("--select", "CASS119", "--select", "CASS121"), {"CASS119", "CASS121"}),
        (("--select", "CASS1", "--ignore", "CASS10,CASS12"), {"CASS119"}),
    ],
)
def test_only_what_is_selected_is_reported(cass: Command, words: tuple[str, ...], left: set[str]) -> None:
    cass.write("x.cu", SOURCE)
    assert codes(cass, *words) == left


def test_ignored_rules_come_to_those_of_the_project(cass: Command) -> None:
    cass.write("x.cu", SOURCE)
    cass.write("cass.toml", '[check]\nignore = ["CASS119"]\n')
    every = codes(cass)
    assert codes(cass, "--ignore", "CASS121") == every - {"CASS121"}
    assert "CASS119" not in every


@pytest.mark.parametrize("where", ["", '[[check.path]]\npaths = ["*"]\n'])
def test_what_is_typed_wins_over_the_project(cass: Command, where: str) -> None:
    cass.write("x.cu", SOURCE)
    cass.write("cass.toml", where + ("" if where else "[check]\n") + 'ignore = ["unknown-cuda-name"]\n')
    assert codes(cass) and "CASS119" not in codes(cass)
    assert codes(cass, "--select", "CASS119") == {"CASS119"}


def test_a_rule_of_the_project_can_be_selected(cass: Command) -> None:
    cass.write("x.cu", SOURCE)
    cass.write("cass.toml", '[[rules.rename]]\ncode = "POOL001"\nfrom = "cudaFooBar"\nto = "hipFooBar"\n')
    assert len(codes(cass, "--select", "POOL001")) == 1


def test_what_is_no_rule_is_said(cass: Command) -> None:
    cass.write("x.cu", SOURCE)
    said = cass("check", "--select", "launch-bound", "x.cu")
    assert (said.status, said.out) == (2, "")
    assert "there is no rule launch-bound; did you mean launch-bounds" in said.err
