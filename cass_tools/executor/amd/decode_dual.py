"""Builder of VOPD: two vector operations of gfx11 in one instruction."""

from cass_tools.executor.amd.decode_vector import constant, with_constant
from cass_tools.executor.amd.encodings import Row
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.operands import Builder, Entry, Getter, getters, place, unused_bits

Half = tuple[str, tuple[Getter, ...], tuple[Getter, ...], bool, int]


def _half(entry: Entry, row: Row, *used: str) -> Half:
    """Name, results, sources (a literal included), whether there always is one, and bits that must be zero."""
    of = Entry(entry.encoding, row, entry.isa, entry.family, entry.wave)
    sources = with_constant(getters(of, written=False), of)
    has_constant = any(slot.field == "k" for slot in row.slots)
    return row.name, getters(of, written=True), sources, has_constant, unused_bits(of, *used)


def dual(entry: Entry, others: dict[int, Row]) -> tuple[int, Builder]:
    """Builder for one X opcode together with all Y opcodes."""
    fields = entry.encoding.fields
    x_name, x_dst, x_src, x_constant, unused = _half(entry, entry.row, "opy", "src0y", "vsrcy", "vdsty")
    second = {opcode: _half(entry, row, "src0x", "vsrcx", "vdstx", "opy") for opcode, row in others.items()}
    parity = place(fields["vdstx"], 1, 0)
    y_result = fields["vdsty"]

    def build(word: int, pc: int) -> Instruction:
        y_name, _, y_src, y_constant, y_unused = second[word >> 17 & 31]
        if word & y_unused:
            raise KeyError(word)
        x_operands = [t[word >> s & m] for s, m, t in x_src]
        y_operands = [t[word >> s & m] for s, m, t in y_src]
        literal = any(each.kind is Reg.LITERAL for each in (*x_operands, *y_operands))
        size, value = (12, word >> 64 & 0xFFFFFFFF) if literal or x_constant or y_constant else (8, 0)
        register = y_result.get(word) << 1 | (not word & parity)
        y_results = (Operand(Reg.VGPR, register, 1),)
        results = tuple([t[word >> s & m] for s, m, t in x_dst])
        other = Instruction(pc, size, y_name, "VOPD", entry.family, y_results, constant(y_operands, value))
        return Instruction(pc, size, x_name, "VOPD", entry.family, results, constant(x_operands, value), second=other)

    return unused, build
