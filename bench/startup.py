"""`cass check one_file.cu`: wall time and memory of the whole process; budget 150 ms and 100 MB."""

import os
import sys
import time
from pathlib import Path

CASS = Path(sys.executable).parent / "cass"
RUNS = 20


def once(argv: list[str]) -> tuple[float, int]:
    """(seconds, peak resident KiB) of one process, its output thrown away."""
    start = time.perf_counter()
    null = os.open(os.devnull, os.O_WRONLY)
    streams = [(os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)]
    child = os.posix_spawn(argv[0], argv, os.environ, file_actions=streams)
    _, _, usage = os.wait4(child, 0)
    os.close(null)
    return time.perf_counter() - start, usage.ru_maxrss


def report(source: Path) -> None:
    """Print the shortest time (other work on the machine adds to it) and the peak memory of `cass check source`."""
    once([str(CASS), "check", str(source)])
    samples = [once([str(CASS), "check", str(source)]) for _ in range(RUNS)]
    milliseconds = 1000 * min(seconds for seconds, _ in samples)
    megabytes = max(kib for _, kib in samples) / 1024
    print(f"start-up   cass check {source.name}: {milliseconds:.0f} ms (budget 150), {megabytes:.0f} MB (budget 100)")
