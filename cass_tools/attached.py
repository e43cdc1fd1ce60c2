"""Starting a program as a shell would: it gets what this process has, terminal included. Light to import.

Beside `proc.py` the only module that starts processes: for the user's own program and for a compiler that cass-hipcc
stands for, whose messages and exit code are to be their own.
"""

import os
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.sandbox import processes

# A program that is attached gets these passed on, unless the terminal has sent them to it already.
PASSED_ON = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT})
FROM_KERNEL = 0x80  # si_code SI_KERNEL: a terminal signals the whole group that is in its foreground


def run_attached(
    binary: Path,
    argv: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    timeout: float | None = None,
    tree: bool = False,
) -> int | None:
    """Run a program as a shell would: with the standard streams, directory, terminal and limits of this process.

    Signals go to the program; how it takes them is its own matter. With `tree` they go to all that it has started,
    too, and an exit code of 0 after signal n is given as -n. `argv` starts with the program's name for itself. `env`
    is added to the environment. Returns the exit code, -n after signal n, or None if `timeout` seconds were over and
    the program was stopped. Call it from the main thread, with no other running.
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
        return _wait_attached(pid, waited, None if timeout is None else time.monotonic() + timeout, tree)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _wait_attached(pid: int, waited: set[signal.Signals], deadline: float | None, tree: bool) -> int | None:
    """Wait for the end of an attached program while the blocked signals `waited` are taken one by one."""
    told = 0
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status) or -told
        if deadline is None:
            said: signal.struct_siginfo | None = signal.sigwaitinfo(waited)
        else:
            said = signal.sigtimedwait(waited, max(deadline - time.monotonic(), 0))
        if said is None:
            for process in (*processes.below(pid), pid):
                processes.kill(process)
            os.waitpid(pid, 0)
            return None
        if said.si_signo in PASSED_ON and said.si_code != FROM_KERNEL:
            told = said.si_signo if tree else 0
            for process in (pid, *(processes.below(pid) if tree else ())):
                with suppress(ProcessLookupError):
                    os.kill(process, said.si_signo)
