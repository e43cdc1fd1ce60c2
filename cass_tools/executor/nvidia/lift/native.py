"""Lifted kernels executed on this CPU thread by thread: slow, and independent of everything that concerns AMD.

clang makes one library of LLVM's text and the runtime (runtime/threads.cpp), which this process loads. The kernels run
in this process: only for code that is trusted, or inside the sandbox of the one who calls.
"""

import ctypes
import itertools
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.executor import cache
from cass_tools.executor.nvidia.cubin import Cubin, Kernel
from cass_tools.executor.nvidia.lift import build, places
from cass_tools.executor.nvidia.lift.module import NATIVE_KERNEL, Lifted

OPTIONS = ("-std=c++17", "-O1", "-fPIC", "-ffp-contract=off", "-march=native", "-Wno-override-module")
SOURCES = ("threads.cpp", "warps.cpp", "native.cpp", "outside.cpp")
PADDING = 64  # bytes behind the parameters that vector loads may touch
OUTCOMES = {1: "there is no memory for the stacks of its threads", 2: "its threads wait for each other for ever"}
Shape = Sequence[int]
LAUNCHES = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Native:
    """The kernels of a cubin in this process."""

    cubin: Cubin
    refused: dict[str, str]
    library: ctypes.CDLL

    def launch(self, name: str, grid: Shape, block: Shape, parameters: bytes, dynamic_shared: int = 0) -> None:
        """Run a kernel to its end; `parameters` are laid out as the cubin says, sizes in threads and bytes.

        Blocks are in the clusters that the compiler was told of.

        CassError where the kernel was refused or cannot end.
        """
        if name in self.refused:
            raise CassError(f"{name} cannot be executed: {self.refused[name]}")
        kernel = self.cubin.kernels[name]
        content = ctypes.create_string_buffer(parameters, max(len(parameters), kernel.parameter_bytes) + PADDING)
        shared = shared_bytes(self.cubin, kernel) + dynamic_shared
        words = [(ctypes.c_uint32 * 3)(*(*shape, 1, 1)[:3]) for shape in (grid, block)]
        words.append((ctypes.c_uint32 * 3)(*(kernel.cluster or (0, 0, 0))))
        function = ctypes.cast(self.library[f"{NATIVE_KERNEL}{name}"], ctypes.c_void_p)
        numbers = map(ctypes.c_uint64, (shared, kernel.stack or 0, next(LAUNCHES)))
        outcome = self.library.cass_launch(function, content, *words, *numbers)
        if outcome:
            raise CassError(f"{name} does not run: {OUTCOMES[outcome]}")

    def address(self, symbol: str) -> int:
        """Where a __device__ or __constant__ variable is."""
        return ctypes.addressof(ctypes.c_byte.in_dll(self.library, symbol))


def shared_bytes(cubin: Cubin, kernel: Kernel) -> int:
    """Bytes of static shared memory, with the part before it."""
    reserved = cubin.bank0.shared_reserved
    return max(kernel.shared, reserved) + (0 if reserved else places.BARRIERS)


def library(lifted: Lifted, clang: Path, timeout: float = 300.0) -> bytes:
    """What was lifted for the platform NATIVE, as a shared library; CassError where clang fails."""
    objects = sorted(runtime(clang).glob("*.o"))
    with tempfile.TemporaryDirectory(prefix="cass-") as folder:
        source, made = Path(folder) / "lifted.ll", Path(folder) / "lifted.so"
        source.write_text(lifted.text)
        words = (*OPTIONS, "-shared", "-x", "ir", str(source), "-x", "none", *map(str, objects), "-lm", "-o", str(made))
        build.run_clang(clang, words, timeout)
        return made.read_bytes()


def load(cubin: Cubin, lifted: Lifted, clang: Path) -> Native:
    """The kernels of a cubin, compiled and loaded into this process; CassError where clang fails."""
    with tempfile.TemporaryDirectory(prefix="cass-") as folder:
        made = Path(folder) / "lifted.so"
        made.write_bytes(library(lifted, clang))
        return Native(cubin, lifted.refused, ctypes.CDLL(str(made)))


def runtime(clang: Path) -> Path:
    """A folder with the runtime's object files, compiled once for each compiler and processor."""
    key = cache.key_of(build.RUNTIME.iterdir(), str(clang), *OPTIONS, cache.processor())
    made = cache.root() / "lift" / key
    if made.exists():  # a sandbox lets nobody write here
        return made
    made.parent.mkdir(parents=True, exist_ok=True)
    with cache.locked(made.parent / "lock"), tempfile.TemporaryDirectory(dir=made.parent) as folder:
        if not made.exists():
            for name in SOURCES:
                words = (*OPTIONS, "-c", str(build.RUNTIME / name), "-o", f"{folder}/{name}.o")
                build.run_clang(clang, words, 120.0)
            shutil.copytree(folder, fresh := made.with_suffix(".new"), dirs_exist_ok=True)
            fresh.rename(made)
    return made
