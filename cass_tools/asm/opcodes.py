"""What the tables of instructions know of a mnemonic as assembly has it: which GPUs have it, and its operands."""

import difflib
import re
from functools import cache
from typing import NamedTuple

from cass_tools.asm.mix import category
from cass_tools.errors import CassError
from cass_tools.executor.amd.decode import isa_of
from cass_tools.executor.amd.encodings import Row, opcodes

GPUS = {"gfx90a": "gfx90a", "gfx940": "gfx942", "gfx10": "gfx1030", "gfx11": "gfx1100", "gfx12": "gfx1200"}
"""ISA (name of an opcode table) to a GPU that has it."""
_FORM = re.compile(r"(?:_(?:e32|e64|dpp8|dpp|sdwa|e64_dpp|e32_dpp))+$")
_PAIRED = re.compile(r"^v_dual_")
# How gfx11 and the families before it spell what is moved; the assembler of gfx11 takes both for most.
_MEMORY = re.compile(r"(?:s_|s_buffer_|global_|flat_|scratch_|buffer_)(?:load|store)_")
_BITS = {
    "dword": "b32",
    "dwordx2": "b64",
    "dwordx3": "b96",
    "dwordx4": "b128",
    "dwordx8": "b256",
    "dwordx16": "b512",
    "ubyte": "u8",
    "sbyte": "i8",
    "ushort": "u16",
    "sshort": "i16",
    "byte": "b8",
    "short": "b16",
}
_SIZES = {bits: size for size, bits in _BITS.items()}


class Known(NamedTuple):
    """A mnemonic in one ISA: each encoding it has, with its row."""

    isa: str
    rows: tuple[tuple[str, Row], ...]


def plain(mnemonic: str) -> str:
    """The name without the suffix of a form: v_add_f32_e64 is v_add_f32, v_dual_mov_b32 is v_mov_b32."""
    return _PAIRED.sub("v_", _FORM.sub("", mnemonic.lower()))


@cache
def _names(isa: str) -> dict[str, tuple[tuple[str, Row], ...]]:
    found: dict[str, list[tuple[str, Row]]] = {}
    for encoding, rows in opcodes(isa).items():
        for row in rows.values():
            found.setdefault(row.name, []).append((encoding, row))
    return {name: tuple(rows) for name, rows in found.items()}


@cache
def _spellings(isa: str) -> frozenset[str]:
    return frozenset(_names(isa))


def spelled_for(mnemonic: str, isa: str) -> str | None:
    """The same instruction as that ISA names it, where only the spelling changed between families; else None."""
    name = plain(mnemonic)
    if name in _names(isa):
        return mnemonic
    for candidate in _other_spellings(name):
        if candidate in _names(isa):
            form = _FORM.search(mnemonic.lower())
            return candidate + (form[0] if form else "")
    return None


def _other_spellings(name: str) -> list[str]:
    found = []
    stem, _, size = name.rpartition("_")
    if _MEMORY.match(name) and (size in _BITS or size in _SIZES):
        found.append(f"{stem}_{_BITS.get(size) or _SIZES[size]}")
    for ours, theirs in (("ds_read", "ds_load"), ("ds_write", "ds_store")):
        if name.startswith(ours):
            found.append(name.replace(ours, theirs, 1))
        if name.startswith(theirs):
            found.append(name.replace(theirs, ours, 1))
    for ours, theirs in (("v_add_nc_", "v_add_"), ("v_sub_nc_", "v_sub_"), ("s_and_not1_", "s_andn2_")):
        if name.startswith(ours):
            found.append(name.replace(ours, theirs, 1))
        elif name.startswith(theirs):
            found.append(name.replace(theirs, ours, 1))
    return found


def known(mnemonic: str, isa: str) -> Known | None:
    """What the tables say of a mnemonic in an ISA, under whichever family's spelling; None where they have none."""
    name = spelled_for(mnemonic, isa)
    return Known(isa, _names(isa)[plain(name)]) if name else None


def isa_named(gpu: str) -> str | None:
    """The table of a GPU, None where there is none."""
    try:
        return isa_of(gpu)
    except CassError:
        return None


def elsewhere(mnemonic: str, isa: str) -> list[str]:
    """GPUs of other families that have the instruction under that very name."""
    return [gpu for other, gpu in GPUS.items() if other != isa and plain(mnemonic) in _names(other)]


def like(mnemonic: str, isa: str, count: int = 3) -> list[str]:
    """Instructions of the ISA with a similar name, nearest first."""
    return difflib.get_close_matches(plain(mnemonic), _spellings(isa), n=count, cutoff=0.75)


def written(mnemonic: str, isa: str) -> int | None:
    """How many of the first operands an instruction writes only; None where that is not known for sure."""
    found = known(mnemonic, isa)
    if found is None or any(row.traits.get("dst_read") for _, row in found.rows):
        return None
    counts = {sum(slot.written for slot in row.slots) for _, row in found.rows}
    return counts.pop() if len(counts) == 1 else None


KINDS = {
    "VOP1": "vector operation, one source",
    "VOP2": "vector operation, two sources",
    "VOP3": "vector operation, long form",
    "VOP3P": "packed or matrix operation",
    "VOPC": "vector comparison",
    "VOPDX": "first half of a pair",
    "VOPDY": "second half of a pair",
    "SOP1": "scalar operation, one source",
    "SOP2": "scalar operation, two sources",
    "SOPC": "scalar comparison",
    "SOPK": "scalar operation with a 16-bit constant",
    "SOPP": "control of the program",
    "SMEM": "scalar memory",
    "DS": "local data share",
    "FLAT": "memory by address",
    "MUBUF": "memory through a buffer descriptor",
    "MTBUF": "typed memory through a buffer descriptor",
    "MIMG": "image",
}


def operand_names(row: Row) -> str:
    """The operands in words: `=vdst:2 src0:1` becomes `vdst[2]*, src0`; what is written has a star."""
    words = []
    for slot in row.slots:
        width = "[mask]" if slot.width == 0 else f"[{slot.width}]" if slot.width > 1 else ""
        words.append(f"{slot.field}{width}{'*' if slot.written else ''}")
    return ", ".join(words) or "no registers"


def shape(encoding: str, row: Row) -> str:
    """The kind of an instruction and its operands."""
    return f"{KINDS.get(encoding, encoding)}: {operand_names(row)}"


def page(mnemonic: str, isa: str | None = None) -> str | None:
    """What is known of an instruction of AMD's as Markdown, for a hover; None for what is none."""
    isas = [each for each in GPUS if plain(mnemonic) in _names(each)]
    if not isas:
        return None
    home = isa if isa in isas else isas[-1]
    forms = [shape(encoding, row) for encoding, row in _names(home)[plain(mnemonic)]]
    lines = [f"**{plain(mnemonic)}**: {category(plain(mnemonic), 'amd')}"]
    lines += [f"- {form}" for form in dict.fromkeys(forms)]
    lines.append(
        f"\nOn {', '.join(GPUS[each] for each in isas)}. `*`: written, `[n]`: registers, `[mask]`: one bit a lane."
    )
    for other, gpu in GPUS.items():
        if other not in isas and (name := spelled_for(mnemonic, other)):
            lines.append(f"{gpu} calls it `{plain(name)}`.")
    return "\n".join(lines)
