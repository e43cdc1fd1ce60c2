"""When to stop a program in the sandbox: by what all of its processes and files take together."""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cass_tools.sandbox.processes import PROCESSES, below

INTERVAL = 0.1  # seconds between two looks; ten times as long as a look takes where that is more
FILES = 4 << 30  # bytes of all that is written
ENTRY = 4096  # bytes that a file or folder counts at least
SHARED = 1 << 30  # bytes of memory beyond the limit: libraries, and the helper that translates
SCARCE = 512 << 20  # bytes of free space on the disk
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(slots=True)
class Watch:
    """Watches the processes below `pid` and the `folders` that they may write to. `memory` is their limit in bytes."""

    pid: int
    folders: Sequence[Path]
    memory: int | None = None
    _next: float = 0.0
    _free: dict[Path, int] = field(default_factory=dict)
    _before: int = 0

    def __post_init__(self) -> None:
        self._free = {folder: free(folder) for folder in self.folders}
        self._before = sum(map(size, self.folders))
        self._next = time.monotonic() + INTERVAL

    def due(self) -> float:
        """Seconds until the next look."""
        return max(self._next - time.monotonic(), 0.0)

    def look(self) -> str:
        """Why the program is to be stopped, as half a sentence; empty while it may go on."""
        began = time.monotonic()
        reason = self._processes() or self._written()
        ended = time.monotonic()
        self._next = ended + max(INTERVAL, 10 * (ended - began))
        return reason

    def _processes(self) -> str:
        pids = below(self.pid)
        if len(pids) > PROCESSES:
            return f"it had more than {PROCESSES} processes"
        if self.memory is None:
            return ""
        sizes = [resident(pid) for pid in pids]
        used = sum(own for own, _ in sizes) + max((shared for _, shared in sizes), default=0)
        return f"its processes used more than {gigabytes(self.memory)} of memory" if used > self.memory + SHARED else ""

    def _written(self) -> str:
        if sum(map(size, self.folders)) - self._before > FILES:
            return f"it wrote more than {gigabytes(FILES)} of files"
        for folder, before in self._free.items():  # files that have no name any more count here only
            now = free(folder)
            if now < SCARCE and before - now > FILES // 4:
                return f"it wrote until the disk was almost full ({folder})"
        return ""


def gigabytes(number: int) -> str:
    """`4 GB` for 4 << 30."""
    return f"{number / (1 << 30):g} GB"


def free(folder: Path) -> int:
    """Bytes that are free on the disk of a folder."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return found.f_bavail * found.f_frsize


def resident(pid: int) -> tuple[int, int]:
    """Bytes of memory that a process has for itself, and that it may share."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as listing:
            _, all_of_it, shared, *_ = map(int, listing.read().split())
    except (OSError, ValueError):
        return 0, 0
    return (all_of_it - shared) * PAGE, shared * PAGE


def size(folder: Path) -> int:
    """Bytes that the files below `folder` take, each at least ENTRY; links are not followed."""
    total, waiting = 0, [os.fspath(folder)]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    found = entry.stat(follow_symlinks=False)
                    total += max(found.st_blocks * 512, ENTRY)
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
        except OSError:
            continue
    return total
