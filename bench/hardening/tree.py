"""Trees of sources for hostile surroundings, and `cass` as a user starts it there."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from cass_tools.rules import all_rules

CASS = Path(sys.executable).with_name("cass")
PLAIN = "void f{n}(float** p) {{ cudaMalloc(p, {n}); }}\n"
LIMIT = 300  # seconds after which a command counts as hanging


class Said(NamedTuple):
    """The end of a command: its exit status (None: it hung) and what it printed."""

    status: int | None
    out: str
    err: str

    def unlike(self, *wanted: int) -> str:
        """What is wrong with it: a status that is not one of these, or a traceback."""
        if self.status is None:
            return "it hung"
        if self.status not in wanted:
            return f"exit {self.status}: {(self.err or self.out)[-300:]}"
        return "a traceback" if "Traceback" in self.err + self.out else ""


def environment(folder: Path) -> dict[str, str]:
    """A home of its own, so that nothing is known from before and nothing is left behind."""
    home = {"HOME": str(folder), "XDG_CACHE_HOME": "", "XDG_STATE_HOME": "", "CASS_CACHE": str(folder / "cache")}
    return {**os.environ, **home}


def cass(*words: str | Path, cwd: Path, env: Mapping[str, str] | None = None, before: tuple[str, ...] = ()) -> Said:
    """Run one command to its end."""
    command = [*before, str(CASS), *map(str, words)]
    try:
        done = subprocess.run(
            command, cwd=cwd, env=env, capture_output=True, timeout=LIMIT, stdin=subprocess.DEVNULL, check=False
        )
    except subprocess.TimeoutExpired:
        return Said(None, "", "")
    return Said(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def sources(folder: Path, count: int) -> None:
    """So many files in folders of ten, each with what one rule after the other finds."""
    examples = [each.before for rule in all_rules() for each in rule.invalid if "__global__" in each.before]
    for n in range(count):
        place = folder / f"d{n // 10}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"f{n}.cu").write_text(PLAIN.format(n=n) + examples[n % len(examples)])


def content(folder: Path) -> dict[str, bytes]:
    """Every regular file below a folder."""
    paths = [Path(place, name) for place, _, names in os.walk(folder) for name in names]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths if path.is_file()}
