"""Scalar ALU instructions (SOP1, SOP2, SOPC, SOPK): sources, the meaning from `ops`, destination, SCC and exec."""

from cass_tools.executor.amd import abi, denormals, modifiers
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.machine import Machine, single
from cass_tools.executor.amd.ops import RENAMED, SALU, ScalarOp
from cass_tools.executor.amd.sources import scalar
from cass_tools.executor.ir.value import Value


def write(m: Machine, operand: Operand, value: Value) -> None:
    """Write an i32 or i64 to a scalar destination; null takes anything."""
    if operand.kind is Reg.NULL:
        return
    if value.type == "i64":
        m.scalars.set_pair(operand.index, value)
    else:
        m.scalars.set_word(operand.index, value)


def _immediate(m: Machine, instruction: Instruction) -> Value:
    """The 16-bit constant of SOPK, extended as the instruction wants it."""
    unsigned = instruction.name.startswith("s_cmpk") and instruction.name.endswith("_u32")
    return m.const(instruction.simm16 & 0xFFFF if unsigned else instruction.simm16, "i32")


def _arguments(m: Machine, instruction: Instruction, op: ScalarOp) -> list[Value]:
    signed = instruction.name.endswith("_i64")
    codes = iter(op.src)
    registers = () if op.accumulates and instruction.encoding == "SOPK" else instruction.src
    values = []
    for number, operand in enumerate(registers):
        value = denormals.source(m, instruction, scalar(m, operand, next(codes), signed=signed))
        values.append(modifiers.sign_modified(instruction, number, value))
    for code in codes:
        values.append(m.scalars.scc() if code == "c" else _immediate(m, instruction))
    if op.accumulates:
        values.append(denormals.source(m, instruction, scalar(m, instruction.dst[0], op.dst)))
    if op.exec:
        values.append(_exec(m, op))
    return values


def _exec(m: Machine, op: ScalarOp) -> Value:
    return m.scalars.pair(abi.EXEC_LO) if op.dst == "q" else m.scalars.word(abi.EXEC_LO)


def _write_exec(m: Machine, value: Value) -> None:
    if value.type == "i64":
        m.scalars.set_pair(abi.EXEC_LO, value)
    else:
        m.scalars.set_word(abi.EXEC_LO, value)


def translate(m: Machine, instruction: Instruction) -> None:
    """One instruction; everything is read before anything is written."""
    op = SALU.get(RENAMED.get(instruction.name, instruction.name))
    if op is None:
        raise m.refuse(instruction)
    if denormals.rounding(m, instruction, op.dst or "u") or instruction.op_sel or instruction.clamp or instruction.omod:
        raise m.refuse(instruction, "with modifiers or a rounding")
    result = op.fn(m, *_arguments(m, instruction, op))
    if not op.dst:
        m.scalars.set_scc(single(result))
        return
    value, flag = result if isinstance(result, tuple) else (result, None)
    if value.is_float:
        value = denormals.result(m, instruction, value)
        value = value.bitcast("i16").zext("i32") if value.type == "half" else value.bitcast("i32")
    if op.scc == "nonzero":
        flag = value.cmp("ne", 0)
    if op.exec == "save":
        write(m, instruction.dst[0], _exec(m, op))
        _write_exec(m, value)
    else:
        write(m, instruction.dst[0], value)
        if op.exec == "write":
            _write_exec(m, value)
    if flag is not None:
        m.scalars.set_scc(flag)
