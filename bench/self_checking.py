"""Programs of a corpus that check themselves: which count, at what size, how a run ends, and how all are measured.

A corpus is as HeCBench's `src`: each folder whose name ends in `-cuda` or `-hip` is a program with a Makefile. Those
count whose sources say PASS, that need no library and whose arguments name no file that is not there. Sizes are made
small as `bench.ports` does it, or taken from a table. A program passes if it ends well with its own PASS and has used
at most 60 s of processor time, translation included, on one thread. Rows are kept as `bench.kept` does it.
"""

import argparse
import contextlib
import ctypes
import os
import random
import re
import resource
import shlex
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.arguments import small
from bench.drivers import SEED
from bench.kept import MEASURED, Kept, Row
from cass_tools import proc
from cass_tools.runners.told import Listener

CASS = (sys.executable, "-c", "from cass_tools.cli.main import main; main()")
SUFFIXES = (".cu", ".cuh", ".h", ".hpp", ".cpp", ".cc")
PASS = re.compile(rb"\bPASS(?:ED)?\b", re.IGNORECASE)
FAIL = re.compile(rb"\b(?:FAIL(?:ED|URE)?|MISMATCH)\b", re.IGNORECASE)
OURS = re.compile(rb"^(?:cass|python[\d.]*): .*\n?", re.MULTILINE)  # in stderr: cass's words, and its helper's
FILE = re.compile(r"^[^-=].*/|\.[a-z]\w*$")
KEY = ("program", "arch")
SECONDS, BUILD = 60, 600  # of processor time, and for a build
CLOCK = 900  # a run by the clock, in s: a busy machine gives a program a tenth of a core
SET_CHILD_SUBREAPER = 36  # of prctl, see <linux/prctl.h>
GRACE = 15  # s: helpers end soon after their program
WORDS = {112: "REFUSED", 113: "FAULT"}
STOPPED = (0, 124, 128 + signal.SIGXCPU, -signal.SIGXCPU, None)


@dataclass(frozen=True)
class Kind:
    """The programs of one spelling: the end of their folders' names, what counts as a library, and sizes by name."""

    suffix: str
    library: re.Pattern[str]
    library_flag: re.Pattern[str]
    sizes: Mapping[str, Mapping[str, str]]

    def candidates(self, corpus: Path) -> list[Path]:
        """The programs that count, in an order by lot."""
        found = [p for p in sorted(corpus.glob("*" + self.suffix)) if (p / "Makefile").is_file() and self._counts(p)]
        random.Random(SEED).shuffle(found)  # noqa: S311
        return found

    def _counts(self, folder: Path) -> bool:
        texts = [p.read_text(errors="replace") for p in folder.rglob("*") if p.suffix in SUFFIXES and p.is_file()]
        makefile = (folder / "Makefile").read_text(errors="replace")
        if not any("PASS" in text for text in texts) or any(self.library.search(text) for text in texts):
            return False
        linked = "".join(re.findall(r"^.*(?:LDFLAGS|-o \$@).*$", makefile, re.MULTILINE))
        if self.library_flag.search(linked):
            return False
        return "needs" not in self.sizes.get(self.name(folder), {}) and all(
            (folder / word).exists() for word in shlex.split(self.size(folder)) if FILE.search(word)
        )

    def name(self, folder: Path) -> str:
        """What the program is called without the end of its folder's name."""
        return folder.name.removesuffix(self.suffix)

    def size(self, folder: Path) -> str:
        """The arguments: what is written down for it, else those of `make run` made small."""
        return small(folder, self.sizes, self.suffix)

    def devices(self, folder: Path) -> str:
        """How many GPUs it is shown."""
        return str(self.sizes.get(self.name(folder), {}).get("devices", 1))


def made(
    folder: Path, place: Path, variables: Sequence[str], env: Mapping[str, str] | None = None
) -> tuple[Path | None, str]:
    """The program as its own Makefile makes it, in a copy beside links to its neighbours; or what the build said.

    TimeoutError where the build does not end: that says more of the machine than of the program.
    """
    for other in folder.parent.iterdir():
        if other != folder:
            (place / other.name).symlink_to(other)
    copy = shutil.copytree(folder, place / folder.name)
    before = set(copy.iterdir())
    said = proc.run(["make", "-C", copy, *variables], timeout=BUILD, env=env)
    if said.timed_out:
        raise TimeoutError(f"{folder.name} was not built in {BUILD} s; it is not measured")
    new = [p for p in set(copy.iterdir()) - before if p.is_file() and os.access(p, os.X_OK) and p.suffix != ".o"]
    log = (said.stdout + said.stderr).decode(errors="replace")
    return (new[0] if len(new) == 1 else None), log


def executed(
    program: Path, words: Sequence[str], options: Sequence[str], *, gpus: str = "1"
) -> tuple[dict[str, object], bytes]:
    """How `cass run` with these options ended, in one row, and what it printed."""
    adopt()
    before, began = processor(), time.monotonic()
    command: list[str | Path] = [*CASS, "run", *options, "--timeout", str(CLOCK), program, "--", *words]
    with tempfile.TemporaryDirectory(prefix="cass-told-") as place, Listener(Path(place)) as told:
        done = proc.run(
            ["prlimit", f"--cpu={SECONDS}:{SECONDS + 5}", "stdbuf", "-oL", *command],
            timeout=CLOCK + 60,
            cwd=program.parent,
            env={"CASS_EXEC_THREADS": "1", "CASS_EXEC_DEVICES": gpus, "CASS_EXEC_REPORT": str(told.path)},
        )
    used, took = processor() - before, time.monotonic() - began
    row: dict[str, object] = {
        "end": end(done.status, done.stdout + b"\n" + OURS.sub(b"", done.stderr), used),
        "cpu": round(used, 1),
        "clock": round(took, 1),
        "kernels": len({entry["kernel"] for entry in told.entries if entry.get("kernel")}),
    }
    if row["end"] != "PASSED":
        row["status"] = done.status
        row["said"] = (done.stdout[-300:] + done.stderr[-500:]).decode(errors="replace")
    return row, done.stdout


def end(status: int | None, said: bytes, used: float) -> str:
    """How a program ended, in a word, by its exit status, what it printed and the processor time that it used, in s."""
    passed = bool(PASS.search(said)) and not FAIL.search(said)
    if status == 0 and used <= SECONDS:
        return "PASSED" if passed else "FAILED" if FAIL.search(said) else "NOT_CHECKED"
    if status in STOPPED:
        return "PASS_PRINTED" if passed else "NO_RESULT"
    return WORDS.get(status, "CRASHED")


def unbuilt(log: str) -> dict[str, object]:
    """What a row says of a program whose build left no executable."""
    return {"end": "NOT_BUILT", "said": "\n".join(re.findall(r".*error:.*", log)[:3])[:600]}


def adopt() -> None:
    """Make orphans children of this process: the helper that translates kernels outlives the program that it is for."""
    ctypes.CDLL(None, use_errno=True).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def processor() -> float:
    """Processor time of all processes that were started here, with those that they started, in s: they have ended."""
    until = time.monotonic() + GRACE
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < until:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.02)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def choices(doc: str, name: str, arches: Sequence[str]) -> argparse.ArgumentParser:
    """The command line of a measurement whose rows are in `bench/measured` by that name, as these GPUs."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--out", type=Path, default=MEASURED / f"{name}.jsonl")
    parser.add_argument("--arch", nargs="+", default=arches)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--again", action="store_true")
    return parser


def left(kind: Kind, chosen: argparse.Namespace) -> Iterator[tuple[Path, list[str]]]:
    """Each program that has GPUs left to be run as, with these, by what the file says when its turn comes."""
    found = kind.candidates(chosen.corpus)
    kept = Kept(chosen.out, KEY)
    kept.await_all((folder.name, arch) for folder in found for arch in chosen.arch)
    for folder in found:
        keys = kept.left(again=chosen.again)
        arches = [arch for arch in chosen.arch if (folder.name, arch) in keys]
        if arches and (not chosen.only or kind.name(folder) in chosen.only):
            yield folder, arches


def measure(
    programs: Iterable[tuple[Path, list[str]]],
    chosen: argparse.Namespace,
    measured: Callable[[Path, list[str]], Iterable[Row]],
) -> None:
    """Keep the rows of these programs, as long as there are minutes; then print the counts of the file by GPU."""
    until = time.monotonic() + 60 * chosen.minutes
    kept = Kept(chosen.out, KEY)
    for folder, arches in programs:
        if time.monotonic() > until:
            break
        try:
            for row in measured(folder, arches):
                kept.put(row)
        except TimeoutError as late:
            print(late, flush=True)
    for arch in chosen.arch:
        print(f"{arch}: {dict(Counter(end for (_, gpu), end in kept.ends().items() if gpu == arch))}")
