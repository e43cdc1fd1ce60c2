"""HIP programs that check themselves, built by clang, with AMD's machine code executed on this CPU.

`python -m bench.hip_programs CORPUS [--out FILE] [--arch gfx1100 gfx90a] [--minutes 14] [--only NAME ...] [--again]`:
the folders of CORPUS whose name ends in `-hip`, chosen and judged as `bench.self_checking` says, with sizes
from `sass_programs.toml` and `hip_programs.toml`. `cass-hipcc` stands where the Makefile says hipcc, so only HIP's
headers and clang are needed; one build is for all GPUs that are asked for. hipCUB, rocPRIM and Thrust for AMD count as
libraries. Rows are kept in `bench/measured`, with what is not measured yet. What has been measured is not run again, so
the measurement can be taken in pieces; with `--again` it is, where it did not pass. `bench.measured_page` makes a page
of the rows.
"""

import re
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.arguments import sizes
from bench.self_checking import Kind, choices, executed, left, made, measure, unbuilt

LIBRARY = re.compile(
    r"#[ \t]*include[ \t]*[<\"](?:hipcub|rocprim|thrust|rocthrust|hip(?:blas|sparse|solver|rand|fft|tensor|dnn)"
    r"|roc(?:blas|sparse|solver|rand|fft|wmma|alution|tx|shmem)|miopen|rccl|nccl|roctracer|rocm_smi|mpi"
    r"|boost/|ATen|torch|c10|GL/|gsl/|gdal|opencv|png|jpeglib|omp\.h|ck/|oneapi|sycl)"
)
LIBRARY_FLAG = re.compile(r"(?:^|\s)-l(?!m\b|stdc|pthread|amdhip64|rt\b|dl\b|gomp\b)\w+")
HIP = Kind("-hip", LIBRARY, LIBRARY_FLAG, sizes("sass_programs.toml", "hip_programs.toml"))
TARGETS = ("gfx1100", "gfx90a")


def built(folder: Path, place: Path, arches: Sequence[str]) -> tuple[Path | None, str]:
    """The program as its own Makefile makes it, with code for these GPUs; or what the build said."""
    compiler = Path(sys.executable).with_name("cass-hipcc")
    names = ("CC", "CXX", "HIPCC", "NVCC")
    used = [name for name in names if re.search(rf"^{name}\s*[:?]?=.*hipcc", _makefile(folder), re.MULTILINE)]
    env = {"CASS_ARCH": ",".join(arches), "CASS_COMPILER": "clang"}
    return made(folder, place, [f"{name}={compiler}" for name in used], env)


def _makefile(folder: Path) -> str:
    return (folder / "Makefile").read_text(errors="replace")


def measured(folder: Path, arches: Sequence[str]) -> Iterator[dict[str, object]]:
    """A row for each GPU: one build, and a run as each."""
    with tempfile.TemporaryDirectory(prefix="cass-programs-") as scratch:
        began = time.monotonic()
        program, log = built(folder, Path(scratch), arches)
        took = round(time.monotonic() - began, 1)
        for arch in arches:
            row: dict[str, object] = {"program": folder.name, "arch": arch, "args": HIP.size(folder), "build": took}
            if program is None:
                yield row | unbuilt(log)
            else:
                words, gpus = shlex.split(HIP.size(folder)), HIP.devices(folder)
                yield row | executed(program, words, ["--arch", arch], gpus=gpus)[0]


def main() -> None:
    """Rows for each program that the file does not have, then the counts of the whole file for each GPU."""
    chosen = choices(__doc__ or "", "hip_programs", TARGETS).parse_args()
    measure(left(HIP, chosen), chosen, measured)


if __name__ == "__main__":
    main()
