"""Builder of MIMG, the image instructions: data width from dmask, address width from opcode and dimension."""

from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.operands import Builder, Entry, flags_getter, scalars, unused_bits, vectors


def image(entry: Entry) -> tuple[int, Builder]:
    """MIMG; gfx9 does not encode the dimension, so that its instructions come without operands."""
    name, family, fields, traits = entry.row.name, entry.family, entry.encoding.fields, entry.row.traits
    flag_shift, flag_mask, flag_table = flags_getter(entry)
    slots = {slot.field: slot for slot in entry.row.slots}
    stores = not any(slot.written for slot in entry.row.slots)
    reads_data = any(slot.field == "vdata" and not slot.written for slot in entry.row.slots)
    quads = scalars(family, 8), scalars(family, 4)

    def data(word: int, flags: frozenset[str]) -> tuple[Operand, ...]:
        if "vdata" not in slots:
            return ()
        width = traits.get("data", 0) or max(1, fields["dmask"].get(word).bit_count())
        if "d16" in flags:
            width = (width + 1) // 2
        return (vectors(Reg.VGPR, width + ("tfe" in flags))[fields["vdata"].get(word)],)

    def addresses(word: int, flags: frozenset[str]) -> tuple[Operand, ...]:
        dim = fields["dim"].get(word)
        count = traits["a16" if "a16" in flags else "addr"] >> 4 * dim & 15
        first = fields["vaddr"].get(word)
        extra = fields["nsa"].get(word)
        if not count:
            raise KeyError(word)
        if not extra:
            return (vectors(Reg.VGPR, count)[first],)
        numbers = [first, *(word >> 64 + 8 * n & 0xFF for n in range(min(count - 1, 4 * extra)))]
        widths = [1] * (len(numbers) - 1) + [count - len(numbers) + 1]
        return tuple(vectors(Reg.VGPR, width)[number] for number, width in zip(numbers, widths, strict=True))

    def build(word: int, pc: int) -> Instruction:
        flags = flag_table[word >> flag_shift & flag_mask]
        dmask = fields["dmask"].get(word)
        if "dim" not in fields:
            return Instruction(pc, 8, name, "MIMG", family, flags=flags, dmask=dmask)
        size = 8 + 4 * fields["nsa"].get(word)
        found = data(word, flags)
        resource = (quads[0][fields["srsrc"].get(word) * 4],)
        sampler = (quads[1][fields["ssamp"].get(word) * 4],) if "ssamp" in slots else ()
        src = (*addresses(word, flags), *(found if reads_data else ()), *resource, *sampler)
        dst = () if stores or (reads_data and "glc" not in flags) else found
        return Instruction(
            pc, size, name, "MIMG", family, dst, src, flags=flags, dmask=dmask, dim=fields["dim"].get(word)
        )

    return unused_bits(entry, *(field for field in fields if field != "ssamp")), build
