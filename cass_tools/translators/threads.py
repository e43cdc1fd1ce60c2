"""How many threads a model gets, and how much memory is free.

llama.cpp's threads wait for each other after every layer, and spin while they wait: one that shares a core with another
program holds up all the others, so a thread too many costs more than a thread too few.
"""

import os
from contextlib import suppress
from pathlib import Path

MOST = 16  # memory is the limit long before


def threads() -> int:
    """As many as there are cores that nobody uses now, at least one."""
    return max(1, min(MOST, cores() - round(os.getloadavg()[0])))


def cores() -> int:
    """Cores that this process may use; the two threads of one core count once."""
    mine = os.sched_getaffinity(0)
    with suppress(OSError):
        siblings = {_siblings(number) for number in mine}
        return len(siblings)
    return len(mine)


def _siblings(number: int) -> str:
    return Path(f"/sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list").read_text(encoding="ascii")


def free_memory() -> int:
    """Bytes that can be had without swapping, within the limit of this process's control group."""
    available = _meminfo()
    with suppress(OSError, ValueError):
        group = Path("/sys/fs/cgroup")
        limit = int((group / "memory.max").read_text())
        available = min(available, limit - int((group / "memory.current").read_text()) + _reclaimable(group))
    return available


def _meminfo() -> int:
    with suppress(OSError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    return 1 << 62


def _reclaimable(group: Path) -> int:
    """Bytes of files that the kernel keeps and can drop."""
    lines = (group / "memory.stat").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(("inactive_file ", "active_file ")))
