"""A watched tree follows its sources: edits, editors' save dances, deleted folders, a full disk, many files."""

import contextlib
import errno
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cass_tools import output
from cass_tools.compile_commands import Commands
from cass_tools.config import Config
from cass_tools.model import Target
from cass_tools.trial import Settings
from cass_tools.user_rules.nearest import rules_in
from cass_tools.verify import Require
from cass_tools.watching.session import Result, Session
from cass_tools.watching.state import State
from tests.teams.conftest import put

UNIT = '#include "k.cuh"\nint main() { cudaDeviceSynchronize(); }\n'
HEADER = "#pragma once\n__device__ inline int f(int x) { return __shfl_down_sync(0xffffffff, x, 1); }\n"


@pytest.fixture
def session(here: Path) -> Session:
    put("src/a.cu", UNIT)
    put("src/k.cuh", HEADER)
    put("src/data/notes.txt", "notes\n")
    settings = Settings((Target("gfx1100"),), "auto", Config(), jobs=1)
    return Session(Path("src"), Path("ported"), settings, Require.NOTHING, Commands({}))


def done(session: Session) -> dict[str, Result]:
    return {str(result.path): result for result in session.step()}


def ported() -> list[str]:
    return sorted(str(path.relative_to("ported")) for path in Path("ported").rglob("*") if path.is_file())


def test_a_change_is_followed_with_what_includes_it(session: Session) -> None:
    assert set(done(session)) == {"src/a.cu", "src/k.cuh"}
    assert ported() == ["a.hip", "data/notes.txt", "k.cuh"]
    assert done(session) == {}
    put("src/k.cuh", HEADER + "// more\n")
    results = done(session)
    assert set(results) == {"src/a.cu", "src/k.cuh"}
    assert results["src/k.cuh"].counts["error"] == 1
    assert "// more" in Path("ported/k.cuh").read_text()
    put("src/b.cu", UNIT)
    assert set(done(session)) == {"src/b.cu"}
    put("src/data/notes.txt", "other\n")
    assert (done(session), Path("ported/data/notes.txt").read_text()) == ({}, "other\n")


def test_what_is_gone_is_taken_back_unless_somebody_edited_it(session: Session) -> None:
    put("src/b.cu", UNIT)
    done(session)
    Path("src/a.cu").unlink()
    shutil.rmtree("src/data")
    assert done(session)["src/a.cu"].gone
    assert ported() == ["b.hip", "k.cuh"]
    Path("ported/b.hip").write_text("mine\n")
    Path("src/b.cu").unlink()
    assert "edited since" in done(session)["src/b.cu"].problem
    assert Path("ported/b.hip").read_text() == "mine\n"


def test_what_cannot_be_read_is_not_gone(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken mount or a directory without rights says nothing about its files. (Rights do not stop root.)"""
    put("src/deep/er/b.cu", UNIT.replace("k.cuh", "../../k.cuh"))
    done(session)
    before = ported()
    scan, refused = os.scandir, "src/deep"

    def scandir(path: str) -> "os._ScandirIterator[str]":
        if str(path) == refused:
            raise OSError(errno.EIO, "Input/output error", path)
        return scan(path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", scandir)
        told = done(session)
        assert "Input/output error" in told["src/deep"].problem
        assert (len(told), ported(), done(session)) == (1, before, {})
        Path("src/a.cu").unlink()
        assert set(done(session)) == {"src/a.cu"}
        refused = "src"
        assert set(done(session)) == {"src", "src/deep"}
        assert ported() == [name for name in before if name != "a.hip"]
    shutil.rmtree("src/deep")
    told = done(session)
    assert (told["src"].problem, told["src/deep/er/b.cu"].gone) == ("", True)
    assert not Path("ported/deep").exists() or not list(Path("ported/deep").rglob("*.hip"))


def test_a_file_that_cannot_be_read_keeps_its_port(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    done(session)
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if str(path) == "src/a.cu":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return read(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        put("src/a.cu", UNIT + "// more\n")
        assert "Permission denied" in done(session)["src/a.cu"].problem
        assert "a.hip" in ported()
    assert done(session)["src/a.cu"].place == Path("ported/a.hip")
    assert "// more" in Path("ported/a.hip").read_text()


def test_what_only_own_rules_look_for_is_followed(here: Path) -> None:
    put("src/a.cpp", "int main() { return oursMalloc(); }\n")
    rules = put("cass.toml", '[[rules.rename]]\nfrom = "oursMalloc"\nto = "theirsMalloc"\n')
    config = Config(user_rules=rules_in(rules))
    session = Session(Path("src"), Path("ported"), Settings((Target("gfx1100"),), "auto", config, jobs=1),
                      Require.NOTHING, Commands({}))  # fmt: skip
    assert set(done(session)) == {"src/a.cpp"}
    assert "theirsMalloc" in Path("ported/a.cpp").read_text()


def test_a_file_that_others_begin_to_include_keeps_its_name(session: Session) -> None:
    put("src/b.cu", "__device__ int g();\n")
    done(session)
    assert "b.hip" in ported()
    put("src/a.cu", '#include "b.cu"\n' + UNIT)
    done(session)
    assert [name for name in ported() if name.startswith("b.")] == ["b.cu"]


def test_the_whole_folder_may_go_and_come_back(session: Session) -> None:
    done(session)
    Path("src").rename("elsewhere")
    assert done(session) == {}
    assert "a.hip" in ported()
    Path("elsewhere").rename("src")
    put("src/a.cu", UNIT + "// back\n")
    assert set(done(session)) >= {"src/a.cu"}
    assert "// back" in Path("ported/a.hip").read_text()


def test_a_full_disk_is_said_and_tried_again(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    real = output._replace

    def full(path: Path, data: bytes, mode: int | None) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(output, "_replace", full)
    results = done(session)
    assert "No space left on device" in results["src/a.cu"].problem
    assert "No space left on device" in done(session)["src/a.cu"].problem
    monkeypatch.setattr(output, "_replace", real)
    assert not done(session)["src/a.cu"].problem
    assert ported() == ["a.hip", "data/notes.txt", "k.cuh"]
    assert done(session) == {}


def test_what_somebody_edited_in_the_translation_is_not_overwritten(session: Session) -> None:
    done(session)
    Path("ported/a.hip").write_text("mine\n")
    put("src/a.cu", UNIT + "// more\n")
    assert "edited since" in done(session)["src/a.cu"].problem
    assert Path("ported/a.hip").read_text() == "mine\n"


def test_a_file_that_is_no_text_does_not_stop_the_others(session: Session) -> None:
    Path("src/bad.cu").write_bytes(bytes(4000))
    Path("src/loop.cu").symlink_to("loop.cu")
    results = done(session)
    assert results["src/bad.cu"].problem == "it is not text"
    assert not results["src/a.cu"].problem


def test_looking_at_ten_thousand_files_takes_little(here: Path) -> None:
    for folder in range(100):
        Path(f"src/{folder}").mkdir(parents=True)
        for number in range(100):
            Path(f"src/{folder}/{number}.h").write_text("int x;\n")
    state = State(Path("src"), Path("ported"))
    assert len(state.look().changed) == 10_000
    start = time.process_time()
    assert not state.look()
    assert time.process_time() - start < 3
    put("src/50/50.h", "int xyz;\n")
    assert state.look().changed == (Path("src/50/50.h"),)


@contextlib.contextmanager
def watching(*words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """`cass watch` in a process of its own; it must end by an interrupt with 130."""
    command = [
        str(Path(sys.executable).with_name("cass")),
        "watch",
        "src",
        "--to",
        "ported",
        "--debounce",
        "0.1",
        *words,
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield process
    finally:
        process.send_signal(2)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 130, (out, err)
        assert b"Traceback" not in err


def until(text: str, path: str) -> None:
    """Wait until a file holds a text."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            if text in Path(path).read_text():
                return
        time.sleep(0.05)
    pytest.fail(f"{path} does not hold {text!r}")


def test_editors_save_as_they_like(here: Path) -> None:
    put("src/a.cu", UNIT)
    put("src/k.cuh", HEADER)
    with watching():
        until("hipDeviceSynchronize", "ported/a.hip")
        put("src/.a.cu.swp", "no")  # as Vim: a new file in the place of the old, a backup that goes
        Path("src/a.cu").rename("src/a.cu~")
        put("src/a.cu", UNIT + "// vim\n")
        Path("src/a.cu~").unlink()
        until("// vim", "ported/a.hip")
        put("src/.tmp123", UNIT + "// atomic\n").replace("src/a.cu")  # as many others
        until("// atomic", "ported/a.hip")
        with Path("src/a.cu").open("r+") as file:  # in place, in steps
            file.truncate()
            for line in (UNIT + "// steps\n").splitlines(keepends=True):
                file.write(line)
                file.flush()
                time.sleep(0.02)
        until("// steps", "ported/a.hip")
        shutil.rmtree("src")
        time.sleep(0.3)
        put("src/k.cuh", HEADER)
        put("src/a.cu", UNIT + "// again\n")
        until("// again", "ported/a.hip")


def test_bad_words_are_a_sentence(here: Path) -> None:
    put("src/a.cu", UNIT)
    for words, sentence in (
        (["src/a.cu", "--to", "x"], "is not a directory"),
        (["src", "--to", "src"], "is the source itself"),
        (["src", "--to", "src/a.cu"], "is a file"),
    ):
        done = subprocess.run(
            [Path(sys.executable).with_name("cass"), "watch", *words], capture_output=True, text=True, check=False
        )
        assert (done.returncode, sentence in done.stderr) == (2, True), done


@pytest.mark.gpu_code
def test_only_what_passes_is_written(here: Path) -> None:
    program = (
        '#include "value.cuh"\n#include <cstdio>\n'
        "int main() { int *p, v; cudaMalloc(&p, 4); k<<<1, 1>>>(p); cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost);\n"
        '  printf("%d\\n", v); }\n'
    )
    put("src/main.cu", program)
    put("src/value.cuh", "#pragma once\n__global__ void k(int* p) { *p = 7; }\n")
    settings = Settings((Target("gfx1100"),), "auto", Config(archs=("gfx1100",)), jobs=1)
    session = Session(Path("src"), Path("ported"), settings, Require.POSSIBLE, Commands({}))
    assert done(session)["src/main.cu"].verdict == "PASSED"
    before = Path("ported/value.cuh").read_text()
    put("src/value.cuh", "#pragma once\n__global__ void k(int* p) { *p = nothing; }\n")
    results = done(session)
    assert results["src/main.cu"].verdict == "NOT_BUILT"
    assert Path("ported/value.cuh").read_text() == before
