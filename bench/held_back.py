"""Translation of public kernels that are held back from further development, apart from the rest of their set.

A third of HeCBench's HIP programs is held back: those whose SHA-256 of ``held back: NAME`` is a multiple of three.
Their kernels are compiled for this report and for nothing else. `python -m bench.held_back FOLDER --count 20` takes
the first 20 of each part by that number, only programs whose device code needs no library, and prints the table.
"""

import argparse
import hashlib
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cass_tools import proc
from cass_tools.compilers import device_libs, toolchain
from cass_tools.errors import CassError
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.amd.translate import kernel_ir
from cass_tools.executor.amd.unsupported import Unsupported

ARCHS = ("gfx1100", "gfx90a")
LIBRARY = re.compile(rb"#\s*include\s*[<\"](?:hip(?:blas|fft|rand|sparse|solver|cub|tensor)|roc|thrust|cub/|mpi)")
SOURCES = (".cu", ".hip", ".cpp")


@dataclass
class Tally:
    """Counts of one part on one GPU."""

    programs: int = 0
    kernels: int = 0
    instructions: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def row(self, arch: str, part: str) -> str:
        """A line of the table."""
        done = self.kernels - sum(self.refused.values())
        names = " ".join(f"`{name}` ({count})" for name, count in self.refused.most_common()) or "none"
        return f"| {arch} | {part} | {self.programs} | {done} of {self.kernels} | {self.instructions:,} | {names} |"


def number_of(program: str) -> int:
    """What decides the part, and the order in it."""
    return int.from_bytes(hashlib.sha256(f"held back: {program}".encode()).digest(), "big")


def is_held_back(program: str) -> bool:
    """Whether the program belongs to the third that tables are not developed with."""
    return number_of(program) % 3 == 0


def device_files(folder: Path) -> list[Path]:
    """Sources with kernels, or none where any file of the program needs a library."""
    texts = {
        path: path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.stat().st_size < 1 << 20
    }
    if any(LIBRARY.search(text) for text in texts.values()):
        return []
    return [path for path, text in texts.items() if path.suffix in SOURCES and b"__global__" in text]


def compiled(path: Path, arch: str, folder: Path) -> CodeObject | None:
    """The device code of one file at -O3; None where it does not compile on its own."""
    clang, headers = toolchain.find_clang(), toolchain.find_headers()
    if clang is None or headers is None:
        raise CassError("clang and HIP's headers are needed")
    output = folder / "code.hsaco"
    argv: list[str | Path] = [clang.path, "-x", "hip", "--cuda-device-only", "--no-gpu-bundle-output", "-O3", "-w"]
    argv += [f"--offload-arch={arch}", f"--rocm-path={headers.root}", f"-I{path.parent}"]
    argv += [f"--rocm-device-lib-path={device_libs.folder_for(clang, arch)}", path, "-o", output]
    done = proc.run(argv, timeout=120, env={"HIP_PLATFORM": "amd"})
    return CodeObject(output.read_bytes()) if done.status == 0 else None


def translate(code: CodeObject, tally: Tally) -> None:
    """Count the kernels of a code object."""
    for name in code.kernels:
        tally.kernels += 1
        try:
            tally.instructions += kernel_ir(code, name).instructions
        except Unsupported as refusal:
            tally.refused[str(refusal).partition(" ")[2]] += 1


def programs(root: Path, held_back: bool) -> Iterator[list[Path]]:
    """Files with device code of each usable program of a part."""
    names = (path.name for path in root.glob("*-hip") if is_held_back(path.name) is held_back)
    for name in sorted(names, key=number_of):
        files = device_files(root / name)
        if files:
            yield files


def measure(root: Path, count: int, seconds: float) -> Iterator[str]:
    """Rows of both parts; a part ends early when its share of the time is used up."""
    for held_back in (True, False):
        tallies = {arch: Tally() for arch in ARCHS}
        end = time.monotonic() + seconds / 2
        with tempfile.TemporaryDirectory() as folder:
            for number, files in enumerate(programs(root, held_back)):
                if number == count or time.monotonic() > end:
                    break
                for arch, tally in tallies.items():
                    codes = [compiled(path, arch, Path(folder)) for path in files]
                    tally.programs += any(codes)
                    for code in codes:
                        if code is not None:
                            translate(code, tally)
        for arch, tally in tallies.items():
            yield tally.row(arch, "held back" if held_back else "the rest")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.held_back", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="HeCBench's src")
    parser.add_argument("--count", type=int, default=20, help="programs of each part")
    parser.add_argument("--seconds", type=float, default=600, help="time for all")
    options = parser.parse_args()
    print("| GPU | part | programs | kernels translated | instructions | refused |\n|---|---|---|---|---|---|")
    for row in measure(options.folder, options.count, options.seconds):
        print(row, flush=True)


if __name__ == "__main__":
    main()
