"""AMD's code objects as pieces: what the metadata says of the kernels, and our own decoder of their code."""

from cass_tools.asm.pieces import Image, Kernel, Line, Parameter, line_at
from cass_tools.errors import CassError
from cass_tools.executor.amd import assembly, codeobject, lines
from cass_tools.executor.amd.codeobject import CodeObject

HIDDEN = "hidden_"


def of_code_object(data: bytes) -> Image:
    """A code object's kernels with their machine code; what the decoder does not know is a kernel's `trouble`."""
    code = CodeObject(data)
    table = lines.table(code.elf)
    kernels = tuple(_kernel(code, name, table) for name in code.kernels)
    return Image("amd", "isa", code.target, kernels, data=data)


def _kernel(code: CodeObject, name: str, table: list[tuple[int, str]]) -> Kernel:
    kernel = code.kernels[name]
    trouble, listed = "", list[Line]()
    try:
        for instruction in codeobject.disassemble(code, name):
            text = assembly.text(instruction, code.isa)
            listed.append(Line(instruction.pc - kernel.entry, text, line_at(table, instruction.pc)))
    except (CassError, ValueError, KeyError) as error:
        trouble, listed = str(error), []
    parameters = tuple(
        Parameter(each.offset, each.size, each.name, each.kind)
        for each in kernel.arguments
        if not each.kind.startswith(HIDDEN)
    )
    registers = {"sgprs": kernel.sgprs, "vgprs": kernel.vgprs, "agprs": kernel.agprs, "lanes": kernel.wave_size}
    return Kernel(name, parameters, registers, kernel.group_size, kernel.private_size, tuple(listed), trouble)
