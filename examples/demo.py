"""The main job on the programs of this folder, as a newcomer would type it; `./dev demo` runs it after setting up.

Every command is printed before it runs. The demo fails when an outcome is not the one that it promises.
"""

import os
import shlex
import shutil
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent
ROOT = EXAMPLES.parent
OUT = ROOT / "build" / "demo"
CASS = Path(sys.executable).parent / "cass"


def cass(*words: str, expect: int = 0) -> None:
    """Run one `cass` command in the repository's root, its output passed through; a surprise ends the demo."""
    print(f"\n$ cass {shlex.join(words)}", flush=True)
    status = os.spawnv(os.P_WAIT, CASS, ["cass", *words])
    if status != expect:
        sys.exit(f"demo: expected exit status {expect}, got {status}")


def main() -> None:
    os.chdir(ROOT)
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    cass("doctor")
    print("\n# What stands between a program and AMD?")
    cass("check", "examples/reduce.cu", expect=1)
    print("\n# Rename it, build it, run it at both wavefront sizes: right at 32, wrong at 64. So nothing is written.")
    cass("translate", "examples/reduce.cu", "-o", "build/demo/reduce.hip", expect=1)
    print("\n# For a card with 32 lanes it is proven, and written.")
    cass("translate", "examples/reduce.cu", "-o", "build/demo/reduce_gfx1100.hip", "--arch", "gfx1100")
    print("\n# Run it here, GPU or not.")
    cass("run", "build/demo/reduce_gfx1100.hip")
    print("\n# The others hold at both sizes.")
    for name in ("histogram", "matmul", "nbody", "saxpy_streams"):
        cass("translate", f"examples/{name}.cu", "-o", f"build/demo/{name}.hip")
    print(f"\nThe proven translations are in {OUT.relative_to(ROOT)}/.")


if __name__ == "__main__":
    main()
