"""Packed VALU operations (VOP3P): meanings of one element, applied to both; and mixed-precision fused sums."""

from cass_tools.executor.amd.ops import bits, integer
from cass_tools.executor.amd.ops.table import Function, Simple, Value, vector
from cass_tools.executor.ir.floating import fma, maximum, minimum

_INTEGER: dict[str, tuple[int, Simple, Simple | None]] = {
    "add_u16": (2, integer.add, integer.intrinsic("uadd.sat")),
    "add_i16": (2, integer.add, integer.intrinsic("sadd.sat")),
    "sub_u16": (2, integer.sub, integer.intrinsic("usub.sat")),
    "sub_i16": (2, integer.sub, integer.intrinsic("ssub.sat")),
    "mul_lo_u16": (2, integer.mul, None),
    "mad_u16": (3, integer.mad, integer.mad_saturated(False)),
    "mad_i16": (3, integer.mad, integer.mad_saturated(True)),
    "min_u16": (2, integer.intrinsic("umin"), None),
    "max_u16": (2, integer.intrinsic("umax"), None),
    "min_i16": (2, integer.intrinsic("smin"), None),
    "max_i16": (2, integer.intrinsic("smax"), None),
    "lshlrev_b16": (2, bits.lshlrev, None),
    "lshrrev_b16": (2, bits.lshrrev, None),
    "ashrrev_i16": (2, bits.ashrrev, None),
}
"""Name -> sources, meaning, meaning with clamp."""


def move_pair(f: Function, low: Value, high: Value) -> Value:
    """v_pk_mov_b32: op_sel alone (bit n for source n) chooses the dword that each source gives."""
    return low.zext("i64") | (high.zext("i64") << 32)


def fma_to_half(f: Function, a: Value, b: Value, c: Value) -> Value:
    """A float fused sum, rounded again to half."""
    return fma(f, a, b, c).resize_float("half")


for _name, (_count, _fn, _clamped) in _INTEGER.items():
    vector(f"v_pk_{_name}", "w", "w" * _count, _fn, clamped=_clamped, packed=True)

for _code, _kind in (("h", "f16"), ("f", "f32")):
    vector(f"v_pk_add_{_kind}", _code, _code * 2, integer.add, packed=True)
    vector(f"v_pk_mul_{_kind}", _code, _code * 2, integer.mul, packed=True)
    vector(f"v_pk_fma_{_kind}", _code, _code * 3, fma, packed=True)
vector("v_pk_fmac_f16", "h", "hh", fma, accumulates=True, packed=True)
vector("v_pk_min_f16", "h", "hh", minimum, packed=True)
vector("v_pk_max_f16", "h", "hh", maximum, packed=True)
vector("v_pk_mov_b32", "q", "uu", move_pair)

# Sources are halves (op_sel_hi set, op_sel the half) or floats; mixhi writes the high half. Both is for whoever reads.
vector("v_fma_mix_f32", "f", "fff", fma)
vector("v_fma_mixlo_f16 v_fma_mixhi_f16", "h", "fff", fma_to_half)
