"""Barriers, fences, pauses and ends."""

from cass_tools.ptx.operands import Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value, bracketed
from cass_tools.ptx.text import Instruction

_FENCES = {
    "cta": "__threadfence_block()",
    "cluster": "__threadfence_block()",
    "gl": "__threadfence()",
    "gpu": "__threadfence()",
    "sys": "__threadfence_system()",
}


def fence(instruction: Instruction, registers: Registers) -> list[str]:
    """`membar` and `fence` by their scope; fences between proxies, which AMD GPUs do not have, are nothing."""
    del registers
    if "proxy" in instruction.modifiers or any(m.startswith("proxy") for m in instruction.modifiers):
        return [f"/* {instruction.name}: nothing to do on AMD GPUs */"]
    scope = next((m for m in instruction.modifiers if m in _FENCES), "")
    if not scope:
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    return [f"{_FENCES[scope]};"]


def barrier(instruction: Instruction, registers: Registers) -> list[str]:
    """`bar` and `barrier`: number 0 of the whole block is HIP's, others are counters in shared memory."""
    modifiers = tuple(m for m in instruction.modifiers if m not in ("cta", "aligned"))
    if modifiers[:1] == ("warp",):
        return ["cass::syncwarp();"]
    if modifiers[:1] == ("red",):
        return _reduction(instruction, modifiers, registers)
    operands = instruction.operands
    if modifiers[:1] not in (("sync",), ("arrive",)) or not operands:
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    number = registers.constant(operands[0])
    if modifiers[0] == "sync" and len(operands) == 1:
        if number is not None:  # without a number of threads it is for all of the block, whichever barrier it is
            return ["__syncthreads();"]
        raise Refusal("A barrier whose number is not a constant, without a number of threads.", instruction.name)
    if len(operands) != 2:
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    registers.barriers = True
    number_text, count = (registers.read(item, "u32") for item in operands)
    return [f"cass::named_barrier({number_text}, {count}, {'true' if modifiers[0] == 'sync' else 'false'});"]


def _reduction(instruction: Instruction, modifiers: tuple[str, ...], registers: Registers) -> list[str]:
    """`bar.red` of the whole block."""
    functions = {"popc": "__syncthreads_count", "and": "__syncthreads_and", "or": "__syncthreads_or"}
    operation = next((m for m in modifiers if m in functions), "")
    if not operation or len(instruction.operands) != 3 or registers.constant(instruction.operands[1]) != 0:
        raise Refusal(f"`{instruction.name}` of a part of the block has no counterpart.", instruction.name)
    text = f"{functions[operation]}({registers.read(instruction.operands[2], 'pred')})"
    if operation == "popc":
        return registers.write(instruction.operands[0], Value(text, "s32"))
    return registers.write(instruction.operands[0], Value(f"{text} != 0", "pred"))


def pause(instruction: Instruction, registers: Registers) -> list[str]:
    """`nanosleep`: how long does not matter for a result."""
    del instruction, registers
    return ["__builtin_amdgcn_s_sleep(1);"]


def stop(instruction: Instruction, registers: Registers) -> list[str]:
    """`trap`, `brkpt`; `exit` only where a `return` ends the kernel."""
    if instruction.opcode == "exit":
        if not registers.around.kernel:
            raise Refusal("`exit` outside a kernel ends the thread, which HIP cannot.", "exit")
        return ["return;"]
    return ["__builtin_trap();" if instruction.opcode == "trap" else "__builtin_debugtrap();"]


def nothing(instruction: Instruction, registers: Registers) -> list[str]:
    """Hints about registers, launches and profilers."""
    del registers
    return [f"/* {instruction.name}: nothing to do on AMD GPUs */"]


def branch(instruction: Instruction, registers: Registers) -> list[str]:
    """`bra` to a label of the same text."""
    target = instruction.operands[0]
    name = getattr(target, "name", "")
    if name not in registers.labels:
        raise Refusal(f"The PTX text jumps to `{bracketed(name)}`, which is not in it.", instruction.name)
    return [f"goto {registers.labels[name]};"]
