"""Starting other programs: the only module that does.

Every program gets a process group of its own, which dies with the call: on a time-out, on an interrupt, and when the
program ends and leaves children behind. Output is read while the program runs and only its first `max_output` bytes
are kept, so neither a full pipe nor an endless printer can stop or fill this process. A memory limit or a sandbox
costs one small start of Python more (`confine.py`), which limits itself and then becomes the program.

`run_attached` is for the user's own program: it gets what this process has, terminal included, and stays in its group.
"""

import contextlib
import os
import resource
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from cass_tools.errors import CassError

MAX_OUTPUT = 64 << 20  # bytes kept of each of stdout and stderr
STRAGGLERS = 0.5  # seconds that output may still come from a process that left the group
# What a sandboxed program sees of the user's environment: where programs, libraries and translations are found.
ALLOWED = ("PATH", "LD_LIBRARY_PATH", "LANG", "LANGUAGE", "TZ", "ROCM_PATH", "HIP_PATH", "CUDA_HOME", "CUDA_PATH")
ALLOWED_PREFIXES = ("LC_", "HIP_VISIBLE", "ROCR_VISIBLE", "CUDA_VISIBLE")


# A program that is attached gets these passed on, unless the terminal has sent them to it already.
PASSED_ON = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT})
FROM_KERNEL = 0x80  # si_code SI_KERNEL: a terminal signals the whole group that is in its foreground

_running: set[int] = set()  # process groups that end with this process
_ending = threading.Event()


@dataclass(frozen=True, slots=True)
class Completed:
    """How a program ended: `status` is the exit code, -n after signal n, None if it was stopped for its time.

    `cut_off` names the streams ("stdout", "stderr") on which more than `max_output` bytes came; the rest was dropped.
    `notes` names the parts of the sandbox that this machine forbids.
    """

    status: int | None
    stdout: bytes
    stderr: bytes
    seconds: float
    timed_out: bool = False
    cut_off: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


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
    writable: Sequence[Path] = (),
) -> Completed:
    """Run `argv` to its end, or stop it after `timeout` seconds of wall time.

    `memory` bounds, in bytes, the private writable memory of each process (RLIMIT_DATA): unlike an address space
    limit it ignores the large ranges that the executor reserves and never touches. `env` is added to the environment.
    With `sandbox`, the program has no network, may write only below `cwd`, `writable` and a private directory (its
    HOME and TMPDIR, removed afterwards), sees a short list of environment variables, and can gain no privileges.
    Raises CassError if the program cannot be started.
    """
    with contextlib.ExitStack() as stack:
        environment = {**os.environ, **(env or {})}
        if sandbox:
            private = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cass-", ignore_cleanup_errors=True)))
            environment = {**_allowed(), "HOME": str(private), "TMPDIR": str(private), **(env or {})}
            cwd = cwd or private
            writable = (private, cwd, *writable)
        command = [str(a) for a in argv]
        notes: IO[bytes] | None = None
        if sandbox or memory is not None:
            notes = stack.enter_context(tempfile.TemporaryFile())
            command = _confined(command, notes.fileno(), memory, timeout if sandbox else None, writable)
        return _attend(
            command, cwd=cwd, env=environment, stdin=stdin, max_output=max_output, timeout=timeout, notes=notes
        )


def run_attached(
    binary: Path, argv: Sequence[str], *, env: Mapping[str, str] | None = None, timeout: float | None = None
) -> int | None:
    """Run a program as a shell would: with the standard streams, directory, terminal and limits of this process.

    Signals go to the program; how it takes them is its own matter. `argv` starts with the program's name for itself.
    `env` is added to the environment. Returns the exit code, -n after signal n, or None if `timeout` seconds were over
    and the program was stopped. Call it from the main thread, with no other running.
    """
    waited = {*PASSED_ON, signal.SIGCHLD}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waited)
    try:
        try:
            pid = os.posix_spawn(
                binary,
                list(argv),
                {**os.environ, **(env or {})},
                setsigmask=before,
                setsigdef=(signal.SIGPIPE, signal.SIGXFSZ),  # which Python ignores
            )
        except OSError as error:
            raise CassError(f"{binary} cannot be started: {error.strerror or error}") from error
        return _wait_attached(pid, waited, None if timeout is None else time.monotonic() + timeout)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _wait_attached(pid: int, waited: set[signal.Signals], deadline: float | None) -> int | None:
    """Wait for the end of an attached program while the blocked signals `waited` are taken one by one."""
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if deadline is None:
            said: signal.struct_siginfo | None = signal.sigwaitinfo(waited)
        else:
            said = signal.sigtimedwait(waited, max(deadline - time.monotonic(), 0))
        if said is None:
            for process in (*_descendants(pid), pid):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL)
            os.waitpid(pid, 0)
            return None
        if said.si_signo in PASSED_ON and said.si_code != FROM_KERNEL:
            os.kill(pid, said.si_signo)


def end_all() -> None:
    """Kill every program that any thread has running, and start none any more: for an interrupt."""
    _ending.set()
    for pid in tuple(_running):
        _end_group(pid, whole_tree=True)


def _allowed() -> dict[str, str]:
    """The variables of this process that a sandboxed program may see."""
    return {k: v for k, v in os.environ.items() if k in ALLOWED or k.startswith(ALLOWED_PREFIXES)}


def _confined(
    command: list[str], notes: int, memory: int | None, timeout: float | None, writable: Sequence[Path]
) -> list[str]:
    """`command` behind the script that limits itself before it becomes the command."""
    script = str(Path(__file__).with_name("confine.py"))
    cpu_seconds = int(timeout * (os.cpu_count() or 1)) + 10 if timeout is not None else 0
    options = [str(notes), str(memory or 0), str(cpu_seconds), *(str(w.resolve()) for w in writable)]
    return [sys.executable, "-I", "-S", script, *options, "--", *command]


def _attend(
    command: list[str],
    *,
    cwd: Path | None,
    env: Mapping[str, str],
    stdin: bytes,
    max_output: int,
    timeout: float | None,
    notes: IO[bytes] | None,
) -> Completed:
    """Start `command`, feed and read it, and leave none of its processes behind."""
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        source: IO[bytes] = stack.enter_context(tempfile.TemporaryFile())
        source.write(stdin)
        source.seek(0)
        process = _start(command, cwd, env, source, () if notes is None else (notes.fileno(),))
        stack.callback(_bury, process)
        assert process.stdout and process.stderr  # noqa: S101  both are pipes
        streams = (_Stream(process.stdout, max_output), _Stream(process.stderr, max_output))
        in_time = _read(process, streams, None if timeout is None else began + timeout)
        _end_group(process.pid, whole_tree=not in_time)
        status = process.wait()
        _read(process, streams, time.monotonic() + STRAGGLERS)
    said = _said(notes)
    if in_time and said and said[-1].startswith("!"):
        raise CassError(said[-1][1:])
    return Completed(
        status if in_time else None,
        bytes(streams[0].data),
        bytes(streams[1].data),
        time.monotonic() - began,
        timed_out=not in_time,
        cut_off=tuple(name for name, s in zip(("stdout", "stderr"), streams, strict=True) if s.truncated),
        notes=tuple(said),
    )


def _start(
    command: list[str], cwd: Path | None, env: Mapping[str, str], stdin: IO[bytes], keep: tuple[int, ...]
) -> "subprocess.Popen[bytes]":
    """Start the program in a process group of its own, without core dumps."""
    if _ending.is_set():
        raise CassError("interrupted")
    try:
        process = subprocess.Popen(
            command,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=dict(env),
            start_new_session=True,
            pass_fds=keep,
        )
    except (OSError, ValueError) as error:
        raise CassError(f"{command[0]} cannot be started: {getattr(error, 'strerror', None) or error}") from error
    _running.add(process.pid)
    with contextlib.suppress(OSError):
        resource.prlimit(process.pid, resource.RLIMIT_CORE, (0, 0))
    return process


def _read(process: "subprocess.Popen[bytes]", streams: Sequence[_Stream], deadline: float | None) -> bool:
    """Read until the program ends (or, once it has ended, its streams do); False if the deadline came first."""
    with selectors.DefaultSelector() as selector, _exit_event(process) as ended:
        waiting = {s.pipe.fileno(): s for s in streams if not s.pipe.closed}
        for number in waiting:
            selector.register(number, selectors.EVENT_READ)
        if ended is not None:
            selector.register(ended, selectors.EVENT_READ)
        while waiting or ended is not None:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                return False
            for key, _ in selector.select(left):
                if key.fd == ended:
                    return True
                if not waiting[key.fd].take():
                    selector.unregister(key.fd)
                    waiting.pop(key.fd).pipe.close()
    return True


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


def _end_group(pid: int, *, whole_tree: bool) -> None:
    """Kill what is left of the group of `pid` (not yet waited for), and descendants that moved to other groups."""
    doomed = _descendants(pid) if whole_tree else ()
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    for child in doomed:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(child, signal.SIGKILL)


def _descendants(pid: int) -> tuple[int, ...]:
    """The processes below `pid`, by the kernel's own list."""
    found: list[int] = []
    for listing in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, listing.read_text().split()):
                found += (child, *_descendants(child))
    return tuple(found)


def _bury(process: "subprocess.Popen[bytes]") -> None:
    """Whatever happened, end the group, wait for the program and close its pipes."""
    if process.returncode is None:
        _end_group(process.pid, whole_tree=True)
        process.wait()
    _running.discard(process.pid)
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def _said(notes: IO[bytes] | None) -> list[str]:
    """The lines that confine.py wrote before it became the program."""
    if notes is None:
        return []
    notes.seek(0)
    return notes.read().decode(errors="replace").splitlines()
