"""SALU integer arithmetic: sums and products, minima, conditional moves, and the forms with a 16-bit constant.

Sums of u32 put the carry in SCC, sums of i32 the signed overflow.
"""

from cass_tools.executor.amd.ops.integer import add_carry, mul, mul_high, sub_borrow
from cass_tools.executor.amd.ops.table import Function, Meaning, Result, Simple, Value, scalar


def add_overflow(f: Function, a: Value, b: Value) -> Result:
    """Sum, and whether it leaves the signed range."""
    total = a + b
    return total, ((a ^ total) & (b ^ total)).cmp("slt", 0)


def sub_overflow(f: Function, a: Value, b: Value) -> Result:
    """Difference, and whether it leaves the signed range."""
    difference = a - b
    return difference, ((a ^ b) & (a ^ difference)).cmp("slt", 0)


def chosen(predicate: str) -> Meaning:
    """min or max: the first source if it stands in that relation to the second; SCC says so."""

    def fn(f: Function, a: Value, b: Value) -> Result:
        first = a.cmp(predicate, b)
        return first.select(a, b), first

    return fn


def shift_add(count: int) -> Meaning:
    """(a << count) + b, and whether that exceeds 32 bits."""

    def fn(f: Function, a: Value, b: Value) -> Result:
        total = (a.zext("i64") << count) + b.zext("i64")
        return total.trunc("i32"), (total >> 32).cmp("ne", 0)

    return fn


def absolute(f: Function, a: Value) -> Value:
    """|a|; the least number stays."""
    return a.cmp("slt", 0).select(-a, a)


def absolute_difference(f: Function, a: Value, b: Value) -> Value:
    """|a - b| of the wrapped difference."""
    return absolute(f, a - b)


def sign_extended16(a: Value) -> Value:
    """A 16-bit constant as a signed number, however it was widened before."""
    return a.trunc("i16").sext("i32")


def with_constant(fn: Meaning) -> Meaning:
    """s_addk, s_mulk: old destination and signed 16-bit constant."""
    return lambda f, constant, old: fn(f, old, sign_extended16(constant))


def select(f: Function, yes: Value, no: Value, scc: Value) -> Value:
    """The first source when SCC is set."""
    return scc.select(yes, no)


def move_if(f: Function, a: Value, scc: Value, old: Value) -> Value:
    """The source when SCC is set, else the destination stays."""
    return scc.select(a, old)


def sign_extended(from_: str) -> Simple:
    """The low bits as a signed number."""
    return lambda f, a: a.trunc(from_).sext("i32")


scalar("s_add_u32", "u", "uu", add_carry, "result")
scalar("s_sub_u32", "u", "uu", sub_borrow, "result")
scalar("s_addc_u32", "u", "uuc", add_carry, "result")
scalar("s_subb_u32", "u", "uuc", sub_borrow, "result")
scalar("s_add_i32", "u", "uu", add_overflow, "result")
scalar("s_sub_i32", "u", "uu", sub_overflow, "result")
scalar("s_addk_i32", "u", "u", with_constant(add_overflow), "result", accumulates=True)
scalar("s_mul_i32", "u", "uu", mul)
scalar("s_mulk_i32", "u", "u", with_constant(mul), accumulates=True)
scalar("s_mul_hi_u32", "u", "uu", lambda f, a, b: mul_high(a, b, False))
scalar("s_mul_hi_i32", "u", "uu", lambda f, a, b: mul_high(a, b, True))
for _count in range(1, 5):
    scalar(f"s_lshl{_count}_add_u32", "u", "uu", shift_add(_count), "result")

scalar("s_min_i32", "u", "uu", chosen("slt"), "result")
scalar("s_min_u32", "u", "uu", chosen("ult"), "result")
scalar("s_max_i32", "u", "uu", chosen("sge"), "result")
scalar("s_max_u32", "u", "uu", chosen("uge"), "result")
scalar("s_abs_i32", "u", "u", absolute, "nonzero")
scalar("s_absdiff_i32", "u", "uu", absolute_difference, "nonzero")
scalar("s_sext_i32_i8", "u", "u", sign_extended("i8"))
scalar("s_sext_i32_i16", "u", "u", sign_extended("i16"))

for _code, _bits in (("u", "32"), ("q", "64")):
    scalar(f"s_mov_b{_bits}", _code, _code, lambda f, a: a)
    scalar(f"s_cmov_b{_bits}", _code, f"{_code}c", move_if, accumulates=True)
    scalar(f"s_cselect_b{_bits}", _code, f"{_code * 2}c", select)
scalar("s_movk_i32", "u", "u", lambda f, a: sign_extended16(a))
scalar("s_cmovk_i32", "u", "uc", lambda f, a, scc, old: scc.select(sign_extended16(a), old), accumulates=True)
