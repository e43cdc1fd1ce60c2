"""VALU integer arithmetic: 32, 16 and 64 bits, 24-bit multiplies, carries, minima and medians."""

from cass_tools.executor.amd.ops.table import Function, Meaning, Value, vector


def _widened(a: Value, signed: bool) -> Value:
    """Twice as many bits."""
    wide = {"i16": "i32", "i32": "i64", "i64": "i128"}[a.type]
    return a.sext(wide) if signed else a.zext(wide)


def mul_high(a: Value, b: Value, signed: bool) -> Value:
    """High half of the full product."""
    return (_widened(a, signed) * _widened(b, signed) >> 32).trunc(a.type)


def unsigned24(a: Value) -> Value:
    """The low 24 bits."""
    return a & 0xFFFFFF


def signed24(a: Value) -> Value:
    """The low 24 bits as a signed number."""
    return (a << 8).sar(8)


def saturating(name: str) -> Meaning:
    """The clamp form of add or sub: `sadd.sat`, `uadd.sat`, `ssub.sat`, `usub.sat`."""
    return lambda f, a, b: f.intrinsic(name, a, b)


def reverse(fn: Meaning) -> Meaning:
    """The *rev* spelling: sources in the other order."""
    return lambda f, a, b, *more: fn(f, b, a, *more)


def add(f: Function, a: Value, b: Value) -> Value:
    """Wrapping sum."""
    return a + b


def sub(f: Function, a: Value, b: Value) -> Value:
    """Wrapping difference."""
    return a - b


def _sums() -> None:
    for code, width, gfx9, gfx11 in (
        ("u", "32", "v_{}_{}32", "v_{}_nc_{}32"),
        ("w", "16", "v_{}_{}16", "v_{}_nc_{}16"),
    ):
        for sign, letter in (("u", "u"), ("s", "i")):
            for operation, fn in (("add", add), ("sub", sub)):
                # gfx9 has v_add_u32 and v_add_u16, but signed forms of its own only in VOP3 (v_add_i32, v_add_i16)
                names = f"{gfx9.format(operation, letter)} {gfx11.format(operation, letter)}"
                vector(names, code, code * 2, fn, clamped=saturating(f"{sign}{operation}.sat"))
        names = f"v_subrev_u{width} v_subrev_nc_u{width}"
        vector(names, code, code * 2, reverse(sub), clamped=reverse(saturating("usub.sat")))


_sums()
