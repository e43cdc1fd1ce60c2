"""v_mqsad_u32_u8, the one vector operation on four registers: masked sums of a window of eight bytes."""

from cass_tools.executor.amd import modifiers
from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.ops.sad import byte_distances


def masked_sums(m: Machine, instruction: Instruction) -> None:
    """Each of four sums, of the four bytes from byte n on against the reference, is added to an i32 of its own."""
    access = modifiers.begin(m, instruction, "qu")
    window, reference = (modifiers.source(access, number, code) for number, code in enumerate("qu"))
    totals = []
    for number, row in enumerate(m.rows(instruction.src[2], 4)):
        found = byte_distances(m.strip, (window >> 8 * number).trunc("i32"), reference, masked=True)
        old = m.strip.word(row)
        totals.append(m.strip.intrinsic("uadd.sat", found, old) if instruction.clamp else found + old)
    for row, total in zip(m.rows(instruction.dst[0], 4), totals, strict=True):
        m.strip.set_word(row, total)


HANDLERS = {"v_mqsad_u32_u8": masked_sums}
"""Instruction translators by mnemonic."""
