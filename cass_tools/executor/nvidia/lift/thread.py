"""Operands as typed values: what an instruction reads and writes, with the signs and selectors that stand there."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Constant, Float, Integer, Operand, Register, SymbolReference
from cass_tools.executor.nvidia.lift.constants import constant, symbol_address
from cass_tools.executor.nvidia.lift.slots import Slots
from cass_tools.executor.nvidia.unsupported import Unsupported

HALVES = {"H0": 0, "H1": 16, "H0_H0": 0, "H1_H1": 16, "B0": 0, "B1": 8, "B2": 16, "B3": 24}


class Thread(Slots):
    """A thread's state with its operands."""

    def raw(self, operand: Operand) -> Value:
        """The 32 bits of an operand as they are, without its signs."""
        if isinstance(operand, Register):
            return self.register(operand.file, operand.number)
        if isinstance(operand, Integer):
            return self.f.const(operand.value, "i32")
        if isinstance(operand, Float):
            return self.f.const(operand.bits, "i32")
        if isinstance(operand, Constant):
            return constant(self, operand, 32)
        if isinstance(operand, SymbolReference) and operand.part:
            half = 32 if operand.part == "hi" else 0
            return (self._address_of(operand) >> half).trunc("i32")
        raise Unsupported(f"the operand {operand} where a value stands")

    def _address_of(self, symbol: SymbolReference) -> Value:
        """64 bits: of code, the offset in the kernel's, as RET takes it."""
        offsets = {function.name: function.offset for function in self.kernel.functions} | {self.kernel.name: 0}
        if symbol.name in offsets:
            return self.f.const(offsets[symbol.name] + symbol.addend, "i64")
        return symbol_address(self, symbol.name) + symbol.addend

    def word(self, operand: Operand) -> Value:
        """An integer operand of 32 bits: its part selected, then absolute, negated or inverted."""
        value = self.raw(operand)
        if isinstance(operand, Register | Constant):
            for selector in operand.selectors:
                if HALVES.get(selector):
                    value = value >> HALVES[selector]
            value = self.f.intrinsic("abs", value, self.f.const(0, "i1")) if operand.absolute else value
            value = -value if operand.negated else value
        if isinstance(operand, Register | Constant | Integer) and operand.inverted:
            value = ~value
        return value

    def single(self, operand: Operand) -> Value:
        """A float operand."""
        return self.signed(self.raw(operand).bitcast("float"), operand)

    def signed(self, value: Value, operand: Operand) -> Value:
        """A floating-point value (or vector) with the operand's |x| and -x."""
        if isinstance(operand, Register | Constant):
            value = self.f.intrinsic("fabs", value) if operand.absolute else value
            value = -value if operand.negated else value
        return value

    def put(self, operand: Operand, value: Value) -> None:
        """Write 32 bits (integer or float) to a register operand."""
        if not isinstance(operand, Register):
            raise Unsupported(f"the operand {operand} where a register is written")
        self.set_register(operand.file, operand.number, value.bitcast("i32"))

    def raw_long(self, operand: Operand) -> Value:
        """The 64 bits of an integer operand, without its signs; an immediate is the number that is printed."""
        if isinstance(operand, Register):
            return self.pair(operand.file, even(operand.number))
        if isinstance(operand, Constant):
            even(operand.offset // 4)
            return constant(self, operand, 64)
        if isinstance(operand, Integer):
            return self.f.const(operand.value, "i64")
        raise Unsupported(f"the operand {operand} where 64 bits stand")

    def long(self, operand: Operand) -> Value:
        """An integer operand of 64 bits."""
        value = self.raw_long(operand)
        if isinstance(operand, Register | Constant):
            value = -value if operand.negated else value
        if isinstance(operand, Register | Constant | Integer) and operand.inverted:
            value = ~value
        return value

    def double(self, operand: Operand) -> Value:
        """A double operand; an immediate is its upper half."""
        if isinstance(operand, Float | Integer):
            high = operand.bits if isinstance(operand, Float) else operand.value & 0xFFFFFFFF
            return self.f.const(high << 32, "i64").bitcast("double")
        return self.signed(self.raw_long(operand).bitcast("double"), operand)

    def put_long(self, operand: Operand, value: Value) -> None:
        """Write 64 bits (integer or double) to a pair of registers."""
        if not isinstance(operand, Register):
            raise Unsupported(f"the operand {operand} where registers are written")
        even(operand.number)
        bits = value.bitcast("i64")
        self.set_register(operand.file, operand.number, bits.trunc("i32"))
        if operand.number != ZERO:
            self.set_register(operand.file, operand.number + 1, (bits >> 32).trunc("i32"))


def even(number: int) -> int:
    """The first of two registers (or words), which has an even number; the hardware takes no other one."""
    if number % 2 and number != ZERO:
        raise Unsupported(f"64 bits that start in an odd register ({number})")
    return number
