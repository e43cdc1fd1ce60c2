"""Ends in the middle: nothing half-made stays, and the next build is right."""

import os
import random
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.wrapper.command import HIPCC, PROGRAM, Project

pytestmark = pytest.mark.gpu_code


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("after", [0.02, 0.3, 0.8])
def test_a_signal_leaves_nothing(project: Project, tmp_path: Path, number: signal.Signals, after: float) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary), "CASS_ARCH": "gfx1100,gfx90a"}
    words = [str(HIPCC), "-c", "main.cu", "-o", "main.o"]
    process = subprocess.Popen(words, cwd=project.folder, env=environment, stderr=subprocess.PIPE)
    time.sleep(after)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    ended = process.returncode
    starting = after < 0.1 or b"Fatal Python error: init" in said  # which a busy machine may still do later
    early = ended == 1 and starting  # an interrupt while Python itself starts
    assert ended in (128 + number, -number) or early or (ended == 0 and "main.o" in project.names())
    if ended:
        assert "main.o" not in project.names()
    if ended != -number:  # else Python itself had not begun
        assert list(temporary.iterdir()) == []


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_a_build_that_is_killed_again_and_again_is_right_in_the_end(project: Project) -> None:
    """Whole trees of processes die at once, as when a machine goes down; what they wrote must be whole or not there."""
    for number in range(6):
        unit = PROGRAM if number == 0 else PROGRAM.replace("main()", f"unit{number}()")
        (project.folder / f"u{number}.cu").write_text(unit)
    objects = " ".join(f"u{number}.o" for number in range(6))
    compiling = f"%.o: %.cu\n\t{HIPCC} -c $< -o $@\n"
    project.write(Makefile=f"program: {objects}\n\t{HIPCC} $^ -o $@\n{compiling}")
    environment = {**os.environ, "CASS_ARCH": "gfx1100", "CASS_TARGET": "exec"}
    chance = random.Random(1)  # noqa: S311  the same each time
    for _ in range(8):
        process = subprocess.Popen(
            [str(shutil.which("make")), "-j8"],
            cwd=project.folder,
            env=environment,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(chance.uniform(0.05, 1.5))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert project.run("make", "-j8", CASS_TARGET="exec").status == 0
    assert project.run("./program").out == "693\n"


def test_a_disk_that_is_full_is_told(project: Project, tmp_path: Path) -> None:
    """A file system of 16 KiB, which only root can make."""
    small = tmp_path / "small"
    small.mkdir()
    mount, umount = shutil.which("mount"), shutil.which("umount")
    if not mount or not umount:
        pytest.skip("needs mount")
    made = subprocess.run([mount, "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(small)], check=False)
    if made.returncode:
        pytest.skip("no file system may be mounted here")
    try:
        for words, env in ((("-o", str(small / "a.o")), {}), (("-o", "a.o"), {"TMPDIR": str(small)})):
            said = project("-c", "main.cu", *words, **env)
            assert said.status == 1
            assert re.search(r"cass-hipcc: note: the disk of .* has \d+ KiB left", said.err)
            assert list(small.iterdir()) == [] and "a.o" not in project.names()
    finally:
        subprocess.run([umount, str(small)], check=True)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_answer_that_nobody_reads_to_its_end_is_no_error(project: Project, unbuffered: str) -> None:
    """`$CC --version | head -1`, as configure scripts ask."""
    project.env["PYTHONUNBUFFERED"] = unbuffered
    said = project.run("bash", "-c", f"set -o pipefail; {HIPCC} --version | exec sh -c 'exec <&-; sleep 1'")
    assert (said.status, said.err) == (141, "")
    said = project.run("sh", "-c", f"{HIPCC} --version > /dev/full")
    assert (said.status, "the output" in said.err) == (1, True)
