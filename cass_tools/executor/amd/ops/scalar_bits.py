"""SALU bit operations: logic (also on exec), shifts, fields, counting, packing, whole-quad masks."""

from cass_tools.executor.amd.ops.bits import leading_signs, leading_zeros, low_ones, shift_count, trailing_zeros
from cass_tools.executor.amd.ops.table import Function, Simple, Value, scalar

LOGIC: dict[str, Simple] = {
    "and": lambda f, a, b: a & b,
    "or": lambda f, a, b: a | b,
    "xor": lambda f, a, b: a ^ b,
    "nand": lambda f, a, b: ~(a & b),
    "nor": lambda f, a, b: ~(a | b),
    "xnor": lambda f, a, b: ~(a ^ b),
    "andn2": lambda f, a, b: a & ~b,
    "orn2": lambda f, a, b: a | ~b,
    "andn1": lambda f, a, b: ~a & b,
    "orn1": lambda f, a, b: ~a | b,
}
"""gfx9 name -> meaning; the last two exist only together with exec."""
GFX11_LOGIC = {"andn2": "and_not1", "orn2": "or_not1", "andn1": "and_not0", "orn1": "or_not0"}


def spellings(pattern: str, name: str) -> str:
    """A mnemonic in the spelling of both ISAs where they differ."""
    return " ".join(pattern.format(n) for n in dict.fromkeys((name, GFX11_LOGIC.get(name, name))))


def field_width(f: Function, packed: Value, type_: str) -> tuple[Value, Value]:
    """Offset and width (at most all bits) of a field, from bits 4:0 (5:0) and 22:16 of an i32, in `type_`."""
    width = f.intrinsic("umin", (packed >> 16) & 0x7F, int(type_[1:]))
    offset = shift_count(packed, type_)
    return offset, width if type_ == "i32" else width.zext(type_)


def bfe(signed: bool) -> Simple:
    """A field; beyond the top the sign goes on (signed) or zeros."""

    def fn(f: Function, a: Value, packed: Value) -> Value:
        offset, width = field_width(f, packed, a.type)
        moved = a.sar(offset) if signed else a >> offset
        unused = (-width) & (int(a.type[1:]) - 1)
        field = moved << unused
        return width.cmp("eq", 0).select(0, field.sar(unused) if signed else field >> unused)

    return fn


def bfm(type_: str) -> Simple:
    """A mask of ones, by width and offset."""
    return lambda f, width, offset: low_ones(f, width, type_) << shift_count(offset, type_)


def bit(f: Function, a: Value, position: Value) -> Value:
    """Whether one bit is set."""
    return ((a >> shift_count(position, a.type)) & 1).cmp("ne", 0)


def one_at(f: Function, position: Value, type_: str) -> Value:
    """A one at a position."""
    return f.const(1, type_) << shift_count(position, type_)


def as_i32(fn: Simple) -> Simple:
    """A count in the destination's 32 bits."""
    return lambda f, a: fn(f, a).trunc("i32")


def ones(f: Function, a: Value) -> Value:
    """How many bits are 1."""
    return f.intrinsic("ctpop", a)


def quads(f: Function, a: Value) -> Value:
    """Bit 0 of each group of four: whether any of the four is set."""
    pairs = a | (a >> 1)
    return (pairs | (pairs >> 2)) & 0x1111111111111111


def whole_quads(f: Function, a: Value) -> Value:
    """All bits of each group of four in which any is set."""
    return quads(f, a) * 15


def quad_mask(f: Function, a: Value) -> Value:
    """One bit for each group of four: whether any of the four is set."""
    bits_ = quads(f, a)
    for shift, mask in ((3, 0x0303030303030303), (6, 0x000F000F000F000F), (12, 0x000000FF000000FF), (24, 0xFFFF)):
        if shift < int(a.type[1:]):
            bits_ = (bits_ | (bits_ >> shift)) & mask
    return bits_


def replicate(f: Function, a: Value) -> Value:
    """Every bit of an i32 twice, in an i64."""
    spread = a.zext("i64")
    for shift, mask in (
        (16, 0x0000FFFF0000FFFF),
        (8, 0x00FF00FF00FF00FF),
        (4, 0x0F0F0F0F0F0F0F0F),
        (2, 0x3333333333333333),
        (1, 0x5555555555555555),
    ):
        spread = (spread | (spread << shift)) & mask
    return spread * 3


def _logic(code: str, bits_: str) -> None:
    for name, fn in LOGIC.items():
        if not name.endswith("n1"):
            scalar(spellings(f"s_{{}}_b{bits_}", name), code, code * 2, fn, "nonzero")
        scalar(spellings(f"s_{{}}_saveexec_b{bits_}", name), code, code, fn, "nonzero", exec="save")
    for name in ("andn1", "andn2"):
        scalar(spellings(f"s_{{}}_wrexec_b{bits_}", name), code, code, LOGIC[name], "nonzero", exec="write")


def _shifts(code: str, bits_: str) -> None:
    scalar(f"s_lshl_b{bits_}", code, f"{code}u", lambda f, a, n: a << shift_count(n, a.type), "nonzero")
    scalar(f"s_lshr_b{bits_}", code, f"{code}u", lambda f, a, n: a >> shift_count(n, a.type), "nonzero")
    scalar(f"s_ashr_i{bits_}", code, f"{code}u", lambda f, a, n: a.sar(shift_count(n, a.type)), "nonzero")
    scalar(f"s_bfe_u{bits_}", code, f"{code}u", bfe(False), "nonzero")
    scalar(f"s_bfe_i{bits_}", code, f"{code}u", bfe(True), "nonzero")
    scalar(f"s_bfm_b{bits_}", code, "uu", bfm(f"i{bits_}"))


def _single_bits(code: str, bits_: str) -> None:
    type_ = f"i{bits_}"
    scalar(f"s_bitset0_b{bits_}", code, "u", lambda f, n, old: old & ~one_at(f, n, type_), accumulates=True)
    scalar(f"s_bitset1_b{bits_}", code, "u", lambda f, n, old: old | one_at(f, n, type_), accumulates=True)
    scalar(f"s_bitcmp0_b{bits_}", "", f"{code}u", lambda f, a, n: ~bit(f, a, n), "result")
    scalar(f"s_bitcmp1_b{bits_}", "", f"{code}u", bit, "result")


def _counts(code: str, bits_: str, signed_names: str) -> None:
    scalar(f"s_bcnt0_i32_b{bits_}", "u", code, as_i32(lambda f, a: ones(f, ~a)), "nonzero")
    scalar(f"s_bcnt1_i32_b{bits_}", "u", code, as_i32(ones), "nonzero")
    scalar(f"s_ff0_i32_b{bits_}", "u", code, as_i32(lambda f, a: trailing_zeros(f, ~a)))
    scalar(f"s_ff1_i32_b{bits_} s_ctz_i32_b{bits_}", "u", code, as_i32(trailing_zeros))
    scalar(f"s_flbit_i32_b{bits_} s_clz_i32_u{bits_}", "u", code, as_i32(leading_zeros))
    scalar(signed_names, "u", code, as_i32(leading_signs))


def _whole(code: str, bits_: str) -> None:
    scalar(f"s_not_b{bits_}", code, code, lambda f, a: ~a, "nonzero")
    scalar(f"s_brev_b{bits_}", code, code, lambda f, a: f.intrinsic("bitreverse", a))
    scalar(f"s_wqm_b{bits_}", code, code, whole_quads, "nonzero")
    scalar(f"s_quadmask_b{bits_}", code, code, quad_mask, "nonzero")


for _code, _bits, _names in (("u", "32", "s_flbit_i32 s_cls_i32"), ("q", "64", "s_flbit_i32_i64 s_cls_i32_i64")):
    _logic(_code, _bits)
    _shifts(_code, _bits)
    _single_bits(_code, _bits)
    _counts(_code, _bits, _names)
    _whole(_code, _bits)

scalar("s_bitreplicate_b64_b32", "q", "u", replicate)
scalar("s_pack_ll_b32_b16", "u", "uu", lambda f, a, b: (a & 0xFFFF) | (b << 16))
scalar("s_pack_lh_b32_b16", "u", "uu", lambda f, a, b: (a & 0xFFFF) | (b & 0xFFFF0000))
scalar("s_pack_hh_b32_b16", "u", "uu", lambda f, a, b: (a >> 16) | (b & 0xFFFF0000))
scalar("s_pack_hl_b32_b16", "u", "uu", lambda f, a, b: (a >> 16) | (b << 16))
