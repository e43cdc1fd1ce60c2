"""CUDA programs that check themselves, built unchanged by nvcc, with NVIDIA's machine code executed on this CPU.

`python -m bench.sass_programs CORPUS [--out FILE] [--arch sm_90] [--minutes 14] [--only NAME ...] [--again]
[--scalar]`: the folders of CORPUS whose name ends in `-cuda`, chosen and judged as `bench.self_checking` says, with
sizes from `sass_programs.toml`; CUB, Thrust and other headers that are compiled in are no libraries. Rows are kept in
`bench/measured`, with what is not measured yet. What has been measured is not run again, so the measurement can be
taken in pieces; with `--again` it is, where it did not pass. With `--scalar` those that passed are taken, the quickest
first, and run on the independent path too: the outputs are compared with times masked. `bench.measured_page` makes a
page of the rows.
"""

import argparse
import re
import shlex
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from bench.arguments import sizes
from bench.kept import Kept
from bench.self_checking import KEY, Kind, choices, executed, left, made, measure, unbuilt
from cass_tools.compare.text import mask_times
from cass_tools.compilers import nvidia_tools

LIBRARY = re.compile(
    r"#[ \t]*include[ \t]*[<\"](?:cublas|cusparse|cusolver|cudnn|curand|cufft|nccl|nvshmem|nvToolsExt|nvml|npp|mpi"
    r"|boost/|ATen|torch|c10|GL/|gsl/|gdal|opencv|png|jpeglib|omp\.h|cutlass|cute|cudnn|cuda/experimental|oneapi|sycl)"
)
LIBRARY_FLAG = re.compile(r"(?:^|\s)-l(?!m\b|stdc|pthread|cudart|cuda\b|rt\b|dl\b|gomp\b)\w+")
CUDA = Kind("-cuda", LIBRARY, LIBRARY_FLAG, sizes("sass_programs.toml"))
SHOWN = 150  # characters of a line in which outputs differ


def built(folder: Path, place: Path, arch: str) -> tuple[Path | None, str]:
    """The program as its own Makefile makes it with nvcc; or what the build said."""
    nvcc = f"{nvidia_tools.find('nvcc')} -cudart shared"
    return made(folder, place, [f"CC={nvcc}", f"ARCH={arch}", f"NVCC={nvcc}"])


def measured(folder: Path, arches: Sequence[str], *, scalar: bool = False) -> Iterator[dict[str, object]]:
    """A row for each GPU: a build, and a run; with `scalar` on both paths."""
    for arch in arches:
        with tempfile.TemporaryDirectory(prefix="cass-programs-") as scratch:
            began = time.monotonic()
            program, log = built(folder, Path(scratch), arch)
            row: dict[str, object] = {"program": folder.name, "arch": arch, "args": CUDA.size(folder)}
            row["build"] = round(time.monotonic() - began, 1)
            yield row | (unbuilt(log) if program is None else _run(folder, program, scalar=scalar))


def _run(folder: Path, program: Path, *, scalar: bool) -> dict[str, object]:
    words, gpus = shlex.split(CUDA.size(folder)), CUDA.devices(folder)
    row, said = executed(program, words, [], gpus=gpus)
    if not scalar:
        return row
    slow, again = executed(program, words, ["--scalar"], gpus=gpus)
    return row | {"scalar": slow["end"], "scalar_cpu": slow["cpu"], **differing(said, again)}


def differing(one: bytes, other: bytes) -> dict[str, object]:
    """Whether two outputs are the same with times masked, and if not the first lines that differ."""
    for pair in zip_longest(_masked(one), _masked(other), fillvalue=""):
        if pair[0] != pair[1]:
            return {"same": False, "differs": " / ".join(text[:SHOWN] for text in pair)}
    return {"same": True}


def _masked(said: bytes) -> list[str]:
    return [mask_times(line) for line in said.decode(errors="replace").splitlines()]


def quickest(chosen: argparse.Namespace) -> Iterator[tuple[Path, list[str]]]:
    """Those that passed and were not run on the independent path, by the processor time that they took."""
    rows = Kept(chosen.out, KEY).rows()
    found = [row for row in rows if row["end"] == "PASSED" and "scalar" not in row and row["arch"] in chosen.arch]
    for row in sorted(found, key=lambda row: float(str(row["cpu"]))):
        folder = Path(chosen.corpus) / str(row["program"])
        if folder.is_dir() and (not chosen.only or CUDA.name(folder) in chosen.only):
            yield folder, [str(row["arch"])]


def main() -> None:
    """Rows for each program that the file does not have, then the counts of the whole file."""
    parser = choices(__doc__ or "", "sass_programs", ("sm_90",))
    parser.add_argument("--scalar", action="store_true")
    chosen = parser.parse_args()
    programs = quickest(chosen) if chosen.scalar else left(CUDA, chosen)
    measure(programs, chosen, lambda folder, arches: measured(folder, arches, scalar=chosen.scalar))


if __name__ == "__main__":
    main()
