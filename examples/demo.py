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
    print("\n# Renamed line by line it is right at 32 lanes and wrong at 64.")
    cass("verify", "examples/renamed/reduce.hip", "--against", "examples/reduce.cu", expect=1)
    print("\n# Translated with its groups of 32 lanes it is proven at both sizes, and written.")
    cass("translate", "examples/reduce.cu", "-o", "build/demo/reduce.hip")
    print("\n# Run it here, GPU or not.")
    cass("run", "build/demo/reduce.hip")
    print("\n# The others.")
    for name in ("histogram", "matmul", "nbody", "saxpy_streams"):
        cass("translate", f"examples/{name}.cu", "-o", f"build/demo/{name}.hip")
    print(f"\nThe proven translations are in {OUT.relative_to(ROOT)}/.")


if __name__ == "__main__":
    main()
