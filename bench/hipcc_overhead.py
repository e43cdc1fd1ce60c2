"""What cass-hipcc adds to clang's own time: the same commands on the translated file, paired, in milliseconds.

`python -m bench.hipcc_overhead [PAIRS]` compiles a file of about 500 lines for gfx1100 with a hot and with an empty
cache of translations, each time beside bare clang on what cass-hipcc makes of it.
"""

import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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


def timed(*commands: list[str], folder: Path, **env: str) -> float:
    """Milliseconds for all of them."""
    began = time.perf_counter()
    for command in commands:
        told = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
        subprocess.run(command, cwd=folder, env={**told, **env}, check=True, capture_output=True)
    return 1000 * (time.perf_counter() - began)


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
            added, ratios = [], []
            for _ in range(pairs):
                if kind == "miss":
                    (folder / "unit.cu").write_text(f"{text}// {time.time()}\n")
                clang = timed(*bare, folder=folder)
                whole = timed(ours, folder=folder, **shared)
                added.append(whole - clang)
                ratios.append(whole / clang)
            low, middle, high = statistics.quantiles(added, n=4)
            print(
                f"{kind}: clang alone {clang:.0f} ms; with cass-hipcc {statistics.median(ratios):.3f} times that, "
                f"{middle:.0f} ms more (quartiles {low:.0f} to {high:.0f}; {pairs} pairs, {text.count(chr(10))} lines)"
            )


if __name__ == "__main__":
    main()
