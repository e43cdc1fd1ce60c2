"""Builds that are killed again and again: `python -m bench.hipcc_killed [KILLS] [--seed N]`.

`make -j8` of eleven sources and a header is started and killed with all its processes at a random moment, KILLS times
with an empty cache of translations and KILLS times with a full one. After each kill every object that is there must be
whole; the build that is then let end must give the program that one undisturbed build gives.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HIPCC = Path(sys.executable).with_name("cass-hipcc")
UNITS = 10
MAKE = (shutil.which("make") or "make", "-j8")
READELF = shutil.which("readelf") or "readelf"
HEADER = """#pragma once
#include <cuda_runtime.h>
template <int N> __global__ void add(int *x) { atomicAdd(x, N); }
"""
UNIT = """#include "add.cuh"
void f{n}(int *x) {{ add<{n}><<<1, 32>>>(x); }}
"""


def write(folder: Path) -> None:
    """The project; 32 * (1 + ... + UNITS) is what its program prints."""
    folder.mkdir()
    names = range(1, UNITS + 1)
    (folder / "add.cuh").write_text(HEADER)
    for n in names:
        (folder / f"u{n}.cu").write_text(UNIT.format(n=n))
    calls = " ".join(f"f{n}(x);" for n in names)
    declared = " ".join(f"void f{n}(int *);" for n in names)
    (folder / "main.cu").write_text(
        f"#include <cstdio>\n{declared}\nint main() {{ int *x, h = 0; cudaMalloc(&x, 4); cudaMemset(x, 0, 4);\n"
        f'{calls} cudaMemcpy(&h, x, 4, cudaMemcpyDeviceToHost); printf("%d\\n", h); }}\n'
    )
    objects = " ".join(["main.o", *(f"u{n}.o" for n in names)])
    rules = f"program: {objects}\n\t{HIPCC} $^ -o $@\n%.o: %.cu add.cuh\n\t{HIPCC} -c $< -o $@\n"
    (folder / "Makefile").write_text(rules)


def kill_often(folder: Path, env: dict[str, str], kills: int, chance: random.Random, *, cold: bool) -> int:
    """How many times the build was killed before its end."""
    killed = 0
    for _ in range(kills):
        if cold:
            shutil.rmtree(Path(env["CASS_CACHE"]) / "translations", ignore_errors=True)
        for made in chance.sample(list(folder.glob("*.o")), len(list(folder.glob("*.o"))) // 2):
            made.unlink()
        (folder / "program").unlink(missing_ok=True)
        process = subprocess.Popen(
            MAKE,
            cwd=folder,
            env=env,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(chance.uniform(0.02, 4.0))
        if process.poll() is None:
            killed += 1
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for made in folder.glob("*.o"):
            subprocess.run([READELF, "-SW", str(made)], check=True, capture_output=True)
    return killed


def main() -> None:
    options = argparse.ArgumentParser(prog="bench.hipcc_killed", description=(__doc__ or "").splitlines()[0])
    options.add_argument("kills", type=int, nargs="?", default=50)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    expected = f"{32 * sum(range(1, UNITS + 1))}\n"
    for cold in (True, False):
        with tempfile.TemporaryDirectory() as room:
            folder = Path(room) / "project"
            write(folder)
            settings = {"CASS_ARCH": "gfx1100", "CASS_TARGET": "exec", "TMPDIR": room, "CASS_CACHE": f"{room}/cache"}
            env = {**os.environ, **settings}
            subprocess.run([HIPCC, "-MM", "main.cu"], cwd=folder, env=env, check=True, capture_output=True)
            killed = kill_often(folder, env, chosen.kills, random.Random(chosen.seed), cold=cold)  # noqa: S311
            subprocess.run(MAKE, cwd=folder, env=env, check=True, capture_output=True)
            said = subprocess.run([folder / "program"], env=env, check=True, capture_output=True).stdout.decode()
            kind = "cold" if cold else "hot"
            print(f"{kind} cache: killed {killed} of {chosen.kills} builds; the last is {said == expected and 'right'}")


if __name__ == "__main__":
    main()
