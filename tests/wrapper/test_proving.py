"""CASS_VERIFY: a program is linked only where its own test passes. CASS_MODEL: answers complete what rules leave."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cass_tools.errors import CassError
from cass_tools.sandbox.processes import alive
from cass_tools.wrapper.settings import settings
from tests.multicast import EXPECTED, PROGRAM, RIGHT
from tests.translators.scripted import says, scripted
from tests.wrapper.command import HIPCC, Project

pytestmark = pytest.mark.gpu_code
PASSES = """[hipcc]
target = "exec"
test-seconds = 90
test = { main = './"$(basename "$CASS_PROGRAM")" | diff - expected', "lib*" = "false" }
"""


@pytest.fixture
def tested(project: Project) -> Project:
    """A program whose test compares what it prints with a file."""
    project.write(cass__toml=PASSES, expected="693\n")
    project.env.update(CASS_VERIFY="1", CASS_ARCH="gfx1100,gfx90a")
    return project


def test_a_program_that_passes_stays(tested: Project) -> None:
    said = tested("main.cu", "-o", "main")
    assert (said.status, said.out, said.err) == (0, "", "")
    assert (tested.folder / "main").stat().st_mtime > time.time() - 600
    assert tested.run("./main").out == "693\n"


def test_one_that_fails_is_removed_with_the_reason(tested: Project) -> None:
    assert tested("main.cu", "-o", "main").status == 0
    tested.write(expected="694\n")
    said = tested("main.cu", "-o", "main")
    assert said.status == 1
    assert "< 693" in said.out
    assert "cass-hipcc: error: main is removed: its test `" in said.err
    assert "ended with 1 on gfx1100 (executed on this CPU)" in said.err
    assert "main" not in tested.names()


def test_code_for_every_gpu_is_tried(tested: Project) -> None:
    """By a program that says which GPU it found."""
    includes = "#include <cstdio>\n#include <hip/hip_runtime.h>\n"
    main = "int main() { hipDeviceProp_t p; if (hipGetDeviceProperties(&p, 0)) return 2; puts(p.gcnArchName); }\n"
    tested.write(name__hip=includes + main)
    tested.write(cass__toml='[hipcc]\ntarget = "exec"\ntest = "./name | tee -a said | grep gfx1100"\n')
    said = tested("name.hip", "-o", "name")
    assert said.status == 1
    assert "ended with 1 on gfx90a" in said.err
    assert [line.partition(":")[0] for line in (tested.folder / "said").read_text().split()] == ["gfx1100", "gfx90a"]


def test_a_test_without_an_end_is_stopped(tested: Project) -> None:
    tested.write(cass__toml='[hipcc]\ntest = "sleep 60"\ntest-seconds = 0.5\n')
    said = tested("main.cu", "-o", "main")
    assert said.status == 1
    assert "took more than 0.5 s" in said.err
    assert "main" not in tested.names()


def test_programs_for_amds_gpus_are_run_too_where_there_is_none(tested: Project) -> None:
    if Path("/dev/kfd").exists():
        pytest.skip("an AMD GPU is here")
    assert tested("main.cu", "-o", "main", CASS_TARGET="amd").status == 0
    tested.write(expected="")
    assert tested("main.cu", "-o", "main", CASS_TARGET="amd").status == 1


def test_objects_libraries_and_programs_that_no_test_names_are_not_tried(tested: Project) -> None:
    assert tested("-c", "main.cu").status == 0
    assert tested("-shared", "-Xcompiler", "-fPIC", "main.cu", "-o", "libmain.so").status == 0
    assert tested("main.o", "-o", "conftest").status == 0
    assert tested("main.o", "-o", "libprogram").status == 1  # its pattern is there


def test_without_a_test_nothing_is_good(tested: Project) -> None:
    tested.write(cass__toml="")
    said = tested("main.cu", "-o", "main", CASS_TARGET="exec")
    assert said.status == 1
    assert "CASS_VERIFY=1 needs a test command" in said.err
    assert "main" not in tested.names()


def test_a_program_whose_test_is_killed_is_old_for_make(tested: Project) -> None:
    tested.write(cass__toml='[hipcc]\ntarget = "exec"\ntest = "touch began; sleep 60"\n')
    environment = {**os.environ, **tested.env}
    process = subprocess.Popen([str(HIPCC), "main.cu", "-o", "main"], cwd=tested.folder, env=environment)
    deadline = time.monotonic() + 120
    while not (tested.folder / "began").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert (tested.folder / "main").stat().st_mtime == 0


def test_a_signal_during_the_test_leaves_no_program(tested: Project) -> None:
    tested.write(cass__toml='[hipcc]\ntarget = "exec"\ntest = "sleep 200 | cat & echo $! >new; mv new began; wait"\n')
    environment = {**os.environ, **tested.env}
    process = subprocess.Popen(
        [str(HIPCC), "main.cu", "-o", "main"], cwd=tested.folder, env=environment, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 120
    while not (tested.folder / "began").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) != 0
    assert "main" not in tested.names()
    last = int((tested.folder / "began").read_text())  # of what the test's shell had started
    while alive(last) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(last)


@pytest.mark.gpu_code
def test_a_model_completes_what_rules_do_not_and_is_proven(project: Project, tmp_path: Path) -> None:
    project.write(a__cu=PROGRAM, expected__txt=EXPECTED, cass__toml='[hipcc]\nexpected = "expected.txt"\n')
    env = {"CASS_TARGET": "exec", "CASS_CACHE": str(tmp_path / "cache")}
    with scripted(says(RIGHT.replace("*p", "*p + 1")), says(RIGHT)) as server:
        said = project("a.cu", "-o", "a", CASS_MODEL=server.url, **env)
        assert said.status == 0, said.err
        assert "note: a.cu is compiled as default at 127.0.0.1" in said.err
        asked = len(server.asked)
        assert project("a.cu", "-o", "a", CASS_MODEL=server.url, **env).status == 0
        assert len(server.asked) == asked  # what has passed is known, and tried again
    assert project.run("./a").out == EXPECTED
    assert (project.folder / "a.cu").read_text() == PROGRAM
    with scripted(says(RIGHT.replace("*p", "*p + 1"))) as server:
        other = {**env, "CASS_CACHE": str(tmp_path / "another")}
        said = project("a.cu", "-o", "a", CASS_MODEL=f"{server.url},answers=1", **other)
    assert said.status == 1 and "has nothing for a.cu that passes" in said.err
    assert "a" not in project.names()


def test_a_build_without_the_model_that_it_names_fails_as_without_one(project: Project) -> None:
    project.write(main__cu="int x = missing;\n")
    said = project("-c", "main.cu", CASS_MODEL="no-such-model")
    assert said.status == 1 and "main.cu:1:9: error" in said.err and "CASS_MODEL=no-such-model" in said.err
    project.write(main__cu="int x = 1;\n")
    assert project("-c", "main.cu", CASS_MODEL="no-such-model").err == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[hipcc]\ntest = 3\n", "test is a command"),
        ('[hipcc]\ntest = ""\n', "test is a command"),
        ("[hipcc.test]\nmain = 1\n", "test is a command"),
        ("[hipcc]\ntest-seconds = -1\n", "a number above 0"),
        ("[hipcc]\ntests = 1\n", "there are arch, target, compiler, test, test-seconds, expected"),
        ("[hipcc]\nexpected = 1\n", "expected is the name of a file"),
        ("hipcc = 1\n", "hipcc is a table"),
    ],
)
def test_wrong_settings_are_said(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "cass.toml").write_text(text)
    with pytest.raises(CassError, match=message):
        settings({}, tmp_path)


def test_tables_are_read_in_every_form(tmp_path: Path) -> None:
    (tmp_path / "cass.toml").write_text('[hipcc.test]\n"ma*" = "true"\n')
    found = settings({"CASS_VERIFY": "1"}, tmp_path)
    assert (found.verify, found.tests, found.folder) == (True, {"ma*": "true"}, tmp_path)
    with pytest.raises(CassError, match="choose 0 or 1"):
        settings({"CASS_VERIFY": "yes"}, tmp_path)
