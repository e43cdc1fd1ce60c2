"""cass-hipcc's own processor time: `python -m bench.hipcc_start [PAIRS]`, in milliseconds.

A stand-in for clang++ that only makes the file after -o is started by cass-hipcc and, with the same words, bare; the
difference is what cass-hipcc takes before, between and after: the start of Python, the options, the translation or
the cache, what is written for the compiler. The file is the one of `bench.hipcc_overhead`, with its translation in
the cache (hit) and new each time (miss). `python` is a bare start of the interpreter that runs cass-hipcc.
"""

import os
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.hipcc_overhead import HIPCC, NO_BYTECODE, UNIT
from cass_tools.compilers import toolchain

# What is asked while the compiler is looked for (its version, its targets) is answered by the real one.
STAND_IN = r"""
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int count, char **words) {
  if (!getenv("STAND_IN")) return execv(CLANG, words);
  for (int i = 1; i + 1 < count; i++)
    if (!strcmp(words[i], "-o")) return close(open(words[i + 1], O_CREAT | O_WRONLY | O_TRUNC, 0644)) != 0;
  return 0;
}
"""


def spent(command: list[str], folder: Path, env: dict[str, str]) -> float:
    """Milliseconds of the processor, user and system, of a command and of all that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def stand_in(folder: Path) -> Path:
    """A folder with the stand-in under clang's own name; SystemExit where there is nothing to make it with."""
    found, compiler = toolchain.find_clang(), shutil.which("cc")
    if not found or not compiler:
        raise SystemExit("a clang++ with AMD's back end and a C compiler are wanted")
    (folder / "stand_in.c").write_text(STAND_IN)
    made = folder / "bin" / found.path.name
    made.parent.mkdir()
    quoted = f'-DCLANG="{found.path}"'
    subprocess.run([compiler, "-O1", "-w", quoted, folder / "stand_in.c", "-o", made], check=True)
    return made.parent


def main() -> None:
    pairs = int(sys.argv[1]) if sys.argv[1:] else 30
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = stand_in(folder)
        text = "#include <cuda_runtime.h>\n" + "".join(UNIT.format(n=number) for number in range(36))
        (folder / "unit.cu").write_text(text)
        env = {key: value for key, value in os.environ.items() if key != NO_BYTECODE}
        env |= {"PATH": f"{place}:{env['PATH']}", "CASS_ARCH": "gfx1100", "CASS_TARGET": "amd", "TMPDIR": name}
        ours = [str(HIPCC), "-c", "unit.cu"]
        spent(ours, folder, env)  # the compiler is found, bytecode is made
        env["STAND_IN"] = "1"
        told = subprocess.run([*ours, "-v"], cwd=folder, env=env, check=True, capture_output=True).stderr.decode()
        bare = [shlex.split(line) for line in told.splitlines() if line.startswith(str(place))]
        for word in (word for line in bare for word in line if word.endswith((".gpu", ".hsaco"))):
            Path(word).parent.mkdir(exist_ok=True)
        measured: dict[str, list[float]] = {"python": [], "hit": [], "miss": []}
        for _ in range(pairs):
            alone = sum(spent(line, folder, env) for line in bare)
            measured["python"].append(spent([sys.executable, "-c", "pass"], folder, env))
            measured["hit"].append(spent(ours, folder, env) - alone)
            (folder / "unit.cu").write_text(f"{text}// {time.time()}\n")
            measured["miss"].append(spent(ours, folder, env) - alone)
            (folder / "unit.cu").write_text(text)
        for kind, values in measured.items():
            low, middle, high = statistics.quantiles(values, n=4)
            print(f"{kind}: {middle:.0f} ms of processor time (quartiles {low:.0f} to {high:.0f}; {pairs} pairs)")


if __name__ == "__main__":
    main()
