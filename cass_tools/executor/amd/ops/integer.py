"""VALU integer arithmetic: sums, carries, products of 16 to 64 bits, minima, maxima and medians."""

from cass_tools.executor.amd.ops.table import Function, Meaning, Result, Simple, Value, vector


def wide(a: Value, signed: bool) -> Value:
    """The same number in 64 bits."""
    return a.sext("i64") if signed else a.zext("i64")


def integer_range(type_: str, signed: bool) -> tuple[int, int]:
    """Least and greatest number of i8, i16 or i32."""
    width = int(type_[1:])
    return (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)


def saturated(f: Function, exact: Value, type_: str, signed: bool) -> Value:
    """A signed 64-bit number forced into the range of `type_`."""
    low, high = integer_range(type_, signed)
    return f.intrinsic("smin", f.intrinsic("smax", exact, low), high).trunc(type_)


def mul_high(a: Value, b: Value, signed: bool) -> Value:
    """High 32 bits of the 64-bit product."""
    return (wide(a, signed) * wide(b, signed) >> 32).trunc("i32")


def unsigned24(a: Value) -> Value:
    """The low 24 bits."""
    return a & 0xFFFFFF


def signed24(a: Value) -> Value:
    """The low 24 bits as a signed number."""
    return (a << 8).sar(8)


def intrinsic(name: str) -> Simple:
    """The LLVM intrinsic of that name over all sources."""
    return lambda f, *sources: f.intrinsic(name, *sources)


def reverse(fn: Meaning) -> Meaning:
    """The *rev* spelling: the first two sources change places."""
    return lambda f, a, b, *more: fn(f, b, a, *more)


def add(f: Function, a: Value, b: Value) -> Value:
    """Wrapping sum."""
    return a + b


def sub(f: Function, a: Value, b: Value) -> Value:
    """Wrapping difference."""
    return a - b


def mul(f: Function, a: Value, b: Value) -> Value:
    """Wrapping product."""
    return a * b


def mad(f: Function, a: Value, b: Value, c: Value) -> Value:
    """Wrapping product and sum."""
    return a * b + c


def mad_saturated(signed: bool) -> Simple:
    """The clamp form of `mad`: the exact value, saturated to the type of the sources."""
    return lambda f, a, b, c: saturated(f, wide(a, signed) * wide(b, signed) + wide(c, signed), a.type, signed)


def mad24_saturated(signed: bool) -> Simple:
    """The clamp form of the 24-bit multiply-adds."""
    narrow = signed24 if signed else unsigned24
    return lambda f, a, b, c: mad_saturated(signed)(f, narrow(a), narrow(b), c)


def mad16(signed: bool) -> Simple:
    """Product of 16-bit numbers plus a 32-bit one."""
    if signed:
        return lambda f, a, b, c: a.sext("i32") * b.sext("i32") + c
    return lambda f, a, b, c: a.zext("i32") * b.zext("i32") + c


def fold(name: str) -> Simple:
    """min3, max3: a commutative intrinsic over three sources."""
    return lambda f, a, b, c: f.intrinsic(name, f.intrinsic(name, a, b), c)


def then(first: str, second: str) -> Simple:
    """minmax, maxmin: `second(first(a, b), c)`."""
    return lambda f, a, b, c: f.intrinsic(second, f.intrinsic(first, a, b), c)


def median(lesser: str, greater: str) -> Simple:
    """The middle one of three."""
    return lambda f, a, b, c: f.intrinsic(
        greater, f.intrinsic(lesser, a, b), f.intrinsic(lesser, f.intrinsic(greater, a, b), c)
    )


def add_carry(f: Function, a: Value, b: Value, carry: Value | None = None) -> Result:
    """Sum and carry out, with carry in where given."""
    total = a + b
    out = total.cmp("ult", a)
    if carry is None:
        return total, out
    more = total + carry.zext(a.type)
    return more, out | more.cmp("ult", total)


def sub_borrow(f: Function, a: Value, b: Value, borrow: Value | None = None) -> Result:
    """Difference and borrow out, with borrow in where given."""
    difference = a - b
    out = a.cmp("ult", b)
    if borrow is None:
        return difference, out
    less = difference - borrow.zext(a.type)
    return less, out | difference.cmp("ult", borrow.zext(a.type))


def mad_u64(f: Function, a: Value, b: Value, c: Value) -> Result:
    """64-bit sum of product and addend, and its carry out."""
    return add_carry(f, wide(a, False) * wide(b, False), c)


def mad_i64(f: Function, a: Value, b: Value, c: Value) -> Result:
    """64-bit sum of signed product and addend; the second result is bit 64 of the exact sum, as AMD documents."""
    product = wide(a, True) * wide(b, True)
    total = product + c
    overflow = ((product ^ total) & (c ^ total)).cmp("slt", 0)
    return total, overflow ^ total.cmp("slt", 0)


def _sums(code: str, bits: str) -> None:
    """gfx9 spelling, then gfx10+ spelling with nc (no carry)."""
    for sign, kind in (("u", f"u{bits}"), ("s", f"i{bits}")):
        vector(f"v_add_{kind} v_add_nc_{kind}", code, code * 2, add, clamped=intrinsic(f"{sign}add.sat"))
        vector(f"v_sub_{kind} v_sub_nc_{kind}", code, code * 2, sub, clamped=intrinsic(f"{sign}sub.sat"))
    vector(f"v_subrev_u{bits}", code, code * 2, reverse(sub), clamped=reverse(intrinsic("usub.sat")))


def _orders(code: str, kind: str, lesser: str, greater: str) -> None:
    vector(f"v_min_{kind}", code, code * 2, intrinsic(lesser))
    vector(f"v_max_{kind}", code, code * 2, intrinsic(greater))
    vector(f"v_min3_{kind}", code, code * 3, fold(lesser))
    vector(f"v_max3_{kind}", code, code * 3, fold(greater))
    vector(f"v_med3_{kind}", code, code * 3, median(lesser, greater))


for _code, _bits in (("u", "32"), ("w", "16")):
    _sums(_code, _bits)
    _orders(_code, f"i{_bits}", "smin", "smax")
    _orders(_code, f"u{_bits}", "umin", "umax")
vector("v_subrev_nc_u32", "u", "uu", reverse(sub), clamped=reverse(intrinsic("usub.sat")))
for _kind, _lesser, _greater in (("i32", "smin", "smax"), ("u32", "umin", "umax")):
    vector(f"v_minmax_{_kind}", "u", "uuu", then(_lesser, _greater))
    vector(f"v_maxmin_{_kind}", "u", "uuu", then(_greater, _lesser))

vector("v_add_co_u32", "um", "uu", add_carry)
vector("v_sub_co_u32", "um", "uu", sub_borrow)
vector("v_subrev_co_u32", "um", "uu", reverse(sub_borrow))
vector("v_addc_co_u32 v_add_co_ci_u32", "um", "uum", add_carry)
vector("v_subb_co_u32 v_sub_co_ci_u32", "um", "uum", sub_borrow)
vector("v_subbrev_co_u32 v_subrev_co_ci_u32", "um", "uum", reverse(sub_borrow))

vector("v_add3_u32", "u", "uuu", lambda f, a, b, c: a + b + c)
vector("v_lshl_add_u32", "u", "uuu", lambda f, a, b, c: (a << (b & 31)) + c)
vector("v_add_lshl_u32", "u", "uuu", lambda f, a, b, c: (a + b) << (c & 31))
vector("v_xad_u32", "u", "uuu", lambda f, a, b, c: (a ^ b) + c)
vector("v_lshl_add_u64", "q", "quq", lambda f, a, b, c: (a << (b & 7).zext("i64")) + c)

vector("v_mul_lo_u32", "u", "uu", mul)
vector("v_mul_hi_u32", "u", "uu", lambda f, a, b: mul_high(a, b, False))
vector("v_mul_hi_i32", "u", "uu", lambda f, a, b: mul_high(a, b, True))
vector("v_mul_u32_u24", "u", "uu", lambda f, a, b: unsigned24(a) * unsigned24(b))
vector("v_mul_i32_i24", "u", "uu", lambda f, a, b: signed24(a) * signed24(b))
vector("v_mul_hi_u32_u24", "u", "uu", lambda f, a, b: mul_high(unsigned24(a), unsigned24(b), False))
vector("v_mul_hi_i32_i24", "u", "uu", lambda f, a, b: mul_high(signed24(a), signed24(b), True))
vector(
    "v_mad_u32_u24", "u", "uuu", lambda f, a, b, c: unsigned24(a) * unsigned24(b) + c, clamped=mad24_saturated(False)
)
vector("v_mad_i32_i24", "u", "uuu", lambda f, a, b, c: signed24(a) * signed24(b) + c, clamped=mad24_saturated(True))
vector("v_mad_u64_u32", "qm", "uuq", mad_u64)
vector("v_mad_i64_i32", "qm", "uuq", mad_i64)
vector("v_mul_lo_u16", "w", "ww", mul)
vector("v_mad_u16 v_mad_legacy_u16", "w", "www", mad, clamped=mad_saturated(False))
vector("v_mad_i16 v_mad_legacy_i16", "w", "www", mad, clamped=mad_saturated(True))
vector("v_mad_u32_u16", "u", "wwu", mad16(False))
vector("v_mad_i32_i16", "u", "wwu", mad16(True))
