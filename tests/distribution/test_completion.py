"""Completion in real shells, as it is after `cass --install-completion`: a terminal, and the tabulator key."""

import os
import pty
import select
import shutil
import sys
import time
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent
SHELLS = [
    pytest.param(name, marks=pytest.mark.skipif(not shutil.which(name), reason=f"{name} is not installed"))
    for name in ("bash", "zsh", "fish")
]
WAIT, AGAIN = 60.0, 5.0  # seconds, on a busy machine


class Terminal:
    """A shell of a user with an empty home."""

    def __init__(self, shell: str, home: Path) -> None:
        env = {"HOME": str(home), "PATH": f"{BIN}:/usr/bin:/bin", "TERM": "xterm", "PROMPT_COMMAND": "", "LANG": "C"}
        env["XDG_DATA_HOME"] = str(home / "data")
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(home)
            os.execvpe(shell, [shell, "-i"], env)  # noqa: S606
        self.shown = ""

    def press(self, keys: str, *, until: str) -> None:
        """Press keys, and wait until `until` shows. The first tabulator of a zsh only loads typer's function."""
        end = time.monotonic() + WAIT
        start = len(self.shown)
        os.write(self.terminal, keys.encode())
        again = time.monotonic() + AGAIN
        while until not in self.shown[start:]:
            assert time.monotonic() < end, f"{until!r} is not in {self.shown[start:]!r}"
            self.read(1.0)
            if keys.endswith("\t") and time.monotonic() > again:
                os.write(self.terminal, b"\t")
                again = time.monotonic() + AGAIN

    def read(self, seconds: float) -> None:
        """Take what the shell prints."""
        if select.select([self.terminal], [], [], seconds)[0]:
            self.shown += os.read(self.terminal, 1 << 16).decode(errors="replace")

    def close(self) -> None:
        """Hang up."""
        os.close(self.terminal)
        os.waitpid(self.process, 0)


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_commands_options_and_files(shell: str, tmp_path: Path) -> None:
    (tmp_path / "a_long_name.cu").write_text("")
    (tmp_path / ".zshenv").write_text("")  # or zsh would ask a new user, who is not root, for settings
    first = Terminal(shell, tmp_path)
    first.press("echo rea''dy\n", until="ready")
    first.press("cass --install-completion\n", until="completion installed in")
    first.close()
    second = Terminal(shell, tmp_path)
    try:
        second.press("echo rea''dy\n", until="ready")
        second.press("cass trans\t", until="late")
        second.press("--safe\t", until="-only")
        second.press("\x15cass model pu\t", until="ll")
        second.press("\x15cass explain CASS12\t", until="CASS121")
        second.press("\x15cass verify a_lo\t", until="ng_name.cu")
    finally:
        second.close()
