"""A `Wave` for tests: registers as numpy arrays over one piece of memory, and the LDS at a 4 GiB boundary."""

import ctypes
import mmap
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.abi import Status
from tests.executor.amd.library import Library

Words = NDArray[np.uint32]
PRIVATE_APERTURE = 0x7FFF_0000 << 32
_GIB4 = 1 << 32
_NO_RESERVE = 0x4000
"""MAP_NORESERVE of Linux, which older Pythons do not name."""


@cache
def _lds_mapping() -> tuple[mmap.mmap, int]:
    memory = mmap.mmap(-1, 2 * _GIB4, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return memory, (start + _GIB4 - 1) // _GIB4 * _GIB4


def lds(size: int) -> NDArray[np.uint8]:
    """The first `size` bytes of the LDS that all tests share."""
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(_lds_mapping()[1]))


class WaveState:
    """One wave; `sgpr[128]`, `vgpr[row, lane]` and the 64-bit fields can be read and written."""

    def __init__(self, lanes: int, rows: int = 512, *, lds_size: int = 0, private: int = 0) -> None:
        self.lanes = lanes
        self._memory = np.zeros(abi.wave_size(rows, lanes) + 64, np.uint8)
        skip = -self._memory.ctypes.data % 64
        self._bytes = self._memory[skip : skip + abi.wave_size(rows, lanes)]
        self.sgpr: Words = self._bytes[: 4 * 128].view(np.uint32)
        self.vgpr: Words = self._bytes[abi.VGPR :].view(np.uint32).reshape(rows, lanes)
        self.private = np.zeros((lanes, max(private, 16)), np.uint8)
        self.exec = (1 << lanes) - 1
        self.set64(abi.LDS, _lds_mapping()[1])
        self.set32(abi.LDS_SIZE, lds_size)
        self.set64(abi.SCRATCH, self.private.ctypes.data)
        self.set64(abi.SCRATCH_STRIDE, self.private.shape[1])
        self.set64(abi.PRIVATE_APERTURE, PRIVATE_APERTURE)
        self.set32(abi.BUDGET, 1_000_000_000)

    def set64(self, offset: int, value: int) -> None:
        """Write a 64-bit field of the structure."""
        self._bytes[offset : offset + 8].view(np.uint64)[0] = value

    def get64(self, offset: int) -> int:
        """A 64-bit field of the structure."""
        return int(self._bytes[offset : offset + 8].view(np.uint64)[0])

    def set32(self, offset: int, value: int) -> None:
        """Write a 32-bit field of the structure."""
        self._bytes[offset : offset + 4].view(np.uint32)[0] = value & 0xFFFFFFFF

    def get32(self, offset: int) -> int:
        """A 32-bit field of the structure."""
        return int(self._bytes[offset : offset + 4].view(np.uint32)[0])

    @property
    def exec(self) -> int:
        """Active lanes."""
        return self.get64(abi.EXEC)

    @exec.setter
    def exec(self, value: int) -> None:
        self.set64(abi.EXEC, value)

    @property
    def scc(self) -> int:
        """The scalar condition code."""
        return self.get32(abi.SCC)

    @scc.setter
    def scc(self, value: int) -> None:
        self.set32(abi.SCC, value)

    @property
    def active(self) -> NDArray[np.bool_]:
        """Active lanes as truth values."""
        return np.array([self.exec >> lane & 1 for lane in range(self.lanes)], bool)

    def pair(self, index: int) -> int:
        """A 64-bit scalar register."""
        return int(self.sgpr[index]) | int(self.sgpr[index + 1]) << 32

    def set_pair(self, index: int, value: int) -> None:
        """Write a 64-bit scalar register."""
        self.sgpr[index] = value & 0xFFFFFFFF
        self.sgpr[index + 1] = value >> 32

    def wide(self, row: int) -> NDArray[np.uint64]:
        """Two vector registers as 64-bit numbers (a copy)."""
        low, high = (self.vgpr[n].astype(np.uint64) for n in (row, row + 1))
        return np.asarray(low | (high << np.uint64(32)), np.uint64)

    def set_wide(self, row: int, values: NDArray[np.uint64]) -> None:
        """Write two vector registers."""
        self.vgpr[row] = values & np.uint64(0xFFFFFFFF)
        self.vgpr[row + 1] = values >> np.uint64(32)

    def call(self, native: Library) -> Status:
        """Enter the kernel function once."""
        function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(native.address)
        return Status(function(self._bytes.ctypes.data))
