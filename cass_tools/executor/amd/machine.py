"""The state of a wave while its kernel is being translated: what instruction translators read and write.

`%wave` is the `Wave` structure of `abi.py`. Internal routines (loops over lanes) that instructions call are collected
here once per kernel.
"""

from collections.abc import Callable

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.scalar_file import ScalarFile
from cass_tools.executor.amd.unsupported import Unsupported
from cass_tools.executor.amd.vector_file import VectorFile
from cass_tools.executor.ir.value import Function, Value


class Machine(Function):
    """A function under construction with the registers of a wave of `lanes` lanes of the processor `arch`."""

    def __init__(self, arch: str, isa: str, lanes: int, *, private: bool = True) -> None:
        """`private`: flat addresses may point to private memory."""
        super().__init__()
        self.private = private
        self.arch = arch
        self.isa = isa
        self.lanes = lanes
        self.scalars = ScalarFile(self, lanes)
        self.vectors = VectorFile(self, lanes, self.exec_mask)
        self.scalars.before_exec = self.vectors.settle
        self.routines: dict[str, str] = {}
        self.index_mode = 0
        """gfx9: which vector operands the lower bits of m0 are added to (1, 2, 4 sources, 8 destination)."""

    def exec_mask(self) -> Value:
        """Active lanes as i1 per lane."""
        return self.scalars.mask(abi.EXEC_LO)

    def exec_bits(self) -> Value:
        """Active lanes as i32 or i64."""
        return self.scalars.bits(abi.EXEC_LO)

    def set_exec(self, mask: Value) -> None:
        """Change the active lanes, from i1 per lane."""
        self.scalars.set_mask(abi.EXEC_LO, mask)

    def field(self, offset: int, type_: str = "i64") -> Value:
        """A member of the Wave by byte offset."""
        place = self.emit(f"getelementptr i8, ptr %wave, i64 {offset}", "ptr")
        return self.emit(f"load {type_}, {place.typed}, align 4", type_)

    def set_field(self, offset: int, value: Value) -> None:
        """Store a member of the Wave."""
        place = self.emit(f"getelementptr i8, ptr %wave, i64 {offset}", "ptr")
        self.do(f"store {value.typed}, {place.typed}, align 4")

    def lane_numbers(self, type_: str = "i32", scale: int = 1) -> Value:
        """The constant vector 0, scale, 2 * scale, ..."""
        return self.vector([lane * scale for lane in range(self.lanes)], type_)

    def row(self, operand: Operand) -> int:
        """Row in the register file of a VGPR or AGPR operand."""
        return operand.index + (abi.FIRST_AGPR if operand.kind is Reg.AGPR else 0)

    def rows(self, operand: Operand, count: int | None = None) -> range:
        """Rows of all registers of an operand (or of `count` from its first)."""
        first = self.row(operand)
        return range(first, first + (count or operand.width))

    def flush(self) -> None:
        """Bring the Wave up to date: a basic block ends."""
        self.vectors.flush()
        self.scalars.flush()

    def forget(self) -> None:
        """A basic block starts."""
        self.vectors.forget()
        self.scalars.forget()

    def routine(self, name: str, write: Callable[[], str]) -> str:
        """Name of an internal function, whose text is made at the first use."""
        if name not in self.routines:
            self.routines[name] = ""
            self.routines[name] = write()
        return name

    def refuse(self, instruction: Instruction, detail: str = "") -> Unsupported:
        """The exception that names an instruction without a translation."""
        words = (self.arch, instruction.name, detail)
        return Unsupported(" ".join(word for word in words if word))


def single(result: Value | tuple[Value, ...]) -> Value:
    """The result of a meaning that has one."""
    return result[0] if isinstance(result, tuple) else result


def is_vector(operand: Operand) -> bool:
    """Whether an operand has a value per lane."""
    return operand.kind in (Reg.VGPR, Reg.AGPR)
