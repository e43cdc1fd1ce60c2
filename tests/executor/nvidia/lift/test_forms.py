"""Every form of the table that concerns memory, other threads, matrices or special registers: lifted into what clang
takes, or refused for a reason that is written down here."""

import itertools
import re
from collections.abc import Iterator

import pytest

from cass_tools.executor.nvidia.lift.flow import ENDINGS
from cass_tools.executor.nvidia.lift.ops import (
    OPS,
    arrivals,
    atomic,
    copies,
    lanes,
    matrix,
    meeting,
    memory,
    moves,
    surfaces,
    textures,
)
from cass_tools.executor.nvidia.tables import Form, Group, table
from tests.executor.nvidia.lift.written import lifted, loaded

FAMILIES = (arrivals, atomic, copies, lanes, matrix, meeting, memory, moves, surfaces, textures)
NAMES = {module.__name__ for module in FAMILIES}
OPCODES = sorted(name for name, op in OPS.items() if op.lift.__module__ in NAMES and table().get(name))
# Choices that are tried with all choices of the others; what is not here only stands there or not.
TOGETHER = {
    "op",
    "type",
    "size",
    "mode",
    "sign",
    "shape",
    "to",
    "from",
    "a",
    "b",
    "sat",
    "red",
    "order",
    "number",
    "ftz",
}
OPERANDS = {"R": "R8", "U": "UR4", "v": "R8", "P": "P1", "Q": "UP1", "p": "P1", "s": "R12", "m": "R8", "b": "R8"} | {
    "h": "R8",
    "I": "0x1",
    "F": "1",
    "C": "c[0x0][0x160]",
    "K": "2D",
    "S": "SR_TID.X",
    "T": "0x70",
}
BY_NAME = {"bank": "0x0", "place": "0x58", "sampler": "0x0", "what": "TEX_HEADER_DIMENSION"}
SHARED = ("LDS", "STS", "ATOMS", "LDSM", "STSM", "SYNCS")
LOCAL = ("LDL", "STL")
REFUSED = {
    r"(TEX|TLD)(\.\S*(SCR|LL|B|AOFFI)\S*) (R\d+, ){3}(?!R)": "fewer registers than it needs",
    r"TLD4\.(SCR\.\S*|\S*AOFFI|B\.[RGBA]) (R\d+, ){3}(?!R)": "fewer registers than it needs",
    r"(ATOM|RED)G?\.E\.(?!ADD)\w+\.B?F\d": "floating point that is not added",
    r"(ATOM|RED)G?\.E\.\w+(\.S32|\.S?64)?(\.FTZ|\.RN)": "integers that are rounded",
    r"(ATOM|RED)G?\.E\.SAFEADD": "the operation SAFEADD",
    r"(ATOM|RED)G?\.E\.ADD\.B?F16x[248]\.FTZ": "halves without denormal numbers",
    r"ATOMS\.POPC": "the count before",
    r"LDG?(\.\S+)? .*P1$": "a predicate behind the address",
    r"MATCH\.ANY.* P1": "a predicate of MATCH.ANY",
    r"QSPC": "a number of the space",
    r"BAR\.ARV(\.DEFER_BLOCKING)? R12$": "an arrival without a number of threads",
    r"HMMA\.SP\.1688\.F(16|32)(\.BF16)?( |$)": "factors of this type in this shape",
    r"HMMA\.SP\.16832\.F(16|32)\.TF32": "factors of this type in this shape",
    r"HMMA\.SP\.\d+\.F16\.(BF16|TF32)": "a sum in halves",
    r"IMMA\.SP\.(16832\..*[US]4|168128\..*[US]8)": "factors of this type in this shape",
    r"IMMA\.SP\.16864\.([US]4\.[US]8|[US]8\.[US]4)": "factors of this type in this shape",
    r"IMMA\.SP\.(16864\.[US]8|168128).*0x1$": "lanes that hold no metadata",
    r"QMMA\.SP\.16864.*0x1$": "lanes that hold no metadata",
    r"HMMA\.16816\.F(16|32)\.TF32|HMMA\.1684\.F(16|32)(\.BF16)?( |$)": "factors of this type in this shape",
    r"HMMA\.\d+\.F16\.(BF16|TF32)": "a sum in halves",
    r"IMMA\.(8816|16816)\..*[US]4": "factors of this type in this shape",
    r"IMMA\.(8832|16864)\..*[US]8": "factors of this type in this shape",
    r"IMMA\.16832\.([US]4\.[US]8|[US]8\.[US]4)": "factors of this type in this shape",
    r"SYNCS\.ARRIVE\.\S*(A1T0|A0T1) R\d+, \[R\d+\], R": "a count",
    r"SYNCS\.ARRIVE\.\S*RED\S* R\d": "a word before",
    r"MOV\S* .*, 0x1$": "a mask of bytes",
}


def _choices(group: Group) -> tuple[str, ...]:
    found = group.choices if group.name in TOGETHER else group.choices[:1]
    return (*found, "") if group.optional else found


def _operand(form: Form, group: Group) -> str:
    kind, opcode = group.choices[0], form.opcode
    if group.name in BY_NAME and opcode.startswith(("T", "SU")):
        return BY_NAME[group.name]
    if kind == "A" and opcode.startswith("SU"):
        return "[R12]"
    if kind == "A":
        inside = group.name == "to" or opcode in SHARED
        return "[R12]" if inside else "[R1]" if opcode in LOCAL else "[R2.64]"
    if kind == "B":
        return "SB0" if opcode == "DEPBAR" else "B0"
    if kind == "S" and opcode.startswith("CS2"):
        return "SRZ"
    if opcode.startswith("ATOM") and group.name == "p" and form.modifiers[0].choices[0] != "CAST":
        return "PT"
    return OPERANDS[kind]


def lines(form: Form) -> Iterator[str]:
    """Instructions of a form: modifiers in every combination, all operands and only those that must be there."""
    full = [_operand(form, group) for group in form.operands]
    least = [text for text, group in zip(full, form.operands, strict=True) if not group.optional]
    for words in itertools.product(*map(_choices, form.modifiers)):
        name = ".".join(filter(None, (form.opcode, *words)))
        for given in (full, least) if len(least) < len(full) else (full,):
            yield f"{name} {', '.join(given)}".strip()


def reason(line: str) -> str:
    """Why a line is refused, "" where it is not."""
    return next((why for pattern, why in REFUSED.items() if re.match(pattern, line)), "")


@pytest.mark.parametrize("opcode", OPCODES)
def test_each_form_is_lifted_or_refused_for_a_known_reason(opcode: str) -> None:
    all_lines = list(dict.fromkeys(line for form in table()[opcode] for line in lines(form)))
    done = lifted({f"k{number}": (line,) for number, line in enumerate(all_lines)})
    for number, line in enumerate(all_lines):
        said, wanted = done.refused.get(f"k{number}", ""), reason(line)
        assert said.endswith(wanted) if wanted else not said, (line, said)


@pytest.mark.gpu_code
def test_what_is_lifted_compiles() -> None:
    known = [line for opcode in OPCODES for form in table()[opcode] for line in lines(form)]
    assert loaded({"all": tuple(line for line in known if not reason(line))[::7]})


def test_every_opcode_of_the_table_has_a_meaning() -> None:
    assert not [opcode for opcode in table() if opcode not in OPS and opcode not in ENDINGS]
