"""NVIDIA's machine code as instructions: nvdisasm says what they are, the cubin says which bits they have.

nvdisasm is asked for JSON rather than text: guards, opcodes and operands are fields of their own, branch targets are
numbers, and nothing depends on columns, labels or comments. It gives no encodings; those are read from the cubin, where
instruction n of a section is at 16 * n, and the guard in them must agree with the printed one. Targets of indirect
branches come from the compiler's own table in the cubin, not from nvdisasm's analysis.
"""

import json
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from cass_tools import proc
from cass_tools.errors import CassError
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.instruction import (
    TRUE,
    Instruction,
    Integer,
    Operand,
    Predicate,
    PredicateSet,
    SymbolReference,
    Target,
)
from cass_tools.executor.nvidia.operands import PREDICATE, operands

SIZE = 16  # bytes of an instruction
JUMPS = frozenset(("BRA", "BSSY", "CALL", "JMP", "LEPC"))  # their last number is a place in the code
NAMES = frozenset(("CALL", "RET", "JMP", "MOV", "UMOV", "IMAD", "IADD3", "UIADD3", "HFMA2", "ULEA", "LEPC", "BRA"))
MAX_LISTING = 1 << 30


def disassemble(
    cubin: Cubin, nvdisasm: Path, timeout: float = 120.0, broken: dict[str, str] | None = None
) -> dict[str, tuple[Instruction, ...]]:
    """The instructions of each section of code, by the section's name; CassError where nvdisasm fails.

    `broken` is filled as by parse. The caller has made sure that the user agreed (compilers/nvidia_settings.py).
    """
    with tempfile.TemporaryDirectory(prefix="cass-") as folder:
        file = Path(folder) / "code.cubin"
        file.write_bytes(cubin.elf.data)
        done = proc.run([nvdisasm, "-json", file], timeout=timeout, max_output=MAX_LISTING)
    if done.timed_out:
        raise CassError(f"nvdisasm did not end within {timeout:g} s on {cubin.what}")
    if done.status != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise CassError(f"nvdisasm cannot read {cubin.what}: {said[-1] if said else f'it ended with {done.status}'}")
    return parse(done.stdout, cubin, broken)


def parse(listing: bytes, cubin: Cubin, broken: dict[str, str] | None = None) -> dict[str, tuple[Instruction, ...]]:
    """What `nvdisasm -json` printed of the cubin; CassError for what is not known, with the instruction.

    With `broken`, sections with such an instruction are left out, and the sentence is put there by the section's name.
    """
    try:
        _, functions = json.loads(listing)
        found: dict[str, tuple[Instruction, ...]] = {}
        symbols = {(each.section, each.offset): each.symbol for each in cubin.relocations}
        for function in functions:
            name = f".text.{function['function-name']}"
            try:
                listed = _instructions(function, cubin.content(name), name)
                found[name] = tuple(_named(each, symbols.get((name, each.address))) for each in listed)
            except CassError as error:
                if broken is None:
                    raise
                broken[name] = str(error)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise CassError(f"what nvdisasm says of {cubin.what} is not its JSON: {error}") from error
    return found


def _instructions(function: dict[str, Any], code: bytes, section: str) -> Iterator[Instruction]:
    start = function["start"]
    if start + SIZE * len(function["sass-instructions"]) > len(code):
        raise CassError(f"nvdisasm lists more instructions of {section} than the cubin has")
    for number, row in enumerate(function["sass-instructions"]):
        address = start + SIZE * number
        encoding = int.from_bytes(code[address : address + SIZE], "little")
        try:
            yield _instruction(address, row, encoding)
        except CassError as error:
            raise CassError(f"{section}+{address:#x}: {_line(row)}: {error}") from None


def _named(instruction: Instruction, symbol: str | None) -> Instruction:
    """With the name of a variable of which nvdisasm tells the place in its section only, as it does for local ones."""
    bare = [o for o in instruction.operands if isinstance(o, SymbolReference) and o.part and o.name.startswith("0x")]
    if not bare:
        return instruction
    if symbol is None:
        raise CassError(f"the operand {bare[0].name!r} is not known")
    named = (SymbolReference(symbol, o.addend, o.part) if o is bare[0] else o for o in instruction.operands)
    return replace(instruction, operands=tuple(named))


def _line(row: dict[str, str]) -> str:
    return " ".join(filter(None, (row.get("predicate"), row["opcode"], row.get("operands"))))


def _instruction(address: int, row: dict[str, str], encoding: int) -> Instruction:
    base, *modifiers = row["opcode"].split(".")
    found = list(operands(row.get("operands", ""), encoding))
    guard = row.get("predicate", "")
    predicate = _encoded_guard(encoding)
    if guard in ("PR", "UPR"):  # nvdisasm takes the second operand of P2R for a guard
        found.insert(1, PredicateSet("P" if guard == "PR" else "UP"))
    elif guard:
        predicate = _printed_guard(guard, predicate)
    elif predicate is not None:
        raise CassError("the encoding has a guard that is not printed")
    jumps = base in JUMPS or (base == "WARPSYNC" and "COLLECTIVE" in modifiers)
    known = [_placed(operand, base, jumps and at == len(found) - 1) for at, operand in enumerate(found)]
    return Instruction(address, predicate, base, tuple(modifiers), tuple(known), encoding, _line(row))


def _encoded_guard(encoding: int) -> Predicate | None:
    number, inverted = encoding >> 12 & 7, bool(encoding >> 15 & 1)
    return None if number == TRUE and not inverted else Predicate("P", number, inverted)


def _printed_guard(guard: str, encoded: Predicate | None) -> Predicate:
    match = PREDICATE.fullmatch(guard.removeprefix("@"))
    if not match or not guard.startswith("@"):
        raise CassError(f"the guard {guard!r} is not known")
    number = TRUE if match[3] == "T" else int(match[3])
    printed = Predicate("UP" if match[2] == "UP" else "P", number, bool(match[1]))
    if encoded is None or (encoded.number, encoded.inverted) != (printed.number, printed.inverted):
        raise CassError(f"the guard {guard} is not the one in the encoding")
    return printed


def _placed(operand: Operand, base: str, is_place: bool) -> Operand:
    """A number that is a place in the code, as such; a symbol only where one may stand."""
    if isinstance(operand, SymbolReference) and base not in NAMES:
        raise CassError(f"the operand {operand.name!r} is not known")
    if isinstance(operand, Integer) and is_place and operand.value >= 0:
        return Target(operand.value)
    return operand
