"""`cass translate --model`: a scripted endpoint proposes, the verifier disposes, and only what passed is written."""

import json
import os
from pathlib import Path

import pytest

from cass_tools import proven
from cass_tools.compile_commands import Commands
from cass_tools.model import Outcome, StepKind, Target
from cass_tools.port import Job, port
from cass_tools.translators import proposals
from cass_tools.translators.choosing import asker, chosen
from cass_tools.trial import Settings
from cass_tools.verify import Require
from tests.cli.command import Command
from tests.multicast import EXPECTED, PROGRAM, RIGHT
from tests.translators.scripted import Reply, endless, hanging, malformed, says, scripted

WRONG = RIGHT.replace("*p", "*p + 1")
SPAN = PROGRAM[PROGRAM.index("__device__") : PROGRAM.index("__global__")].strip()
WHOLE = PROGRAM.replace(SPAN, RIGHT).replace("cuda_runtime.h", "hip/hip_runtime.h").replace("cuda", "hip")
BROKEN = RIGHT.replace("*p", "load(p)")
MALICIOUS = f'#include <cstdlib>\nstatic int now = system("rm -rf ~");\n{RIGHT}'


@pytest.fixture
def program(cass: Command) -> Command:
    cass.write("a.cu", PROGRAM)
    cass.write("expected.txt", EXPECTED)
    return cass


def translate(
    cass: Command, *script: Reply, limits: str = "", cache: Path | None = None
) -> tuple[int, str, list[dict[str, str]]]:
    """Exit code, what was said, and the questions' texts."""
    place = cache or cass.state / "cache"
    with scripted(*script) as server:
        said = cass(
            *(
                "translate",
                "a.cu",
                "--expected",
                "expected.txt",
                "--arch",
                "gfx1100",
                "--model",
                f"{server.url}{limits}",
            ),
            CASS_CACHE=str(place),
        )
    return said.status, said.out + said.err, [asked["messages"][0] for asked in server.asked]


@pytest.mark.gpu_code
def test_a_right_answer_passes_and_is_written(program: Command) -> None:
    status, said, asked = translate(program, says(RIGHT))
    assert status == 0, said
    written = program.read("a.hip")
    assert "r = *p;" in written and "multimem" not in written
    assert "hipMalloc(&in" in written  # the rules have done the rest
    assert "translated by rules and default at 127.0.0.1" in said
    assert len(asked) == 1
    assert asked[0]["content"].startswith("Convert the following CUDA code to AMD GPU code:\n```cuda\n")
    assert "int main" not in asked[0]["content"]  # only the function is shown
    assert "multimem" in asked[0]["content"]


@pytest.mark.gpu_code
def test_auto_may_be_an_endpoint(program: Command) -> None:
    state = {"CASS_MODELS": str(program.state / "models"), "CASS_CACHE": str(program.state / "cache")}
    assert program("model", "use", "http://192.0.2.1/v1", **state).status == 2  # not this machine
    with scripted(says(RIGHT)) as server:
        assert program("model", "use", server.url, **state).status == 0
        assert f"* {server.url}" in program("model", "list", **state).out
        words = ("translate", "a.cu", "--expected", "expected.txt", "--arch", "gfx1100", "--model", "auto")
        said = program(*words, **state)
    assert said.status == 0, said.out
    assert len(server.asked) == 1
    assert "PASSED" in said.out and "r = *p;" in program.read("a.hip")


@pytest.mark.gpu_code
def test_one_right_among_bad_answers_is_found(program: Command) -> None:
    status, said, asked = translate(program, says(BROKEN), says(WRONG), malformed_code, says(RIGHT))
    assert status == 0, said
    assert "r = *p;" in program.read("a.hip")
    assert 4 <= len(asked) <= 5  # two forms of one place are asked about in turn


def malformed_code(handler: object) -> None:
    """A fence that is not closed."""
    says("int x = (;")(handler)  # type: ignore[arg-type]


@pytest.mark.gpu_code
def test_the_best_of_wrong_answers_is_only_shown(program: Command) -> None:
    status, said, asked = translate(program, says(BROKEN), says(WRONG), limits=",answers=3")
    assert status == 1
    assert not (program.folder / "a.hip").exists()
    assert "suggestion of default at 127.0.0.1" in said and "did NOT pass" in said
    assert "+    r = *p + 1;" in said  # it was built and ran: it came farther than the one that was not built
    assert "A translation was tried" in asked[2]["content"]  # the last is a repair, with what was wrong


@pytest.mark.gpu_code
def test_a_wait_that_never_ends_does_not_pass_because_it_is_optimised_away(program: Command) -> None:
    idle = RIGHT.replace("    r = *p;", "    while (p) { }\n    r = *p;")
    status, said, _ = translate(program, says(idle), limits=",answers=2")
    assert status == 1
    assert "did NOT pass" in said


@pytest.mark.gpu_code
def test_a_whole_file_is_shown_only_if_that_is_asked_for(program: Command) -> None:
    status, said, asked = translate(program, says(WHOLE), limits=",whole-file")
    assert status == 0, said
    assert "int main()" in asked[0]["content"]
    assert "hipMemcpyDeviceToHost" in program.read("a.hip") and "multimem" not in program.read("a.hip")


@pytest.mark.gpu_code
def test_what_cannot_be_run_is_not_believed(cass: Command) -> None:
    cass.write("a.cu", PROGRAM[: PROGRAM.index("int main")])
    with scripted(says(RIGHT)) as server:
        said = cass(
            *("translate", "a.cu", "--arch", "gfx1100", "--model", f"{server.url},answers=2"),
            CASS_CACHE=str(cass.state / "cache"),
        )
    assert said.status == 1  # it builds, but nothing here can say what the original computes
    assert "suggestion of default" in said.out
    assert not (cass.folder / "a.hip").exists()


@pytest.mark.gpu_code
def test_json_has_the_suggestion(program: Command) -> None:
    with scripted(says(WRONG)) as server:
        said = program(
            *("translate", "a.cu", "--expected", "expected.txt", "--arch", "gfx1100", "--format", "json"),
            *("--model", f"{server.url},answers=2"),
            CASS_CACHE=str(program.state / "cache"),
        )
    (file,) = json.loads(said.out)["files"]
    assert said.status == 1
    assert not file["written"]
    assert "*p + 1" in file["model"]["suggestion"]["text"]
    assert file["model"]["suggestion"]["verdict"]["outcome"] == "WRONG_OUTPUT"


@pytest.mark.gpu_code
def test_a_malicious_answer_is_refused_and_nothing_changes(program: Command, home: Path) -> None:
    status, said, _ = translate(program, says(MALICIOUS), limits=",answers=2")
    assert status == 1
    assert "it calls system, which the original does not" in said
    assert untouched(home)
    assert not (program.folder / "a.hip").exists()


def harm(home: Path) -> str:
    """C++ that runs before main, says that it does, and tries what a sandbox is there for."""
    tries = (
        "echo harm is tried",
        "rm -rf ~",
        f"rm -rf {home}",
        f"echo changed > {home}/precious",
        f"echo more > {home}/more",
        f"cat {home}/precious",
        "(exec 3<>/dev/tcp/127.0.0.1/PORT) && echo connected",
    )
    shell = "; ".join(f"{each} 2>/dev/null" for each in tries)
    return f"#include <cstdlib>\nstatic int now = system(\"bash -c '{shell}'\");\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's home, with a file that must stay as it is."""
    place = tmp_path / "home"
    place.mkdir()
    (place / "precious").write_text("kept")
    monkeypatch.setenv("XDG_CACHE_HOME", os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache"))
    monkeypatch.setenv("HOME", str(place))
    return place


def untouched(home: Path) -> bool:
    return [(path.name, path.read_text()) for path in home.iterdir()] == [("precious", "kept")]


@pytest.mark.gpu_code
def test_code_that_means_harm_is_run_and_changes_nothing(cass: Command, home: Path) -> None:
    with scripted(says("int x;")) as server:
        evil = harm(home).replace("PORT", str(server.server_address[1]))
        cass.write("evil.hip", f"{evil}{WHOLE}")
        cass.write("expected.txt", f"harm is tried\n{EXPECTED}")
        said = cass("verify", "evil.hip", "--expected", "expected.txt", "--arch", "gfx1100")
        assert server.taken == 0
    # It was compiled and has run before main: what it has said is in the output. It has read and reached nothing.
    assert said.status == 0, said.out
    assert untouched(home)


@pytest.mark.gpu_code
def test_a_malicious_answer_that_no_lint_finds_changes_nothing(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading answers is the first line of defence only: without it this one is built and run, in the sandbox."""
    monkeypatch.setattr(proven, "get", lambda *_: None)  # what was proven here before
    monkeypatch.setattr(proposals, "faults", lambda *_: ())
    monkeypatch.setattr(proposals, "reaching", lambda *_: iter(()))
    source = tmp_path / "a.cu"
    source.write_text(PROGRAM)
    with scripted(says(f"{harm(home)}{WHOLE}")) as server:
        asked = asker(chosen(f"{server.url},answers=1,whole-file"), lambda _: None)
        settings = Settings((Target("gfx1100"),), expected=EXPECTED.encode(), jobs=2)
        (ported,) = port(Job((source,), (), settings, Require.POSSIBLE, Commands({}), asker=asked))
    assert ported.suggestion is not None, ported.remarks
    assert b"static int now = system(" in ported.suggestion.candidate.data
    steps = {step.kind: step for step in ported.suggestion.verdict.steps}
    assert steps[StepKind.RUN].outcome is Outcome.PASSED
    assert "harm is tried" in steps[StepKind.COMPARED].detail  # it has run: its output is not the original's
    assert ported.refused
    assert untouched(home)


@pytest.mark.gpu_code
def test_endless_hanging_and_malformed_answers_cost_their_time_only(program: Command) -> None:
    for reply, words in ((endless, "it did not end"), (hanging, "it took too long"), (malformed, "no JSON")):
        status, said, _ = translate(program, reply, limits=",answers=2,seconds=2")
        assert status == 1
        assert words in said, said
        assert not (program.folder / "a.hip").exists()


@pytest.mark.gpu_code
def test_what_was_proven_once_is_not_asked_again_but_tried_again(program: Command) -> None:
    assert translate(program, says(RIGHT))[0] == 0
    (program.folder / "a.hip").unlink()
    status, said, asked = translate(program, says(WRONG))
    assert (status, asked) == (0, [])
    assert "kept from before" in said
    assert "r = *p;" in program.read("a.hip")


def test_a_model_is_not_asked_where_nothing_is_verified(program: Command) -> None:
    with scripted(says(RIGHT)) as server:
        said = program("translate", "a.cu", "--diff", "--model", server.url)
    assert said.status == 1
    assert "the model is not asked" in said.err
    assert not server.asked


def test_a_model_elsewhere_must_be_asked_for(program: Command) -> None:
    said = program("translate", "a.cu", "--model", "http://192.0.2.1/v1")
    assert said.status == 2
    assert "your source would be sent there" in said.err


@pytest.mark.gpu_code
def test_half_a_character_in_an_answer_is_no_crash(program: Command) -> None:
    status, said, _ = translate(program, says(RIGHT.replace("    r = *p;", "    r = *p;  // \ud800")))
    assert "unexpected" not in said
    assert status == 0, said


KERNEL = """\
#include <cuda_runtime.h>

__device__ unsigned less(unsigned a, unsigned b) {
    unsigned r;
    asm("vset.u32.u32.lt %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}

__global__ void compare(const unsigned* a, const unsigned* b, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = less(a[i], b[i]);
}
"""
LESS = "__device__ unsigned less(unsigned a, unsigned b) { return a < b; }"


@pytest.mark.nvidia_tools
def test_a_kernel_without_main_is_compared_with_nvidias_code(cass: Command) -> None:
    cass.write("a.cu", KERNEL)
    with scripted(says(LESS.replace("<", "<=")), says("    r = a < b;")) as server:
        said = cass(
            *("translate", "a.cu", "--arch", "gfx1100", "--model", f"{server.url},answers=2"),
            CASS_CACHE=str(cass.state / "cache"),
        )
    assert said.status == 0, said.out
    assert len(server.asked) == 2  # the first was built and run, and is wrong where both are equal
    assert "    r = a < b;" in cass.read("a.hip")


@pytest.mark.gpu_code
def test_dual_keeps_the_passage_of_cuda_beside_the_models(program: Command) -> None:
    leaves = RIGHT.replace("r = *p;", "cudaError_t e = cudaSuccess;\n    r = *p + (unsigned)e;")
    with scripted(says(leaves)) as server:
        said = program(
            *("translate", "a.cu", "--dual", "--expected", "expected.txt", "--arch", "gfx1100", "-o", "both.cu"),
            *("--model", server.url),
            CASS_CACHE=str(program.state / "cache"),
        )
    assert said.status == 0, said.out
    text = program.read("both.cu")
    mine = leaves.replace("cuda", "hip")
    assert f"#ifdef __HIP__\n{mine}\n#else\n{SPAN}\n#endif\n" in text
    assert "#define cudaMalloc hipMalloc\n" in text


@pytest.fixture
def with_header(cass: Command) -> Command:
    """The program with its span in a header of its own."""
    start, end = PROGRAM.index("__device__"), PROGRAM.index("__global__")
    cass.write("src/sum.cuh", f"#pragma once\n{PROGRAM[start:end]}")
    cass.write("src/a.cu", f'{PROGRAM[:start]}#include "sum.cuh"\n{PROGRAM[end:]}')
    cass.write("expected.txt", EXPECTED)
    return cass


@pytest.mark.gpu_code
def test_what_is_refused_in_a_header_is_proven_with_a_program(with_header: Command) -> None:
    cass = with_header
    words = ("translate", "src", "--expected", "expected.txt", "--arch", "gfx1100", "-o", "out")
    with scripted(says(WRONG), says(RIGHT)) as server:
        model = ("--model", f"{server.url},answers=4")
        said = cass(*words, *model, CASS_CACHE=str(cass.state / "cache"))
    assert said.status == 0, said.out
    assert "multimem" not in cass.read("out/sum.cuh") and "r = *p;" in cass.read("out/sum.cuh")
    assert "#pragma once" in cass.read("out/sum.cuh")
    assert "hipMalloc" in cass.read("out/a.hip")
    assert "built as part of a.cu" in said.out and "translated by rules and default at" in said.out
    assert all("multimem" in asked["messages"][0]["content"] for asked in server.asked)


@pytest.mark.gpu_code
def test_what_is_wrong_in_a_header_is_only_shown(with_header: Command) -> None:
    cass = with_header
    with scripted(says(WRONG)) as server:
        said = cass(
            *("translate", "src", "--expected", "expected.txt", "--arch", "gfx1100", "-o", "out"),
            *("--model", f"{server.url},answers=2"),
            CASS_CACHE=str(cass.state / "cache"),
        )
    assert said.status == 1
    assert "suggestion of default" in said.out and "+    r = *p + 1;" in said.out
    assert not (cass.folder / "out" / "sum.cuh").exists() and not (cass.folder / "out" / "a.hip").exists()


@pytest.mark.gpu_code
def test_two_files_of_a_program_are_not_asked_about(with_header: Command) -> None:
    cass = with_header
    text = cass.read("src/sum.cuh").replace("summed", "added")
    cass.write("src/more.cuh", text)
    cass.write(
        "src/a.cu", cass.read("src/a.cu").replace('#include "sum.cuh"', '#include "sum.cuh"\n#include "more.cuh"')
    )
    with scripted(says(RIGHT)) as server:
        said = cass(
            *("translate", "src", "--expected", "expected.txt", "--arch", "gfx1100", "-o", "out"),
            *("--model", server.url),
            CASS_CACHE=str(cass.state / "cache"),
        )
    assert said.status == 1
    assert not server.asked
    assert "needs a model too: one file at a time is asked about" in said.out


@pytest.mark.gpu_code
def test_a_file_is_not_asked_about_for_what_is_wrong_in_its_header(with_header: Command) -> None:
    cass = with_header
    with scripted(says(RIGHT)) as server:
        said = cass(
            *("translate", "src/a.cu", "--expected", "expected.txt", "--arch", "gfx1100", "--model", server.url),
            CASS_CACHE=str(cass.state / "cache"),
        )
    assert said.status == 1
    assert not server.asked
    assert "translate the directory" in said.out
