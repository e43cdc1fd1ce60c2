"""`cass check` and `cass translate` on hostile texts: no crash, no hang, no more memory than a file deserves.

Each text is read by both commands in a process of its own, forked from one that has everything loaded.
"""

import collections
import gc
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from bench.hardening.texts import Maker, Text
from cass_tools.cli.main import run

FORMS = ("text", "json", "jsonl", "sarif", "github", "gitlab", "junit")
LEAST_SECONDS, SECONDS_PER_MB = 2.0, 2.0  # processor time of one command; the first is for small files
LEAST_MEMORY, MEMORY_PER_BYTE = 300 << 20, 20
COMMANDS = 2


class Result(NamedTuple):
    """What became of one text: the worst exit status, processor seconds and bytes of memory."""

    text: Text
    problem: str
    seconds: float
    memory: int


def allowed_seconds(size: int) -> float:
    """Processor time that both commands may take on a file of that size."""
    return COMMANDS * max(LEAST_SECONDS, SECONDS_PER_MB * size / 1e6)


def tried(text: Text, folder: Path, form: str = "text") -> Result:
    """Read one text by both commands."""
    path = folder / "input.cu"
    path.write_bytes(text.data)
    limit = allowed_seconds(len(text.data))
    child = os.fork()
    if child == 0:
        os._exit(_commands(path, form, limit))
    _, status, used = os.wait4(child, 0)
    seconds, memory = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
    return Result(text, _problem(status, seconds, memory, len(text.data)), seconds, memory)


def _commands(path: Path, form: str, limit: float) -> int:
    """In the child: the exit status tells what is wrong. Past ten times the limit the system ends it."""
    status = 99
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (int(10 * limit) + 5, int(10 * limit) + 10))
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        first = run(["check", "--no-cache", "--format", form, str(path)])
        second = run(["translate", "--no-verify", "--stdout", str(path)])
        status = max(first, second)
    finally:
        os._exit(status)


def _problem(status: int, seconds: float, memory: int, size: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "hang" if number in (signal.SIGXCPU, signal.SIGKILL) else f"signal {number}"
    if (code := os.WEXITSTATUS(status)) not in (0, 1, 2):
        return f"exit {code}"
    if seconds > allowed_seconds(size):
        return f"slow: {seconds:.1f} s for {size} bytes"
    if memory > LEAST_MEMORY + MEMORY_PER_BYTE * size:
        return f"memory: {memory >> 20} MiB for {size} bytes"
    return ""


def warm(folder: Path) -> None:
    """Load all that the commands need, so that children need not."""
    path = folder / "input.cu"
    seed = Maker(0)
    path.write_bytes(b"\n".join(seed.examples))
    null, kept = os.open(os.devnull, os.O_WRONLY), (os.dup(1), os.dup(2))
    sys.stdout.flush()
    for number in (1, 2):
        os.dup2(null, number)
    for form in FORMS:
        run(["check", "--no-cache", "--format", form, str(path)])
    run(["translate", "--no-verify", "--stdout", str(path)])
    sys.stdout.flush()
    for number, old in zip((1, 2), kept, strict=True):
        os.dup2(old, number)
    gc.freeze()


def fuzz(texts: Iterable[Text], keep: Path | None = None) -> Iterator[Result]:
    """The results of all texts; those of texts with a problem are kept in a folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["CASS_CACHE"] = str(folder / "cache")
        warm(folder)
        for number, text in enumerate(texts):
            result = tried(text, folder, FORMS[number % len(FORMS)])
            if result.problem and keep:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{text.kind}-{number}.cu").write_bytes(text.data)
            yield result


def by_lot(maker: Maker, seconds: float) -> Iterator[Text]:
    """Texts until the time is up."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield maker.one()


def large(maker: Maker, megabytes: int) -> Iterator[Text]:
    """Lines of that size, one of each piece."""
    from bench.hardening.texts import LONG

    for piece in LONG:
        data = b"__global__ void k(float* p) { cudaFree(p); " + piece.encode("latin-1") * (
            megabytes * 10**6 // len(piece)
        )
        yield Text(f"{megabytes} MB of {piece!r}", data)


def report(results: Iterable[Result]) -> int:
    """Print a line for each kind of text and for each problem; the number of problems."""
    counts: collections.Counter[str] = collections.Counter()
    size: collections.Counter[str] = collections.Counter()
    rate: dict[str, float] = {}
    memory: dict[str, int] = {}
    problems = 0
    for text, problem, seconds, peak in results:
        counts[text.kind] += 1
        size[text.kind] += len(text.data)
        rate[text.kind] = max(rate.get(text.kind, 0), seconds / allowed_seconds(len(text.data)))
        memory[text.kind] = max(memory.get(text.kind, 0), peak)
        if problem:
            problems += 1
            print(f"problem: {text.kind}, {len(text.data)} bytes: {problem}", flush=True)
    print("kind | texts | MB | most of the allowed time | most memory, MiB | problems")
    for kind in counts:
        share = f"{100 * rate[kind]:.0f} %"
        print(f"{kind} | {counts[kind]} | {size[kind] / 1e6:.1f} | {share} | {memory[kind] >> 20}")
    print(f"{sum(counts.values())} texts, {problems} problems")
    return problems
