"""The processes below one, and their end."""

import os
import time

SIGKILL = 9
PROCESSES = 1024  # processes and threads that a program may have
PATIENCE = 5.0  # seconds that a tree of processes is killed again and again


def below(pid: int) -> list[int]:
    """The processes below `pid`, by the kernel's own list."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        children = _children(waiting.pop())
        found += children
        waiting += children
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return found
    for thread in threads:
        try:
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as listing:
                found += map(int, listing.read().split())
        except OSError:
            continue
    return found


def alive(pid: int) -> bool:
    """Whether a process still runs; a dead one that nobody has waited for does not."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:
            return stat.read().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    except OSError:
        return False


def kill(pid: int) -> None:
    """Kill a process, if it is there and ours."""
    try:
        os.kill(pid, SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def bury() -> None:
    """Wait for all children that have ended, so that none is left to whoever inherits them."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


def gone(pid: int, patience: float) -> bool:
    """Wait for a process to end by itself."""
    deadline = time.monotonic() + patience
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.001)
    return not alive(pid)


def end_below(pid: int, patience: float = PATIENCE) -> None:
    """Kill what is below `pid` until nothing is: new ones may start while others are killed."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        left = [child for child in below(pid) if alive(child)]
        if not left:
            return
        for child in left:
            kill(child)
        time.sleep(0.001)
