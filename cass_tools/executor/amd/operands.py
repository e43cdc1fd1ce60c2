"""Operand codes: what a register number or source code in an instruction word stands for.

Decoding an operand is one look-up: a ``Getter`` is (shift, mask, table), and ``table[word >> shift & mask]`` is the
operand. Bits that belong to one operand but lie apart (a register number and the bit that makes it an accumulation
register) share one mask. A code that is no operand is missing from the table.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from cass_tools.executor.amd.encodings import Encoding, Field, Row, Slot, encoding_named
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg

Getter = tuple[int, int, dict[int, Operand]]
Builder = Callable[[int, int], Instruction]
"""Makes the instruction from the word (little-endian integer of all its bytes and what follows) and its address."""

IMMEDIATE = {"k", "simm16"}
RDNA3_ON = ("gfx11", "gfx12")
VCC, M0, EXEC = 106, 125, 126
LITERAL, SDWA, DPP = 255, 249, 250
DPP8 = (233, 234)
BANKS = ((0, 106), (VCC, VCC + 2), (108, 124), (EXEC, EXEC + 2))  # scalar operands do not reach across the ends
BANKS_GFX9 = ((0, 102), (102, 104), (104, 106), *BANKS[1:])
FLOATS = {240: 0.5, 241: -0.5, 242: 1.0, 243: -1.0, 244: 2.0, 245: -2.0, 246: 4.0, 247: -4.0, 248: 0.15915494309189535}
SPECIAL = {
    235: Reg.SHARED_BASE,
    236: Reg.SHARED_LIMIT,
    237: Reg.PRIVATE_BASE,
    238: Reg.PRIVATE_LIMIT,
    239: Reg.POPS,
    251: Reg.VCCZ,
    252: Reg.EXECZ,
    253: Reg.SCC,
}
NONE = Operand(Reg.NONE, 0, 0)


@dataclass(frozen=True, slots=True)
class Entry:
    """One opcode of one ISA, as the builders need it; ``wave`` is 32 or 64 lanes."""

    encoding: Encoding
    row: Row
    isa: str
    family: str
    wave: int

    def width(self, slot: Slot) -> int:
        """Dwords of a slot."""
        return slot.width or self.wave // 32

    def flag_names(self) -> dict[str, str]:
        """Field to flag as the assembler spells it."""
        renamed = (
            {"glc": "sc0", "slc": "nt", "scc": "sc1"} if self.isa == "gfx940" and self.encoding.name != "SMEM" else {}
        )
        names = (
            "glc",
            "slc",
            "dlc",
            "scc",
            "lds",
            "offen",
            "idxen",
            "tfe",
            "gds",
            "lwe",
            "unorm",
            "da",
            "r128",
            "a16",
            "d16",
            "scope",
            "th",
        )
        return {name: renamed.get(name, name) for name in names if name in self.encoding.fields}


@cache
def scalars(family: str, width: int) -> dict[int, Operand]:
    """Scalar registers by their 7-bit number: pairs are aligned to two, more to four."""
    m0, null = (125, 124) if family in RDNA3_ON else (124, 125)
    step = 1 if width == 1 else 2 if width == 2 else 4
    table: dict[int, Operand] = {}
    for first, end in BANKS_GFX9 if family == "gfx9" else BANKS:
        starts = range(first + -first % step, end - width + 1, step)
        table |= {number: Operand(Reg.SGPR, number, width) for number in starts}
    if width == 1:
        table[m0] = Operand(Reg.SGPR, M0, width)
    if family != "gfx9":
        table[null] = Operand(Reg.NULL, 0, width)
    return table


@cache
def sources(family: str, width: int) -> dict[int, Operand]:
    """All 9-bit source codes but those that announce a literal, DPP or SDWA."""
    table = dict(scalars(family, width))
    table |= {128 + value: Operand(Reg.INLINE_INT, value, width) for value in range(65)}
    table |= {192 + value: Operand(Reg.INLINE_INT, -value, width) for value in range(1, 17)}
    table |= {code: Operand(Reg.INLINE_FLOAT, code, width, value) for code, value in FLOATS.items()}
    table |= {code: Operand(kind, 0, width) for code, kind in SPECIAL.items()}
    if family != "gfx9":
        del table[251], table[252]  # vccz, execz
    if family in RDNA3_ON:
        del table[239]  # pops
    else:
        table[254] = Operand(Reg.LDS_DIRECT, 0, width)
    table |= {256 + number: operand for number, operand in vectors(Reg.VGPR, width).items()}
    return table


@cache
def vectors(kind: Reg, width: int) -> dict[int, Operand]:
    """Vector or accumulation registers by number."""
    return {number: Operand(kind, number, width) for number in range(257 - width)}


@cache
def matrix_sources(width: int, *, constants: bool) -> dict[int, Operand]:
    """9-bit source codes of MFMA: vector registers, and for the sum inline constants."""
    table = {256 + number: operand for number, operand in vectors(Reg.VGPR, width).items()}
    if constants:
        inline = {Reg.INLINE_INT, Reg.INLINE_FLOAT}
        table |= {code: operand for code, operand in sources("gfx9", width).items() if operand.kind in inline}
    return table


def halves(table: dict[int, Operand], first: int) -> dict[int, Operand]:
    """The table with register codes from ``first`` + 128 on meaning the high half of the register 128 lower."""
    return {key: table[key - 128] if key >= first + 128 else operand for key, operand in table.items()}


def place(field: Field, value: int, shift: int) -> int:
    """Key of ``value`` in a getter that starts at bit ``shift``."""
    return field.put(value) >> shift


def _placed(field: Field, table: dict[int, Operand], shift: int) -> dict[int, Operand]:
    """The table by the field's values in place, as far as they fit into it."""
    greatest = field.mask
    if len(field.parts) > 1:
        return {place(field, code, shift): operand for code, operand in table.items() if code <= greatest}
    up = field.shift - shift
    return {code << up: operand for code, operand in table.items() if code <= greatest}


def _registers(family: str, slot: Slot, width: int) -> dict[int, Operand]:
    """Operands by field value, as far as no switch bit changes them."""
    if slot.field.startswith(("src", "ssrc")) or slot.field == "soffset":
        if slot.switch == "a":
            return {256 + number: operand for number, operand in vectors(Reg.AGPR, width).items()}
        if slot.width == 0:
            return scalars(family, width)
        if slot.switch.startswith("acc"):
            return matrix_sources(width, constants=slot.switch == "acc_cd")
        table = sources(family, width)
        return halves(table, 256) if slot.switch == "half" else table
    if slot.field in {"sdst", "vcmp", "sdata", "saddr"}:
        return scalars(family, width)
    scale = {"sbase": 2, "srsrc": 4, "ssamp": 4}.get(slot.field, 0)
    if scale and family == "gfx12" and slot.field == "srsrc":
        scale = 1
    if scale:
        return {number // scale: operand for number, operand in scalars(family, width).items() if number % scale == 0}
    table = vectors(Reg.AGPR if slot.switch == "a" else Reg.VGPR, width)
    return halves(table, 0) if slot.switch == "half" else table


@cache
def _getter(family: str, encoding: str, slot: Slot, width: int) -> Getter:
    fields = encoding_named(family, encoding).fields
    field = fields[slot.field]
    table = _registers(family, slot, width)
    parts = [field] + ([fields[slot.switch]] if slot.switch in fields else [])
    shift = min(part.shift for part in parts)
    keyed = _placed(field, table, shift)
    if len(parts) == 2:
        base = 256 if field.mask > 255 else 0
        switched = place(parts[1], 1, shift)
        numbers = vectors(Reg.AGPR, width).items()
        keyed |= {key | switched: operand for key, operand in keyed.items()}  # constants are what they are
        again = _placed(field, {base + number: operand for number, operand in numbers}, shift)
        keyed |= {key | switched: operand for key, operand in again.items()}
    mask = 0
    for part in parts:
        mask |= place(part, part.mask, shift)
    return shift, mask, keyed


def getter(entry: Entry, slot: Slot) -> Getter:
    """How to read one operand of the opcode."""
    implied = {"vcc": VCC, "exec": EXEC}.get(slot.field)
    if implied is not None:
        return 0, 0, {0: Operand(Reg.SGPR, implied, entry.width(slot))}
    return _getter(entry.family, entry.encoding.name, slot, entry.width(slot))


def getters(entry: Entry, *, written: bool) -> tuple[Getter, ...]:
    """Getters of all operands that the opcode writes, or of all that it reads; literals in place are left out."""
    slots = entry.row.slots
    return tuple(getter(entry, slot) for slot in slots if slot.written is written and slot.field not in IMMEDIATE)


def flags_getter(entry: Entry) -> tuple[int, int, dict[int, frozenset[str]]]:
    """Like a Getter, for the set of flag bits of a memory instruction."""
    names = [(entry.encoding.fields[field], name) for field, name in entry.flag_names().items()]
    shift = min((field.shift for field, _ in names), default=0)
    table = {0: frozenset[str]()}
    for field, name in names:
        for value in range(1, field.mask + 1):
            bits, flag = place(field, value, shift), name if field.mask == 1 else f"{name}{value}"
            table |= {
                key | bits: flags | {flag} for key, flags in table.items() if not key & place(field, field.mask, shift)
            }
    return shift, max(table), table


def unused_bits(entry: Entry, *used: str) -> int:
    """Bits of the instruction that must be zero: neither prefix, opcode, operand nor one of the fields named."""
    encoding = entry.encoding
    names = {"op", *used, *(slot.field for slot in entry.row.slots), *(slot.switch for slot in entry.row.slots)}
    taken = (1 << len(encoding.prefix)) - 1 << 32 - len(encoding.prefix)
    for name in names & encoding.fields.keys():
        taken |= encoding.fields[name].put(encoding.fields[name].mask)
    return (1 << 32 * encoding.dwords) - 1 & ~taken


def signed(value: int, bits: int) -> int:
    """Two's complement reading of a field."""
    return value - (value >> bits - 1 << bits)
