"""Builders of scalar instructions: SOP1, SOP2, SOPC, SOPK, SOPP and SMEM."""

import re
from collections.abc import Callable
from dataclasses import replace

from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.operands import (
    LITERAL,
    NONE,
    Builder,
    Entry,
    flags_getter,
    getters,
    scalars,
    signed,
    unused_bits,
)

BRANCH = re.compile(r"s_(branch|cbranch_(?!join)|call|subvector_loop)")


def scalar(entry: Entry) -> tuple[int, Builder]:
    """SOP1, SOP2 and SOPC: register results and sources, one of which may be a literal."""
    if entry.row.name.startswith(("s_sendmsg_rtn", "s_set_gpr_idx_on")):
        return _with_number(entry)
    if any(slot.field == "k" for slot in entry.row.slots) and entry.encoding.name == "SOP2":
        return _with_constant(entry)
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, encoding, family = entry.row.name, entry.encoding.name, entry.family
    with_literal = tuple(
        (shift, mask, table | {LITERAL: Operand(Reg.LITERAL, 0, next(iter(table.values())).width)})
        if mask == 255
        else at
        for at in src
        for shift, mask, table in [at]
    )

    def literal(word: int, pc: int) -> Instruction:
        value = word >> 32 & 0xFFFFFFFF
        found = [table[word >> shift & mask] for shift, mask, table in with_literal]
        operands = tuple(replace(each, index=value) if each.kind is Reg.LITERAL else each for each in found)
        results = tuple([table[word >> shift & mask] for shift, mask, table in dst])
        return Instruction(pc, 8, name, encoding, family, results, operands)

    def build(word: int, pc: int) -> Instruction:
        try:
            operands = tuple([table[word >> shift & mask] for shift, mask, table in src])
        except KeyError:
            return literal(word, pc)
        results = tuple([table[word >> shift & mask] for shift, mask, table in dst])
        return Instruction(pc, 4, name, encoding, family, results, operands)

    return unused_bits(entry), build


def _with_constant(entry: Entry) -> tuple[int, Builder]:
    """s_fmaak_f32, s_fmamk_f32: a literal in place, which a source may name too."""
    dst = getters(entry, written=True)
    name, encoding, family = entry.row.name, entry.encoding.name, entry.family
    ordinary = iter(getters(entry, written=False))
    literal = Operand(Reg.LITERAL, 0, 1)
    src = []
    for slot in entry.row.slots:
        if slot.field == "k":
            src.append((0, 0, {0: literal}))
        elif not slot.written:
            shift, mask, table = next(ordinary)
            src.append((shift, mask, table | {LITERAL: literal}))

    def build(word: int, pc: int) -> Instruction:
        found = [table[word >> shift & mask] for shift, mask, table in src]
        value = word >> 32 & 0xFFFFFFFF
        operands = tuple([replace(each, index=value) if each.kind is Reg.LITERAL else each for each in found])
        results = tuple([table[word >> shift & mask] for shift, mask, table in dst])
        return Instruction(pc, 8, name, encoding, family, results, operands)

    return unused_bits(entry), build


def _with_number(entry: Entry) -> tuple[int, Builder]:
    """s_sendmsg_rtn, s_set_gpr_idx_on: one source field is a plain number."""
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, encoding, family = entry.row.name, entry.encoding.name, entry.family
    number = entry.encoding.fields["ssrc1" if encoding == "SOPC" else "ssrc0"]

    def build(word: int, pc: int) -> Instruction:
        results = tuple([table[word >> shift & mask] for shift, mask, table in dst])
        operands = tuple([table[word >> shift & mask] for shift, mask, table in src])
        return Instruction(pc, 4, name, encoding, family, results, operands, simm16=number.get(word))

    return unused_bits(entry, "ssrc0", "ssrc1"), build


def immediate(entry: Entry) -> tuple[int, Builder]:
    """SOPK and SOPP: a 16-bit immediate, which is the distance in dwords for a branch."""
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, encoding, family = entry.row.name, entry.encoding.name, entry.family
    branches = bool(BRANCH.match(name))
    has_literal = any(slot.field == "k" for slot in entry.row.slots)

    def build(word: int, pc: int) -> Instruction:
        simm16 = (word & 0xFFFF) - ((word & 0x8000) << 1)
        results = tuple([table[word >> shift & mask] for shift, mask, table in dst])
        operands = tuple([table[word >> shift & mask] for shift, mask, table in src])
        size = 4
        if has_literal:
            size, operands = 8, (*operands, Operand(Reg.LITERAL, word >> 32 & 0xFFFFFFFF, 1))
        target = pc + 4 + simm16 * 4 if branches else None
        return Instruction(pc, size, name, encoding, family, results, operands, simm16=simm16, target=target)

    return unused_bits(entry), build


def scalar_memory(entry: Entry) -> tuple[int, Builder]:
    """SMEM: base, offset register or none, and signed offset; atomics return their data only with glc."""
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, family = entry.row.name, entry.family
    addressed = any(slot.field == "sbase" for slot in entry.row.slots)
    atomic = "atomic" in name
    flag_shift, flag_mask, flag_table = flags_getter(entry)
    offset_register = _offset_register(entry)

    def build(word: int, pc: int) -> Instruction:
        flags = flag_table[word >> flag_shift & flag_mask]
        results = tuple([table[word >> shift & mask] for shift, mask, table in dst])
        operands = tuple([table[word >> shift & mask] for shift, mask, table in src])
        if atomic and "glc" not in flags:
            results = ()
        offset = 0
        if addressed:
            register, offset = offset_register(word)
            operands = (*operands, register)
        return Instruction(pc, 8, name, "SMEM", family, results, operands, offset=offset, flags=flags)

    fields = {"glc", "dlc", "scope", "th"} | ({"imm", "soffset_en", "offset", "soffset"} if addressed else set())
    return unused_bits(entry, *(fields if addressed or family == "gfx9" else {*fields, "soffset"})), build


def _offset_register(entry: Entry) -> Callable[[int], tuple[Operand, int]]:
    """Function from word to (offset register or NONE, signed offset)."""
    table = scalars(entry.family, 1)

    def plain(word: int) -> tuple[Operand, int]:
        register = table[word >> 57 & 127]
        return NONE if register.kind is Reg.NULL else register, signed(word >> 32 & 0x1FFFFF, 21)

    def gfx12(word: int) -> tuple[Operand, int]:
        register = table[word >> 57 & 127]
        return NONE if register.kind is Reg.NULL else register, signed(word >> 32 & 0xFFFFFF, 24)

    def gfx9(word: int) -> tuple[Operand, int]:
        if word >> 17 & 1:
            register = table[word >> 57 & 127] if word >> 14 & 1 else NONE
            return register, signed(word >> 32 & 0x1FFFFF, 21)
        return table[word >> 57 & 127 if word >> 14 & 1 else word >> 32 & 127], 0

    return {"gfx9": gfx9, "gfx12": gfx12}.get(entry.family, plain)
