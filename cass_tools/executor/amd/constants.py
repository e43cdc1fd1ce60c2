"""What scalar registers hold where that can be read off the code: addresses relative to the image.

Compilers form the address of a function or a distant label from s_getpc_b64 and constants (or fetch it from the
global offset table) right before they jump to it. Everything is relative to the load address, modulo 2**64.
"""

from collections.abc import Callable, Mapping

from cass_tools.executor.amd.instruction import Instruction, Operand, Reg

_WORD = 0xFFFFFFFF


class KnownScalars:
    """Words of SGPRs that are known, while one basic block is read from its start; `pointers` maps the image address
    of a relocated pointer to where it points."""

    def __init__(self, pointers: Mapping[int, int]) -> None:
        self._pointers = pointers
        self._words: dict[int, int] = {}
        self._carry: int | None = None

    def reset(self) -> None:
        """A basic block starts: nothing is known."""
        self._words.clear()
        self._carry = None

    def word(self, operand: Operand) -> int | None:
        """A 32-bit source."""
        if operand.kind is Reg.SGPR:
            return self._words.get(operand.index)
        return operand.index & _WORD if operand.kind in (Reg.LITERAL, Reg.INLINE_INT) else None

    def pair(self, operand: Operand) -> int | None:
        """A 64-bit register source."""
        if operand.kind is not Reg.SGPR:
            return None
        low, high = self._words.get(operand.index), self._words.get(operand.index + 1)
        return None if low is None or high is None else low | high << 32

    def _result(self, instruction: Instruction) -> int | None:
        """The value that the instruction writes, with the carry that it leaves kept."""
        evaluate = _EVALUATE.get(instruction.name)
        if evaluate is None:
            return None
        return evaluate(self, instruction)

    def step(self, instruction: Instruction) -> int | None:
        """Take one instruction into account; gives the address that it completes in a pair of registers, if any."""
        result = self._result(instruction)
        for operand in instruction.dst:
            if operand.kind is Reg.SGPR:
                for n in range(operand.width):
                    self._words.pop(operand.index + n, None)
        if result is not None:
            target = instruction.dst[0]
            for n in range(target.width):
                self._words[target.index + n] = result >> 32 * n & _WORD
            return self._completed(target)
        return None

    def _completed(self, target: Operand) -> int | None:
        low, high = self._words.get(target.index & ~1), self._words.get(target.index | 1)
        return None if low is None or high is None else low | high << 32

    def add(self, instruction: Instruction, carry: int | None) -> int | None:
        """Sum of two words and a carry; its own carry is kept."""
        a, b = (self.word(operand) for operand in instruction.src)
        self._carry = None
        if a is None or b is None or carry is None:
            return None
        total = a + b + carry
        self._carry = total >> 32
        return total & _WORD

    def extended(self, instruction: Instruction) -> int | None:
        """The sign of the lower half spread over the word, as behind s_getpc of gfx12."""
        word = self.word(instruction.src[0])
        return None if word is None else ((word & 0xFFFF ^ 0x8000) - 0x8000) & _WORD

    @property
    def carry(self) -> int | None:
        """SCC of the last addition."""
        return self._carry

    def fetched(self, instruction: Instruction) -> int | None:
        """A pointer that s_load reads from the image."""
        base = self.pair(instruction.src[0])
        if base is None or instruction.src[1].kind is not Reg.NONE:
            return None
        return self._pointers.get(base + instruction.offset)


_EVALUATE: dict[str, Callable[[KnownScalars, Instruction], int | None]] = {
    "s_getpc_b64": lambda known, i: i.pc + i.size,
    "s_add_u32": lambda known, i: known.add(i, 0),
    "s_addc_u32": lambda known, i: known.add(i, known.carry),
    "s_add_co_u32": lambda known, i: known.add(i, 0),
    "s_add_co_ci_u32": lambda known, i: known.add(i, known.carry),
    "s_sext_i32_i16": lambda known, i: known.extended(i),
    "s_mov_b32": lambda known, i: known.word(i.src[0]),
    "s_mov_b64": lambda known, i: known.pair(i.src[0]),
    "s_load_b64": lambda known, i: known.fetched(i),
    "s_load_dwordx2": lambda known, i: known.fetched(i),
}
