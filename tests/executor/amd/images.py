"""Descriptors of images and buffers word by word, and the runtime's image code for waves of tests."""

import ctypes
import hashlib
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cass_tools import proc
from cass_tools.executor import stand_in
from cass_tools.executor.amd import abi
from tests.executor.amd.compiled import assemble
from tests.executor.amd.wave import WaveState

_SOURCES = ("image_access.cpp", "sampling.cpp", "texel.cpp", "image.cpp", "api_half.cpp")
LINE, PLANE, VOLUME, CUBE, LINES, PLANES = range(8, 14)
SELECTED = {1: 0o1004, 2: 0o1054, 4: 0o7654}
"""dst_sel by the number of channels: x001, xy01, xyzw."""


@cache
def library() -> ctypes.CDLL:
    """The image code of the runtime, compiled; kept in the temporary folder by content."""
    sources = [stand_in.SOURCES / name for name in _SOURCES]
    content = b"".join(path.read_bytes() for path in sorted(stand_in.SOURCES.glob("*.[ch]pp")))
    output = Path(tempfile.gettempdir()) / f"cass-test-images-{hashlib.sha256(content).hexdigest()[:16]}.so"
    if not output.exists():
        program = stand_in.compiler()
        assert program is not None
        done = proc.run([program, *stand_in.FLAGS, "-shared", *sources, "-o", output], timeout=120)
        assert done.status == 0, done.stderr.decode()
    return ctypes.CDLL(str(output))


def prepare(wave: WaveState) -> None:
    """Give the wave the function that image instructions call."""
    address = ctypes.cast(library().cass_access_image, ctypes.c_void_p).value
    assert address is not None
    wave.set64(abi.IMAGES, address)


@cache
def format_number(name: str, arch: str) -> int:
    """The number of a format (32_32_FLOAT) as LLVM's assembler knows it; of gfx9 data format + 16 * number format."""
    if arch.startswith("gfx9"):
        data, _, numbers = name.rpartition("_")
        text = f"format:[BUF_DATA_FORMAT_{data},BUF_NUM_FORMAT_{numbers}]"
    else:
        text = f"format:[BUF_FMT_{name}]"
    (code,) = assemble([f"tbuffer_load_format_x v0, off, s[0:3], 0 {text}"], arch)
    return int.from_bytes(code[:8], "little") >> 19 & 0x7F


@dataclass(frozen=True)
class Picture:
    """Elements in memory by [z, y, x, channel], aligned as images are."""

    elements: NDArray[np.generic]

    @classmethod
    def of(cls, elements: NDArray[np.generic]) -> "Picture":
        """A copy of the elements at an address that a descriptor can hold."""
        raw = np.zeros(elements.nbytes + 256, np.uint8)
        skip = -raw.ctypes.data % 256
        copy = raw[skip : skip + elements.nbytes].view(elements.dtype).reshape(elements.shape)
        copy[...] = elements
        return cls(copy)

    def words(self, arch: str, format_: str, shape: int) -> list[int]:
        """The eight words of the image's descriptor."""
        depth, height, width, channels = self.elements.shape
        address, number = self.elements.ctypes.data, format_number(format_, arch)
        low, high = width - 1 & 3, width - 1 >> 2
        second = address >> 40
        if arch.startswith("gfx9"):
            second |= (number & 15) << 20 | (number >> 4) << 26
            third = width - 1 | height - 1 << 14
        else:
            second |= number << 20 | low << 30
            third = high | height - 1 << 14
        pitch, slice_ = self.elements.strides[1], self.elements.strides[0]
        select = SELECTED[channels] | shape << 28
        return [address >> 8 & 0xFFFFFFFF, second, third, select, depth - 1, 0, pitch, slice_]

    def buffer(self, arch: str, format_: str, records: int) -> list[int]:
        """The four words of the descriptor of a buffer of elements."""
        number, channels = format_number(format_, arch), self.elements.shape[-1]
        place = (number >> 4) << 12 | (number & 15) << 15 if arch.startswith("gfx9") else number << 12
        address, stride = self.elements.ctypes.data, self.elements.strides[-2]
        return [address & 0xFFFFFFFF, address >> 32 | stride << 16, records, SELECTED[channels] | place]


def sampler(wraps: tuple[int, int, int] = (2, 2, 2), *, linear: bool = False, normalized: bool = False) -> list[int]:
    """The four words of a sampler: 0 repeat, 1 mirror, 2 clamp, 6 border."""
    first = wraps[0] | wraps[1] << 3 | wraps[2] << 6 | (not normalized) << 15
    return [first, 0, linear << 20 | linear << 22 | (1 + linear) << 24, 0]
