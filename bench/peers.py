"""The executor next to other ways to run GPU code on a processor, in one run: PoCL and tinygrad's RDNA3 emulator.

PoCL compiles OpenCL source of the same meaning for the processor. tinygrad emulates the same code object that the
executor translates, an instruction at a time. All results are compared.
"""

import json
import os
import shutil
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from bench import kernels
from cass_tools import proc
from cass_tools.executor.amd.codeobject import CodeObject, Kernel

KERNELS = Path(__file__).parent / "kernels"
ARCH = "gfx1100"
MANY = 1 << 20
TOLERANCE = 1e-4
"""Relative: the order of additions is the kernel's own, contraction of a * b + c the compiler's choice."""
_HIDDEN = ("hidden_block_count_", "hidden_group_size_")


@dataclass(frozen=True, slots=True)
class Launch:
    """Grid and block of a kernel of the suite, its buffers in order, and a number behind them."""

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    buffers: tuple[str, ...]
    number: int = 0


LAUNCHES = {
    "vadd": Launch((MANY // 256, 1, 1), (256, 1, 1), ("first", "second", "out"), MANY),
    "lds_sum": Launch((MANY // 256, 1, 1), (256, 1, 1), ("first", "out")),
    "matmul": Launch((16, 16, 1), (16, 16, 1), ("first", "second", "out")),
    "shuffle_sum": Launch((MANY // 1024, 1, 1), (256, 1, 1), ("first", "out")),
    "dpp_scan": Launch((MANY // 1024, 1, 1), (256, 1, 1), ("first", "out")),
    "collatz": Launch((64, 1, 1), (256, 1, 1), ("out",)),
}
OPENCL = ("vadd", "lds_sum", "matmul")


@dataclass(frozen=True, slots=True)
class Job:
    """What tinygrad's emulator is told: the address of the code in the image, the kernel's arguments in hexadecimal,
    where in them pointers belong, the registers that hold their address, and the second resource register."""

    entry: int
    arguments: str
    pointers: tuple[tuple[str, int], ...]
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    user_sgprs: int
    rsrc2: int


def job_of(kernel: Kernel, launch: Launch) -> Job:
    """The launch of a kernel as the hardware would be told."""
    data = bytearray(kernel.kernarg_size)
    plain = [argument for argument in kernel.arguments if not argument.kind.startswith("hidden")]
    pointers = tuple((name, plain[n].offset) for n, name in enumerate(launch.buffers))
    for argument in plain[len(launch.buffers) :]:
        data[argument.offset : argument.offset + argument.size] = launch.number.to_bytes(argument.size, "little")
    for argument in kernel.arguments:
        for prefix, sizes in zip(_HIDDEN, (launch.grid, launch.block), strict=True):
            if argument.kind.startswith(prefix):
                value = sizes["xyz".index(argument.kind[-1])]
                data[argument.offset : argument.offset + argument.size] = value.to_bytes(argument.size, "little")
    descriptor = kernel.descriptor
    if descriptor.user_sgprs != (("kernarg_segment_ptr", 0, 2),):
        raise SystemExit(f"{kernel.name} wants more in its first registers than the address of its arguments")
    lds = -(-kernel.group_size // 512) << 15  # in units of 512 bytes: what the packet processor adds
    return Job(
        kernel.entry,
        data.hex(),
        pointers,
        launch.grid,
        launch.block,
        descriptor.user_sgpr_count,
        descriptor.rsrc2 | lds,
    )


def agree(folder: Path, name: str, other: str) -> bool:
    """Whether the result of another way is the executor's."""
    form = "int32" if name in ("collatz", "dpp_scan") else "float32"
    count = int(np.prod(LAUNCHES[name].grid)) if name == "lds_sum" else 1 << 13
    ours, theirs = (np.fromfile(folder / file, form)[:count] for file in ("out", other))
    return bool(np.allclose(ours, theirs, rtol=TOLERANCE, atol=TOLERANCE))


Times = tuple[float, ...]
"""Milliseconds of wall time and of processor time of a launch."""


def _line(name: str, what: str, ours: Times, theirs: Times, same: bool) -> None:
    verdict = "" if same else "  RESULTS DIFFER"
    shown = [f"{a:8.2f} / {b:9.2f} = {a / b:7.3f}" for a, b in zip(theirs, ours, strict=True)]
    print(f"peers      {name:12} {what:22} {'   '.join(shown)}{verdict}", flush=True)


def _opencl(program: Path, folder: Path, name: str, threads: int, ours: Times) -> None:
    launch = LAUNCHES[name]
    sizes = [*launch.grid[:2], *launch.block[:2]]
    done = proc.run(
        [program, str(KERNELS / "peers.cl"), name, str(kernels.LAUNCHES), str(folder), *map(str, sizes)],
        timeout=120,
        env={"POCL_MAX_PTHREAD_COUNT": str(threads), "POCL_CACHE_DIR": str(folder / "pocl")},
    )
    if done.status != 0:
        raise SystemExit(f"PoCL: {done.stderr.decode()}")
    wall, busy, *_ = done.stdout.split()
    _line(name, f"PoCL, {threads} thread(s)", ours, (float(wall), float(busy)), agree(folder, name, "out.opencl"))


def _with_clang() -> str:
    """A PATH with a program `clang`, which tinygrad starts."""
    clang = shutil.which("clang") or next(filter(None, map(shutil.which, ("clang-19", "clang-20", "clang-18"))), "")
    return f"{Path(clang).resolve().parent}:{os.environ['PATH']}"


def _tinygrad(checkout: Path, folder: Path, name: str, code: CodeObject, ours: Times) -> None:
    (folder / "image").write_bytes(bytes(code.image()))
    job = folder / "job.json"
    job.write_text(json.dumps(asdict(job_of(code.kernels[name], LAUNCHES[name]))))
    done = proc.run(
        [sys.executable, Path(__file__).with_name("peer_tinygrad.py"), job],
        timeout=600,
        env={"PYTHONPATH": str(checkout), "CACHELEVEL": "0", "PATH": _with_clang()},
    )
    if done.status != 0:
        print(f"peers      {name:12} tinygrad cannot run it: {done.stderr.decode().strip().splitlines()[-1]}")
        return
    wall, busy, first = map(float, done.stdout.split()[-3:])
    same = agree(folder, name, "out.tinygrad")
    _line(name, f"tinygrad ({first / 1000:.1f} s first)", ours, (wall, busy), same)


def opencl_program(folder: Path) -> Path | None:
    """The OpenCL host program, or None where there is no OpenCL to build it with."""
    target = folder / "peers"
    compiler = shutil.which("g++") or "g++"
    built = proc.run([compiler, "-O2", "-std=c++17", KERNELS / "peers.cpp", "-o", target, "-lOpenCL"], timeout=120)
    if built.status != 0:
        print("peers      PoCL is left out: apt-get install pocl-opencl-icd ocl-icd-opencl-dev opencl-headers")
        return None
    return target


def report(checkout: Path | None) -> None:
    """Print a line for each kernel and peer; `checkout`: of tinygrad, which is left out without."""
    print(f"{'peers':36} wall ms: peer / executor = ratio     processor ms: peer / executor = ratio")
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room)
        program = kernels.build(ARCH, folder)
        code = CodeObject(kernels.code_object(program, ARCH))
        opencl = opencl_program(folder)
        for name in LAUNCHES:
            for threads in sorted({1, os.cpu_count() or 1}):
                run = kernels.run(
                    program, ARCH, folder / "cache", threads, name, str(kernels.LAUNCHES), "-", room, tier="2"
                )
                ours = kernels.numbers(run)[:2]
                if opencl and name in OPENCL:
                    _opencl(opencl, folder, name, threads, ours)
                if checkout and threads == 1:
                    _tinygrad(checkout, folder, name, code, ours)
