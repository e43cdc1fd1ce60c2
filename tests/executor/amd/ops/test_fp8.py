"""8-bit floats against a table of all their values."""

import bisect
import math
import struct
from fractions import Fraction

import pytest

from tests.executor.amd.ops.checking import Reference, check
from tests.executor.amd.ops.numbers import from_bits
from tests.executor.amd.ops.rig import Rig

NAN = 0x80


def values(mantissa: int, bias: int) -> list[float]:
    """Of the bytes 0 to 127: no infinity, so every one of them is a number."""
    found = []
    for byte in range(128):
        exponent, fraction = byte >> mantissa, byte % 2**mantissa / 2**mantissa
        found.append((1 + fraction) * 2.0 ** (exponent - bias) if exponent else fraction * 2.0 ** (1 - bias))
    return found


TABLES = {"fp8": values(3, 8), "bf8": values(2, 16)}


def decoded(table: list[float], byte: int) -> float:
    byte &= 0xFF
    return math.nan if byte == NAN else -table[byte - 128] if byte > NAN else table[byte]


def encoded(table: list[float], x: float) -> int:
    """The nearest value, ties to the even byte; beyond half a step above the greatest NaN."""
    size = abs(x)
    step = table[-1] - table[-2]
    if math.isnan(x) or size >= table[-1] + step / 2:
        return NAN
    above = min(bisect.bisect_left(table, size), 127)
    below = max(above - 1, 0)
    distance = size - table[below] - (table[above] - size)
    byte = below if distance < 0 else above if distance > 0 else below + below % 2
    return byte | (0x80 if byte and x < 0 else 0)


def at_random(table: list[float], x: float, seed: int) -> int:
    """Cut after a part of the last kept bit is added: the seed's upper bits as a fraction, as many as are dropped."""
    size = abs(x)
    if math.isnan(x) or size > 2 * table[-1]:
        return NAN
    dropped = {TABLES["fp8"][-1]: 20, TABLES["bf8"][-1]: 21}[table[-1]]
    least = table[1]
    top = 2.0 ** (math.frexp(size)[1] - 1) if size else 0.0
    step = Fraction(max(least, top * 2.0 ** (dropped - 23)))
    grain = step / 2**dropped
    total = Fraction(size) // grain * grain + Fraction(seed >> 32 - dropped, 2**dropped) * step
    cut = total // step * step
    if cut > Fraction(table[-1]):
        return NAN
    byte = table.index(float(cut))
    return byte | (0x80 if byte and math.copysign(1.0, x) < 0 else 0)


def float_bits(x: float) -> int:
    return int(struct.unpack("<I", struct.pack("<f", x))[0])


def references(table: list[float], name: str) -> dict[str, Reference]:
    def two_floats(a: int) -> int:
        return float_bits(decoded(table, a)) | float_bits(decoded(table, a >> 8)) << 32

    return {
        f"v_cvt_f32_{name}": lambda a: decoded(table, a),
        f"v_cvt_pk_f32_{name}": two_floats,
        f"v_cvt_sr_{name}_f32": lambda a, seed: at_random(table, a, seed),
        f"v_cvt_pk_{name}_f32": lambda a, b: encoded(table, a) | encoded(table, b) << 8,
    }


REFERENCES = references(TABLES["fp8"], "fp8") | references(TABLES["bf8"], "bf8")


@pytest.mark.parametrize("name", REFERENCES)
def test_matches_table(rig: Rig, name: str) -> None:
    check(rig, name, REFERENCES[name])


def test_greatest_values() -> None:
    assert (TABLES["fp8"][-1], TABLES["bf8"][-1], from_bits(0x43700000, "f")) == (240.0, 57344.0, 240.0)
