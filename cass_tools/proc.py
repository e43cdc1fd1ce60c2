"""Starting other programs: with `attached.py`, the only module that does.

Every program gets a process group of its own, which dies with the call: on a time-out, on an interrupt, and when the
program ends and leaves children behind. Output is read while the program runs and only its first `max_output` bytes
are kept, so neither a full pipe nor an endless printer can stop or fill this process. A memory limit or a sandbox
costs one small start of Python more (`sandbox/confine.py`), which limits itself and then becomes the program.

`run_attached` (of `attached.py`) is for the user's own program: it gets what this process has and stays in its group.
"""

import contextlib
import os
import resource
import selectors
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from cass_tools.attached import run_attached
from cass_tools.errors import CassError
from cass_tools.sandbox import policy, processes
from cass_tools.sandbox.folders import private_folder
from cass_tools.sandbox.policy import Box
from cass_tools.sandbox.watch import Watch

__all__ = ["Completed", "end_all", "run", "run_attached"]

MAX_OUTPUT = 64 << 20  # bytes kept of each of stdout and stderr
TIME = "time"  # the limit that has an outcome of its own
STRAGGLERS = 0.5  # seconds that output may still come from a process that left the group

_running: dict[int, bool] = {}  # process groups that end with this process, and whether they are confined
_ending = threading.Event()


@dataclass(frozen=True, slots=True)
class Completed:
    """How a program ended: `status` is the exit code, -n after signal n, None if it was stopped for its time.

    `cut_off` names the streams ("stdout", "stderr") on which more than `max_output` bytes came; the rest was dropped.
    `notes` names the parts of the sandbox that this machine forbids. `stopped` says, as half a sentence, which limit it
    was stopped for other than its time.
    """

    status: int | None
    stdout: bytes
    stderr: bytes
    seconds: float
    timed_out: bool = False
    cut_off: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    stopped: str = ""


@dataclass(frozen=True, slots=True)
class _Start:
    """How a program is started: `confined` with `notes` of confine.py, in a `box` where it has one."""

    command: list[str]
    cwd: Path | None
    env: Mapping[str, str]
    notes: IO[bytes] | None = None
    box: Box | None = None
    memory: int | None = None
    inherit: tuple[int, ...] = ()


@dataclass(slots=True)
class _Stream:
    """One output pipe and what is kept of it."""

    pipe: IO[bytes]
    room: int
    data: bytearray = field(default_factory=bytearray)
    truncated: bool = False

    def take(self) -> bool:
        """Read what is there; False at the end of the stream."""
        block = os.read(self.pipe.fileno(), 1 << 16)
        kept = block[: self.room - len(self.data)]
        self.data += kept
        self.truncated = self.truncated or len(kept) < len(block)
        return bool(block)


def run(
    argv: Sequence[str | Path],
    *,
    timeout: float | None = None,
    memory: int | None = None,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    stdin: bytes = b"",
    max_output: int = MAX_OUTPUT,
    sandbox: bool = False,
    readable: Sequence[Path] = (),
    writable: Sequence[Path] = (),
    caches: Sequence[Path] = (),
    hold_stdin: bool = False,
    inherit: Sequence[int] = (),
) -> Completed:
    """Run `argv` to its end, or stop it after `timeout` seconds of wall time.

    `memory` bounds, in bytes, the private writable memory of each process (RLIMIT_DATA): unlike an address space
    limit it ignores the large ranges that the executor reserves and never touches. `env` is added to the environment.
    With `sandbox`, the program has no network, may write only below `cwd`, `writable`, `caches` and a private directory
    (its HOME and TMPDIR, removed afterwards), and read only there, in `readable` and in the system's directories. It
    sees few environment variables, gains no privileges, and is stopped when its files (but those in `caches`), its
    processes or their memory are too much together. `hold_stdin`: in place of `stdin`, nothing comes on standard input,
    and it ends when this process does. `inherit` are descriptors that it gets. Raises CassError if the program cannot
    be started.
    """
    with contextlib.ExitStack() as stack:
        whole = {**os.environ, **(env or {})}
        start = _Start([str(a) for a in argv], cwd, whole, memory=memory, inherit=tuple(inherit))
        if sandbox or memory is not None:
            start = replace(start, notes=stack.enter_context(tempfile.TemporaryFile()))
        if sandbox:
            private = stack.enter_context(private_folder())
            box = Box(private, cwd or private / "home", tuple(readable), (*writable, *caches))
            start = _boxed(start, box, env or {}, timeout)
        elif start.notes is not None:
            command = policy.command(start.command, start.notes.fileno(), memory=memory, cpu=None)
            start = replace(start, command=command)
        watched = () if start.box is None else (start.box.private, start.box.start, *writable)
        source = stack.enter_context(_held() if hold_stdin else _filled(stdin))
        return _attend(start, source, max_output=max_output, timeout=timeout, watched=watched)


def _boxed(start: _Start, box: Box, env: Mapping[str, str], timeout: float | None) -> _Start:
    """The start of the same program in its box."""
    assert start.notes is not None  # noqa: S101  the caller made them
    box.prepare()
    environment = box.environment(env)
    binary = (Path(start.command[0]),) if "/" in start.command[0] else ()
    box = replace(box, readable=(*binary, *box.readable))
    command = policy.command(
        start.command,
        start.notes.fileno(),
        memory=start.memory,
        cpu=None if timeout is None else timeout * (os.cpu_count() or 1) + 10,
        words=box.words(environment),
    )
    return replace(start, command=command, cwd=box.start, env=environment, box=box)


def end_all() -> None:
    """Kill every program that any thread has running, and start none any more: for an interrupt."""
    _ending.set()
    for pid, confined in tuple(_running.items()):
        _end_group(pid, whole_tree=True, confined=confined)


@contextlib.contextmanager
def _filled(data: bytes) -> Iterator[IO[bytes]]:
    """A file to read `data` from."""
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        yield file


@contextlib.contextmanager
def _held() -> Iterator[IO[bytes]]:
    """A pipe on which nothing comes, until this process closes it or ends."""
    reading, writing = os.pipe()
    try:
        with open(reading, "rb", buffering=0) as file:  # noqa: PTH123  a descriptor
            yield file
    finally:
        os.close(writing)


def _attend(
    start: _Start, source: IO[bytes], *, max_output: int, timeout: float | None, watched: Sequence[Path]
) -> Completed:
    """Start the program, feed and read it, and leave none of its processes behind."""
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        process = _start(start, source)
        stack.callback(_bury, process, start.box is not None)
        assert process.stdout and process.stderr  # noqa: S101  both are pipes
        streams = (_Stream(process.stdout, max_output), _Stream(process.stderr, max_output))
        watch = Watch(process.pid, watched, start.memory) if start.box is not None else None
        stopped = _read(process, streams, None if timeout is None else began + timeout, watch)
        _end_group(process.pid, whole_tree=bool(stopped), confined=start.box is not None)
        status: int | None = process.wait()
        _read(process, streams, time.monotonic() + STRAGGLERS, None)
    said, told = _said(start.notes)
    if not stopped and said and said[-1].startswith("!"):
        raise CassError(said[-1][1:])
    return Completed(
        None if stopped else status if told is None else told,
        bytes(streams[0].data),
        bytes(streams[1].data),
        time.monotonic() - began,
        timed_out=stopped == TIME,
        cut_off=tuple(name for name, s in zip(("stdout", "stderr"), streams, strict=True) if s.truncated),
        notes=tuple(said),
        stopped="" if stopped == TIME else stopped,
    )


def _start(start: _Start, stdin: IO[bytes]) -> "subprocess.Popen[bytes]":
    """Start the program in a process group of its own, without core dumps."""
    if _ending.is_set():
        raise CassError("interrupted")
    try:
        process = subprocess.Popen(
            start.command,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=start.cwd,
            env=dict(start.env),
            start_new_session=True,
            pass_fds=(*start.inherit, *(() if start.notes is None else (start.notes.fileno(),))),
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CassError(f"{start.command[0]} cannot be started: {reason}") from error
    _running[process.pid] = start.box is not None
    with contextlib.suppress(OSError):
        resource.prlimit(process.pid, resource.RLIMIT_CORE, (0, 0))
    return process


def _read(
    process: "subprocess.Popen[bytes]", streams: Sequence[_Stream], deadline: float | None, watch: Watch | None
) -> str:
    """Read until the program ends (or, once it has ended, its streams do); else why it is to be stopped (or TIME)."""
    with selectors.DefaultSelector() as selector, _exit_event(process) as ended:
        waiting = {s.pipe.fileno(): s for s in streams if not s.pipe.closed}
        for number in waiting:
            selector.register(number, selectors.EVENT_READ)
        if ended is not None:
            selector.register(ended, selectors.EVENT_READ)
        while waiting or ended is not None:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                return TIME
            if watch is not None:
                if watch.due() <= 0 and (reason := watch.look()):
                    return reason
                left = watch.due() if left is None else min(left, watch.due())
            for key, _ in selector.select(left):
                if key.fd == ended:
                    return ""
                if not waiting[key.fd].take():
                    selector.unregister(key.fd)
                    waiting.pop(key.fd).pipe.close()
    return ""


@contextlib.contextmanager
def _exit_event(process: "subprocess.Popen[bytes]") -> Iterator[int | None]:
    """A descriptor that becomes readable when the process ends; None once it has been waited for."""
    if process.returncode is not None:
        yield None
        return
    number = os.pidfd_open(process.pid)
    try:
        yield number
    finally:
        os.close(number)


def _end_group(pid: int, *, whole_tree: bool, confined: bool) -> None:
    """Kill what is left of the group of `pid` (not yet waited for), and descendants that moved to other groups.

    The parent of a confined program inherits what that leaves behind, so it is to be the last one.
    """
    if confined and whole_tree:
        processes.end_below(pid)
        processes.gone(pid, STRAGGLERS)  # it waits for those that were killed
    doomed = processes.below(pid) if whole_tree else ()
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    for child in doomed:
        processes.kill(child)


def _bury(process: "subprocess.Popen[bytes]", confined: bool) -> None:
    """Whatever happened, end the group, wait for the program and close its pipes."""
    if process.returncode is None:
        _end_group(process.pid, whole_tree=True, confined=confined)
        process.wait()
    _running.pop(process.pid, None)
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def _said(notes: IO[bytes] | None) -> tuple[list[str], int | None]:
    """The lines that confine.py wrote, and the exit code of the program where it waited for that."""
    if notes is None:
        return [], None
    notes.seek(0)
    lines = notes.read().decode(errors="replace").splitlines()
    status = next((int(line[1:]) for line in lines if line.startswith("=")), None)
    return [line for line in lines if not line.startswith("=")], status
