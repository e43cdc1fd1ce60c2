"""What cass-hipcc adds to clang's own time: the same commands on the translated file, paired, in milliseconds.

Processor time (user and system) is told beside time by the clock: on a machine that others use it is the steadier.

`python -m bench.hipcc_overhead [PAIRS]` compiles a file of about 500 lines for gfx1100 with a hot and with an empty
cache of translations, each time beside bare clang on what cass-hipcc makes of it.
"""

import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cass_tools.config import Config
from cass_tools.model import Source
from cass_tools.translators.rules import translate

HIPCC = Path(sys.executable).with_name("cass-hipcc")
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"  # where it is set, each miss compiles a hundred modules of Python again
UNIT = """
__global__ void k{n}(int n, const float *x, float *y) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? x[i] : 0.0f;
  for (int o = 16; o; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
  if (i < n) atomicAdd(y, v);
}}
void f{n}(int n, float *x, float *y) {{
  cudaStream_t s;
  cudaStreamCreate(&s);
  k{n}<<<(n + 255) / 256, 256, 0, s>>>(n, x, y);
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
}}
"""


class Spent(NamedTuple):
    """Milliseconds of commands, by the clock and of processors."""

    wall: float
    processor: float


def timed(*commands: list[str], folder: Path, **env: str) -> Spent:
    """What all of them take, one after the other."""
    told = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    for command in commands:
        subprocess.run(command, cwd=folder, env={**told, **env}, check=True, capture_output=True)
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Spent(1000 * wall, 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))


def report(kind: str, pairs: Sequence[tuple[Spent, Spent]]) -> None:
    """Medians and quartiles of what each pair's second has more than its first."""
    for number, name in enumerate(Spent._fields):
        alone = statistics.median(clang[number] for clang, _ in pairs)
        low, middle, high = statistics.quantiles([whole[number] - clang[number] for clang, whole in pairs], n=4)
        ratio = statistics.median(whole[number] / clang[number] for clang, whole in pairs)
        print(
            f"{kind}, {name} time: clang alone {alone:.0f} ms; with cass-hipcc {ratio:.3f} times that, "
            f"{middle:.0f} ms more (quartiles {low:.0f} to {high:.0f}; {len(pairs)} pairs)"
        )


def main() -> None:
    pairs = int(sys.argv[1]) if sys.argv[1:] else 10
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = "#include <cuda_runtime.h>\n" + "".join(UNIT.format(n=number) for number in range(36))
        (folder / "unit.cu").write_text(text)
        made = translate(Source(folder / "unit.cu", text.encode()), Config())
        (folder / "bare.hip").write_bytes(b"#include <hip/hip_runtime.h>\n" + made.data)
        told = subprocess.run(
            [HIPCC, "-dryrun", "-c", "bare.hip"],
            cwd=folder,
            env={**os.environ, "CASS_ARCH": "gfx1100", "TMPDIR": name},
            check=True,
            capture_output=True,
        ).stderr.decode()
        bare = [shlex.split(line) for line in told.splitlines() if "clang" in line.split()[0]]
        for word in (word for line in bare for word in line if word.endswith((".gpu", ".hsaco"))):
            Path(word).parent.mkdir(exist_ok=True)
            Path(word).touch()
        ours = [str(HIPCC), "-c", "unit.cu"]
        shared = {"CASS_ARCH": "gfx1100", "CASS_TARGET": "amd"}
        timed(ours, *bare, folder=folder, **shared)
        for kind in ("hit", "miss"):
            measured = []
            for _ in range(pairs):
                if kind == "miss":
                    (folder / "unit.cu").write_text(f"{text}// {time.time()}\n")
                measured.append((timed(*bare, folder=folder), timed(ours, folder=folder, **shared)))
            report(kind, measured)


if __name__ == "__main__":
    main()
