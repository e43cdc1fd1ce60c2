"""`cass check`, `explain`, `api`, `doctor` and the frame around every command: codes, plainness, bad input."""

import json
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import CASS, Command

PROGRAM = """#include <cuda_runtime.h>
__global__ void k(int *p) { *p = __shfl_down_sync(0xffffffff, *p, 1); }
int main() {
  int *p;
  cudaMalloc(&p, 4);
  k<<<1, 32>>>(p);
}
"""


def test_findings_are_named_with_place_and_excerpt(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    said = cass("check", "x.cu")
    assert said.status == 1
    assert "x.cu:2:" in said.out
    assert "CASS121 error:" in said.out
    assert "| __global__ void k" in said.out
    assert "2 CUDA names with a HIP counterpart (--all lists them)" in said.out
    assert said.out.splitlines()[-1].endswith("2 plain renames in 1 file")
    assert said.err == ""


def test_all_lists_every_rename(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    said = cass("check", "--all", "x.cu")
    assert "x.cu:5:3: CASS" in said.out
    assert "hipMalloc" in said.out


def test_nothing_found(cass: Command) -> None:
    cass.write("x.cu", "int main() {}\n")
    said = cass("check", "x.cu")
    assert (said.status, said.out) == (0, "nothing to report in 1 file\n")


def test_json_has_offsets_that_point_at_the_text(cass: Command) -> None:
    source = cass.write("x.cu", "// ä\n" + PROGRAM).read_bytes()
    said = cass("check", ".", "--format", "json")
    report = json.loads(said.out)
    assert said.status == 1
    assert (report["schema"], report["files"], report["unreadable"]) == (1, 1, [])
    malloc = next(f for f in report["findings"] if "cudaMalloc" in f["message"])
    assert malloc["path"] == "x.cu"
    assert source[malloc["span"]["start"] : malloc["span"]["end"]] == b"cudaMalloc"
    assert malloc["start"] == {"line": 6, "column": 3}
    assert (malloc["severity"], malloc["effort"], malloc["fix"]["applicability"]) == ("info", "low", "safe")
    [edit] = malloc["fix"]["edits"]
    assert edit["text"] == "hipMalloc"
    assert set(malloc) == {
        "path", "code", "rule", "message", "severity", "effort", "span", "start", "end", "suggestion", "fix",
        "fingerprint",
    }  # fmt: skip


def test_a_pipe_gets_no_escapes_and_a_terminal_does(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    assert "\x1b" not in cass("check", "x.cu", FORCE_COLOR="1").out
    assert b"\x1b[" in on_a_terminal(cass, "check", "x.cu")
    plain = on_a_terminal(cass, "check", "x.cu", NO_COLOR="1")
    assert b"\x1b[31" not in plain
    assert b"\x1b[1;31" not in plain
    assert b"CASS121" in plain


def on_a_terminal(cass: Command, *words: str, **env: str) -> bytes:
    """What the command prints when its output is a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", **env}
    process = subprocess.Popen([CASS, *words], cwd=cass.folder, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    said = b""
    while True:
        try:
            block = os.read(ours, 65536)
        except OSError:
            break
        if not block:
            break
        said += block
    process.wait()
    os.close(ours)
    return said


def test_a_tree_without_cuda_has_nothing_to_report(cass: Command) -> None:
    cass.write("readme.txt", "cuda\n")
    cass.write("main.cpp", "int main() {}\n")
    said = cass("check", ".")
    assert (said.status, said.out) == (0, "")
    assert said.err == "cass: no CUDA was found in .\n"
    assert json.loads(cass("check", ".", "--format", "json").out)["findings"] == []


def test_sources_without_cuda_are_counted(cass: Command) -> None:
    for name in ("a.cpp", "b.h", "c.cc"):
        cass.write(name, "int x;\n")
    cass.write("notes.md", "cuda\n")
    assert cass("check", ".").err == "cass: no CUDA was found in the 3 sources of .\n"
    cass.write("x.cu", "int y;\n")
    assert cass("check", ".").out == "nothing to report in 1 file; 3 other sources hold no CUDA\n"
    Path(cass.folder / "c.cc").unlink()
    Path(cass.folder / "b.h").unlink()
    assert cass("check", ".").out.endswith("; 1 other source holds no CUDA\n")


def test_bad_input_is_a_sentence_and_code_2(cass: Command) -> None:
    cass.write("readme.txt", "cuda\n")
    for words, sentence in (
        (["check", "gone.cu"], "cass: gone.cu: No such file or directory"),
        (["check", "readme.txt", "--hip-version", "six"], "cass: --hip-version six is no version"),
        (
            ["check", "readme.txt", "--format", "xml"],
            "cass: --format xml: choose text, json, jsonl, sarif, github, gitlab or junit",
        ),
        (["explain", "CASS999"], "cass: there is no rule CASS999"),
        (["translate", "gone.cu"], "cass: gone.cu: No such file or directory"),
        (["verify", "gone.hip"], "cass: gone.hip: No such file or directory"),
        (["run", "readme.txt"], "cass: readme.txt has no main"),
        (["translate", "readme.txt", "--arch", "sm_80"], "cass: sm_80 is not the name of an AMD GPU"),
        (["translate", "."], "cass: . is a directory: give -o DIRECTORY"),
        (["translate", "readme.txt", "--compare-file", "/etc/passwd"], "cass: --compare-file /etc/passwd: name it"),
    ):
        said = cass(*words)
        assert said.status == 2, (words, said)
        assert sentence in said.err, (words, said)
        assert "Traceback" not in said.err


@pytest.mark.parametrize(
    "words", [["check"], ["nonsense"], ["check", "--nonsense", "x"], ["translate", "x", "-j", "0"]]
)
def test_usage_errors(cass: Command, words: list[str]) -> None:
    said = cass(*words)
    assert said.status == 2
    assert "Traceback" not in said.err


def test_one_unreadable_file_does_not_hide_the_others(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    (cass.folder / "y.cu").symlink_to("y.cu")  # reading it fails for root too
    said = cass("check", "x.cu", "y.cu")
    assert said.status == 2
    assert "y.cu: Too many levels of symbolic links" in said.err
    assert "CASS121" in said.out
    assert cass("check", "y.cu").status == 2
    said = cass("check", "x.cu", "missing.cu", "--format", "json")
    assert (said.status, len(json.loads(said.out)["findings"]) > 0) == (2, True)


def test_a_file_that_is_not_text_is_skipped_with_a_word(cass: Command) -> None:
    (cass.folder / "x.cu").write_bytes(b"\x7fELF\0\0\1 cudaMalloc")
    for words in (["check", "x.cu"], ["check", "."]):
        said = cass(*words)
        assert (said.status, said.out) == (2, "")
        assert said.err.endswith("x.cu: skipped, it is not text\n")
    report = json.loads(cass("check", "x.cu", "--format", "json").out)
    assert (report["unreadable"][0]["path"], report["findings"]) == ("x.cu", [])


@pytest.mark.parametrize("words", [["check"], ["translate", "--stdout"], ["verify"], ["check", "--format", "json"]])
def test_what_is_no_file_is_not_waited_for(cass: Command, words: list[str]) -> None:
    os.mkfifo(cass.folder / "pipe.cu")
    for name in ("pipe.cu", "/dev/zero"):
        said = cass(*words, name)
        assert (said.status, f"{name}: it is no regular file" in said.err) == (2, True), said


def test_standard_input_is_read_once(cass: Command) -> None:
    for name in ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"):
        done = subprocess.run(
            [CASS, "check", name], input=b"int x;\n\n__device__ int f() { return __shfl_sync(1, 2, 3); }\n",
            capture_output=True, check=False,
        )  # fmt: skip
        assert f"{name}:3:".encode() in done.stdout
        assert b"3 | __device__ int f()" in done.stdout


def test_broken_code_is_normal_input(cass: Command) -> None:
    (cass.folder / "x.cu").write_bytes(b"\xff\xfe}}}} cudaMalloc((\n#if\n\x00 cudaFree(<<<")
    said = cass("check", "x.cu", "--all")
    assert said.status == 1
    assert "cudaFree" in said.out


def test_many_files_on_several_processors_keep_their_order(cass: Command) -> None:
    for number in range(30):
        cass.write(f"d{number % 3}/f{number:02}.cu", PROGRAM + "// filler\n" * 2000)
    parallel, serial = cass("check", ".", "-j", "2", "--all"), cass("check", ".", "-j", "1", "--all")
    assert parallel.out == serial.out
    assert parallel.status == 1


def test_a_closed_pipe_is_no_error(cass: Command) -> None:
    cass.write("x.cu", PROGRAM * 2000)
    done = subprocess.run(
        ["/bin/sh", "-c", f"{CASS} check --all x.cu | head -1"],
        cwd=cass.folder,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1


def test_a_full_disk_is_a_sentence(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    for words in (["check"], ["check", "--format", "json"], ["api", "cudaMalloc"]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [CASS, *words, *(["x.cu"] if words[0] == "check" else [])], cwd=cass.folder, stdout=full,
                stderr=subprocess.PIPE, text=True, check=False,
            )  # fmt: skip
        assert (done.returncode, done.stderr) == (2, "cass: output cannot be written: No space left on device\n")


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "sarif", "github", "gitlab", "junit"])
def test_names_that_are_no_text_are_printed_in_every_format(cass: Command, form: str) -> None:
    cass.write(os.fsdecode(b"b\xffd.cu"), PROGRAM)
    said = cass("check", ".", "--format", form, PYTHONIOENCODING="utf-8:strict")
    assert (said.status, said.err) == (1, "")
    assert form != "sarif" or '"uri": "b%FFd.cu"' in said.out


@pytest.mark.parametrize("words", [["report", ".", "--format", "csv"], ["translate", ".", "-o", "out", "--no-verify"]])
def test_so_are_they_by_other_commands(cass: Command, words: list[str]) -> None:
    cass.write(os.fsdecode(b"b\xffd.cu"), PROGRAM)
    said = cass(*words, PYTHONIOENCODING="utf-8:strict")
    assert (said.status, "unexpected" in said.err) == (0, False), said


def test_an_unexpected_error_leaves_a_log_ready_to_paste(cass: Command) -> None:
    cass.write("sitecustomize.py", "import cass_tools.scan\ncass_tools.scan.check_all = None\n")
    cass.write("x.cu", PROGRAM)
    said = cass("check", "x.cu", PYTHONPATH=str(cass.folder))
    assert said.status == 3
    assert "unexpected error" in said.err
    assert "Traceback" not in said.err
    [log] = (cass.state / "cass-tools").glob("crash-*.log")
    text = log.read_text()
    assert str(log) in said.err
    for word in ("command: cass check x.cu", "python: 3.", "cass-tools: ", "tree-sitter: ", "Traceback", "TypeError"):
        assert word in text


def test_an_interrupt_ends_with_130_and_says_so(cass: Command) -> None:
    cass.write("x.cu", "int main() { for (;;) {} }\n")
    cass.write("slow.py", "")
    cass.write(
        "sitecustomize.py", "import time, cass_tools.scan\ncass_tools.scan.check_all = lambda *a, **k: time.sleep(60)\n"
    )
    env = {**os.environ, "PYTHONPATH": str(cass.folder), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen([CASS, "check", "x.cu"], cwd=cass.folder, env=env, stderr=subprocess.PIPE)
    while b"nanosleep" not in wchan(process.pid) and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(2)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == b"cass: interrupted\n"


def wchan(pid: int) -> bytes:
    """Where in the kernel a process waits."""
    try:
        with open(f"/proc/{pid}/wchan", "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""


def test_explain_prints_the_page_by_code_and_by_name(cass: Command) -> None:
    said = cass("explain", "cass121")
    assert said.status == 0
    assert said.out.startswith("# CASS121 warp-mask-32")
    assert cass("explain", "warp-mask-32").out == said.out
    assert "did you mean" in cass("explain", "warp-mask").err


def test_api_says_what_a_name_becomes(cass: Command) -> None:
    said = cass("api", "cudaMallocPitch")
    assert said.status == 0
    assert said.out.startswith("cudaMallocPitch: hipMallocPitch (renamed, HIP 6.3)")
    said = cass("api", "cudaMallocPich")
    assert said.status == 1
    assert "did you mean cudaMallocPitch" in said.out
    value = json.loads(cass("api", "cudaMallocPitch", "cudaNothing", "--format", "json").out)
    assert value["cudaMallocPitch"]["hip"] == "hipMallocPitch"
    assert value["cudaNothing"] is None


def test_doctor_names_every_part(cass: Command) -> None:
    said = cass("doctor", "--format", "json")
    value = json.loads(said.out)
    names = {part["name"]: part for part in value["parts"]}
    assert {"clang", "HIP headers", "device libraries", "nvcc", "runner exec", "runner amd", "llama_cpp"} <= set(names)
    assert all(part["found"] or part["get"] for part in value["parts"])
    assert said.status == (0 if value["builds"] and value["runs"] else 1)
    assert "clang" in cass("doctor").out


def test_version_and_help(cass: Command) -> None:
    assert cass("--version").out.startswith("cass 0.")
    said = cass("--help")
    assert said.status == 0
    for word in ("check", "translate", "verify", "run", "explain", "api", "doctor"):
        assert word in said.out
    assert "--against" in cass("verify", "-h").out


def test_a_file_without_options_is_checked_without_the_parser(cass: Command) -> None:
    """The fast way must say the same as the other, and must not import what it does not need."""
    cass.write("x.cu", PROGRAM)
    assert cass("check", "x.cu").out == cass("check", "x.cu", "-j", "1").out
    script = (
        "import sys; from cass_tools.cli.main import run; run(['check', 'x.cu']); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=cass.folder, capture_output=True, check=False)
    unwanted = {
        b"typer",
        b"rich",
        b"llvmlite",
        b"pygls",
        b"asyncio",
        b"dataclasses",
        b"inspect",
        b"cass_tools.ptx.emit",
    }
    assert not unwanted & set(done.stderr.split())


def test_control_characters_of_a_file_are_shown_and_not_obeyed(cass: Command) -> None:
    cass.write("a.cu", "__global__ void f(int *p) { /* \x1b[2J\x1b]0;x\x07 */ __shfl_sync(0xffffffff, *p, 0); }\n")
    said = cass("check", "a.cu")
    assert said.status == 1
    assert "/* \\x1b[2J\\x1b]0;x\\x07 */" in said.out
    assert "\x1b" not in said.out


def test_a_pattern_that_is_none_is_told(cass: Command) -> None:
    cass.write("cass.toml", '[check]\nexclude = ["!"]\n')
    cass.write("a.cu", "int x;\n")
    said = cass("check", ".")
    assert said.status == 2
    assert "pattern" in said.err and "unexpected" not in said.err
