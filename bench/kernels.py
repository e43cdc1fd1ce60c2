"""The executor's speed on a set of kernels: time to translate them at each tier, and wave instructions per second.

Instructions that run are counted with a copy of the kernel that adds each block's length to a counter; scheduling
no-ops count, as they do where a GPU's instructions are counted.
"""

import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cass_tools import proc
from cass_tools.compilers import BuildRequest, pick
from cass_tools.config import Config
from cass_tools.executor import cache, service, stand_in
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.amd.fatbin import entries
from cass_tools.executor.amd.translate import KernelIR, program_of
from cass_tools.executor.ir.backend import compile_object
from cass_tools.executor.link import shared_library
from cass_tools.model import Target
from cass_tools.proc import Completed

SUITE = Path(__file__).parent / "kernels" / "suite.hip"
ARCHS = ("gfx1100", "gfx90a")
NOTHING = "none"  # a case of the suite that starts no kernel
NAMES = [name for name in re.findall(r'\{"(\w+)"', SUITE.read_text()) if name != NOTHING]
LABEL = re.compile(r"^b([0-9a-f]+):$", re.MULTILINE)
LAUNCHES = 20
STARTS = 10
IDLE = 1000  # wave instructions below which a launch measures only the launch


@dataclass(frozen=True, slots=True)
class Row:
    """One kernel: instructions in it, instructions that one launch runs, milliseconds to translate it (tier 1 with an
    empty cache, tier 1 where the routines that kernels share are known, tier 2), milliseconds of a launch (processor
    time in tier 1 and 2 on one thread; wall time in tier 2 on one thread and on all)."""

    kernel: str
    size: int
    count: int
    translation: tuple[float, ...]
    launch: tuple[float, ...]

    def rate(self, number: int) -> float:
        """Millions of wave instructions per second of a launch."""
        return self.count / self.launch[number] / 1000


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


def put(folder: Path, name: str, library: bytes, kernel: KernelIR) -> Path:
    """Store a library in the folder of a cache, as the translation helper does."""
    path = folder / f"{cache.kernel_file(name, 1)}.so"
    cache.write(path, library)
    cache.write(path.with_suffix(".txt"), f"{kernel.symbol} {kernel.vgprs}\n".encode())
    return path


def run(program: Path, arch: str, folder: Path, threads: int, *arguments: str, tier: str = "1") -> Completed:
    """The suite on the executor, with its cache in `folder`."""
    environment = {
        "LD_LIBRARY_PATH": str(stand_in.folder()),
        "CASS_EXEC_ARCH": arch,
        "CASS_EXEC_CACHE": str(folder),
        "CASS_EXEC_PYTHON": sys.executable,
        "CASS_EXEC_THREADS": str(threads),
        "CASS_EXEC_TIER": tier,
    }
    done = proc.run([program, *arguments], timeout=120, env=environment)
    if done.status != 0:
        raise SystemExit(f"{program.name} {' '.join(arguments)}: {done.stderr.decode()} (status {done.status})")
    return done


def numbers(done: Completed) -> tuple[float, ...]:
    """What the suite prints: milliseconds of wall time and of processor time, instructions."""
    return tuple(map(float, done.stdout.split()))


def start_up(program: Path, arch: str, folder: Path) -> tuple[float, float, float]:
    """Milliseconds of the whole program: without a kernel, with one in the cache, with one in an empty cache."""

    def shortest(name: str, repeats: int) -> float:
        return 1000 * min(run(program, arch, folder, 1, name, "0").seconds for _ in range(repeats))

    nothing, first = shortest(NOTHING, STARTS), shortest("empty", 1)
    return nothing, shortest("empty", STARTS), first


def translated(code: CodeObject, name: str, tier: int, routines: Path) -> tuple[KernelIR, bytes, float]:
    """The kernel's IR, its library, and the milliseconds of processor time that both took."""
    service.routine_object.cache_clear()
    start = time.process_time()
    kernel = service.ir_of(code, name, tier)
    library = service.native(kernel, tier, routines)
    return kernel, library, 1000 * (time.process_time() - start)


def measure(program: Path, arch: str, name: str, folder: Path) -> Row:
    """Translate, count and time one kernel."""
    data = code_object(program, arch)
    code, place = CodeObject(data), Path(cache.code_folder(data))
    translation, launch = [], []
    for number, tier in enumerate((1, 1, 2)):
        kernel, library, cost = translated(code, name, tier, folder / f"routines-{name}")
        translation.append(cost)
        if number:
            put(folder / str(tier) / place, name, library, kernel)
            launch.append(numbers(run(program, arch, folder / str(tier), 1, name, str(LAUNCHES)))[1])
    for threads in (1, os.cpu_count() or 1):
        launch.append(numbers(run(program, arch, folder / "2", threads, name, str(LAUNCHES)))[0])
    counted = shared_library([compile_object(counting(code, kernel, name), level=0)], kernel.symbol)
    path = put(folder / "count" / place, name, counted, kernel)
    count = int(numbers(run(program, arch, folder / "count", 1, name, "1", str(path)))[2])
    return Row(name, kernel.instructions, count, tuple(translation), tuple(launch))


def report_on(arch: str, names: Sequence[str]) -> None:
    """Measure the kernels on one GPU and print a line each."""
    print(
        f"{arch:15} size  translation ms: cold, warm, tier 2   launch ms: tier 1, 2; on 1, all cores   M wave instr/s"
    )
    found = []
    with tempfile.TemporaryDirectory() as folder:
        program = build(arch, Path(folder))
        nothing, cached, first = start_up(program, arch, Path(folder) / "start")
        for name in names:
            row = measure(program, arch, name, Path(folder))
            found.append(row)
            costs = " ".join(f"{cost:7.0f}" for cost in row.translation)
            launches = " ".join(f"{time:8.2f}" for time in row.launch)
            rates = " ".join(f"{row.rate(number):6.0f}" for number in range(2))
            print(f"{name:15} {row.size:4} {costs}   {launches}   {rates}", flush=True)
    costs = " ".join(f"{statistics.median(row.translation[n] for row in found):7.0f}" for n in range(3))
    timed = [row for row in found if row.count > IDLE]
    rates = " ".join(f"{statistics.median(row.rate(n) for row in timed):6.0f}" for n in range(2))
    print(f"{'median':15}      {costs}   {'':35}   {rates}")
    print(f"a program without kernels {nothing:.0f} ms, with one in the cache {cached:.0f}, with a new one {first:.0f}")


def report() -> None:
    """Print a table for each wave size."""
    for arch in ARCHS:
        report_on(arch, NAMES)


if __name__ == "__main__":
    report_on(sys.argv[1], sys.argv[2:] or NAMES)
