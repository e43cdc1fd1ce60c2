"""Dot products against exact integer sums, and against rationals rounded after every step."""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from tests.executor.amd.ops.checking import Reference, check, names_of
from tests.executor.amd.ops.numbers import clamp, differences, fma, from_bits, inputs, nearest, signed
from tests.executor.amd.ops.rig import Array, Rig


def parts(x: int, bits: int, is_signed: bool) -> list[int]:
    fields = [x >> at & (1 << bits) - 1 for at in range(0, 32, bits)]
    return [signed(f, bits) for f in fields] if is_signed else fields


def exact(bits: int, signs: tuple[bool, bool], result_signed: bool) -> Callable[[int, int, int], int]:
    def total(a: int, b: int, c: int) -> int:
        products = zip(parts(a, bits, signs[0]), parts(b, bits, signs[1]), strict=True)
        return sum(x * y for x, y in products) + (signed(c, 32) if result_signed else c)

    return total


def saturated(total: Callable[[int, int, int], int], result_signed: bool) -> Reference:
    low, high = (-(2**31), 2**31 - 1) if result_signed else (0, 2**32 - 1)
    return lambda a, b, c: clamp(total(a, b, c), low, high)


REFERENCES: dict[str, Reference] = {}
for _names, _bits, _signed in (
    ("v_dot2_i32_i16 v_dot2c_i32_i16", 16, True),
    ("v_dot2_u32_u16", 16, False),
    ("v_dot4_i32_i8 v_dot4c_i32_i8", 8, True),
    ("v_dot4_u32_u8", 8, False),
    ("v_dot8_i32_i4 v_dot8c_i32_i4", 4, True),
    ("v_dot8_u32_u4", 4, False),
):
    _total = exact(_bits, (_signed, _signed), _signed)
    REFERENCES |= names_of({_names: _total})
    REFERENCES |= {f"{name}.clamp": saturated(_total, _signed) for name in _names.split()}
for _name, _bits in (("v_dot4_i32_iu8", 8), ("v_dot8_i32_iu4", 4)):
    for _suffix, _neg in (("", 0), *((f".neg{neg}", neg) for neg in range(4))):
        _total = exact(_bits, (bool(_neg & 1), bool(_neg & 2)), True)
        REFERENCES[f"{_name}{_suffix}"] = _total
        REFERENCES[f"{_name}{_suffix}.clamp"] = saturated(_total, True)


@pytest.mark.parametrize("name", REFERENCES)
def test_integer_sums(rig: Rig, name: str) -> None:
    check(rig, name, REFERENCES[name])


def halves(x: int) -> list[float]:
    return [from_bits(x & 0xFFFF, "h"), from_bits(x >> 16, "h")]


def bfloats(x: int) -> list[float]:
    return [from_bits(x << 16 & 0xFFFFFFFF, "f"), from_bits(x & 0xFFFF0000, "f")]


def steps(unpack: Callable[[int], list[float]], a: int, b: int, c: float) -> float:
    for x, y in zip(unpack(a), unpack(b), strict=True):
        c = fma(x, y, c, "f")
    return c


FLOAT_REFERENCES: dict[str, Reference] = names_of(
    {
        "v_dot2_f32_f16 v_dot2c_f32_f16 v_dot2acc_f32_f16": lambda a, b, c: steps(halves, a, b, c),
        "v_dot2_f16_f16": lambda a, b, c: steps(halves, a, b, c),
        "v_dot2_f32_bf16": lambda a, b, c: steps(bfloats, a, b, c),
    }
)


@pytest.mark.parametrize("name", FLOAT_REFERENCES)
def test_float_sums(rig: Rig, name: str) -> None:
    check(rig, name, FLOAT_REFERENCES[name])


def to_bfloat(x: float) -> float:
    """8 significant bits, to nearest even, with the exponents of a float."""
    if x == 0 or not math.isfinite(x):
        return x
    quantum = Fraction(2) ** (max(math.frexp(x)[1] - 1, -126) - 7)
    return nearest(round(Fraction(x) / quantum) * quantum, "f") or math.copysign(0.0, x)


def test_bfloat_sums(rig: Rig) -> None:
    sources = inputs("ppw")
    (got,) = rig.run("v_dot2_bf16_bf16", *sources)
    rows = zip(*(s.tolist() for s in sources), strict=True)
    want: Array = np.array([to_bfloat(steps(bfloats, a, b, bfloats(c)[0])) for a, b, c in rows], np.float32)
    assert not len(differences((got.astype(np.uint32) << 16).view(np.float32), want))


NAMES = {*REFERENCES, *FLOAT_REFERENCES, "v_dot2_bf16_bf16"}
