"""From an ended process to a `Run`: what every runner does after its program has stopped."""

import signal
from collections.abc import Sequence
from pathlib import Path

from cass_tools.model import Outcome, Run, Target
from cass_tools.proc import Completed

FILE_LIMIT = 256 << 20  # bytes of one kept file; of a larger one only the first part is kept


def as_run(
    done: Completed, *, runner: str, target: Target | None, cwd: Path, keep_files: Sequence[str] = (), detail: str = ""
) -> Run:
    """PASSED when the program ended on its own, CRASHED by a signal, TIMED_OUT; with the files it left in `cwd`."""
    outcome, cause = _judge(done)
    long = tuple(f"file {name}" for name in keep_files if _size(cwd / name) > FILE_LIMIT)
    return Run(
        outcome=outcome,
        runner=runner,
        target=target,
        status=done.status,
        stdout=done.stdout,
        stderr=done.stderr,
        files=tuple((name, _content(cwd / name)) for name in keep_files),
        detail=detail or cause,
        seconds=done.seconds,
        cut_off=(*(name for name in done.cut_off if name == "stdout"), *long),
    )


def _judge(done: Completed) -> tuple[Outcome, str]:
    """The outcome, and its cause in words where it did not pass."""
    if done.timed_out:
        return Outcome.TIMED_OUT, f"stopped after {done.seconds:.0f} s"
    if done.status is not None and done.status < 0:
        return Outcome.CRASHED, ended_by(-done.status)
    return Outcome.PASSED, ""


def ended_by(number: int) -> str:
    """What is said of a program that a signal ended."""
    said = f"ended by signal {number} ({signal_name(number)})"
    if number in (signal.SIGSEGV, signal.SIGBUS):
        return f"{said}, outside of kernels; one may have written over the host's memory: --check bounds tells"
    return said


def signal_name(number: int) -> str:
    """SIGSEGV for 11."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"


def _size(path: Path) -> int:
    """Bytes of a regular file, 0 without one."""
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0


def _content(path: Path) -> bytes | None:
    """The bytes of a regular file that the program left, else None."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(FILE_LIMIT)
    except OSError:
        return None
