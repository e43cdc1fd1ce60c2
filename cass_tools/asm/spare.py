"""Registers that a kernel does not use, for repairs that need one more."""

from typing import NamedTuple

from cass_tools.asm.program import Descriptor, Program
from cass_tools.asm.statements import Function, Statement
from cass_tools.model import Edit

CALLS = ("s_swappc", "s_call", "s_setpc", "s_set_gpr_idx", "s_movrel", "v_movrel", "v_swaprel")
"""Code with these uses registers that it does not name."""
LAST_SCALAR = 101
LAST_VECTOR = 255


class Spare(NamedTuple):
    """A register (the first of `count`), and what must be changed so that the kernel has it."""

    file: str
    first: int
    edits: tuple[Edit, ...]

    @property
    def name(self) -> str:
        """The single register."""
        return f"{self.file}{self.first}"


def is_whole(function: Function) -> bool:
    """Whether all that can happen in the function is in it: a kernel that calls nothing and indexes no registers."""
    names = [each.name for each in function.body]
    return "s_endpgm" in names and not any(name.startswith(CALLS) for name in names)


def spare(program: Program, statement: Statement, file: str, count: int = 1, unit: int = 1) -> Spare | None:
    """`count` registers of a file from a multiple of `unit` on that the function of a statement names nowhere."""
    function = program.function_of(statement)
    if function is None or not is_whole(function) or program.expands:
        return None
    used = program.used(function)[file]
    found = program.descriptors.get(function.name)
    name = ".amdhsa_next_free_sgpr" if file == "s" else ".amdhsa_next_free_vgpr"
    given = _given(program, found, file, name)
    last = LAST_SCALAR if file == "s" else LAST_VECTOR
    inputs = (found.number(".amdhsa_user_sgpr_count") or 16) + 8 if found and file == "s" else 16 if file == "s" else 3
    for first in range(-(-inputs // unit) * unit, last + 2 - count, unit):
        if used.isdisjoint(range(first, first + count)):
            if given is None or first + count <= given:
                return Spare(file, first, ())
            return _with_more(found, name, Spare(file, first, ()), first + count)
    return None


def _given(program: Program, found: Descriptor | None, file: str, name: str) -> int | None:
    """How many registers the kernel has; None where that is always all of them, or nothing says."""
    if file == "s" and program.family >= 10:
        return LAST_SCALAR + 1
    if found is None:
        return None
    offset = found.number(".amdhsa_accum_offset")
    return offset if file == "v" and offset is not None else found.number(name) or 0


def _with_more(found: Descriptor | None, name: str, wanted: Spare, needed: int) -> Spare | None:
    """The register, and the descriptor asking for it; None where accumulation registers would have to move."""
    if found is None or found.number(name) is None:
        return None
    numbers = {name: needed}
    offset = found.number(".amdhsa_accum_offset")
    if wanted.file == "v" and offset is not None:
        if (found.number(name) or 0) > offset:
            return None
        numbers[".amdhsa_accum_offset"] = -(-needed // 4) * 4
    edits = [
        Edit(found.directives[each].span, f"{each} {max(number, found.number(each) or 0)}".encode())
        for each, number in numbers.items()
    ]
    return wanted._replace(edits=tuple(edits))
