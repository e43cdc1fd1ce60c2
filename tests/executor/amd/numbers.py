"""Small number formats of registers by numpy and plain arithmetic: bits from numbers, and numbers from bits."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

_SIZES = {"f32": 32, "xf32": 32, "f64": 64, "f16": 16, "bf16": 16, "i32": 32, "i8": 8, "u8": 8, "fp8": 8, "bf8": 8}
_PLAIN = {"f32": "f4", "xf32": "f4", "f64": "f8", "f16": "f2", "i32": "i4", "i8": "i1", "u8": "u1"}


def size_of(kind: str) -> int:
    """Bits of an element."""
    return _SIZES[kind]


@cache
def _tiny(kind: str) -> NDArray[np.float64]:
    """The number of each byte of an 8-bit float without infinities (CDNA3): NaN is 0x80."""
    mantissa, bias = {"fp8": (3, 8), "bf8": (2, 16)}[kind]
    numbers = np.zeros(256)
    for byte in range(256):
        field, part = byte >> mantissa & (0x7F >> mantissa), byte & ((1 << mantissa) - 1)
        size = (part + (1 << mantissa if field else 0)) * 2.0 ** (max(field, 1) - bias - mantissa)
        numbers[byte] = -size if byte >> 7 else size
    numbers[0x80] = np.nan
    return numbers


def encoded(values: NDArray[Any], kind: str) -> NDArray[Any]:
    """The numbers in the format; bfloat16 and 8-bit floats as unsigned integers (the nearest for 8 bits)."""
    if kind == "bf16":
        return np.asarray((np.asarray(values, np.float32).view(np.uint32) + np.uint32(0x8000)) >> 16, np.uint16)
    if kind in ("fp8", "bf8"):
        distance = abs(np.asarray(values)[..., None] - _tiny(kind))
        return np.asarray(np.nanargmin(distance, -1), np.uint8)
    return np.asarray(values).astype(_PLAIN[kind])


def decoded(raw: NDArray[Any], kind: str) -> NDArray[np.float64]:
    """The numbers of bits as `encoded` gives them, or of words of registers."""
    if kind == "bf16":
        return np.asarray((raw.astype(np.uint32) << 16).view(np.float32), np.float64)
    if kind in ("fp8", "bf8"):
        return np.asarray(_tiny(kind)[raw], np.float64)
    return np.asarray(np.ascontiguousarray(raw).view(_PLAIN[kind]), np.float64)
