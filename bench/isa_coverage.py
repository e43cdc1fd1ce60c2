"""The page about instructions: how many of each ISA the decoder knows, how many the executor runs, which it refuses.

`python -m bench.isa_coverage --write docs/isa.md` writes it, with the table that `cass exec-info` reads; `--check
docs/isa.md` says whether they are out of date. Each
opcode is tried with one instance: another form of it (a modifier, a flag) may still be refused in a kernel.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.isa_samples import instances
from cass_tools.executor.amd.blocks import CALLS, JUMPS, PAUSES, is_branch, is_end
from cass_tools.executor.amd.decode import decode
from cass_tools.executor.amd.encodings import FAMILIES, Encoding, Row, encoding_named, encodings, opcodes
from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.ops import VALU
from cass_tools.executor.amd.route import translate
from cass_tools.executor.amd.unsupported import Unsupported
from cass_tools.executor.inventory import COVERAGE

CARDS = {"gfx90a": "gfx90a", "gfx940": "gfx942", "gfx10": "gfx1030", "gfx11": "gfx1100", "gfx12": "gfx1200"}
TEXT = Path(__file__).parent / "unadjudicated.md"
BRANCHES = ("scc0", "scc1", "vccz", "vccnz", "execz", "execnz")


@dataclass
class Count:
    """Opcodes of one encoding, and the names that are refused."""

    known: int = 0
    refused: list[str] = field(default_factory=list)


def _image(isa: str, encoding: Encoding, opcode: int, row: Row) -> bytes:
    """An image instruction of two dimensions."""
    fields = encoding.fields
    values = {"op": opcode, "dmask": 3, "dim": 1, "vaddr": 4, "vdata": 16, "srsrc": 2, "unorm": 1}
    if any(slot.field == "ssamp" for slot in row.slots):
        values["ssamp"] = 4
    word = encoding.base
    for name, value in values.items():
        word |= fields[name].put(value) if name in fields else 0
    return word.to_bytes(16, "little")


def _ends_block(instruction: Instruction) -> bool:
    """What the translator of control flow takes care of."""
    if is_branch(instruction):
        return instruction.name == "s_branch" or instruction.name.removeprefix("s_cbranch_") in BRANCHES
    return is_end(instruction) or instruction.name in PAUSES | JUMPS | CALLS


def _executed(isa: str, code: bytes) -> bool:
    instruction = decode(code, 0, isa)
    if _ends_block(instruction):
        return True
    machine = Machine(CARDS[isa], isa, 64 if FAMILIES[isa] == "gfx9" else 32)
    try:
        translate(machine, instruction)
    except Unsupported:
        return False
    return not is_branch(instruction)


def _samples(isa: str) -> Iterator[tuple[str, str, bytes]]:
    """(encoding, name, bytes) of one instance of each opcode but the halves of pairs."""
    seen = set()
    for name, code in instances(isa):
        encoding = decode(code, 0, isa).encoding
        if (encoding, name) not in seen:
            seen.add((encoding, name))
            yield encoding, name, code
    if any(encoding.name == "MIMG" for encoding in encodings(FAMILIES[isa])):
        images = encoding_named(FAMILIES[isa], "MIMG")
        for opcode, row in opcodes(isa).get("MIMG", {}).items():
            yield "MIMG", row.name, _image(isa, images, opcode, row)


def counts(isa: str) -> dict[str, Count]:
    """By encoding."""
    found: dict[str, Count] = {}
    for encoding, name, code in _samples(isa):
        count = found.setdefault(encoding, Count())
        count.known += 1
        if not _executed(isa, code):
            count.refused.append(name)
    for half in ("VOPDX", "VOPDY"):
        rows = opcodes(isa).get(half, {}).values()
        if rows:
            found[half] = Count(len(rows), [row.name for row in rows if row.name not in VALU])
    return found


def table(found: dict[str, dict[str, Count]]) -> str:
    """What `cass exec-info` reads: one ISA a line, the number of opcodes and what is refused of them."""
    lines = ["isa\tknown\trefused"]
    for isa, by_encoding in found.items():
        refused = sorted(f"{encoding}:{name}" for encoding, count in by_encoding.items() for name in count.refused)
        lines.append(f"{isa}\t{sum(count.known for count in by_encoding.values())}\t{' '.join(refused)}")
    return "\n".join((*lines, ""))


def page(found: dict[str, dict[str, Count]]) -> str:
    """The whole page."""
    lines = ["# Instructions", "", "<!-- Written by `python -m bench.isa_coverage --write docs/isa.md`. -->", ""]
    lines += [
        "Every opcode of the decoder's tables, tried with one instance of it. What is refused ends a run with the name"
    ]
    lines += ["of the instruction before any of the kernel has run; nothing is guessed.", ""]
    lines += ["| ISA | known | executed | refused |", "|---|---|---|---|"]
    for isa, by_encoding in found.items():
        known = sum(count.known for count in by_encoding.values())
        refused = sum(len(count.refused) for count in by_encoding.values())
        lines.append(f"| {CARDS[isa]} | {known} | {known - refused} | {refused} |")
    for isa, by_encoding in found.items():
        lines += ["", f"## {CARDS[isa]}", "", "| encoding | known | executed | refused by name |", "|---|---|---|---|"]
        for encoding, count in by_encoding.items():
            names = " ".join(f"`{name}`" for name in sorted(count.refused)) or "none"
            lines.append(f"| {encoding} | {count.known} | {count.known - len(count.refused)} | {names} |")
    return "\n".join([*lines, "", TEXT.read_text("utf-8").rstrip(), ""])


def main(arguments: list[str]) -> int:
    """Write or check the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.isa_coverage", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", type=Path)
    parser.add_argument("--check", type=Path)
    options = parser.parse_args(arguments)
    found = {isa: counts(isa) for isa in CARDS}
    text, rows = page(found), table(found)
    if options.write:
        options.write.write_text(text, "utf-8")
        COVERAGE.write_text(rows, "utf-8")
    if options.check:
        made = [(options.check, text), (COVERAGE, rows)]
        for path, content in made:
            if not path.exists() or path.read_text("utf-8") != content:
                print(f"{path} is out of date; run: python -m bench.isa_coverage --write {options.check}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
