"""A made-up instance of every opcode of the tables, for tests and for the page that counts what is executed."""

import re
from collections.abc import Iterator

from cass_tools.executor.amd.encodings import FAMILIES, Encoding, Row, encodings, opcodes

LITERAL = 0x1234
NO_BASE = {"gfx9": 0x7F, "gfx10": 0x7D, "gfx11": 0x7C, "gfx12": 0x7C}
SCALAR_SOURCES = re.compile(r"v_(readlane|writelane|permlane(?!\w+_var)|s_)")
BARRIERS = re.compile(r"s_(barrier_(signal|init|join)|get_barrier|wakeup_barrier)")  # of a number or m0
# LLVM disassembles these for the processor and does not assemble them, or not with the registers used here.
NOT_ASSEMBLED = re.compile(r"ds_nop|v_mov_b16|s_waitcnt_(vs|vm|exp|lgkm)cnt|s_(buffer_)?prefetch_")


def register_fields(encoding: Encoding, row: Row, family: str, number: int) -> dict[str, int]:
    """Field values that name aligned registers, different ones for each operand and each ``number``."""
    values = {}
    stride = 36 if encoding.dwords == 2 else 28  # short forms name half registers from 128 on
    for position, slot in enumerate(row.slots):
        field = encoding.fields.get(slot.field)
        if field is None:
            continue
        value = 4 * (position + 1) + 32 * number
        if slot.field == "simm16":
            value = number + 1
        elif slot.field in {"sbase", "srsrc", "ssamp"}:
            value //= 2 if slot.field == "sbase" else 1 if family == "gfx12" and slot.field == "srsrc" else 4
        elif slot.field.startswith("src") and slot.width:
            scalar = SCALAR_SOURCES.match(row.name) and (
                slot.field != "src0" or "lane" not in row.name or "write" in row.name
            )
            value = (
                131
                if scalar and slot.field == "src1"
                else value
                if scalar
                else 256 + stride * (position + 1) + 4 * number
            )
        elif slot.field.startswith(("v", "data", "addr")) and slot.field != "vcmp":
            value = stride * (position + 1) + 4 * number
        if slot.field == "ssrc0" and BARRIERS.match(row.name):
            value = 128 + number + 1
        values[slot.field] = value
    return values


def other_fields(encoding: Encoding, row: Row, family: str, number: int) -> dict[str, int]:
    """Values of the fields that are no operands of the table."""
    values = {}
    addressed = {slot.field for slot in row.slots} & {"sbase", "srsrc", "vaddr"}
    if encoding.name == "SMEM":
        values = {"imm": 1, "offset": 16 * number} if family == "gfx9" else {"soffset": NO_BASE[family], "offset": 4}
    elif encoding.name == "FLAT":
        values = {"saddr": NO_BASE[family], "offset": 8 * number}
    elif encoding.name in {"MUBUF", "MTBUF"}:
        values = {"offset": 4 * number, "vaddr": 6, "offen": 1, "format": 20 + number}
    elif encoding.name == "VOP3P" and "matrix" not in row.traits:
        return {"op_sel_hi": 7}
    elif encoding.name == "DS":
        values = {"gds": int("gws" in row.name or "ordered" in row.name or "gs_reg" in row.name), "offset0": number}
        return {name: value for name, value in values.items() if name in encoding.fields}
        if family == "gfx12" and not row.name.startswith("tbuffer"):
            values["format"] = 1
    if not addressed:
        values = {"soffset": values["soffset"]} if "soffset" in values else {}
    if "_atomic" in row.name and (number or "csub" in row.name):
        values["glc"] = values["th"] = 1
    return {name: value for name, value in values.items() if name in encoding.fields}


def instances(isa: str) -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of two instances of each opcode that is neither half of a pair nor an image instruction."""
    family = FAMILIES[isa]
    for encoding in encodings(family):
        for opcode, row in opcodes(isa).get(encoding.name, {}).items():
            for number in range(0 if encoding.name == "MIMG" or NOT_ASSEMBLED.match(row.name) else 2):
                values = other_fields(encoding, row, family, number) | register_fields(encoding, row, family, number)
                word = encoding.base | encoding.fields["op"].put(opcode)
                for name, value in values.items():
                    word |= encoding.fields[name].put(value)
                size = encoding.dwords + any(slot.field == "k" for slot in row.slots)
                yield row.name, (word | LITERAL << 32 * encoding.dwords).to_bytes(16, "little")[: size * 4]
