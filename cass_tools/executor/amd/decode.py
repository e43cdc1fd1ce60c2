"""Decoding of AMD GPU machine code from its encodings: bytes to ``Instruction``, for CDNA2/3 and RDNA2/3/4.

The upper nine bits of the first dword choose the encoding, its opcode field the builder, which was made once per opcode
from the tables in ``data/isa``. Bits that an opcode does not use must be zero. Whatever is not in the tables is
``Undecodable``: nothing is guessed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from cass_tools.errors import CassError
from cass_tools.executor.amd.decode_dual import dual
from cass_tools.executor.amd.decode_image import image
from cass_tools.executor.amd.decode_memory import buffer, flat, local
from cass_tools.executor.amd.decode_scalar import immediate, scalar, scalar_memory
from cass_tools.executor.amd.decode_vector import long_vector, matrix, vector
from cass_tools.executor.amd.encodings import FAMILIES, Encoding, encodings, opcodes
from cass_tools.executor.amd.instruction import Instruction, Undecodable
from cass_tools.executor.amd.operands import Builder, Entry

BUILDERS = {
    "SOP1": scalar,
    "SOP2": scalar,
    "SOPC": scalar,
    "SOPK": immediate,
    "SOPP": immediate,
    "SMEM": scalar_memory,
    "VOP1": vector,
    "VOP2": vector,
    "VOPC": vector,
    "VOP3": long_vector,
    "VOP3P": long_vector,
    "DS": local,
    "FLAT": flat,
    "MUBUF": buffer,
    "MTBUF": buffer,
    "MIMG": image,
}
ARCHES = {
    r"gfx90a": "gfx90a",
    r"gfx94[0-2]": "gfx940",
    r"gfx103[0-6]": "gfx10",
    r"gfx110[0-3]": "gfx11",
    r"gfx120[01]": "gfx12",
}
LONGEST = 20  # bytes: an image instruction of gfx10 with three dwords of addresses


def isa_of(arch: str) -> str:
    """ISA that ``decode`` wants for an architecture: ``isa_of("gfx942:xnack-") == "gfx940"``; CassError if unknown."""
    name = arch.partition(":")[0]
    for pattern, isa in ARCHES.items():
        if re.fullmatch(pattern, name):
            return isa
    raise CassError(
        f"the executor does not know the machine code of {name}; use gfx90a, gfx942, gfx1030, gfx1100 or gfx1200"
    )


@dataclass(frozen=True, slots=True)
class _Format:
    """An encoding in one ISA; ``built`` fills with (bits that must be zero, builder) by opcode bits in place."""

    encoding: Encoding
    isa: str
    wave: int
    shift: int
    mask: int
    built: dict[int, tuple[int, Builder]]

    def build(self, word: int) -> tuple[int, Builder]:
        """Make the builder of the word's opcode; KeyError if there is no such opcode."""
        tables, name = opcodes(self.isa), self.encoding.name
        row = tables["VOPDX" if name == "VOPD" else name][self.encoding.fields["op"].get(word)]
        entry = Entry(self.encoding, row, self.isa, FAMILIES[self.isa], self.wave)
        if name == "VOPD":
            made = dual(entry, tables["VOPDY"])
        else:
            made = (matrix if "matrix" in row.traits else BUILDERS[name])(entry)
        self.built[word >> self.shift & self.mask] = made
        return made


def decode(code: bytes, pc: int, isa: str, wave: int = 0) -> Instruction:
    """Decode the instruction at offset ``pc`` of ``code``; ``wave`` is 32 or 64 lanes (0: the ISA's usual number).

    Raises Undecodable(pc, word) for what the tables do not hold and for an instruction that the end of ``code`` cuts.
    """
    word = int.from_bytes(code[pc : pc + LONGEST], "little")
    form = _formats(isa, wave)[word >> 23 & 511]
    if form is not None:
        try:
            unused, build = form.built.get(word >> form.shift & form.mask) or form.build(word)
            if not word & unused:
                instruction = build(word, pc)
                if pc + instruction.size <= len(code):
                    return instruction
        except KeyError:
            pass
    raise Undecodable(pc, word & 0xFFFFFFFF)


def instructions(code: bytes, start: int, end: int, isa: str, wave: int = 0) -> Iterator[Instruction]:
    """Decode from ``start`` up to ``end`` in one run."""
    while start < end:
        instruction = decode(code, start, isa, wave)
        yield instruction
        start += instruction.size


@cache
def _formats(isa: str, wave: int) -> tuple[_Format | None, ...]:
    """The format for each value of the upper nine bits."""
    if isa not in FAMILIES:
        raise CassError(f"no instruction tables for {isa}; there are {', '.join(FAMILIES)}")
    lanes = wave or (64 if FAMILIES[isa] == "gfx9" else 32)
    forms = []
    for encoding in encodings(FAMILIES[isa]):
        op = encoding.fields["op"]
        shift = min(low for low, _ in op.parts)
        forms.append(_Format(encoding, isa, lanes, shift, op.put(op.mask) >> shift, {}))
    texts = [f"{bits:09b}" for bits in range(512)]
    return tuple(next((form for form in forms if text.startswith(form.encoding.prefix)), None) for text in texts)
