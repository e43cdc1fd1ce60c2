"""Integer VALU arithmetic against Python integers."""

from collections.abc import Callable

import pytest

from tests.executor.amd.ops.checking import Reference, check, names_of
from tests.executor.amd.ops.numbers import clamp, signed
from tests.executor.amd.ops.rig import Rig

Binary = Callable[[int, int], int]


def s32(x: int) -> int:
    return signed(x, 32)


def s16(x: int) -> int:
    return signed(x, 16)


def s24(x: int) -> int:
    return signed(x, 24)


def u24(x: int) -> int:
    return x & 0xFFFFFF


def saturating(width: int, is_signed: bool, exact: Callable[..., int]) -> Reference:
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if is_signed else (0, (1 << width) - 1)
    number = (lambda x: signed(x, width)) if is_signed else (lambda x: x)
    return lambda *sources: clamp(exact(*map(number, sources)), low, high)


def of_signed(width: int, choose: Callable[..., int]) -> Reference:
    return lambda *sources: choose(*(signed(x, width) for x in sources))


def median(*numbers: int) -> int:
    return sorted(numbers)[1]


def sum_with_carry(a: int, b: int, carry: int = 0) -> tuple[int, bool]:
    return a + b + carry, a + b + carry >= 1 << 32


def difference_with_borrow(a: int, b: int, borrow: int = 0) -> tuple[int, bool]:
    return a - b - borrow, a - b - borrow < 0


def wide_signed_sum(a: int, b: int, c: int) -> tuple[int, bool]:
    total = s32(a) * s32(b) + signed(c, 64)
    return total, bool(total >> 64 & 1)


SUMS: dict[str, Reference] = {
    "v_add_u32 v_add_nc_u32 v_add_i32 v_add_nc_i32 v_add_u16 v_add_nc_u16 v_add_i16 v_add_nc_i16": lambda a, b: a + b,
    "v_sub_u32 v_sub_nc_u32 v_sub_i32 v_sub_nc_i32 v_sub_u16 v_sub_nc_u16 v_sub_i16 v_sub_nc_i16": lambda a, b: a - b,
    "v_subrev_u32 v_subrev_nc_u32 v_subrev_u16": lambda a, b: b - a,
    "v_add_u32.clamp v_add_nc_u32.clamp": saturating(32, False, lambda a, b: a + b),
    "v_sub_u32.clamp v_sub_nc_u32.clamp": saturating(32, False, lambda a, b: a - b),
    "v_subrev_u32.clamp v_subrev_nc_u32.clamp": saturating(32, False, lambda a, b: b - a),
    "v_add_i32.clamp v_add_nc_i32.clamp": saturating(32, True, lambda a, b: a + b),
    "v_sub_i32.clamp v_sub_nc_i32.clamp": saturating(32, True, lambda a, b: a - b),
    "v_add_u16.clamp v_add_nc_u16.clamp": saturating(16, False, lambda a, b: a + b),
    "v_sub_u16.clamp v_sub_nc_u16.clamp": saturating(16, False, lambda a, b: a - b),
    "v_subrev_u16.clamp": saturating(16, False, lambda a, b: b - a),
    "v_add_i16.clamp v_add_nc_i16.clamp": saturating(16, True, lambda a, b: a + b),
    "v_sub_i16.clamp v_sub_nc_i16.clamp": saturating(16, True, lambda a, b: a - b),
    "v_add_co_u32": sum_with_carry,
    "v_sub_co_u32": difference_with_borrow,
    "v_subrev_co_u32": lambda a, b: difference_with_borrow(b, a),
    "v_addc_co_u32 v_add_co_ci_u32": sum_with_carry,
    "v_subb_co_u32 v_sub_co_ci_u32": difference_with_borrow,
    "v_subbrev_co_u32 v_subrev_co_ci_u32": lambda a, b, borrow: difference_with_borrow(b, a, borrow),
    "v_add3_u32": lambda a, b, c: a + b + c,
    "v_lshl_add_u32": lambda a, b, c: (a << b % 32) + c,
    "v_add_lshl_u32": lambda a, b, c: (a + b) << c % 32,
    "v_xad_u32": lambda a, b, c: (a ^ b) + c,
    "v_lshl_add_u64": lambda a, b, c: (a << b % 8) + c,
}
PRODUCTS: dict[str, Reference] = {
    "v_mul_lo_u32 v_mul_lo_u16": lambda a, b: a * b,
    "v_mul_hi_u32": lambda a, b: a * b >> 32,
    "v_mul_hi_i32": lambda a, b: s32(a) * s32(b) >> 32,
    "v_mul_u32_u24": lambda a, b: u24(a) * u24(b),
    "v_mul_i32_i24": lambda a, b: s24(a) * s24(b),
    "v_mul_hi_u32_u24": lambda a, b: u24(a) * u24(b) >> 32,
    "v_mul_hi_i32_i24": lambda a, b: s24(a) * s24(b) >> 32,
    "v_mad_u32_u24": lambda a, b, c: u24(a) * u24(b) + c,
    "v_mad_i32_i24": lambda a, b, c: s24(a) * s24(b) + c,
    "v_mad_u32_u24.clamp": lambda a, b, c: clamp(u24(a) * u24(b) + c, 0, 2**32 - 1),
    "v_mad_i32_i24.clamp": lambda a, b, c: clamp(s24(a) * s24(b) + s32(c), -(2**31), 2**31 - 1),
    "v_mad_u64_u32": lambda a, b, c: (a * b + c, a * b + c >= 1 << 64),
    "v_mad_i64_i32": wide_signed_sum,
    "v_mad_u16 v_mad_i16 v_mad_legacy_u16 v_mad_legacy_i16": lambda a, b, c: a * b + c,
    "v_mad_u16.clamp v_mad_legacy_u16.clamp": saturating(16, False, lambda a, b, c: a * b + c),
    "v_mad_i16.clamp v_mad_legacy_i16.clamp": saturating(16, True, lambda a, b, c: a * b + c),
    "v_mad_u32_u16": lambda a, b, c: a * b + c,
    "v_mad_i32_i16": lambda a, b, c: s16(a) * s16(b) + c,
}
ORDERS: dict[str, Reference] = {
    "v_min_u32 v_min_u16 v_min3_u32 v_min3_u16": min,
    "v_max_u32 v_max_u16 v_max3_u32 v_max3_u16": max,
    "v_min_i32 v_min3_i32": of_signed(32, min),
    "v_max_i32 v_max3_i32": of_signed(32, max),
    "v_min_i16 v_min3_i16": of_signed(16, min),
    "v_max_i16 v_max3_i16": of_signed(16, max),
    "v_med3_u32 v_med3_u16": median,
    "v_med3_i32": of_signed(32, median),
    "v_med3_i16": of_signed(16, median),
    "v_minmax_u32": lambda a, b, c: max(min(a, b), c),
    "v_maxmin_u32": lambda a, b, c: min(max(a, b), c),
    "v_minmax_i32": of_signed(32, lambda a, b, c: max(min(a, b), c)),
    "v_maxmin_i32": of_signed(32, lambda a, b, c: min(max(a, b), c)),
}
REFERENCES = names_of(SUMS | PRODUCTS | ORDERS)


@pytest.mark.parametrize("name", REFERENCES)
def test_matches_exact_integers(rig: Rig, name: str) -> None:
    check(rig, name, REFERENCES[name])
