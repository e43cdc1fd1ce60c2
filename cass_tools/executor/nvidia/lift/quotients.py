"""The long way of a float division, which NVIDIA's compiler puts behind each quotient, as one division of LLVM's.

The function is the compiler's own (`__cuda_sm3x_div_rn_noftz_f32_slowpath`): some 100 instructions for what the short
way cannot do, right to the last bit, as LLVM's own division is. Put in at every call it is most of a kernel's code.
Which registers it takes, and gives, is told by its sum of both numbers, the answer where one of them is none; which of
them is divided by the other is told by the FCHK that decides on the way, whose registers the calling block moves there.
Where this does not fit, the function is lifted as it is. The reference on this CPU always lifts it, so that a proof is
about NVIDIA's code.
"""

from collections.abc import Iterable, Mapping

from cass_tools.executor.nvidia.cfg import Block, Calls, Goes, Leaves, Routine
from cass_tools.executor.nvidia.instruction import ZERO, Operand, Register
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

MOVED = {"MOV": "a", "IMAD": "c"}  # which operand a move takes
SUFFIX = "__cuda_sm3x_div_rn_noftz_f32_slowpath"


def divided(thread: Thread, last: Decoded, call: Calls, routines: Mapping[str, Routine]) -> bool:
    """Write the quotient in place of a call (by the instruction `last`); False where it is a call of something else."""
    if thread.platform.name != "amd" or call.indirect or not call.function.endswith(SUFFIX):
        return False
    routine = routines.get(call.function)
    sums = [each for each in _instructions(routine.blocks.values()) if _is_sum(each)] if routine else []
    blocks = [block for each in routines.values() for block in each.blocks.values()]
    checked = {_pair(each) for each in _instructions(blocks) if each.instruction.opcode == "FCHK"}
    if len(sums) != 1:
        return False
    calling = next(block for block in blocks if block.instructions[-1] is last)
    a, b = (_source(calling, number) for number in _pair(sums[0]))
    if (a, b) not in checked or (b, a) in checked:
        return False
    results = _results(routine, sums[0]) if routine else set()
    quotient = thread.single(sums[0].operands["a"]) / thread.single(sums[0].operands["b"])
    for number in results:
        thread.put(Register("R", number), quotient)
    return bool(results)


def _results(routine: Routine, total: Decoded) -> set[int]:
    """The registers that hold the answer when the function returns, followed from where it is the sum; none if lost."""
    held: set[int] = set()
    block = next(each for each in routine.blocks.values() if total in each.instructions)
    for _ in routine.blocks:
        for each in block.instructions:
            d = each.operands.get("d")
            if isinstance(d, Register) and d.file == "R":
                source = _moved(each)
                held = held | {d.number} if each is total or (source in held) else held - {d.number}
        if isinstance(block.ending, Leaves):
            return held if block.ending.kind == "return" and block.ending.rest is None else set()
        if not isinstance(block.ending, Goes) or len(set(block.ending.targets)) != 1:
            return set()
        block = routine.blocks[block.ending.targets[0]]
    return set()


def _source(block: Block, number: int | None) -> int | None:
    """The register that a block has moved to this one, which is the same if it has moved none."""
    for each in reversed(block.instructions):
        d = each.operands.get("d")
        if isinstance(d, Register) and d.number == number and d.file == "R":
            return _moved(each)
    return number


def _moved(each: Decoded) -> int | None:
    """The register that an instruction moves to another one, None where it does something else."""
    moves = each.instruction.opcode == "MOV" or each.modifiers.get("as") == "MOV"
    alone = moves and each.instruction.guard is None
    return _plain(each.operands[MOVED[each.instruction.opcode]]) if alone else None


def _instructions(blocks: Iterable[Block]) -> Iterable[Decoded]:
    return (each for block in blocks for each in block.instructions)


def _is_sum(each: Decoded) -> bool:
    """Whether it adds two registers as they are."""
    return each.instruction.opcode == "FADD" and None not in _pair(each)


def _pair(each: Decoded) -> tuple[int | None, int | None]:
    """The numbers of its two source registers, None for what is no register or has a sign."""
    return _plain(each.operands["a"]), _plain(each.operands["b"])


def _plain(operand: Operand) -> int | None:
    is_plain = isinstance(operand, Register) and operand.file == "R" and operand.number != ZERO
    signed = getattr(operand, "negated", False) or getattr(operand, "absolute", False)
    return operand.number if isinstance(operand, Register) and is_plain and not signed else None
