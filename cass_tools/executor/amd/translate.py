"""One kernel of an AMD code object as an LLVM IR module with the function `int32_t kernel(Wave *)` of `abi.py`.

The function contains all code that the kernel can reach. Registers live in the Wave and are forwarded only inside a
basic block, so the time to compile grows linearly with the code; long blocks are split for the same reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cass_tools.errors import CassError
from cass_tools.executor.amd.blocks import Program, Surroundings, reachable
from cass_tools.executor.amd.codeobject import RELOCATIONS, CodeObject, Kernel
from cass_tools.executor.amd.decode import decode
from cass_tools.executor.amd.function import Parts, function_parts
from cass_tools.executor.amd.instruction import Instruction, Undecodable
from cass_tools.executor.amd.liveness import needed_rows
from cass_tools.executor.amd.machine import WIDTH, Machine
from cass_tools.executor.amd.unsupported import Unsupported

SYMBOL = "kernel"
"""Name of the function in every module."""


@dataclass(frozen=True, slots=True)
class KernelIR:
    """A translated kernel: LLVM IR, the name of its function, rows of `Wave.vgpr` used, instructions reached."""

    parts: Parts
    symbol: str
    vgprs: int
    instructions: int

    @property
    def text(self) -> str:
        """All as one module."""
        return self.parts.text


def _pointers(code: CodeObject) -> Mapping[int, int]:
    """Where the image's relocated pointers point, by their own address."""
    found = {}
    for relocation in code.relocations:
        kind = RELOCATIONS.get(relocation.kind)
        symbol = code.symbols.get(relocation.symbol)
        if kind == "RELATIVE64":
            found[relocation.address] = relocation.addend
        elif kind == "ABS64" and symbol is not None:
            found[relocation.address] = symbol.address + relocation.addend
    return found


def _surroundings(code: CodeObject) -> Surroundings:
    """Functions that can be called, that is all but the kernels, and pointers to them outside the global offset table
    (which holds the addresses of direct calls)."""
    functions = frozenset(code.functions) - {kernel.entry for kernel in code.kernels.values()}
    pointers = _pointers(code)
    tables = [range(s.address, s.address + s.size) for s in code.elf.sections if s.name == ".got"]
    stored = {target for place, target in pointers.items() if not any(place in table for table in tables)}
    return Surroundings(functions, pointers, functions & stored)


def program_of(code: CodeObject, kernel: Kernel) -> Program:
    """The instructions that a kernel can reach; Unsupported when one of them is in no table."""
    text, isa, arch = code.code, code.isa, code.arch

    def fetch(pc: int) -> Instruction:
        try:
            return decode(text, pc, isa, kernel.wave_size)
        except Undecodable as error:
            raise Unsupported(f"{arch} {error}") from None

    return reachable(kernel.entry, fetch, _surroundings(code))


def kernel_ir(
    code: CodeObject, kernel: str, *, width: int = WIDTH, checked: bool = False, watched: bool = False, split: int = 0
) -> KernelIR:
    """Translate a kernel by its name, with code that works on `width` (8, 16 or 32) lanes at a time.

    `checked`: with calls of `Wave.check` before accesses to memory; `watched`: also with a shadow of the registers
    that the program has set, but for kernels that choose scalar registers at run time. A kernel of up to `split`
    instructions gets code of its own for the case that all lanes are active.

    Raises Unsupported with everything in it that is not known, CassError when the code object has no such kernel.
    """
    found = code.kernels.get(kernel)
    if found is None:
        raise CassError(f"the code object has no kernel {kernel}")
    program = program_of(code, found)
    private = bool(found.private_size or found.uses_dynamic_stack)
    needed = needed_rows(program)
    machine = Machine(
        code.arch,
        code.isa,
        found.wave_size,
        private=private,
        width=width,
        mode=found.descriptor.float_mode,
        checked=checked or watched,
        watched=watched and not any(i.name.startswith("s_movrel") for i in program.instructions.values()),
    )
    machine.split = len(program.instructions) <= split
    machine.needed = needed
    parts = function_parts(machine, program, SYMBOL)
    return KernelIR(parts, SYMBOL, machine.rows_used, len(program.instructions))
