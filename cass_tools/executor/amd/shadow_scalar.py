"""What scalar ALU instructions make of undefined bits: exactly for logic, moves and shifts, so that a lane mask is
undefined in just the lanes whose condition is; of anything else, all of the result where any bit of a source is.
"""

import re
from collections.abc import Callable

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.ops import RENAMED, SALU, TYPES, ScalarOp
from cass_tools.executor.amd.shadow import DECISION, Shadow, any_of
from cass_tools.executor.amd.sources import scalar
from cass_tools.executor.ir.value import Value

Finish = Callable[[], None]
"""What is left to do when the instruction has been translated."""

_LOGIC = re.compile(r"s_(and|or|xor|nand|nor|xnor|andn1|andn2|orn1|orn2|and_not[01]|or_not[01])_(\w+_)?b(32|64)")
_SHIFT = re.compile(r"s_(lshl|lshr|ashr|bfe)_[biu](32|64)")
_INVERTED_FIRST = ("n1", "not0")
_INVERTED_SECOND = ("n2", "not1")


def _type(code: str) -> str:
    return "i64" if TYPES[code][1] == 2 else "i32"


def _undefined(s: Shadow, operand: Operand, type_: str) -> Value | None:
    """The undefined bits of a source; None for a constant."""
    if operand.kind is Reg.SCC:
        return s.scc().sext(type_)
    if operand.kind is not Reg.SGPR or operand.index >= abi.EXEC_LO:
        return None
    return s.words(operand.index, type_)


def _known(s: Shadow, undefined: Value | None, type_: str) -> Value:
    return s.m.const(0, type_) if undefined is None else undefined


def _logic(m: Machine, s: Shadow, instruction: Instruction, op: ScalarOp, name: str) -> Value:
    """A bit of a logic operation is defined where the defined bits decide it."""
    code = op.src[0]
    type_ = _type(code)
    values = [scalar(m, operand, code) for operand in instruction.src]
    bits = [_known(s, _undefined(s, operand, type_), type_) for operand in instruction.src]
    if op.exec:
        values.append(m.scalars.pair(abi.EXEC_LO) if type_ == "i64" else m.scalars.word(abi.EXEC_LO))
        bits.append(m.const(0, type_))
    if name.endswith(_INVERTED_FIRST):
        values[0] = ~values[0]
    if name.endswith(_INVERTED_SECOND):
        values[1] = ~values[1]
    either = bits[0] | bits[1]
    if "x" in name:
        return either
    deciding = [~value if "or" in name else value for value in values]
    return either & (deciding[0] | bits[0]) & (deciding[1] | bits[1])


def _result(m: Machine, s: Shadow, instruction: Instruction, op: ScalarOp) -> Value | None:
    """The undefined bits of the result; None where there are none."""
    name, type_ = instruction.name, _type(op.dst)
    found = _LOGIC.fullmatch(name)
    if found:
        return _logic(m, s, instruction, op, found[1])
    bits = [
        _undefined(s, operand, _type(code))
        for operand, code in zip(instruction.src, op.src, strict=False)
        if code != "c"
    ]
    if name.startswith(("s_mov_", "s_not_")):
        return bits[0] if bits else None
    if name.startswith("s_cselect_"):
        chosen = m.scalars.scc().select(_known(s, bits[0], type_), _known(s, bits[1], type_))
        return chosen | s.scc().sext(type_)
    if _SHIFT.fullmatch(name) and bits[1] is None:
        count = scalar(m, instruction.src[1], "u")
        shifted = op.fn(m, _known(s, bits[0], type_), count)
        return shifted if isinstance(shifted, Value) else shifted[0]
    if name.startswith(("s_pack_", "s_bitset", "s_cmov")):
        return None
    return _spread(s, bits, op, type_, instruction)


def _spread(s: Shadow, bits: list[Value | None], op: ScalarOp, type_: str, instruction: Instruction) -> Value | None:
    """Everything, if anything that goes in is undefined."""
    flags = [bit.cmp("ne", 0) for bit in bits if bit is not None]
    if "c" in op.src:
        flags.append(s.scc())
    if op.accumulates:
        flags.append(s.words(instruction.dst[0].index, type_).cmp("ne", 0))
    some = any_of(flags)
    return None if some is None else some.sext(type_)


def _compare(s: Shadow, instruction: Instruction, op: ScalarOp) -> None:
    """SCC after a comparison."""
    flags = []
    for operand, code in zip(instruction.src, op.src, strict=False):
        bits = _undefined(s, operand, _type(code))
        if bits is not None:
            flags.append(bits.cmp("ne", 0))
            if operand.kind is Reg.SGPR:
                s.compared(bits, operand)
    some = any_of(flags)
    s.set_scc(s.m.const(0, "i1") if some is None else some)


def _set(s: Shadow, operand: Operand, undefined: Value | None, type_: str) -> None:
    if operand.kind is Reg.SGPR:
        s.set_words(operand.index, _known(s, undefined, type_))


def _lanes(m: Machine, undefined: Value, operand_index: int) -> Value:
    """Undefined bits of a word or both of exec, as bits of lanes."""
    return undefined.zext("i64") << (32 if operand_index == abi.EXEC_LO + 1 else 0)


def _settle_scc(m: Machine, s: Shadow, instruction: Instruction, op: ScalarOp, undefined: Value | None) -> None:
    """SCC after the result is known: of "nonzero", defined if a defined bit of it is 1."""
    if op.scc == "none":
        return
    if undefined is None:
        s.set_scc(m.const(0, "i1"))
        return
    flag = undefined.cmp("ne", 0)
    target = m.const(0, undefined.type)
    if op.scc == "nonzero" and (op.exec == "save" or instruction.dst[0].kind is Reg.SGPR):
        index = abi.EXEC_LO if op.exec == "save" else instruction.dst[0].index
        target = m.scalars.pair(index) if undefined.type == "i64" else m.scalars.word(index)
        flag &= (target & ~undefined).cmp("eq", 0)
    s.set_scc(flag)


def follow(m: Machine, s: Shadow, instruction: Instruction) -> Finish | None:
    """Update the shadow for an instruction of the scalar ALU, before it is translated."""
    op = SALU.get(RENAMED.get(instruction.name, instruction.name))
    if op is None:
        return None
    if not op.dst:
        _compare(s, instruction, op)
        return None
    undefined, type_ = _result(m, s, instruction, op), _type(op.dst)
    target = instruction.dst[0]
    if undefined is not None and (op.exec or (target.kind is Reg.SGPR and target.index >= abi.EXEC_LO)):
        s.tell(_lanes(m, undefined, abi.EXEC_LO if op.exec else target.index), DECISION)
    _set(s, target, None if op.exec == "save" else undefined, type_)
    return lambda: _settle_scc(m, s, instruction, op, undefined)


def branch(m: Machine, s: Shadow, instruction: Instruction) -> None:
    """Report a branch that an undefined condition decides."""
    condition = instruction.name.removeprefix("s_cbranch_")
    active = m.exec_bits()
    if condition in ("scc0", "scc1"):
        s.tell(s.scc().select(active, 0), DECISION)
    elif condition in ("vccz", "vccnz"):
        bits = s.words(abi.VCC, s.type)
        known = m.scalars.bits(abi.VCC) & ~bits
        s.tell(known.cmp("eq", 0).select(bits, 0), DECISION)
