"""Builders of memory instructions: DS, FLAT (with GLOBAL and SCRATCH), MUBUF and MTBUF."""

import re
from collections.abc import Callable

from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.operands import (
    NONE,
    RDNA3_ON,
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
CACHE = ("glc", "slc", "dlc", "scc", "scope", "th")
SEGMENTS = ("FLAT", "SCRATCH", "GLOBAL")
FLAT_OFFSET_BITS = {"gfx9": 13, "gfx10": 12, "gfx11": 13, "gfx12": 24}  # signed; FLAT itself takes no negative ones
NO_BASE = {"gfx9": 0x7F, "gfx10": 0x7D, "gfx11": 0x7C, "gfx12": 0x7C}
NO_ADDRESS = 0x7F  # gfx10: neither register nor base


def local(entry: Entry) -> tuple[int, Builder]:
    """DS: one 16-bit offset, or two 8-bit ones in elements."""
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, family = entry.row.name, entry.family
    two = bool(TWO_ADDRESSES.match(name))
    gds_bit = entry.encoding.fields["gds"].put(1) if "gds" in entry.encoding.fields else 0
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
    returns = returned(entry)
    flag_shift, flag_mask, flag_table = flags_getter(entry)
    offset_shift, size = entry.encoding.fields["offset"].shift, 4 * entry.encoding.dwords
    address = _flat_address(entry, encoding)
    addressed = not re.fullmatch("global_(inv|wb|wbinv)", name)
    offset_bits = FLAT_OFFSET_BITS[family]
    offset_mask = (1 << offset_bits) - 1

    def build(word: int, pc: int) -> Instruction:
        flags = flag_table[word >> flag_shift & flag_mask]
        results = tuple([t[word >> s & m] for s, m, t in dst])
        operands = [t[word >> s & m] for s, m, t in src]
        if returns is not None and not flags & returns:
            results = ()
        if not addressed:
            return Instruction(pc, size, name, encoding, family, flags=flags)
        vaddr, saddr = address(word)
        offset = signed(word >> offset_shift & offset_mask, offset_bits)
        return Instruction(
            pc, size, name, encoding, family, results, (vaddr, *operands, saddr), offset=offset, flags=flags - {"lds"}
        )

    used = {"offset", "vaddr", "saddr", *CACHE}
    if encoding == "SCRATCH":
        used |= {"sve"} | ({"lds"} if entry.isa == "gfx940" else set())
    sign = 1 << offset_bits - 1 if encoding == "FLAT" and entry.family != "gfx12" else 0
    return unused_bits(entry, *used) | sign, build


def returned(entry: Entry) -> frozenset[str] | None:
    """The flags with any of which an atomic returns the old value (an odd `th` on gfx12); None for the rest."""
    if "_atomic" not in entry.row.name:
        return None
    if entry.family == "gfx12":
        return frozenset({"th1", "th3", "th5", "th7"})
    return frozenset({entry.flag_names()["glc"]})


def _flat_address(entry: Entry, encoding: str) -> Callable[[int], tuple[Operand, Operand]]:
    """Function from word to (vector address or NONE, scalar base or NONE)."""
    one, pair = vectors(Reg.VGPR, 1), vectors(Reg.VGPR, 2)
    base_one, base_pair = scalars(entry.family, 1), scalars(entry.family, 2)
    none = NO_BASE[entry.family]
    base_at, register_at = entry.encoding.fields["saddr"].shift, entry.encoding.fields["vaddr"].shift
    enable = entry.encoding.fields["sve" if "sve" in entry.encoding.fields else "lds"].put(1)
    explicit = entry.family in RDNA3_ON or entry.isa == "gfx940"

    def flat_address(word: int) -> tuple[Operand, Operand]:
        if word >> base_at & 0x7F not in (none, 0 if entry.family == "gfx9" else none):
            raise KeyError(word)
        return pair[word >> register_at & 0xFF], NONE

    def global_address(word: int) -> tuple[Operand, Operand]:
        base = word >> base_at & 0x7F
        if base == none:
            return pair[word >> register_at & 0xFF], NONE
        return one[word >> register_at & 0xFF], base_pair[base]

    def lane_address(word: int) -> tuple[Operand, Operand]:
        base = word >> base_at & 0x7F
        return NONE, NONE if base == none else base_pair[base]

    def scratch_address(word: int) -> tuple[Operand, Operand]:
        base = word >> base_at & 0x7F
        register = NONE if base in (none, NO_ADDRESS) else base_one[base]
        has_vector = bool(word & enable) if explicit else base == none
        return one[word >> register_at & 0xFF] if has_vector else NONE, register

    if encoding == "GLOBAL" and not any(slot.field == "vaddr" for slot in entry.row.slots):
        return lane_address
    return {"FLAT": flat_address, "GLOBAL": global_address, "SCRATCH": scratch_address}[encoding]


def buffer(entry: Entry) -> tuple[int, Builder]:
    """MUBUF and MTBUF: the address register pair is (index, offset) as far as idxen and offen ask for them."""
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, encoding, family = entry.row.name, entry.encoding.name, entry.family
    addressed = any(slot.field == "srsrc" for slot in entry.row.slots)
    returns, fields = returned(entry), entry.encoding.fields
    typed = name.startswith("tbuffer")
    if typed:
        encoding = "MTBUF"
    offset_at, vaddr_at, size = fields["offset"], fields["vaddr"].shift, 4 * entry.encoding.dwords
    format_at = fields["format"].shift if "format" in fields else 0
    flag_shift, flag_mask, flag_table = flags_getter(entry)
    registers = {frozenset({"offen"}): 1, frozenset({"idxen"}): 1, frozenset({"offen", "idxen"}): 2}
    tables = {chosen: vectors(Reg.VGPR, width) for chosen, width in registers.items()}
    both = frozenset({"offen", "idxen"})

    def build(word: int, pc: int) -> Instruction:
        flags = flag_table[word >> flag_shift & flag_mask]
        results = tuple([t[word >> s & m] for s, m, t in dst])
        operands = tuple([t[word >> s & m] for s, m, t in src])
        if "lds" in flags or (returns is not None and not flags & returns):
            results = ()
        if addressed:
            chosen = flags & both
            operands = (tables[chosen][word >> vaddr_at & 0xFF] if chosen else NONE, *operands)
        kind = word >> format_at & 127 if typed else 0
        return Instruction(
            pc, size, name, encoding, family, results, operands, offset=offset_at.get(word), offset1=kind, flags=flags
        )

    used = set(CACHE)
    if addressed:
        used |= {"offen", "idxen", "vaddr", "offset", "format"}
    if entry.family == "gfx12":
        used.add("format")  # always there
    if TO_LDS.fullmatch(name):
        used.add("lds")
    return unused_bits(entry, *used), build
