"""How an H200's matrix units add products, in numpy (runtime/fused.h does it in integers)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

KEPT = 25  # bits behind the point of the largest term


def exponents(numbers: NDArray[np.float64]) -> NDArray[np.int64]:
    """Of the highest bit; very small for zeros."""
    return np.where(numbers == 0, -2000, np.frexp(numbers)[1].astype(np.int64) - 1)


def product(a: NDArray[Any], b: NDArray[Any], c: NDArray[Any]) -> NDArray[Any]:
    """a b + c, for factors of at most 11 bits that are not denormal; the result is of c's type."""
    x, y, z = (each.astype(np.float64) for each in (a, b, c))
    terms = np.concatenate([x[:, :, None] * y[None], z[:, None]], 1)
    powers = np.concatenate([exponents(x)[:, :, None] + exponents(y)[None], exponents(z)[:, None]], 1)
    unit = 2.0 ** (powers.max(1, keepdims=True) - KEPT)
    total = (np.trunc(terms / unit) * unit).sum(1)
    near: NDArray[Any] = total.astype(c.dtype)
    if c.dtype == np.float32:
        too_large = np.abs(near.astype(np.float64)) > np.abs(total)
        near[too_large] = np.nextafter(near[too_large], np.float32(0))
    return near
