"""From an ended process to a `Run`: what every runner does after its program has stopped."""

import signal
from collections.abc import Sequence
from pathlib import Path

from cass_tools.model import Outcome, Run, Target
from cass_tools.proc import Completed

LIMITS: dict[int, str] = {
    signal.SIGXFSZ: "it wrote a file of more than 4 GB",
    signal.SIGXCPU: "it used all its processor time",
}
MOST_FILES = 10_000  # that a pattern may stand for
FILE_LIMIT = 256 << 20  # bytes of one kept file; of a larger one only the first part is kept


def as_run(
    done: Completed, *, runner: str, target: Target | None, cwd: Path, keep_files: Sequence[str] = (), detail: str = ""
) -> Run:
    """PASSED when the program ended on its own, CRASHED by a signal, TIMED_OUT; with the files it left in `cwd`.

    `keep_files` are names or patterns.
    """
    outcome, cause = _judge(done)
    names = dict.fromkeys(name for pattern in keep_files for name in _written(cwd, pattern))
    contents = [(name, left(cwd, name, FILE_LIMIT + 1)) for name in names]
    long = tuple(f"file {name}" for name, data in contents if data and len(data) > FILE_LIMIT)
    return Run(
        outcome=outcome,
        runner=runner,
        target=target,
        status=done.status,
        stdout=done.stdout,
        stderr=done.stderr,
        files=tuple((name, data and data[:FILE_LIMIT]) for name, data in contents),
        detail=detail or cause,
        seconds=done.seconds,
        cut_off=(*(name for name in done.cut_off if name == "stdout"), *long),
        notes=done.notes,
    )


def _judge(done: Completed) -> tuple[Outcome, str]:
    """The outcome, and its cause in words where it did not pass."""
    if done.timed_out:
        return Outcome.TIMED_OUT, f"stopped after {done.seconds:.0f} s"
    if done.stopped:
        return Outcome.CRASHED, f"stopped: {done.stopped}"
    if done.status is not None and done.status < 0:
        return Outcome.CRASHED, ended_by(-done.status)
    return Outcome.PASSED, ""


def ended_by(number: int) -> str:
    """What is said of a program that a signal ended."""
    said = f"ended by signal {number} ({signal_name(number)})"
    if number in LIMITS:
        return f"{said}: {LIMITS[number]}"
    if number in (signal.SIGSEGV, signal.SIGBUS):
        return f"{said}, outside of kernels; one may have written over the host's memory: --check bounds tells"
    return said


def signal_name(number: int) -> str:
    """SIGSEGV for 11."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"


def _written(folder: Path, pattern: str) -> list[str]:
    """The files that fit a pattern, in order; the pattern itself where there are none, and a plain name as it is."""
    if not any(c in pattern for c in "*?["):
        return [pattern]
    try:
        found = [str(path.relative_to(folder)) for path in folder.glob(pattern) if path.is_file()]
    except OSError:
        found = []
    return sorted(found)[:MOST_FILES] or [pattern]


def left(folder: Path, name: str, limit: int) -> bytes | None:
    """At most `limit` bytes of a regular file that an ended program left in its `folder`, else None.

    A link that leads out of the folder counts as no file: what is there is not the program's.
    """
    try:
        real = (folder / name).resolve(strict=True)
        if not real.is_relative_to(folder.resolve()) or not real.is_file():
            return None
        with real.open("rb") as file:
            return file.read(limit)
    except (OSError, RuntimeError):  # the second for links in a circle
        return None
