"""CUDA programs that check themselves, built unchanged by nvcc, with NVIDIA's machine code executed on this CPU.

`python -m bench.sass_programs CORPUS --out rows.jsonl [--arch sm_90] [--minutes 14] [--only NAME ...] [--scalar]
[--passed FILE]`: the folders of CORPUS whose name ends in `-cuda`, chosen and judged as `bench.self_checking` says,
with sizes from `sass_programs.toml`; CUB, Thrust and other headers that are compiled in are no libraries. What is in
the file already is not run again, so the measurement can be taken in pieces. With `--scalar` each is run on the
independent path too, and the outputs are compared; with `--passed FILE` only those are taken that passed in that
other file, the quickest first. Kernels are counted that were launched: how many, and in programs that passed.
"""

import argparse
import re
import shlex
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench.self_checking import Kind, executed, keep, launched, made, rows, sizes, unbuilt
from cass_tools.compare.text import mask_times
from cass_tools.compilers import nvidia_tools

LIBRARY = re.compile(
    r"#[ \t]*include[ \t]*[<\"](?:cublas|cusparse|cusolver|cudnn|curand|cufft|nccl|nvshmem|nvToolsExt|nvml|npp|mpi"
    r"|boost/|ATen|torch|c10|GL/|gsl/|gdal|opencv|png|jpeglib|omp\.h|cutlass|cute|cudnn|cuda/experimental|oneapi|sycl)"
)
LIBRARY_FLAG = re.compile(r"(?:^|\s)-l(?!m\b|stdc|pthread|cudart|cuda\b|rt\b|dl\b|gomp\b)\w+")
CUDA = Kind("-cuda", LIBRARY, LIBRARY_FLAG, sizes("sass_programs.toml"))


def built(folder: Path, place: Path, arch: str) -> tuple[Path | None, str]:
    """The program as its own Makefile makes it with nvcc; or what the build said."""
    nvcc = f"{nvidia_tools.find('nvcc')} -cudart shared"
    return made(folder, place, [f"CC={nvcc}", f"ARCH={arch}", f"NVCC={nvcc}"])


def measured(folder: Path, arch: str, *, scalar: bool) -> dict[str, object]:
    """One row: build and run it; with `scalar` on both paths, whose outputs are compared with times masked."""
    with tempfile.TemporaryDirectory(prefix="cass-programs-") as scratch:
        began = time.monotonic()
        program, log = built(folder, Path(scratch), arch)
        row: dict[str, object] = {"program": folder.name, "arch": arch, "args": CUDA.size(folder)}
        row["build"] = round(time.monotonic() - began, 1)
        if program is None:
            return row | unbuilt(log)
        words = shlex.split(CUDA.size(folder))
        gpus = CUDA.devices(folder)
        fast, said = executed(program, words, [], gpus=gpus)
        if not scalar:
            return row | fast
        slow, again = executed(program, words, ["--scalar"], gpus=gpus)
        same = _masked(said) == _masked(again)
        return row | fast | {"scalar": slow, "same": same, **({} if same else {"outputs": _shown(said, again)})}


def _masked(said: bytes) -> list[str]:
    return [mask_times(line) for line in said.decode(errors="replace").splitlines()]


def _shown(one: bytes, other: bytes) -> list[str]:
    return [text[-400:].decode(errors="replace") for text in (one, other)]


def _quickest(found: list[Path], file: Path) -> list[Path]:
    """Those that passed in `file`, by the processor time that they took there."""
    used = {str(row["program"]): float(str(row["cpu"])) for row in rows(file) if row["end"] == "PASSED"}
    return sorted((folder for folder in found if folder.name in used), key=lambda folder: used[folder.name])


def main() -> None:
    """One row for each program that the file does not have, then the counts of the whole file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--scalar", action="store_true")
    parser.add_argument("--passed", type=Path)
    options = parser.parse_args()
    until = time.monotonic() + 60 * options.minutes
    found = CUDA.candidates(options.corpus)
    if options.only:
        found = [folder for folder in found if CUDA.name(folder) in options.only]
    if options.passed:
        found = _quickest(found, options.passed)
    part, parts = map(int, options.shard.split("/"))
    for folder in found[part::parts]:
        if time.monotonic() > until:
            break
        if folder.name not in {row["program"] for row in rows(options.out)}:
            keep(measured(folder, options.arch, scalar=options.scalar), options.out)
    last = {str(row["program"]): row for row in rows(options.out)}
    ends = Counter(str(row["end"]) for row in last.values())
    print(f"{len(last)} of {len(CUDA.candidates(options.corpus))}: {dict(ends)}; {launched(last.values())}")


if __name__ == "__main__":
    main()
