"""Launches shared by threads: the wall time of compute-heavy kernels on one thread and on several.

A processor changes its clock, and other work takes processors away from several threads sooner than from one. So the
settings take turns, the shortest launch of each turn counts, and the median of the turns' ratios is printed.
"""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench import kernels

COMPUTE = ("exp_sin", "log_pow", "double_exp_sin", "collatz", "matmul")
ROUNDS = 9
LAUNCHES = 40


def report(threads: Sequence[int]) -> None:
    """Print, for each GPU and kernel, milliseconds for each number of threads and how often faster than the first."""
    for arch in kernels.ARCHS:
        with tempfile.TemporaryDirectory() as room:
            folder = Path(room)
            program = kernels.build(arch, folder)
            for name in COMPUTE:
                rounds = _measure(program, arch, name, folder / "cache", threads)
                shown = ", ".join(
                    f"{count} threads {median(turn[number] for turn in rounds):.2f} ms "
                    f"({median(turn[0] / turn[number] for turn in rounds):.2f} x)"
                    for number, count in enumerate(threads)
                )
                print(f"scaling    {name} {arch}: {shown}; load {os.getloadavg()[0]:.1f}", flush=True)


def _measure(program: Path, arch: str, name: str, cache: Path, threads: Sequence[int]) -> list[list[float]]:
    """For each turn, the shortest launch for each number of threads, in milliseconds."""

    def shortest(count: int) -> float:
        return kernels.numbers(kernels.run(program, arch, cache, count, name, str(LAUNCHES), tier="2"))[0]

    shortest(threads[0])  # translates the kernel
    return [[shortest(count) for count in threads] for _ in range(ROUNDS)]
