"""Which vector registers are read again: the others need not be stored when a strip ends.

A write reaches only the active lanes, so it ends the life of the old value only as far as exec stays the same until
the register is read. What is read behind a change of exec, in another block, or across lanes is kept from the start.
"""

from collections.abc import Iterable

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.blocks import JUMPS, PAUSES, Program, is_branch, is_end, target_of
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.ops import VALU

ALL = -1
"""Every register, as a set of rows: bit n stands for row n of the register file."""
_ELEMENTWISE = frozenset({"VOP1", "VOP2", "VOP3", "VOP3P", "VOPC", "VOPD"})
_MEMORY = frozenset({"DS", "FLAT", "GLOBAL", "SCRATCH", "MUBUF"})
_ACROSS_LANES = ("v_readlane", "v_readfirstlane", "v_writelane", "v_permlane", "v_mfma_", "v_smfmac_", "v_wmma_")
_CROSSBAR = ("ds_bpermute", "ds_permute", "ds_swizzle")
_INDEXED = ("v_movrel", "s_movrel", "s_set_gpr_idx")
_LOADS = ("_load_", "ds_read")
_PARTIAL = ("d16", "lds", "_i8", "_u8", "_i16", "_u16", "byte", "short", "atomic")


def rows_of(operands: Iterable[Operand]) -> int:
    """The registers of operands."""
    rows = 0
    for operand in operands:
        if operand.kind is Reg.VGPR or operand.kind is Reg.AGPR:
            first = operand.index + (abi.FIRST_AGPR if operand.kind is Reg.AGPR else 0)
            rows |= ((1 << max(operand.width, 1)) - 1) << first
    return rows


def _replaces(instruction: Instruction) -> bool:
    """Whether the destination's old value does not matter in the active lanes."""
    if instruction.dpp is not None or instruction.sdwa is not None:
        return False
    op = VALU.get(instruction.name)
    if op is not None:
        return not op.accumulates and not op.packed and all(code in "ufqd" for code in op.dst if code != "m")
    name = instruction.name
    loads = instruction.encoding in _MEMORY and any(part in name for part in _LOADS)
    return loads and not any(part in name for part in _PARTIAL)


def _changes_exec(instruction: Instruction) -> bool:
    if "exec" in instruction.name or instruction.name.startswith("v_cmpx"):
        return True
    return any(
        operand.kind is Reg.SGPR and operand.index + operand.width > abi.EXEC_LO and operand.index <= abi.EXEC_LO + 1
        for operand in instruction.dst
    )


class Effect:
    """What one instruction does to registers: rows that it reads in the active lanes, that it reads in any lane, and
    that it replaces in the active lanes."""

    __slots__ = ("anywhere", "reads", "replaces")

    def __init__(self, instruction: Instruction) -> None:
        self.reads = self.replaces = self.anywhere = 0
        halves = (instruction,) if instruction.second is None else (instruction, instruction.second)
        for half in halves:
            self.reads |= rows_of(half.src)
            written = rows_of(half.dst)
            if _replaces(half):
                self.replaces |= written
            else:
                self.reads |= written
        known = instruction.encoding in _ELEMENTWISE or instruction.encoding in _MEMORY
        if self.reads and not known:
            self.anywhere = ALL
        elif instruction.dpp is not None or instruction.name.startswith((*_ACROSS_LANES, *_CROSSBAR)):
            self.anywhere, self.reads, self.replaces = self.reads | rows_of(instruction.dst), 0, 0


class _Block:
    """The instructions of a basic block, last one first, and where it leads (None: anywhere)."""

    def __init__(self, backwards: list[Instruction], following: list[int] | None) -> None:
        self.backwards = backwards
        self.following = following
        self.live_in = 0
        self.live_out = 0

    def step(self, effects: dict[int, Effect], needed: dict[int, int]) -> None:
        """Rows needed around each instruction, given `live_out`."""
        kept, local = self.live_out, 0  # whatever exec will be; as long as it stays the same
        for instruction in self.backwards:
            after = kept | local
            effect = effects[instruction.pc]
            if _changes_exec(instruction):
                kept, local = after, 0
            else:
                local &= ~effect.replaces
            kept |= effect.anywhere
            local |= effect.reads
            needed[instruction.pc] = after | kept | local
        self.live_in = kept | local


def _following(program: Program, last: Instruction, known: dict[int, Instruction]) -> list[int] | None:
    """Where the code goes on behind the last instruction of a block."""
    behind = last.pc + last.size
    if is_end(last):
        return []
    if last.name in JUMPS:
        target = program.targets.get(last.pc)
        return None if target is None else [target]
    if is_branch(last):
        return [target_of(last)] + ([behind] if last.name != "s_branch" else [])
    return [behind] if behind in known or last.name in PAUSES else None


def _blocks(program: Program) -> dict[int, _Block]:
    found: dict[int, _Block] = {}
    start, run = 0, list[Instruction]()
    for pc in sorted(program.instructions):
        instruction = program.instructions[pc]
        if run and (pc in program.leaders or run[-1].pc + run[-1].size != pc):
            found[start] = _Block(run[::-1], _following(program, run[-1], program.instructions))
            run = []
        if not run:
            start = pc
        run.append(instruction)
    if run:
        found[start] = _Block(run[::-1], _following(program, run[-1], program.instructions))
    return found


def needed_rows(program: Program) -> dict[int, int] | None:
    """For each instruction, by address, the rows that are read at it or later; None where registers are indexed."""
    if any(instruction.name.startswith(_INDEXED) for instruction in program.instructions.values()):
        return None
    effects = {pc: Effect(instruction) for pc, instruction in program.instructions.items()}
    blocks = _blocks(program)
    needed: dict[int, int] = {}
    for block in blocks.values():
        block.step(effects, needed)
    changed = True
    while changed:
        changed = False
        for start in sorted(blocks, reverse=True):
            block = blocks[start]
            out = ALL if block.following is None else 0
            for target in block.following or ():
                out |= blocks[target].live_in if target in blocks else ALL
            if out | block.live_out != block.live_out:
                block.live_out |= out
                block.live_in |= out  # what lives behind a block is replaced nowhere in it for all lanes
                changed = True
    for block in blocks.values():
        block.step(effects, needed)
    return needed
