"""Launches shared by threads: the wall time of compute-heavy kernels on one thread and on several.

Other work on the machine takes processors away from several threads sooner than from one. So the settings take turns,
each launch counts by itself, and the shortest of all is printed, with the load that there was.
"""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench import kernels

COMPUTE = ("exp_sin", "log_pow", "double_exp_sin", "collatz", "matmul")
ROUNDS = 6
LAUNCHES = 40


def report(threads: Sequence[int]) -> None:
    """Print, for each GPU and kernel, milliseconds for each number of threads and how often faster than the first."""
    for arch in kernels.ARCHS:
        with tempfile.TemporaryDirectory() as room:
            folder = Path(room)
            program = kernels.build(arch, folder)
            for name in COMPUTE:
                found = _measure(program, arch, name, folder / "cache", threads)
                shown = ", ".join(
                    f"{count} threads {wall:.2f} ms ({found[0] / wall:.2f} x)"
                    for count, wall in zip(threads, found, strict=True)
                )
                print(f"scaling    {name} {arch}: {shown}; load {os.getloadavg()[0]:.1f}", flush=True)


def _measure(program: Path, arch: str, name: str, cache: Path, threads: Sequence[int]) -> list[float]:
    """The shortest launch for each number of threads."""
    best = [float("inf")] * len(threads)
    for _ in range(ROUNDS):
        for number, count in enumerate(threads):
            done = kernels.run(program, arch, cache, count, name, str(LAUNCHES), tier="2")
            best[number] = min(best[number], kernels.numbers(done)[0])
    return best
