"""Builders of vector instructions: VOP1, VOP2, VOPC, VOP3, VOP3P with their literal, DPP and SDWA forms, and VOPD."""

from collections.abc import Callable
from dataclasses import replace

from cass_tools.executor.amd.decode_lanes import dpp_control, sdwa_control
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.operands import (
    DPP,
    DPP8,
    LITERAL,
    SDWA,
    Builder,
    Entry,
    Getter,
    getters,
    unused_bits,
)

Modifiers = tuple[int, int, int, int, int, bool, int]
"""neg, abs, op_sel, op_sel_hi, neg_hi, clamp, omod, in the order of Instruction's fields."""

HALF_BITS = {"src0": (0x180, 0x180, 1), "vsrc1": (128 << 9, 128 << 9, 2), "vdst": (128 << 17, 128 << 17, 8)}


def with_constant(src: tuple[Getter, ...], entry: Entry) -> tuple[Getter, ...]:
    """The getters of all read operands, ``k`` included, when a literal stands behind the instruction.

    Sources that announce it become LITERAL operands of the right width; ``constant`` fills in the bits.
    """
    slots = [slot for slot in entry.row.slots if not slot.written]
    ordinary = iter(src)
    found: list[Getter] = []
    for slot in slots:
        if slot.field == "k":
            found.append((0, 0, {0: Operand(Reg.LITERAL, 0, 1)}))
            continue
        shift, mask, table = next(ordinary)
        if slot.field.startswith("src"):
            table = table | {LITERAL: Operand(Reg.LITERAL, 0, entry.width(slot))}
        found.append((shift, mask, table))
    return tuple(found)


def constant(operands: list[Operand], value: int) -> tuple[Operand, ...]:
    """The operands with the literal's bits filled in."""
    return tuple([replace(each, index=value) if each.kind is Reg.LITERAL else each for each in operands])


def half_bits(entry: Entry) -> Callable[[int], int]:
    """Function from word to op_sel bits for half registers of a short form."""
    names = {slot.field for slot in entry.row.slots if slot.switch == "half"}
    tests = [HALF_BITS[name] for name in names]

    def bits(word: int) -> int:
        return sum(bit for mask, value, bit in tests if word & mask == value)

    return bits if tests else lambda word: 0


def vector(entry: Entry) -> tuple[int, Builder]:
    """VOP1, VOP2 and VOPC."""
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, encoding, family = entry.row.name, entry.encoding.name, entry.family
    literal_src = with_constant(src, entry)
    has_constant = len(literal_src) != len(src)
    halves = half_bits(entry)
    has_halves = any(slot.switch == "half" for slot in entry.row.slots)
    special = {LITERAL: _long, DPP: _dpp16, SDWA: _sdwa, DPP8[0]: _dpp8, DPP8[1]: _dpp8}

    def extended(word: int, pc: int) -> Instruction:
        operands = constant([t[word >> s & m] for s, m, t in literal_src], word >> 32 & 0xFFFFFFFF)
        results = tuple([t[word >> s & m] for s, m, t in dst])
        return Instruction(pc, 8, name, encoding, family, results, operands, op_sel=halves(word))

    long_forms = {code: make(entry, extended) for code, make in special.items()}

    def build(word: int, pc: int) -> Instruction:
        if has_constant:
            return extended(word, pc)
        try:
            operands = tuple([t[word >> s & m] for s, m, t in src])
        except KeyError:
            return long_forms[word & 0x1FF](word, pc)
        results = tuple([t[word >> s & m] for s, m, t in dst])
        op_sel = halves(word) if has_halves else 0
        return Instruction(pc, 4, name, encoding, family, results, operands, 0, 0, op_sel)

    return unused_bits(entry), build


def _refused(word: int, pc: int) -> Instruction:
    raise KeyError(word)


def _long(entry: Entry, extended: Builder) -> Builder:
    return extended


def _dpp16(entry: Entry, extended: Builder) -> Builder:
    return _with_lanes(entry, eight=False)


def _dpp8(entry: Entry, extended: Builder) -> Builder:
    return _with_lanes(entry, eight=True)


def _with_lanes(entry: Entry, *, eight: bool) -> Builder:
    """DPP form of a short encoding: source 0 is the vector register named in the second dword."""
    traits = entry.row.traits
    if not traits.keys() & ({"dpp8"} if eight else {"dpp", "dpp64"}):
        return _refused
    dst, src = getters(entry, written=True), list(getters(entry, written=False))
    name, encoding, family = entry.row.name, entry.encoding.name, entry.family
    halves = half_bits(entry)
    read = dpp_control(entry, eight=eight)
    neg_mask, abs_mask = traits.get("neg", 0), traits.get("abs", 0)

    def build(word: int, pc: int) -> Instruction:
        code, control = word & 0x1FF, word >> 32
        moved = word & ~0x1FF | control & 0xFF | 0x100
        operands = tuple([t[moved >> s & m] for s, m, t in src])
        results = tuple([t[word >> s & m] for s, m, t in dst])
        dpp = read(control & 0xFFFFFFFF, code)
        neg = absolute = 0
        if not eight:
            neg = control >> 20 & 1 | control >> 21 & 2
            absolute = control >> 21 & 1 | control >> 22 & 2
            if neg & ~neg_mask or absolute & ~abs_mask:
                raise KeyError(word)
        return Instruction(pc, 8, name, encoding, family, results, operands, neg, absolute, halves(moved), dpp=dpp)

    return build


def _sdwa(entry: Entry, extended: Builder) -> Builder:
    """SDWA form: sources and (VOPC) the result are named in the second dword, with selectors and modifiers."""
    if "sdwa" not in entry.row.traits:
        return _refused
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, encoding, family = entry.row.name, entry.encoding.name, entry.family
    read = sdwa_control(entry)

    def build(word: int, pc: int) -> Instruction:
        control = word >> 32 & 0xFFFFFFFF
        code = control & 0xFF | (0 if control >> 23 & 1 else 0x100)
        moved = word & ~0x1FF | code
        operands = tuple([t[moved >> s & m] for s, m, t in src])
        results = tuple([t[word >> s & m] for s, m, t in dst])
        return read(control, Instruction(pc, 8, name, encoding, family, results, operands))

    return build


def long_vector(entry: Entry) -> tuple[int, Builder]:
    """VOP3 and VOP3P: free operands, modifiers, and from gfx10 on literals, from gfx11 on DPP."""
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, encoding, family = entry.row.name, entry.encoding.name, entry.family
    literal_src = with_constant(src, entry)
    modifiers = _modifiers(entry)
    lanes = {code: _long_dpp(entry, modifiers, eight=code != DPP) for code in (DPP, *DPP8)}

    def extended(word: int, pc: int) -> Instruction:
        code = word >> 32 & 0x1FF
        if code in lanes:
            return lanes[code](word, pc)
        if family == "gfx9":
            raise KeyError(word)
        operands = constant([t[word >> s & m] for s, m, t in literal_src], word >> 64 & 0xFFFFFFFF)
        results = tuple([t[word >> s & m] for s, m, t in dst])
        return Instruction(pc, 12, name, encoding, family, results, operands, *modifiers(word))

    def build(word: int, pc: int) -> Instruction:
        try:
            operands = tuple([t[word >> s & m] for s, m, t in src])
        except KeyError:
            return extended(word, pc)
        results = tuple([t[word >> s & m] for s, m, t in dst])
        return Instruction(pc, 8, name, encoding, family, results, operands, *modifiers(word))

    return _long_unused(entry), build


def _long_dpp(entry: Entry, modifiers: Callable[[int], Modifiers], *, eight: bool) -> Builder:
    if not entry.row.traits.keys() & ({"dpp8"} if eight else {"dpp", "dpp64"}) or entry.family == "gfx9":
        return _refused
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, encoding, family = entry.row.name, entry.encoding.name, entry.family
    read = dpp_control(entry, eight=eight)

    def build(word: int, pc: int) -> Instruction:
        control = word >> 64 & 0xFFFFFFFF
        moved = word & ~(0x1FF << 32) | (control & 0xFF | 0x100) << 32
        operands = tuple([t[moved >> s & m] for s, m, t in src])
        results = tuple([t[word >> s & m] for s, m, t in dst])
        if not eight and control >> 20 & 15:
            raise KeyError(word)
        dpp = read(control, word >> 32 & 0x1FF)
        return Instruction(pc, 12, name, encoding, family, results, operands, *modifiers(word), dpp)

    return build


def _long_unused(entry: Entry) -> int:
    """Bits of a long encoding that must be zero: also those of modifiers that the opcode does not take."""
    traits, fields = entry.row.traits, entry.encoding.fields
    if "matrix" in traits:
        return unused_bits(entry, "cbsz", "abid", "blgp", "acc_cd", "acc0", "acc1")
    packed = entry.encoding.name == "VOP3P"
    used = ["op_sel_hi"] if packed else []
    if entry.row.name.startswith("v_cmpx"):
        used.append("vcmp")  # from gfx10 on always exec, and written so
    bits = unused_bits(entry, *used)
    for name in ("neg", "abs", "op_sel", "neg_hi", "clamp", "omod"):
        if name in traits:
            mask = 3 if name == "omod" else 1 if name == "clamp" else traits[name]
            bits &= ~fields[name].put(mask)
    return bits


def _modifiers(entry: Entry) -> Callable[[int], Modifiers]:
    """Function from word to the modifiers that the opcode takes."""
    traits = entry.row.traits
    if "matrix" in traits or not traits.keys() - {"dpp", "dpp8", "dpp64"}:
        return lambda word: (0, 0, 0, 0, 0, False, 0)
    neg, op_sel = traits.get("neg", 0), traits.get("op_sel", 0)
    clamp, omod = traits.get("clamp", 0), 3 * traits.get("omod", 0)
    if entry.encoding.name == "VOP3P":
        high = traits.get("op_sel_hi", 0)

        def packed(word: int) -> Modifiers:
            hi = (word >> 59 & 3 | word >> 12 & 4) & high
            return word >> 61 & neg, 0, word >> 11 & op_sel, hi, word >> 8 & neg, bool(word >> 15 & clamp), 0

        return packed
    absolute = traits.get("abs", 0)
    return lambda word: (
        word >> 61 & neg,
        word >> 8 & absolute,
        word >> 11 & op_sel,
        0,
        0,
        bool(word >> 15 & clamp),
        word >> 59 & omod,
    )


def matrix(entry: Entry) -> tuple[int, Builder]:
    """MFMA and SMFMAC: vector or accumulation registers, with cbsz, abid and blgp."""
    dst, src = getters(entry, written=True), getters(entry, written=False)
    name, family = entry.row.name, entry.family

    def build(word: int, pc: int) -> Instruction:
        results = tuple([t[word >> s & m] for s, m, t in dst])
        operands = tuple([t[word >> s & m] for s, m, t in src])
        control = (word >> 8 & 7, word >> 11 & 15, word >> 61 & 7)
        return Instruction(pc, 8, name, "VOP3P", family, results, operands, mfma=control)

    return _long_unused(entry), build
