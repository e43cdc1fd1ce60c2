"""A lock between processes: one at a time, and nothing is left of it."""

import subprocess
import sys
from pathlib import Path

import pytest

from cass_tools.locking import locked

# Adds 1 to a number in a file 50 times; two that do so at once would lose some.
COUNTS = """
import sys, time
from pathlib import Path
from cass_tools.locking import locked
lock, number = map(Path, sys.argv[1:])
for _ in range(50):
    with locked(lock, 60):
        found = int(number.read_text())
        time.sleep(0.0005)
        number.write_text(str(found + 1))
"""


def test_one_at_a_time_and_nothing_stays(tmp_path: Path) -> None:
    number = tmp_path / "number"
    number.write_text("0")
    words = [sys.executable, "-c", COUNTS, str(tmp_path / "lock"), str(number)]
    running = [subprocess.Popen(words) for _ in range(4)]
    assert [each.wait(120) for each in running] == [0, 0, 0, 0]
    assert number.read_text() == "200"
    assert [path.name for path in tmp_path.iterdir()] == ["number"]


def test_who_comes_second_is_told_in_time(tmp_path: Path) -> None:
    with locked(tmp_path / "lock", 0):
        for seconds in (0, 0.1):
            with pytest.raises(TimeoutError), locked(tmp_path / "lock", seconds):
                pass
        assert (tmp_path / "lock").exists()
    assert not (tmp_path / "lock").exists()


def test_it_is_free_after_an_error_and_after_a_death(tmp_path: Path) -> None:
    with pytest.raises(KeyError), locked(tmp_path / "lock", 0):
        raise KeyError
    dies = "import os, sys; from pathlib import Path; from cass_tools.locking import locked\n"
    dies += "with locked(Path(sys.argv[1]), 0): os.kill(os.getpid(), 9)"
    assert subprocess.run([sys.executable, "-c", dies, str(tmp_path / "lock")], check=False).returncode == -9
    assert (tmp_path / "lock").exists()
    with locked(tmp_path / "lock", 0):
        pass
    assert not (tmp_path / "lock").exists()


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "other")
    with pytest.raises(OSError, match="symbolic"), locked(tmp_path / "lock", 0):
        pass
    assert not (tmp_path / "other").exists()
