"""Textures for lifted kernels that are launched without the host runtime: what it would make, below 2^32."""

import ctypes
import platform
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

LAYOUT = np.dtype(
    [
        *[
            (name, "u4")
            for name in ("bits", "channels", "numbers", "is_fraction", "is_linear", "is_normalized", "is_srgb")
        ],
        ("wrap", "u4", 3),
        ("blends_levels", "u4"),
        ("border", "f4", 4),
        *[("bias", "f4"), ("least", "f4"), ("most", "f4"), ("levels", "u4")],
        (
            "level",
            [("base", "u8"), ("slice", "u8"), ("pitch", "u4"), ("width", "u4"), ("height", "u4"), ("depth", "u4")],
            16,
        ),
    ],
    align=True,
)
ROOM = 1 << 16
NUMBERS = {"u": 0, "i": 1, "f": 2}
FIXED = 0x100000  # MAP_FIXED_NOREPLACE
PRIVATE, READ_WRITE = 0x22, 3


def _low_pages() -> int:
    """The address of some memory below 2^32."""
    library = ctypes.CDLL(None, use_errno=True)
    library.mmap.restype = ctypes.c_void_p
    library.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long)
    for at in range(1 << 28, 1 << 32, 1 << 24):
        found = library.mmap(at, ROOM, READ_WRITE, PRIVATE | FIXED, -1, 0)
        if found == at:
            return at
    raise MemoryError(f"no memory below 2^32 on {platform.machine()}")


PAGES = _low_pages()


@dataclass(frozen=True)
class Picture:
    """A texture or surface of one level; the last axis of `elements` are channels, the first ones may be missing."""

    elements: NDArray[np.generic]
    address: int = 1
    is_linear: int = 0
    is_fraction: int = 0
    is_normalized: int = 0
    border: tuple[float, ...] = (0.25, -2, 3, 0.5)
    handle: int = field(default=PAGES)

    def place(self) -> int:
        """Put it where its handle says."""
        *sizes, channels = self.elements.shape
        depth, height, width = [1] * (3 - len(sizes)) + sizes
        kind = self.elements.dtype
        pitch = width * channels * kind.itemsize
        whole = np.zeros((), LAYOUT)
        repeats = self.address in (0, 2) and not self.is_normalized
        values = {
            "bits": 8 * kind.itemsize,
            "channels": channels,
            "numbers": NUMBERS[kind.kind],
            "is_fraction": self.is_fraction,
            "is_linear": self.is_linear,
            "is_normalized": self.is_normalized,
            "wrap": 1 if repeats else self.address,
            "border": self.border,
            "most": 8,
            "levels": 1,
        }
        for name, value in values.items():
            whole[name] = value
        whole["level"][0] = (self.elements.ctypes.data, pitch * height, pitch, width, height, depth)
        ctypes.memmove(self.handle, whole.tobytes(), LAYOUT.itemsize)
        return self.handle
