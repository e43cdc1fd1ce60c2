"""Which module translates which opcode."""

from collections.abc import Callable

from cass_tools.ptx import atomic, carry, change, compare, lanes, logic, matrix, memory, moves, synchronise, video
from cass_tools.ptx.forms import by_table
from cass_tools.ptx.operands import Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.text import Instruction, Item

Family = Callable[[Instruction, Registers], list[str] | None]

FAMILIES: dict[str, Family] = {
    "lop3": logic.lop3,
    "prmt": logic.prmt,
    "bfe": logic.bit_field,
    "bfi": logic.bit_field,
    "shl": logic.shift,
    "shr": logic.shift,
    "mov": moves.mov,
    "cvta": moves.cvta,
    "isspacep": moves.isspacep,
    "setp": compare.setp,
    "set": compare.set_,
    "cvt": change.change,
    "ld": memory.load,
    "ldu": memory.load,
    "st": memory.store,
    "prefetch": memory.prefetch,
    "prefetchu": memory.prefetch,
    "applypriority": memory.hint,
    "createpolicy": memory.create_policy,
    "cp": memory.copy_async,
    "atom": atomic.atomic,
    "red": atomic.atomic,
    "shfl": lanes.shuffle,
    "vote": lanes.vote,
    "match": lanes.match,
    "redux": lanes.reduce,
    "activemask": lanes.active_mask,
    "elect": lanes.elect,
    "membar": synchronise.fence,
    "fence": synchronise.fence,
    "bar": synchronise.barrier,
    "barrier": synchronise.barrier,
    "nanosleep": synchronise.pause,
    "trap": synchronise.stop,
    "brkpt": synchronise.stop,
    "exit": synchronise.stop,
    "discard": memory.hint,
    "griddepcontrol": synchronise.nothing,
    "pmevent": synchronise.nothing,
    "setmaxnreg": synchronise.nothing,
    "bra": synchronise.branch,
    "mma": matrix.multiply,
    "ldmatrix": matrix.load_matrix,
    "stmatrix": matrix.store_matrix,
    "movmatrix": matrix.move_matrix,
}
for _operation in ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vavrg"):
    FAMILIES |= {f"{_operation}{lanes_}": video.video for lanes_ in ("", "2", "4")}


def translate(instruction: Instruction, registers: Registers) -> list[str]:
    """The C++ statements for one instruction; Refusal where there are none."""
    try:
        family = carry.chain if carry.chained(instruction) else FAMILIES.get(instruction.opcode)
        lines = family(instruction, registers) if family is not None else None
        if lines is None:
            lines = by_table(instruction, registers)
    except (ValueError, IndexError, KeyError) as problem:  # too few operands, or of another kind
        raise Refusal(f"`{instruction.name}` could not be read.", instruction.name) from problem
    if lines is None or any(map(_unheard_of, instruction.operands)):
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    return lines


def _unheard_of(item: Item) -> bool:
    """Operands that no family looks at as a whole: coordinates in an address, several lanes picked (`%0.h10`)."""
    return bool(getattr(item, "coordinates", ())) or len(getattr(item, "part", "")) > len("h0")
