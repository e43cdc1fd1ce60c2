"""What the mode makes of floating-point numbers around an operation: flushed subnormals and directed rounding."""

from cass_tools.executor.amd.instruction import Instruction, Reg
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.ir.floating import FORMATS
from cass_tools.executor.ir.value import Value

_KEEP_SOURCES, _KEEP_RESULTS = 1, 2
_UNTOUCHED = ("v_cmp_class", "v_cmpx_class", "v_pack_b32", "v_cndmask", "v_mov", "v_cvt_pk_")
"""Start of names that see bits: nothing is flushed."""
_ROUNDED = (
    "v_add_f32 v_sub_f32 v_subrev_f32 v_mul_f32 v_fma_f32 v_fmac_f32 v_fmaak_f32 v_fmamk_f32 v_pk_add_f32 v_pk_mul_f32 "
    "v_pk_fma_f32 v_add_f64 v_mul_f64 v_fma_f64 v_fmac_f64 v_cvt_f32_i32 v_cvt_f32_u32 v_cvt_f32_f64"
)
ROUNDED = frozenset(_ROUNDED.split())
"""Operations whose results the host rounds as its own control register says."""
_EXACT = (
    "v_min v_max v_med3 v_floor v_ceil v_trunc v_rndne v_fract v_frexp v_mov v_cndmask v_cmp v_cvt_f64_ v_cvt_f32_f16 "
    "v_cvt_f32_ubyte v_rcp v_rsq v_exp v_log v_sin v_cos v_cvt_pk v_cvt_off"
)
EXACT = tuple(_EXACT.split())
"""Start of names whose results are exact, or approximations in any mode."""


def _fields(type_: str) -> int:
    """Bit where the subnormal field of a type starts."""
    return 4 if type_ == "float" else 6


def flushed(value: Value) -> Value:
    """A subnormal number becomes a zero of its sign."""
    format_ = FORMATS[value.type]
    raw = value.bitcast(format_.integer)
    subnormal = (raw & format_.infinity).cmp("eq", 0)
    return subnormal.select(raw & format_.sign, raw).bitcast(value.type)


def _flush(m: Machine, instruction: Instruction, value: Value, keep: int) -> Value:
    if value.type not in FORMATS or m.mode >> _fields(value.type) & keep:
        return value
    return value if instruction.name.startswith(_UNTOUCHED) else flushed(value)


def source(m: Machine, instruction: Instruction, value: Value) -> Value:
    """A source as the operation sees it."""
    return _flush(m, instruction, value, _KEEP_SOURCES)


def result(m: Machine, instruction: Instruction, value: Value) -> Value:
    """A result as it is written."""
    return _flush(m, instruction, value, _KEEP_RESULTS)


def rounding(m: Machine, instruction: Instruction, code: str) -> int:
    """The rounding that an operation with a result of type `code` needs from the host; raises Unsupported."""
    wanted = 0 if code not in "fdh" else m.mode & 3 if code == "f" else m.mode >> 2 & 3
    if instruction.name == "v_cvt_f32_f64" and m.mode & 3 != m.mode >> 2 & 3:
        raise m.refuse(instruction, f"MODE {m.mode:#x}")
    if not wanted or instruction.name.startswith(EXACT):
        return 0
    constant = all(operand.kind in (Reg.LITERAL, Reg.INLINE_INT, Reg.INLINE_FLOAT) for operand in instruction.src)
    if instruction.name not in ROUNDED or constant:
        raise m.refuse(instruction, f"MODE {m.mode:#x}")
    return wanted
