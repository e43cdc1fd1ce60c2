"""NVIDIA's images as pieces: what a cubin says of its kernels, and nvdisasm of their code."""

import re

from cass_tools.asm.pieces import Image, Kernel, Line, Parameter, line_at
from cass_tools.compilers import nvidia_settings, nvidia_tools
from cass_tools.errors import CassError
from cass_tools.executor.nvidia import lines, parse
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.fatbin import Entry

ENTRY = re.compile(r"^\s*(?:\.visible\s+|\.weak\s+)*\.entry\s+([\w$]+)", re.MULTILINE)


def of_cubin(data: bytes, what: str) -> Image:
    """A cubin's kernels with their machine code; asks for the user's consent first."""
    nvidia_settings.require()
    nvdisasm = nvidia_tools.find("nvdisasm")
    if nvdisasm is None:
        raise CassError(f"nvdisasm is not installed: {nvidia_tools.GET}")
    cubin = Cubin(data, what)
    broken: dict[str, str] = {}
    code = parse.disassemble(cubin, nvdisasm, broken=broken)
    tables = lines.table(cubin)
    found = []
    for kernel in cubin.kernels.values():
        table = tables.get(kernel.section, [])
        listed = tuple(
            Line(i.address, " ".join(i.text.replace(",", ", ").split()), line_at(table, i.address))
            for i in code.get(kernel.section, ())
        )
        parameters = tuple(Parameter(p.offset, p.size) for p in kernel.parameters)
        own = max(kernel.shared - cubin.bank0.shared_reserved, 0)
        registers = {"registers": kernel.registers, "barriers": kernel.barriers}
        trouble = "" if listed else broken.get(kernel.section, "it has no code")
        found.append(Kernel(kernel.name, parameters, registers, own, kernel.stack, listed, trouble))
    return Image("nvidia", "sass", f"sm_{cubin.sm}", tuple(found), data=data)


def of_ptx(entry: Entry) -> Image:
    """PTX as it stands there; of its kernels only the names are told."""
    text = entry.data.rstrip(b"\0").decode("utf-8", "replace").strip()
    kernels = tuple(Kernel(name, (), {}, 0, None, ()) for name in ENTRY.findall(text))
    return Image("nvidia", "ptx", f"sm_{entry.sm}", kernels, text=text)
