"""Control flow of AMD GPU assembly, read from its text: basic blocks, and where each may go on."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cass_tools.asm.statements import Form, Function, Statement, operands

LEAVES = frozenset(("s_endpgm", "s_endpgm_saved", "s_endpgm_ordered_ps_done", "s_setpc_b64", "s_rfe_b64"))


@dataclass(slots=True)
class Block:
    """`labels` begin it; `code` are its instructions; `following` are numbers of blocks, `away` is a jump elsewhere."""

    number: int
    labels: list[str] = field(default_factory=list)
    code: list[Statement] = field(default_factory=list)
    following: list[int] = field(default_factory=list)
    away: str = ""
    """"" or why it does not go on in the function: end, unknown (a label elsewhere, an address in a register)."""
    falls_off: bool = False


def is_branch(statement: Statement) -> bool:
    """Whether it may go to the label that it names."""
    return statement.name == "s_branch" or statement.name.startswith("s_cbranch_")


def target(statement: Statement) -> str:
    """The label that a branch names."""
    found = operands(statement)
    return found[-1].text if found else ""


def blocks(function: Function) -> list[Block]:
    """The basic blocks of a function in the order of its text; the first is its entry."""
    named = {target(each) for each in function.body if is_branch(each)}
    found = _cut(function.body, None if any(each.name.startswith("s_setpc") for each in function.body) else named)
    numbers = {label: block.number for block in found for label in block.labels}
    for block in found:
        _link(block, found, numbers)
    return found


def _cut(body: Sequence[Statement], named: set[str] | None) -> list[Block]:
    """Cut at jumps, and at labels that are `named` by one (all, where any may be gone to)."""
    found = [Block(0)]
    ended = False
    for statement in body:
        if statement.form is Form.LABEL:
            if named is not None and statement.name not in named:
                continue
            if found[-1].code:
                found.append(Block(len(found)))
            found[-1].labels.append(statement.name)
            ended = False
        elif statement.form is Form.INSTRUCTION:
            if ended:
                found.append(Block(len(found)))
            found[-1].code.append(statement)
            ended = is_branch(statement) or statement.name in LEAVES
    return [block for block in found if block.code or block.labels]


def _link(block: Block, every: list[Block], numbers: dict[str, int]) -> None:
    last = block.code[-1] if block.code else None
    if last is not None and last.name in LEAVES:
        block.away = "end" if last.name.startswith("s_endpgm") else "unknown"
        return
    if last is not None and is_branch(last):
        where = numbers.get(target(last))
        if where is None:
            block.away = "unknown"
        else:
            block.following.append(where)
        if last.name == "s_branch":
            return
    if block.number + 1 < len(every):
        block.following.append(block.number + 1)
    else:
        block.falls_off = True


def reached(every: list[Block]) -> set[int]:
    """The blocks that can be reached from the first; all of them where a jump goes to an address in a register."""
    seen, left = set[int](), [0]
    while left:
        number = left.pop()
        if number not in seen and number < len(every):
            seen.add(number)
            left += every[number].following
    return seen
