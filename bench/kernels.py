"""The executor's speed on a set of kernels: time to translate them at each tier, and wave instructions per second.

Instructions that run are counted with a copy of the kernel that adds each block's length to a counter; scheduling
no-ops count, as they do where a GPU's instructions are counted.
"""

import hashlib
import os
import re
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cass_tools import proc
from cass_tools.compilers import BuildRequest, pick
from cass_tools.config import Config
from cass_tools.executor import cache, stand_in
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.amd.fatbin import entries
from cass_tools.executor.amd.translate import KernelIR, kernel_ir, program_of
from cass_tools.executor.ir.backend import compile_object
from cass_tools.executor.link import shared_library
from cass_tools.model import Target

SUITE = Path(__file__).parent / "kernels" / "suite.hip"
ARCHS = ("gfx1100", "gfx90a")
NAMES = re.findall(r'\{"(\w+)"', SUITE.read_text())
LABEL = re.compile(r"^b([0-9a-f]+):$", re.MULTILINE)
LAUNCHES = 20


@dataclass(frozen=True, slots=True)
class Row:
    """One kernel: instructions in it, milliseconds to translate at tiers 1 and 2, instructions that one launch runs,
    milliseconds of a launch at tiers 1 and 2."""

    kernel: str
    size: int
    translation: tuple[float, float]
    count: int
    launch: tuple[float, float]

    def rate(self, tier: int) -> float:
        """Millions of wave instructions per second."""
        return self.count / self.launch[tier - 1] / 1000


def processor_time() -> float:
    """Seconds that this process and its children have computed: unlike wall time, fit for a busy machine."""
    return sum(os.times()[:4])


def build(arch: str, folder: Path) -> Path:
    """The suite as a program for one GPU."""
    program = folder / f"suite-{arch}"
    built = pick(Config()).build(BuildRequest(SUITE, program, Target(arch), flags=("-O3",)))
    if built.binary is None:
        raise SystemExit(f"{SUITE.name} for {arch}: {built.log}")
    return built.binary


def code_object(program: Path, arch: str) -> bytes:
    """The GPU code in a program."""
    return next(entry.data for entry in entries(program.read_bytes()) if entry.arch == arch)


def counting(code: CodeObject, kernel: KernelIR, name: str) -> str:
    """The kernel's module with a counter `instructions` of the instructions that it runs."""
    places = sorted(program_of(code, code.kernels[name]).instructions)
    starts = sorted(int(start, 16) for start in LABEL.findall(kernel.text))
    ends = dict(zip(starts, [*starts[1:], places[-1] + 1], strict=True))

    def counted(match: re.Match[str]) -> str:
        start = int(match[1], 16)
        length = sum(start <= place < ends[start] for place in places)
        old, new = f"%count.{match[1]}", f"%counted.{match[1]}"
        return (
            f"{match[0]}\n  {old} = load i64, ptr @instructions\n  {new} = add i64 {old}, {length}\n"
            f"  store i64 {new}, ptr @instructions"
        )

    return LABEL.sub(counted, kernel.text) + "\n@instructions = global i64 0\n"


def put(folder: Path, name: str, kernel: KernelIR, text: str, level: int) -> Path:
    """Compile into the folder of a cache, as the translation helper does."""
    library = folder / f"{cache.kernel_file(name)}.so"
    cache.write(library, shared_library(compile_object(text, level=level)))
    cache.write(library.with_suffix(".txt"), f"{kernel.symbol} {kernel.vgprs}\n".encode())
    return library


def run(program: Path, arch: str, folder: Path, *arguments: str) -> float:
    """The number that the suite prints."""
    environment = {
        "LD_LIBRARY_PATH": str(stand_in.folder()),
        "CASS_EXEC_ARCH": arch,
        "CASS_EXEC_CACHE": str(folder),
        "CASS_EXEC_PYTHON": sys.executable,
        "CASS_EXEC_REPORT": str(folder / "report"),
        "CASS_EXEC_THREADS": "1",
    }
    done = proc.run([program, *arguments], timeout=120, env=environment)
    if done.status != 0:
        raise SystemExit(f"{program.name} {' '.join(arguments)}: {done.stderr.decode()} (status {done.status})")
    return float(done.stdout)


def measure(program: Path, arch: str, name: str, folder: Path) -> Row:
    """Translate, count and time one kernel."""
    data = code_object(program, arch)
    code = CodeObject(data)
    start = processor_time()
    kernel = kernel_ir(code, name)
    emitted = processor_time() - start
    translation, launch = [], []
    for tier in (1, 2):
        place = folder / f"tier{tier}"
        start = processor_time()
        put(place / hashlib.sha256(data).hexdigest(), name, kernel, kernel.text, tier)
        translation.append(1000 * (emitted + processor_time() - start))
        launch.append(run(program, arch, place, name, str(LAUNCHES)))
    place = folder / "count"
    library = put(place / hashlib.sha256(data).hexdigest(), name, kernel, counting(code, kernel, name), 0)
    count = int(run(program, arch, place, name, "1", str(library)))
    return Row(name, kernel.instructions, (translation[0], translation[1]), count, (launch[0], launch[1]))


def rows(arch: str, folder: Path) -> Iterator[Row]:
    """Every kernel of the suite."""
    program = build(arch, folder)
    for name in NAMES:
        yield measure(program, arch, name, folder)


def report() -> None:
    """Print a table for each wave size."""
    for arch in ARCHS:
        print(f"{arch:14} size  translate ms (tier 1, 2)  M run  launch ms (1, 2)  M wave instr/s (1, 2)")
        with tempfile.TemporaryDirectory() as folder:
            found = []
            for row in rows(arch, Path(folder)):
                found.append(row)
                print(
                    f"{row.kernel:14} {row.size:4}  {row.translation[0]:9.0f} {row.translation[1]:9.0f} "
                    f"{row.count / 1e6:12.2f} {row.launch[0]:8.2f} {row.launch[1]:8.2f} "
                    f"{row.rate(1):12.0f} {row.rate(2):7.0f}",
                    flush=True,
                )
        timed = [row for row in found if row.count > 1000]
        middle = [statistics.median(row.rate(tier) for row in timed) for tier in (1, 2)]
        costs = [statistics.median(row.translation[tier] for row in found) for tier in (0, 1)]
        print(
            f"median {arch}: translation {costs[0]:.0f} and {costs[1]:.0f} ms, {middle[0]:.0f} and {middle[1]:.0f} M/s"
        )
