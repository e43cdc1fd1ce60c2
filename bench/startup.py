"""`cass check one_file.cu`: time and memory of the whole process; budget 150 ms of wall time and 100 MB."""

import os
import sys
import time
from pathlib import Path

CASS = Path(sys.executable).parent / "cass"
RUNS = 20


def once(argv: list[str]) -> tuple[float, float, int]:
    """(wall seconds, processor seconds, peak resident KiB) of one process, its output thrown away."""
    start = time.perf_counter()
    null = os.open(os.devnull, os.O_WRONLY)
    streams = [(os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)]
    child = os.posix_spawn(argv[0], argv, os.environ, file_actions=streams)
    _, _, usage = os.wait4(child, 0)
    os.close(null)
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def report(source: Path) -> None:
    """Print the shortest time (other work on the machine adds to it) and the peak memory of `cass check source`."""
    once([str(CASS), "check", str(source)])
    samples = [once([str(CASS), "check", str(source)]) for _ in range(RUNS)]
    wall, processor = (1000 * min(sample[i] for sample in samples) for i in (0, 1))
    megabytes = max(kib for _, _, kib in samples) / 1024
    print(
        f"start-up   cass check {source.name}: {wall:.0f} ms, {processor:.0f} ms of them on a processor (budget 150),"
    )
    print(f"           {megabytes:.0f} MB (budget 100)")
