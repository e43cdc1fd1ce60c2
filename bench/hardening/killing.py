"""`kill -9` at random points: no source lost, no half file, and the next run does what one undisturbed run does."""

import collections
import contextlib
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from bench.hardening.tree import CASS, cass, content, environment, sources

COMMANDS = {
    "translate -j": ("translate", "--no-verify", "-j4", "src", "-o", "out"),
    "translate --in-place": ("translate", "--no-verify", "-j4", "--in-place", "src"),
    "baseline": ("baseline", "src"),
}
FILES = 40
STRAY = ".cass-"  # a whole file that has not got its name yet


class Trial:
    """One command on one tree, killed again and again; `wanted` is what the command alone makes of the tree."""

    def __init__(self, words: tuple[str, ...], folder: Path) -> None:
        self.words, self.folder = words, folder
        self.env = environment(folder)
        self.work = folder / "work"
        self._fresh()
        self.before = content(self.work)
        began = time.monotonic()
        self.status = cass(*words, cwd=self.work, env=self.env).status
        self.takes = time.monotonic() - began
        self.wanted = content(self.work)

    def _fresh(self) -> None:
        shutil.rmtree(self.work, ignore_errors=True)
        sources(self.work / "src", FILES)

    def once(self, chance: random.Random) -> tuple[bool, str]:
        """Whether it was killed before its end, and what is wrong after that, or after the next run."""
        self._fresh()
        command = [str(CASS), *self.words]
        quiet = subprocess.DEVNULL
        running = subprocess.Popen(
            command, cwd=self.work, env=self.env, stdout=quiet, stderr=quiet, start_new_session=True
        )
        time.sleep(self.takes * (0.3 + 0.8 * chance.random()))
        killed = running.poll() is None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        time.sleep(0.05)
        if wrong := self._half(content(self.work)):
            return killed, wrong
        again = cass(*self.words, cwd=self.work, env=self.env)
        if wrong := again.unlike(0, 1):
            return killed, f"the next run: {wrong}"
        made = {name: data for name, data in content(self.work).items() if STRAY not in name}
        return killed, "" if made == self.wanted else f"the next run makes other files: {_unlike(made, self.wanted)}"

    def _half(self, found: dict[str, bytes]) -> str:
        """A file that is neither what it was nor what it is to become; a source that is gone."""
        for name, data in found.items():
            if STRAY not in name and data not in (self.before.get(name), self.wanted.get(name)):
                return f"{name} is half written"
        lost = self.before.keys() - found.keys()
        return f"lost: {sorted(lost)}" if lost else ""


def _unlike(made: dict[str, bytes], wanted: dict[str, bytes]) -> list[str]:
    return sorted(name for name in made.keys() | wanted.keys() if made.get(name) != wanted.get(name))[:5]


def report(times: int, seed: int) -> int:
    """Print a line for each command; how many kills had a consequence."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    problems = 0
    print("command | runs | killed before the end | problems | files with no name yet left behind")
    for name, words in COMMANDS.items():
        with tempfile.TemporaryDirectory() as place:
            trial = Trial(words, Path(place))
            counted: collections.Counter[str] = collections.Counter()
            for _ in range(times // len(COMMANDS) + 1):
                killed, wrong = trial.once(chance)
                counted["killed"] += killed
                counted["wrong"] += bool(wrong)
                counted["strays"] += sum(STRAY in each for each in content(trial.work))
                if wrong:
                    print(f"problem: {name}: {wrong}", flush=True)
        problems += counted["wrong"]
        runs = times // len(COMMANDS) + 1
        print(f"{name} | {runs} | {counted['killed']} | {counted['wrong']} | {counted['strays']}", flush=True)
    return problems
