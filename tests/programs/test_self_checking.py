"""Which programs of a corpus count, at what size, and how a run is judged."""

import json
import re
import signal
import sys
from pathlib import Path

import pytest

from bench import self_checking
from bench.arguments import sizes
from bench.hip_programs import HIP
from bench.hip_programs import main as hip_programs
from bench.kept import NOT_MEASURED, Kept
from bench.sass_programs import CUDA, differing
from bench.sass_programs import main as sass_programs
from bench.self_checking import KEY, Kind, adopt, end, executed, processor, unbuilt
from cass_tools import proc

MAKEFILE = """CC = hipcc
CFLAGS = -std=c++17 -O1
LDFLAGS =
main: main.o
\t$(CC) $(CFLAGS) $^ -o $@ $(LDFLAGS)
%.o: %.cu
\t$(CC) $(CFLAGS) -c $< -o $@
run: main
\t./main 4096 1000
"""
PROGRAM = """#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>
__global__ void lanes(int* out) { *out = warpSize; }
int main(int argc, char** argv) {
  if (argc != 3) return 2;
  int *out, host = 0;
  hipMalloc(&out, sizeof host);
  lanes<<<1, 1>>>(out);
  hipMemcpy(&host, out, sizeof host, hipMemcpyDeviceToHost);
  printf("%d lanes, %d: %s\\n", host, atoi(argv[1]), host == 32 ? "PASS" : "FAIL");
}
"""


def program(corpus: Path, name: str, text: str = PROGRAM, makefile: str = MAKEFILE) -> Path:
    folder = corpus / name
    folder.mkdir(parents=True)
    (folder / "main.cu").write_text(text)
    (folder / "Makefile").write_text(makefile)
    return folder


def test_programs_with_libraries_or_without_a_check_do_not_count(tmp_path: Path) -> None:
    program(tmp_path, "plain-hip")
    program(tmp_path, "other-cuda")
    program(tmp_path, "unchecked-hip", "int main() {}")
    program(tmp_path, "sorting-hip", "#include <hipcub/hipcub.hpp>\n// PASS")
    program(tmp_path, "linked-hip", makefile=MAKEFILE.replace("LDFLAGS =", "LDFLAGS = -lhipblas"))
    program(tmp_path, "threads-hip", makefile=MAKEFILE.replace("LDFLAGS =", "LDFLAGS = -lm -lpthread"))
    program(tmp_path, "reads-hip", makefile=MAKEFILE.replace("4096", "../data/graph.txt"))
    (program(tmp_path, "has-hip", makefile=MAKEFILE.replace("4096", "graph.txt")) / "graph.txt").touch()
    assert sorted(map(HIP.name, HIP.candidates(tmp_path))) == ["has", "plain", "threads"]
    assert HIP.candidates(tmp_path) == HIP.candidates(tmp_path)
    assert [CUDA.name(folder) for folder in CUDA.candidates(tmp_path)] == ["other"]


def test_sizes_are_made_small_or_written_down(tmp_path: Path) -> None:
    folder = program(tmp_path, "one-x")
    nothing = re.compile("^$x")
    assert Kind("-x", nothing, nothing, {}).size(folder) == "64 1"
    assert Kind("-x", nothing, nothing, {"one": {"args": "7"}}).size(folder) == "7"
    assert Kind("-x", nothing, nothing, {"one": {"needs": "a library"}}).candidates(tmp_path) == []
    both = sizes("sass_programs.toml", "hip_programs.toml")
    assert both["bscan"] != sizes("sass_programs.toml").get("bscan")
    assert both["chi2"] == sizes("hip_programs.toml")["chi2"]
    assert both["gd"] == sizes("sass_programs.toml")["gd"]


@pytest.mark.parametrize(
    ("status", "said", "used", "word"),
    [
        (0, b"PASS", 59, "PASSED"),
        (0, b"Passed", 61, "PASS_PRINTED"),
        (0, b"PASS\nFAIL", 1, "FAILED"),
        (0, b"PASS\nResult mismatch at 3", 1, "FAILED"),
        (0, b"done", 1, "NOT_CHECKED"),
        (0, b"done", 61, "NO_RESULT"),
        (124, b"PASS", 60, "PASS_PRINTED"),
        (128 + signal.SIGXCPU, b"", 60, "NO_RESULT"),
        (-signal.SIGXCPU, b"PASS", 60, "PASS_PRINTED"),
        (112, b"", 1, "REFUSED"),
        (113, b"PASS", 1, "FAULT"),
        (134, b"PASS", 1, "CRASHED"),
    ],
)
def test_a_program_passes_by_its_own_word_in_time(status: int, said: bytes, used: float, word: str) -> None:
    assert end(status, said, used) == word


def test_the_time_of_what_a_program_leaves_behind_counts() -> None:
    adopt()
    before = processor()
    busy = "import time\nwhile time.process_time() < 0.5: pass"
    proc.run(["sh", "-c", f"setsid -f {sys.executable} -c '{busy}'; sleep 2"], timeout=20)
    assert processor() - before > 0.1


def test_a_build_that_fails_says_why() -> None:
    row = unbuilt("main.cu:1:1: error: unknown type\nnote\nmake: *** Error 1\n")
    assert row == {"end": "NOT_BUILT", "said": "main.cu:1:1: error: unknown type"}


def test_a_build_that_does_not_end_is_no_measurement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(tmp_path / "corpus", "slow-cuda", makefile="main:\n\tsleep 60\n# PASS")
    out = tmp_path / "rows.jsonl"
    monkeypatch.setattr(self_checking, "BUILD", 1)
    monkeypatch.setattr(sys, "argv", ["sass_programs", str(tmp_path / "corpus"), "--out", str(out)])
    sass_programs()
    assert "slow-cuda was not built in 1 s" in capsys.readouterr().out
    assert Kept(out, KEY).ends() == {("slow-cuda", "sm_90"): NOT_MEASURED}


def test_a_run_that_takes_too_long_has_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_checking, "CASS", (sys.executable, "-c", "while True: pass"))
    monkeypatch.setattr(self_checking, "SECONDS", 1)
    row, said = executed(tmp_path / "program", [], [])
    assert (row["end"], said) == ("NO_RESULT", b"")


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("PASS", "PASSED"),
        ("cass: a PASS", "NOT_CHECKED"),
        ("cass: failed\n PASS ", "PASSED"),
        ("PASS\npython: GVN.cpp:1: Assertion `x' failed.\n", "PASSED"),
        ("PASS\nx: Assertion `x' failed.\n", "FAILED"),
    ],
)
def test_the_word_may_be_in_stderr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, word: str) -> None:
    monkeypatch.setattr(self_checking, "CASS", (sys.executable, "-c", f"import sys; sys.stderr.write({said!r})"))
    row, printed = executed(tmp_path / "program", [], [])
    assert (row["end"], printed) == (word, b"")


@pytest.mark.gpu_code
def test_what_passed_is_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(tmp_path / "corpus", "lanes-hip")
    program(tmp_path / "corpus", "broken-hip", PROGRAM.replace("warpSize", "nothing"))
    out = tmp_path / "rows.jsonl"
    words = ["hip_programs", str(tmp_path / "corpus"), "--out", str(out)]
    monkeypatch.setattr(sys, "argv", words)
    hip_programs()
    kept = Kept(out, KEY)
    assert kept.ends() == {
        ("lanes-hip", "gfx1100"): "PASSED",
        ("lanes-hip", "gfx90a"): "FAILED",
        ("broken-hip", "gfx1100"): "NOT_BUILT",
        ("broken-hip", "gfx90a"): "NOT_BUILT",
    }
    assert "gfx1100: {'NOT_BUILT': 1, 'PASSED': 1}" in capsys.readouterr().out
    assert any("nothing" in str(row.get("said")) and row["args"] == "64 1" for row in kept.rows())
    hip_programs()
    assert "end" not in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", [*words, "--again", "--only", "lanes"])
    hip_programs()
    again = [json.loads(line)["arch"] for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    assert again == ["gfx90a"]
    assert len(kept.rows()) == 4


@pytest.mark.nvidia_tools
def test_what_passed_is_compared_with_the_independent_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = tmp_path / "corpus"
    text = PROGRAM.replace("hip/hip_runtime.h", "cuda_runtime.h").replace("hip", "cuda")
    makefile = MAKEFILE.replace("$(CC)", "$(CC) -arch=$(ARCH)")
    program(corpus, "lanes-cuda", text, makefile)
    program(corpus, "wrong-cuda", text.replace("host == 32", "host == 64"), makefile)
    out = tmp_path / "rows.jsonl"
    words = ["sass_programs", str(corpus), "--out", str(out)]
    monkeypatch.setattr(sys, "argv", [*words, "--minutes", "0"])
    sass_programs()
    kept = Kept(out, KEY)
    assert set(kept.ends().values()) == {NOT_MEASURED}
    monkeypatch.setattr(sys, "argv", words)
    sass_programs()
    assert kept.ends() == {("lanes-cuda", "sm_90"): "PASSED", ("wrong-cuda", "sm_90"): "FAILED"}
    monkeypatch.setattr(sys, "argv", [*words, "--scalar"])
    sass_programs()
    lanes, wrong = kept.rows()
    assert (lanes["end"], lanes["scalar"], lanes["same"], lanes["kernels"]) == ("PASSED", "PASSED", True, 1)
    assert "scalar" not in wrong


def test_outputs_differ_where_they_do_first_but_for_times() -> None:
    assert differing(b"a\nTime 1.5 ms\nb\n", b"a\nTime 2.5 ms\nb\n") == {"same": True}
    assert differing(b"a\nb\n", b"a\nc\nd\n") == {"same": False, "differs": "b / c"}
    assert differing(b"a\n", b"") == {"same": False, "differs": "a / "}
