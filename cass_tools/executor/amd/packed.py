"""VOP3P sources: elements chosen by op_sel and op_sel_hi.

Most packed operations have one meaning for a low and a high element, the halves of a register (16 bits) or the dwords
of a pair (codes f and u). Mixed-precision operations and dot products use the same bits in their own ways.
"""

from collections.abc import Callable

from cass_tools.executor.amd import denormals, modifiers
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.machine import Machine, is_vector, single
from cass_tools.executor.amd.modifiers import Access
from cass_tools.executor.amd.ops import TYPES, VectorOp
from cass_tools.executor.amd.sources import constant_bits, integer_of, words
from cass_tools.executor.ir.value import Value, bits


def _constant(m: Machine, operand: Operand, code: str, high: bool) -> Value | None:
    """An element of a constant: dwords repeat it; the high half of an inline half is 0."""
    if is_vector(operand) or operand.kind is Reg.SGPR:
        return None
    type_ = integer_of(TYPES[code][0])
    if bits(type_) == 32:
        value = constant_bits(operand, code, signed=True)
    else:
        wide = "h" if code == "h" and operand.kind is Reg.INLINE_FLOAT else "u"
        whole = constant_bits(operand, wide, signed=True)
        value = None if whole is None else whole >> 16 if high else whole
    return None if value is None else m.strip.everywhere(value, type_)


def element(m: Machine, operand: Operand, code: str, high: bool) -> Value:
    """The low or high element of a packed source in every lane, as type `code`."""
    type_ = TYPES[code][0]
    constant = _constant(m, operand, code, high)
    if constant is not None:
        return constant.bitcast(type_)
    dwords = words(m, operand)
    if bits(type_) == 32:
        raw = dwords[1 if high and len(dwords) > 1 else 0]
    else:
        raw = (dwords[0] >> 16 if high else dwords[0]).trunc(integer_of(type_))
    return m.strip.spread(raw).bitcast(type_)


def _half(m: Machine, instruction: Instruction, op: VectorOp, high: bool) -> Value:
    """One element of the result."""
    select = instruction.op_sel_hi if high else instruction.op_sel
    neg = instruction.neg_hi if high else instruction.neg
    values = []
    for number, code in enumerate(op.src):
        value = element(m, instruction.src[number], code, bool(select >> number & 1))
        value = denormals.source(m, instruction, value)
        values.append(modifiers.sign_modified(instruction, number, value, neg=neg))
    if op.accumulates:
        values.append(denormals.source(m, instruction, element(m, instruction.dst[0], op.dst[0], high)))
    integer_clamp = instruction.clamp and op.dst[0] not in "fdh"
    if integer_clamp and op.clamped is None:
        raise m.refuse(instruction, "clamp")
    meaning = op.clamped if integer_clamp and op.clamped is not None else op.fn
    result = single(meaning(m.strip, *values))
    return modifiers.shaped(m, instruction, m.strip.spread(result))


def result(m: Machine, instruction: Instruction, op: VectorOp) -> Value:
    """Both elements in one value: i32 of two halves, or i64 of two dwords."""
    low, high = (_half(m, instruction, op, part) for part in (False, True))
    width = bits(low.type)
    wide = f"i{2 * width}"
    low, high = (half.bitcast(integer_of(half.type)).zext(wide) for half in (low, high))
    return low | (high << width)


Reader = Callable[[Access, int, str], Value]


def _mixed(access: Access, number: int, code: str) -> Value:
    """v_fma_mix: op_sel_hi makes a source a half, which op_sel chooses; neg_hi is abs."""
    m, instruction = access.m, access.instruction
    operand = instruction.src[number]
    if instruction.op_sel_hi >> number & 1:
        half = element(m, operand, "h", bool(instruction.op_sel >> number & 1))
        value = denormals.source(m, instruction, half).resize_float("float")
    else:
        value = denormals.source(m, instruction, element(m, operand, "f", False))
    if (instruction.abs | instruction.neg_hi) >> number & 1:
        value = m.strip.intrinsic("fabs", value)
    return -value if instruction.neg >> number & 1 else value


def _dword(access: Access, number: int, code: str) -> Value:
    """v_pk_mov_b32: op_sel chooses the dword of a pair."""
    m, instruction = access.m, access.instruction
    return element(m, instruction.src[number], code, bool(instruction.op_sel >> number & 1))


def _halves(access: Access, number: int, code: str) -> Value:
    """Dot products of floats: each half of a packed source is chosen, and its sign flipped, on its own."""
    if code != "p":
        return modifiers.source(access, number, code)
    m, instruction = access.m, access.instruction
    parts = []
    for select, neg in ((instruction.op_sel, instruction.neg), (instruction.op_sel_hi, instruction.neg_hi)):
        half = element(m, instruction.src[number], "w", bool(select >> number & 1)).zext("i32")
        parts.append(half ^ 0x8000 if neg >> number & 1 else half)
    return parts[0] | (parts[1] << 16)


def reader(instruction: Instruction) -> Reader | None:
    """How this instruction reads its sources, where the common modifiers do not say."""
    name = instruction.name
    if name.startswith(("v_fma_mix", "v_mad_mix")):
        return _mixed
    if name == "v_pk_mov_b32":
        return _dword
    if instruction.encoding == "VOP3P" and name.startswith("v_dot") and name.endswith("f16"):
        return _halves
    return None
