"""Builder of MIMG, the image instructions: data width from dmask, address width from opcode and dimension."""

from collections.abc import Callable

from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.operands import Builder, Entry, flags_getter, scalars, unused_bits, vectors

Reader = Callable[[int, frozenset[str]], tuple[Operand, ...]]
"""Operands from the word and its flags."""


def _data(entry: Entry) -> Reader:
    """The data registers, as many as dmask, d16 and tfe say."""
    fields, traits = entry.encoding.fields, entry.row.traits
    fixed = traits.get("data", 0)
    if not any(slot.field == "vdata" for slot in entry.row.slots):
        return lambda word, flags: ()

    def data(word: int, flags: frozenset[str]) -> tuple[Operand, ...]:
        width = fixed or max(1, fields["dmask"].get(word).bit_count())
        if "d16" in flags:
            width = (width + 1) // 2
        bank = Reg.AGPR if "acc" in fields and fields["acc"].get(word) else Reg.VGPR
        return (vectors(bank, width + ("tfe" in flags))[fields["vdata"].get(word)],)

    return data


def _addresses(entry: Entry) -> Reader:
    """The address registers; of gfx9, which does not encode the dimension, only the first."""
    fields, traits = entry.encoding.fields, entry.row.traits

    def first_address(word: int, flags: frozenset[str]) -> tuple[Operand, ...]:
        return (vectors(Reg.VGPR, 1)[fields["vaddr"].get(word)],)

    def addresses(word: int, flags: frozenset[str]) -> tuple[Operand, ...]:
        count = traits["a16" if "a16" in flags else "addr"] >> 4 * fields["dim"].get(word) & 15
        first, extra = fields["vaddr"].get(word), fields["nsa"].get(word)
        if not count:
            raise KeyError(word)
        if not extra:
            return (vectors(Reg.VGPR, count)[first],)
        numbers = [first, *(word >> 64 + 8 * n & 0xFF for n in range(min(count - 1, 4 * extra)))]
        widths = [1] * (len(numbers) - 1) + [count - len(numbers) + 1]
        return tuple(vectors(Reg.VGPR, width)[number] for number, width in zip(numbers, widths, strict=True))

    return addresses if "dim" in fields else first_address


def image(entry: Entry) -> tuple[int, Builder]:
    """MIMG."""
    name, family, fields = entry.row.name, entry.family, entry.encoding.fields
    flag_shift, flag_mask, flag_table = flags_getter(entry)
    stores = not any(slot.written for slot in entry.row.slots)
    reads_data = any(slot.field == "vdata" and not slot.written for slot in entry.row.slots)
    sampled = any(slot.field == "ssamp" for slot in entry.row.slots)
    resources, samplers = scalars(family, 8), scalars(family, 4)
    read_data, read_addresses = _data(entry), _addresses(entry)
    dim, nsa = fields.get("dim"), fields.get("nsa")

    def build(word: int, pc: int) -> Instruction:
        flags = flag_table[word >> flag_shift & flag_mask]
        found = read_data(word, flags)
        resource = (resources[fields["srsrc"].get(word) * 4],)
        sampler = (samplers[fields["ssamp"].get(word) * 4],) if sampled else ()
        src = (*read_addresses(word, flags), *(found if reads_data else ()), *resource, *sampler)
        dst = () if stores or (reads_data and "glc" not in flags) else found
        return Instruction(
            pc,
            8 + 4 * (nsa.get(word) if nsa else 0),
            name,
            "MIMG",
            family,
            dst,
            src,
            flags=flags,
            dmask=fields["dmask"].get(word),
            dim=dim.get(word) if dim else 0,
        )

    return unused_bits(entry, *(field for field in fields if field != "ssamp")), build
