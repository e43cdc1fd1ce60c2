"""Builders of memory instructions: DS, FLAT (with GLOBAL and SCRATCH), MUBUF and MTBUF."""

import re
from collections.abc import Callable

from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.operands import (
    NONE,
    Builder,
    Entry,
    Getter,
    flags_getter,
    getters,
    scalars,
    signed,
    unused_bits,
    vectors,
)

TWO_ADDRESSES = re.compile(r"ds_(read2|write2|wrxchg2)|ds_\w+_2addr_")
TO_LDS = re.compile(r"buffer_(load_(dword|[su]byte|[su]short|format_x)|store_lds_dword)")
SEGMENTS = ("FLAT", "SCRATCH", "GLOBAL")
FLAT_OFFSET_BITS = {"gfx9": 13, "gfx10": 12, "gfx11": 13}  # signed; FLAT itself takes no negative ones
NO_BASE = {"gfx9": 0x7F, "gfx10": 0x7D, "gfx11": 0x7C}
NO_ADDRESS = 0x7F  # gfx10: neither register nor base


def local(entry: Entry) -> tuple[int, Builder]:
    """DS: one 16-bit offset, or two 8-bit ones in elements."""
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, family = entry.row.name, entry.family
    two = bool(TWO_ADDRESSES.match(name))
    gds_bit = entry.encoding.fields["gds"].put(1)
    plain, gds = frozenset[str](), frozenset({"gds"})

    def build(word: int, pc: int) -> Instruction:
        results = tuple([t[word >> s & m] for s, m, t in dst])
        operands = tuple([t[word >> s & m] for s, m, t in src])
        offset, offset1 = (word & 0xFF, word >> 8 & 0xFF) if two else (word & 0xFFFF, 0)
        flags = gds if word & gds_bit else plain
        return Instruction(pc, 8, name, "DS", family, results, operands, offset=offset, offset1=offset1, flags=flags)

    return unused_bits(entry, "offset0", "offset1", "gds"), build


def without(src: tuple[Getter, ...], entry: Entry, *fields: str) -> tuple[Getter, ...]:
    """The getters of read operands but those of the named fields."""
    slots = [slot for slot in entry.row.slots if not slot.written]
    return tuple(at for at, slot in zip(src, slots, strict=True) if slot.field not in fields)


def flat(entry: Entry) -> tuple[int, Builder]:
    """FLAT, GLOBAL and SCRATCH; the opcode's upper bits say which."""
    dst, all_src = getters(entry, written=True), getters(entry, written=False)
    src = without(all_src, entry, "vaddr", "saddr")
    name, family = entry.row.name, entry.family
    encoding = SEGMENTS[0 if name.startswith("flat") else 1 if name.startswith("scratch") else 2]
    returns_if = entry.flag_names()["glc"] if "_atomic" in name else ""
    flag_shift, flag_mask, flag_table = flags_getter(entry)
    address = _flat_address(entry, encoding)
    offset_bits = FLAT_OFFSET_BITS[family]
    offset_mask = (1 << offset_bits) - 1

    def build(word: int, pc: int) -> Instruction:
        flags = flag_table[word >> flag_shift & flag_mask]
        results = tuple([t[word >> s & m] for s, m, t in dst])
        operands = [t[word >> s & m] for s, m, t in src]
        if returns_if and returns_if not in flags:
            results = ()
        vaddr, saddr = address(word)
        offset = signed(word & offset_mask, offset_bits)
        return Instruction(
            pc, 8, name, encoding, family, results, (vaddr, *operands, saddr), offset=offset, flags=flags - {"lds"}
        )

    used = {"offset", "glc", "slc", "dlc", "scc", "vaddr", "saddr"}
    if encoding == "SCRATCH":
        used |= {"sve"} | ({"lds"} if entry.isa == "gfx940" else set())
    sign = 1 << offset_bits - 1 if encoding == "FLAT" else 0
    return unused_bits(entry, *used) | sign, build


def _flat_address(entry: Entry, encoding: str) -> Callable[[int], tuple[Operand, Operand]]:
    """Function from word to (vector address or NONE, scalar base or NONE)."""
    one, pair = vectors(Reg.VGPR, 1), vectors(Reg.VGPR, 2)
    base_one, base_pair = scalars(entry.family, 1), scalars(entry.family, 2)
    none = NO_BASE[entry.family]
    enable = entry.encoding.fields["sve" if "sve" in entry.encoding.fields else "lds"].put(1)
    explicit = entry.family == "gfx11" or entry.isa == "gfx940"

    def flat_address(word: int) -> tuple[Operand, Operand]:
        if word >> 48 & 0x7F not in (none, 0 if entry.family == "gfx9" else none):
            raise KeyError(word)
        return pair[word >> 32 & 0xFF], NONE

    def global_address(word: int) -> tuple[Operand, Operand]:
        base = word >> 48 & 0x7F
        if base == none:
            return pair[word >> 32 & 0xFF], NONE
        return one[word >> 32 & 0xFF], base_pair[base]

    def lane_address(word: int) -> tuple[Operand, Operand]:
        base = word >> 48 & 0x7F
        return NONE, NONE if base == none else base_pair[base]

    def scratch_address(word: int) -> tuple[Operand, Operand]:
        base = word >> 48 & 0x7F
        register = NONE if base in (none, NO_ADDRESS) else base_one[base]
        has_vector = bool(word & enable) if explicit else base == none
        return one[word >> 32 & 0xFF] if has_vector else NONE, register

    if encoding == "GLOBAL" and not any(slot.field == "vaddr" for slot in entry.row.slots):
        return lane_address
    return {"FLAT": flat_address, "GLOBAL": global_address, "SCRATCH": scratch_address}[encoding]


def buffer(entry: Entry) -> tuple[int, Builder]:
    """MUBUF and MTBUF: the address register pair is (index, offset) as far as idxen and offen ask for them."""
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, encoding, family = entry.row.name, entry.encoding.name, entry.family
    addressed = any(slot.field == "srsrc" for slot in entry.row.slots)
    returns_if = entry.flag_names()["glc"] if "_atomic" in name else ""
    typed = encoding == "MTBUF"
    flag_shift, flag_mask, flag_table = flags_getter(entry)
    registers = {frozenset({"offen"}): 1, frozenset({"idxen"}): 1, frozenset({"offen", "idxen"}): 2}
    tables = {chosen: vectors(Reg.VGPR, width) for chosen, width in registers.items()}
    both = frozenset({"offen", "idxen"})

    def build(word: int, pc: int) -> Instruction:
        flags = flag_table[word >> flag_shift & flag_mask]
        results = tuple([t[word >> s & m] for s, m, t in dst])
        operands = tuple([t[word >> s & m] for s, m, t in src])
        if "lds" in flags or (returns_if and returns_if not in flags):
            results = ()
        if addressed:
            chosen = flags & both
            operands = (tables[chosen][word >> 32 & 0xFF] if chosen else NONE, *operands)
        kind = word >> 19 & 127 if typed else 0
        return Instruction(
            pc, 8, name, encoding, family, results, operands, offset=word & 0xFFF, offset1=kind, flags=flags
        )

    used = {"glc", "slc", "dlc", "scc"}
    if addressed:
        used |= {"offen", "idxen", "vaddr", "offset", "format"}
    if TO_LDS.fullmatch(name):
        used.add("lds")
    return unused_bits(entry, *used), build
