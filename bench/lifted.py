"""NVIDIA's machine code, lifted, against AMD's of the same source: the wall time of a launch on one thread.

Both run on the executor as gfx1100: one as nvcc compiled it for sm_90 and the lifter translated it, the other as clang
compiled it. They take turns; the shortest launch of all counts.
"""

import os
import tempfile
from pathlib import Path

from cass_tools.compilers import BuildRequest, nvcc, pick
from cass_tools.config import Config
from cass_tools.model import Build, Outcome, Target
from cass_tools.runners import Limits, lifting, load

SOURCE = Path(__file__).parent / "kernels" / "lifted.cu"
NVIDIA, AMD = Target("sm_90"), Target("gfx1100")
ROUNDS = 3


def report() -> None:
    """Print, for each kernel, both times and how many times AMD's the lifted one takes."""
    if lacks := nvcc.missing() or lifting.lacking():
        print(f"lifted     not measured: {lacks}")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        nvidia = nvcc.NvccCompiler().build(BuildRequest(SOURCE, folder / "nvidia", NVIDIA, "nvidia", flags=("-O3",)))
        amd = pick(Config()).build(BuildRequest(SOURCE, folder / "amd", AMD, "cuda", flags=("-O3",)))
        found = [_shortest(built, folder) for built in (nvidia, amd)]
        for _ in range(ROUNDS - 1):
            for times, built in zip(found, (nvidia, amd), strict=True):
                for kernel, took in _shortest(built, folder).items():
                    times[kernel] = min(times[kernel], took)
    for kernel, lifted in found[0].items():
        own = found[1][kernel]
        print(
            f"lifted     {kernel}: {lifted:.2f} ms from {NVIDIA.arch}, {own:.2f} ms as {AMD.arch} "
            f"({lifted / own:.2f} x); load {os.getloadavg()[0]:.1f}"
        )


def _shortest(built: Build, folder: Path) -> dict[str, float]:
    """Milliseconds by kernel."""
    if built.binary is None:
        raise SystemExit(f"{SOURCE.name} for {built.target.arch}: {built.log}")
    done = load("exec").run(built.binary, built.target, limits=Limits(timeout=120), cwd=folder)
    if done.outcome is not Outcome.PASSED:
        raise SystemExit(f"{SOURCE.name} for {built.target.arch}: {done.outcome}, {done.detail}")
    rows = (line.split() for line in done.stdout.decode().splitlines())
    return {kernel: float(took) for kernel, took in rows}
