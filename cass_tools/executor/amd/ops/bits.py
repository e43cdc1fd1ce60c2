"""VALU bit operations: logic, shifts, fields, byte selection, counting, moves and selection by a mask."""

from cass_tools.executor.amd.ops.table import Function, Value, vector


def shift_count(count: Value, type_: str) -> Value:
    """The low bits of a count that hardware looks at, in the type of what is shifted."""
    masked = count & (int(type_[1:]) - 1)
    return masked if masked.type == type_ else masked.zext(type_)


def lshlrev(f: Function, count: Value, a: Value) -> Value:
    """`a << count`."""
    return a << shift_count(count, a.type)


def lshrrev(f: Function, count: Value, a: Value) -> Value:
    """`a >> count`, zeros shifted in."""
    return a >> shift_count(count, a.type)


def ashrrev(f: Function, count: Value, a: Value) -> Value:
    """`a >> count`, the sign shifted in."""
    return a.sar(shift_count(count, a.type))


def low_ones(f: Function, count: Value, type_: str) -> Value:
    """A mask of `count` low bits; counts wrap at the width, so that no width is all ones."""
    return (f.const(1, type_, count.lanes) << shift_count(count, type_)) - 1


def bfe_i32(f: Function, a: Value, offset: Value, width: Value) -> Value:
    """Signed field of `width` bits at `offset`; an empty field is 0, beyond bit 31 the sign goes on."""
    unused = (-width) & 31
    field = (a.sar(offset & 31) << unused).sar(unused)
    return (width & 31).cmp("eq", 0).select(0, field)


def perm(f: Function, high: Value, low: Value, selectors: Value) -> Value:
    """Each byte of `selectors` picks a result byte: 0-3 of low, 4-7 of high, 8-11 sign of byte 1, 3, 5, 7, 12 zero,
    above 255."""
    result = f.const(0, "i32", selectors.lanes)
    for position in range(0, 32, 8):
        selector = (selectors >> position) & 0xFF
        word = (selector & 4).cmp("ne", 0).select(high, low)
        byte = (word >> ((selector & 3) << 3)) & 0xFF
        word = (selector & 2).cmp("ne", 0).select(high, low)
        sign = (word >> ((selector & 1) << 4 | 15)) & 1
        constant = selector.cmp("eq", 12).select(f.const(0, "i32"), f.const(0xFF, "i32"))
        chosen = selector.cmp("ult", 8).select(byte, selector.cmp("ult", 12).select(sign * 0xFF, constant))
        result = result | (chosen << position)
    return result


def leading_zeros(f: Function, a: Value) -> Value:
    """Position of the first 1 from the top; -1 when there is none."""
    return a.cmp("eq", 0).select(-1, f.intrinsic("ctlz", a, f.const(0, "i1")))


def trailing_zeros(f: Function, a: Value) -> Value:
    """Position of the first 1 from the bottom; -1 when there is none."""
    return a.cmp("eq", 0).select(-1, f.intrinsic("cttz", a, f.const(0, "i1")))


def leading_signs(f: Function, a: Value) -> Value:
    """Position from the top of the first bit that differs from the sign; -1 when there is none."""
    return leading_zeros(f, a ^ a.sar(int(a.type[1:]) - 1))


def same(f: Function, a: Value) -> Value:
    """A move."""
    return a


def choose(f: Function, no: Value, yes: Value, mask: Value) -> Value:
    """The second source where the mask is set."""
    return mask.select(yes, no)


def _logic(code: str, bits: str) -> None:
    vector(f"v_not_b{bits}", code, code, lambda f, a: ~a)
    vector(f"v_and_b{bits}", code, code * 2, lambda f, a, b: a & b)
    vector(f"v_or_b{bits}", code, code * 2, lambda f, a, b: a | b)
    vector(f"v_xor_b{bits}", code, code * 2, lambda f, a, b: a ^ b)


def _shifts(count: str, code: str, bits: str) -> None:
    vector(f"v_lshlrev_b{bits}", code, count + code, lshlrev)
    vector(f"v_lshrrev_b{bits}", code, count + code, lshrrev)
    vector(f"v_ashrrev_i{bits}", code, count + code, ashrrev)


vector("v_mov_b32 v_accvgpr_read_b32 v_accvgpr_write_b32 v_accvgpr_mov_b32", "u", "u", same)
vector("v_mov_b16", "w", "w", same)
vector("v_mov_b64", "q", "q", same)
vector("v_cndmask_b32", "u", "uum", choose)
vector("v_cndmask_b16", "w", "wwm", choose)

_logic("u", "32")
_logic("w", "16")
_shifts("u", "u", "32")
_shifts("w", "w", "16")
_shifts("u", "q", "64")
vector("v_xnor_b32", "u", "uu", lambda f, a, b: ~(a ^ b))
vector("v_xor3_b32", "u", "uuu", lambda f, a, b, c: a ^ b ^ c)
vector("v_or3_b32", "u", "uuu", lambda f, a, b, c: a | b | c)
vector("v_and_or_b32", "u", "uuu", lambda f, a, b, c: (a & b) | c)
vector("v_lshl_or_b32", "u", "uuu", lambda f, a, b, c: (a << (b & 31)) | c)

vector("v_bfe_u32", "u", "uuu", lambda f, a, offset, width: (a >> (offset & 31)) & low_ones(f, width, "i32"))
vector("v_bfe_i32", "u", "uuu", bfe_i32)
vector("v_bfi_b32", "u", "uuu", lambda f, mask, a, b: (mask & a) | (~mask & b))
vector("v_bfm_b32", "u", "uu", lambda f, width, offset: low_ones(f, width, "i32") << (offset & 31))
vector("v_alignbit_b32", "u", "uuu", lambda f, high, low, count: f.intrinsic("fshr", high, low, count & 31))
vector("v_alignbyte_b32", "u", "uuu", lambda f, high, low, count: f.intrinsic("fshr", high, low, (count & 3) << 3))
vector("v_perm_b32", "u", "uuu", perm)

vector("v_bfrev_b32", "u", "u", lambda f, a: f.intrinsic("bitreverse", a))
vector("v_bcnt_u32_b32", "u", "uu", lambda f, a, b: f.intrinsic("ctpop", a) + b)
vector("v_ffbh_u32 v_clz_i32_u32", "u", "u", leading_zeros)
vector("v_ffbl_b32 v_ctz_i32_b32", "u", "u", trailing_zeros)
vector("v_ffbh_i32 v_cls_i32", "u", "u", leading_signs)
