"""`./dev bench [CORPUS] [--hipify PATH] [--tinygrad PATH]`: speed of checking, start-up, executor; ratios, in one run.

CORPUS is a folder of CUDA sources (default: examples/). PATH is hipify-perl from ROCm/HIPIFY, for comparison.
"""

import argparse
from pathlib import Path

from bench import editor, executor, kernels, lifted, peers, reading, scaling, startup

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Run every measurement and print one line each."""
    options = argparse.ArgumentParser(prog="dev bench", description=(__doc__ or "").splitlines()[0])
    options.add_argument(
        "--only", choices=("executor", "lifted", "peers", "scaling"), help="one part of the executor's"
    )
    options.add_argument("--threads", default="1,2", help="numbers of threads for --only scaling")
    options.add_argument("--tinygrad", type=Path, help="a checkout of tinygrad: its emulator runs the same code")
    options.add_argument("corpus", type=Path, nargs="?", default=ROOT / "examples")
    options.add_argument("--hipify", type=Path, help="hipify-perl of a checkout of ROCm/HIPIFY, to compare with")
    options.add_argument("--hipify-files", type=int, default=10, help="files of the sample on which both run")
    chosen = options.parse_args()
    if chosen.only == "scaling":
        scaling.report([int(count) for count in chosen.threads.split(",")])
        return
    if chosen.only == "lifted":
        lifted.report()
        return
    if chosen.only:
        if chosen.only == "executor":
            kernels.report()
        peers.report(chosen.tinygrad)
        return
    startup.report(ROOT / "examples" / "matmul.cu")
    reading.report(chosen.corpus)
    reading.report_cache(chosen.corpus)
    editor.report(ROOT / "examples" / "matmul.cu")
    if chosen.hipify:
        reading.report_against_hipify(chosen.corpus, chosen.hipify, chosen.hipify_files)
    executor.report(ROOT / "examples")
    kernels.report()
    lifted.report()
    peers.report(chosen.tinygrad)


main()
