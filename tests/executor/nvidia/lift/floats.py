"""Rows of registers whose contents make arithmetic of floating point hard: ties, denormals, cancellation, overflow."""

import numpy as np

from tests.executor.nvidia.lift.exact import DOUBLE, HALF, SINGLE, Format
from tests.executor.nvidia.lift.single import Rows


def edges(format_: Format) -> list[int]:
    """Numbers at borders, of one sign."""
    unit = 1 << format_.fraction
    halfway = 1 << (format_.fraction // 2)
    near_one = [format_.one + n for n in (-2, -1, 0, 1, 2, halfway, unit // 2, unit // 2 + 1)]
    small = [0, 1, 2, 3, unit // 2, unit - 1, unit, unit + 1, 2 * unit - 1, 2 * unit]
    large = [format_.infinity - n for n in (unit, unit // 2, 2, 1, 0)] + [format_.nan]
    steps = [format_.one - n * unit for n in (1, 2, format_.fraction, format_.fraction + 1, format_.fraction + 2)]
    return [*near_one, *small, *large, *steps]


def rows(format_: Format, count: int, seed: int = 1) -> Rows:
    """R1 to R11 (pairs from even ones for doubles) hold numbers of the format, related to each other in many rows."""
    random = np.random.default_rng(seed)
    made = Rows(count, seed)
    size = np.uint64 if format_ is DOUBLE else np.uint32 if format_ is SINGLE else np.uint16
    every = np.array([e | s for e in edges(format_) for s in (0, format_.sign)], size)

    def numbers() -> np.ndarray:
        fresh = random.integers(0, 1 << format_.width, count, size, endpoint=False)
        exponent = np.clip(random.normal(0, 8, count).astype(int) + (format_.one >> format_.fraction), 0, None)
        exponent = np.minimum(exponent, (format_.infinity >> format_.fraction) - 1)
        mask = size((1 << format_.fraction) - 1 | format_.sign)
        near = (fresh & mask) | (exponent.astype(size) << size(format_.fraction))
        return np.choose(random.integers(0, 3, count), [fresh, near, random.choice(every, count)])

    step = 2 if format_ is DOUBLE else 1
    for number in range(2 if step == 2 else 1, 12, step):
        words = numbers()
        if number == 3 * step:
            words = np.where(random.random(count) < 0.4, _related(format_, made, size), words)
        if format_ is DOUBLE:
            made.set_long(f"R{number}", words)
        elif format_ is SINGLE:
            made[f"R{number}"] = words
        else:
            made[f"R{number}"] = words.astype(np.uint32) | numbers().astype(np.uint32) << np.uint32(16)
    return made


def _related(format_: Format, made: Rows, size: type) -> np.ndarray:
    """About minus the product of the first two, or a neighbour of that: so that little remains of a sum."""
    float_ = {64: np.float64, 32: np.float32, 16: np.float16}[format_.width]
    if format_ not in (DOUBLE, SINGLE, HALF):
        return made["R2"].astype(size)
    first, second = (
        made.long(name) if format_ is DOUBLE else made[name]
        for name in (("R2", "R4") if format_ is DOUBLE else ("R1", "R2"))
    )
    with np.errstate(all="ignore"):
        product = -(first.astype(size).view(float_) * second.astype(size).view(float_))
    shift = np.random.default_rng(3).integers(-1, 2, len(product))
    return np.asarray(product, float_).view(size) + shift.astype(size)
