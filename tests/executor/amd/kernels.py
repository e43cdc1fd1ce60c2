"""Compile HIP kernels with clang, translate them, and run grids of them, one workgroup after the other."""

import ctypes
import functools
import hashlib
import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cass_tools import proc
from cass_tools.compilers import device_libs, toolchain
from cass_tools.executor.amd import abi
from cass_tools.executor.amd.abi import Status
from cass_tools.executor.amd.codeobject import RELOCATIONS, CodeObject, Kernel
from cass_tools.executor.amd.translate import KernelIR, kernel_ir
from tests.executor.amd.library import Library, native_code
from tests.executor.amd.wave import WaveState

DYNAMIC_STACK = 16384
_ADD_TID = 1 << 23
_PACKED_IDS = ("gfx90a", "gfx94", "gfx11", "gfx12")
_TTMP7, _TTMP9 = 115, 117
"""Where gfx12 has the numbers of the workgroup."""
_WORK = Path(tempfile.gettempdir()) / "cass-test-kernels"


def compile_kernels(source: Path, arch: str, *flags: str) -> CodeObject:
    """The code object of a HIP file; kept in the temporary folder from run to run, by content."""
    clang, headers = toolchain.find_clang(), toolchain.find_headers()
    assert clang is not None and headers is not None, "clang and HIP's headers are needed"
    libraries = device_libs.folder_for(clang, arch)
    key = hashlib.sha256(repr((source.read_bytes(), arch, flags, str(clang))).encode()).hexdigest()[:24]
    output = _WORK / f"{key}.hsaco"
    if not output.is_file():
        _WORK.mkdir(exist_ok=True)
        argv: list[str | Path] = [
            clang.path,
            "-x",
            "hip",
            "--cuda-device-only",
            "--no-gpu-bundle-output",
            f"--offload-arch={arch}",
        ]
        argv += [f"--rocm-path={headers.root}", f"--rocm-device-lib-path={libraries}", *flags, source, "-o", output]
        done = proc.run(argv, timeout=120, env={"HIP_PLATFORM": "amd"})
        assert done.status == 0, done.stderr.decode()
    return CodeObject(output.read_bytes())


@dataclass(slots=True)
class Loaded:
    """A code object in memory, with the kernels that were translated so far."""

    code: CodeObject
    image: Any
    base: int
    level: int = 1
    split: int = 0

    @functools.cache  # noqa: B019 - lives as long as the tests
    def kernel(self, name: str) -> tuple[Kernel, KernelIR, Library]:
        """A translated kernel by the start of its (mangled) name."""
        kernel = self.code.kernels[name]
        ir = kernel_ir(self.code, name, split=self.split)
        return kernel, ir, native_code(ir.text, ir.symbol, self.level)

    def __hash__(self) -> int:
        return id(self)


def load(code: CodeObject, level: int = 1, split: int = 0) -> Loaded:
    """Put the image of a code object into memory and apply its relocations; `split` as `kernel_ir` has it."""
    content = bytes(code.image())
    image = (ctypes.c_uint8 * (len(content) + 8192))()
    base = (ctypes.addressof(image) + 4095) & ~4095
    ctypes.memmove(base, content, len(content))
    for relocation in code.relocations:
        symbol = code.symbols.get(relocation.symbol)
        kind = RELOCATIONS[relocation.kind]
        assert kind in ("RELATIVE64", "ABS64"), kind
        value = relocation.addend + base + (symbol.address if symbol is not None and kind == "ABS64" else 0)
        ctypes.c_uint64.from_address(base + relocation.address).value = value
    return Loaded(code, image, base, level, split)


def _hidden(kind: str, grid: Sequence[int], block: Sequence[int], dynamic_lds: int) -> int:
    """Value of an argument that the runtime adds."""
    for axis, letter in enumerate("xyz"):
        if kind == f"hidden_block_count_{letter}":
            return grid[axis]
        if kind == f"hidden_group_size_{letter}":
            return block[axis]
    return {"hidden_grid_dims": 3, "hidden_dynamic_lds_size": dynamic_lds}.get(kind, 0)


def _argument_bytes(value: Any, size: int) -> bytes:
    if isinstance(value, np.ndarray):
        return value.ctypes.data.to_bytes(8, "little")
    if isinstance(value, np.generic):
        return value.tobytes()
    return int(value).to_bytes(size, "little", signed=value < 0)


def _kernarg(kernel: Kernel, values: Sequence[Any], shape: tuple[Sequence[int], Sequence[int], int]) -> bytes:
    packed = bytearray(max(kernel.kernarg_size, 8))
    given = iter(values)
    for argument in kernel.arguments:
        hidden = argument.kind.startswith("hidden_")
        value = _hidden(argument.kind, *shape) if hidden else next(given)
        packed[argument.offset : argument.offset + argument.size] = _argument_bytes(value, argument.size)
    return bytes(packed)


_TURN = 100_000  # back edges that a wave may take before the others have their turn, for which it may wait


@dataclass(frozen=True, slots=True)
class Launch:
    """What every wave of a grid starts with."""

    loaded: Loaded
    kernel: Kernel
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    lds: int
    private: int
    kernarg: int
    packet: int

    def user_registers(self) -> list[int]:
        """Contents of the first scalar registers."""
        words: list[int] = []
        pairs = {"kernarg_segment_ptr": self.kernarg, "dispatch_ptr": self.packet}
        for name, _, count in self.kernel.descriptor.user_sgprs:
            if name == "private_segment_buffer":
                words += [0, 0, 0xFFFFFFFF, _ADD_TID]
            elif name == "private_segment_size":
                words.append(self.private)
            else:
                value = pairs.get(name, 0)
                words += [value >> 32 * n & 0xFFFFFFFF for n in range(count)]
        return words

    def wave(self, number: int, block_id: Sequence[int], rows: int) -> WaveState:
        """Wave `number` of a workgroup."""
        kernel, lanes = self.kernel, self.kernel.wave_size
        wave = WaveState(lanes, rows, lds_size=self.lds, private=self.private)
        wave.set64(abi.IMAGE, self.loaded.base)
        words = self.user_registers()
        first = kernel.descriptor.user_sgpr_count
        if self.loaded.code.arch.startswith("gfx12"):
            wave.sgpr[_TTMP7], wave.sgpr[_TTMP9] = block_id[1] | block_id[2] << 16, block_id[0]
        in_order = () if self.loaded.code.arch.startswith("gfx12") else range(3)
        for axis in in_order:
            if kernel.descriptor.rsrc2 >> (7 + axis) & 1:
                words = [*words[:first], *([0] * (first - len(words))), block_id[axis], *words[first + 1 :]]
                first += 1
        wave.sgpr[: len(words)] = words
        items = np.arange(number * lanes, (number + 1) * lanes)
        x, y, _ = self.block
        ids = [items % x, items // x % y, items // (x * y)]
        if self.loaded.code.arch.startswith(_PACKED_IDS):
            wave.vgpr[0] = ids[0] | ids[1] << 10 | ids[2] << 20
        else:
            wave.vgpr[:3] = ids
        wave.exec = sum(1 << lane for lane in range(lanes) if items[lane] < math.prod(self.block))
        return wave


def _run_workgroup(launch: Launch, native: Library, block_id: Sequence[int], rows: int) -> None:
    count = -(-math.prod(launch.block) // launch.kernel.wave_size)
    waves = [launch.wave(number, block_id, rows) for number in range(count)]
    for _ in range(100_000):
        for wave in waves:
            wave.set32(abi.BUDGET, _TURN)
        statuses = [wave.call(native) for wave in waves]
        assert Status.TRAPPED not in statuses, hex(waves[statuses.index(Status.TRAPPED)].get64(abi.FAULT))
        waves = [wave for wave, status in zip(waves, statuses, strict=True) if status is not Status.ENDED]
        if not waves:
            return
    raise AssertionError("the workgroup does not end")


def launch(loaded: Loaded, name: str, grid: Sequence[int], block: Sequence[int], *values: Any, lds: int = 0) -> None:
    """Run a kernel on numpy arrays (by address) and numbers; `lds` is dynamic, in bytes."""
    kernel, ir, native = loaded.kernel(name)
    (gx, gy, gz), (bx, by, bz) = (tuple((*shape, 1, 1)[:3]) for shape in (grid, block))
    private = kernel.private_size + (DYNAMIC_STACK if kernel.uses_dynamic_stack else 0)
    kernarg = np.frombuffer(_kernarg(kernel, values, ((gx, gy, gz), (bx, by, bz), lds)), np.uint8).copy()
    packet = np.zeros(16, np.uint32)
    packet[1:6] = [bx | by << 16, bz, gx * bx, gy * by, gz * bz]
    packet[0] = 3 << 16
    run = Launch(
        loaded,
        kernel,
        (gx, gy, gz),
        (bx, by, bz),
        lds=kernel.group_size + lds,
        private=-(-private // 16) * 16,
        kernarg=kernarg.ctypes.data,
        packet=packet.ctypes.data,
    )
    for number in range(gx * gy * gz):
        _run_workgroup(run, native, (number % gx, number // gx % gy, number // (gx * gy)), ir.vgprs + 1)
