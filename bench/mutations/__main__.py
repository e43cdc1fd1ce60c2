"""Random mutations of NVIDIA's machine code, and what an NVIDIA GPU makes of them: python -m bench.mutations ...

    make FOLDER [--count 5000] [--seed 1]   mutants of carriers.cu for sm_90, sorted, as a job for a GPU
    OUT=FOLDER/result python3 FOLDER/run.py     on a machine with the GPU; needs only Python and the driver
    compare FOLDER [--amd 100]              execute those that are accepted here, and compare bit by bit
    record FOLDER FILE                      keep some of every opcode for the tests

`make` needs nvcc and nvdisasm and your agreement to use them (docs/decisions/nvidia-tools.md).
"""

import argparse
import sys
from pathlib import Path

from bench.mutations import compare, make, record
from cass_tools.compilers import nvidia_settings


def main() -> int:
    """1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m bench.mutations", description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("make", "compare", "record"):
        command = commands.add_parser(name)
        command.add_argument("folder", type=Path)
        if name == "make":
            command.add_argument("--count", type=int, default=5000)
            command.add_argument("--seed", type=int, default=1)
        elif name == "compare":
            command.add_argument("--amd", type=int, default=0, help="how many are executed as gfx1100 too")
        else:
            command.add_argument("file", type=Path)
    chosen = parser.parse_args()
    if chosen.command == "make":
        nvidia_settings.require()
        make.make(chosen.folder, chosen.count, chosen.seed)
    elif chosen.command == "record":
        record.write(chosen.folder, chosen.file)
    else:
        return compare.report(chosen.folder, chosen.amd)
    return 0


sys.exit(main())
