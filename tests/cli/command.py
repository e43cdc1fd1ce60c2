"""The installed command in a directory of its own, with a private state directory."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

CASS = Path(sys.executable).with_name("cass")


@dataclass(frozen=True, slots=True)
class Said:
    """How a command ended and what it said."""

    status: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Command:
    """Runs `cass` in `folder`."""

    folder: Path
    state: Path

    def __call__(self, *words: str | Path, **env: str) -> Said:
        done = subprocess.run(
            [CASS, *map(str, words)],
            cwd=self.folder,
            env={**os.environ, "XDG_STATE_HOME": str(self.state), **env},
            capture_output=True,
            timeout=300,
            check=False,
        )
        return Said(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))

    def write(self, name: str, text: str) -> Path:
        """A file in the directory."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def read(self, name: str) -> str:
        """The text of a file in the directory."""
        return (self.folder / name).read_text()
