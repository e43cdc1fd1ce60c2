"""AMD GPU code objects: the ELF files that compilers make, with their kernels, functions, relocations and memory image.

Addresses are the file's own (from 0 on); a loader puts the image anywhere and applies ``relocations``. Every fault of
the file is a CassError that says what and where.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cass_tools.errors import CassError
from cass_tools.executor.amd.decode import instructions, isa_of
from cass_tools.executor.amd.descriptor import SIZE, KernelDescriptor
from cass_tools.executor.amd.elf import PT_LOAD, SHF_ALLOC, SHF_EXECINSTR, SHT_NOBITS, Elf, Relocation, Segment, Symbol
from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.msgpack import unpack

EM_AMDGPU, ET_DYN, ELFOSABI_AMDGPU_HSA, NT_AMDGPU_METADATA = 224, 3, 64, 32
LARGEST_IMAGE = 1 << 32  # bytes; device variables included
ARCHES = {
    **{0x2C: "gfx900", 0x2D: "gfx902", 0x2E: "gfx904", 0x2F: "gfx906", 0x30: "gfx908", 0x31: "gfx909", 0x32: "gfx90c"},
    **{0x33: "gfx1010", 0x34: "gfx1011", 0x35: "gfx1012", 0x42: "gfx1013", 0x36: "gfx1030", 0x37: "gfx1031"},
    **{0x38: "gfx1032", 0x39: "gfx1033", 0x3E: "gfx1034", 0x3D: "gfx1035", 0x45: "gfx1036", 0x3F: "gfx90a"},
    **{0x40: "gfx940", 0x4B: "gfx941", 0x4C: "gfx942", 0x4F: "gfx950", 0x41: "gfx1100", 0x46: "gfx1101"},
    **{0x47: "gfx1102", 0x44: "gfx1103", 0x43: "gfx1150", 0x4A: "gfx1151", 0x48: "gfx1200", 0x4E: "gfx1201"},
}
"""EF_AMDGPU_MACH to processor name."""
RELOCATIONS = {1: "ABS32_LO", 2: "ABS32_HI", 3: "ABS64", 4: "REL32", 5: "REL64", 6: "ABS32", 7: "GOTPCREL"}
RELOCATIONS |= {8: "GOTPCREL32_LO", 9: "GOTPCREL32_HI", 10: "REL32_LO", 11: "REL32_HI", 13: "RELATIVE64", 14: "REL16"}
"""Number of a relocation to its name without R_AMDGPU_."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A kernel argument: offset and size in bytes, ``kind`` as the metadata says (by_value, hidden_...)."""

    name: str
    offset: int
    size: int
    kind: str
    address_space: str


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel as metadata and descriptor tell it: sizes in bytes, addresses of its descriptor and its entry."""

    name: str
    symbol: str
    address: int
    entry: int
    descriptor: KernelDescriptor
    arguments: tuple[Argument, ...]
    kernarg_size: int
    kernarg_align: int
    group_size: int
    private_size: int
    wave_size: int
    sgprs: int
    vgprs: int
    agprs: int
    max_workgroup_size: int
    required_workgroup_size: tuple[int, int, int] | None
    uses_dynamic_stack: bool


class CodeObject:
    """One code object; reading it needs no GPU and executes nothing."""

    def __init__(self, data: bytes) -> None:
        self.elf = Elf(data, "the code object")
        if self.elf.machine != EM_AMDGPU:
            raise CassError(f"the ELF file is for machine {self.elf.machine}, not for an AMD GPU")
        if self.elf.abi != ELFOSABI_AMDGPU_HSA or self.elf.type != ET_DYN:
            raise CassError("the code object is not linked for HSA; link it with ld.lld -shared")
        number = self.elf.flags & 0xFF
        if number not in ARCHES:
            raise CassError(f"the code object is for an unknown AMD GPU, number {number:#x}")
        self.arch = ARCHES[number]
        if not self.elf.sections:
            raise CassError("the code object has no section headers; use the file as the compiler wrote it")

    @property
    def isa(self) -> str:
        """Name of the instruction tables; CassError where there are none for this GPU."""
        return isa_of(self.arch)

    @property
    def target(self) -> str:
        """Processor with the features that the code depends on, such as gfx90a:sramecc+:xnack-."""
        flags = self.elf.flags
        states = {"sramecc": flags >> 10 & 3, "xnack": flags >> 8 & 3}
        return self.arch + "".join(
            f":{name}{'+' if state == 3 else '-'}" for name, state in states.items() if state > 1
        )

    @property
    def segments(self) -> tuple[Segment, ...]:
        """What is loaded into memory."""
        return tuple(segment for segment in self.elf.segments if segment.kind == PT_LOAD)

    @cached_property
    def symbols(self) -> dict[str, Symbol]:
        """Defined symbols by name; a global one hides a local one of the same name."""
        found: dict[str, Symbol] = {}
        for symbol in sorted(self.elf.symbols, key=lambda symbol: symbol.is_global):
            if symbol.defined and symbol.kind not in {"file", "section"}:
                found[symbol.name] = symbol
        return found

    @property
    def relocations(self) -> tuple[Relocation, ...]:
        """What a loader must fill in; RELOCATIONS names the kinds."""
        return self.elf.relocations

    @cached_property
    def text(self) -> tuple[tuple[int, int], ...]:
        """(address, size) of each range of code."""
        wanted = SHF_ALLOC | SHF_EXECINSTR
        sections = [each for each in self.elf.sections if each.flags & wanted == wanted and each.kind != SHT_NOBITS]
        return tuple((section.address, section.size) for section in sections if section.size)

    @cached_property
    def functions(self) -> dict[int, tuple[str, int]]:
        """Name and size of each function, kernels included, by address."""
        symbols = sorted(self.elf.symbols, key=lambda symbol: symbol.is_global)
        return {each.address: (each.name, each.size) for each in symbols if each.kind == "function" and each.defined}

    @property
    def image_size(self) -> int:
        """Bytes of memory from address 0 to the end of the last segment."""
        end = max((segment.address + segment.memory_size for segment in self.segments), default=0)
        if end > LARGEST_IMAGE:
            raise CassError(f"the code object asks for {end} bytes of memory, more than {LARGEST_IMAGE}")
        return end

    def image(self) -> bytearray:
        """Memory image from address 0 on, relocations not applied."""
        return self._image(self.image_size)

    @cached_property
    def code(self) -> bytes:
        """The image up to the end of the last range of code: what ``decode`` reads."""
        return bytes(self._image(min(max((at + size for at, size in self.text), default=0), self.image_size)))

    def _image(self, end: int) -> bytearray:
        memory = bytearray(end)
        for segment in self.segments:
            if segment.file_size > segment.memory_size:
                raise CassError(
                    f"the code object is damaged: the segment at {segment.address:#x} is larger than its memory"
                )
            content = self.elf.take(segment.offset, segment.file_size, f"the segment at {segment.address:#x}")
            room = max(0, end - segment.address)
            memory[segment.address : segment.address + min(len(content), room)] = content[:room]
        return memory

    @cached_property
    def metadata(self) -> dict[str, Any]:
        """The metadata note, as it stands."""
        for owner, kind, content in self.elf.notes():
            if owner == "AMDGPU" and kind == NT_AMDGPU_METADATA:
                try:
                    found = unpack(content)
                except ValueError as error:
                    raise CassError(f"the code object's metadata {error}") from None
                if isinstance(found, dict):
                    return found
        raise CassError("the code object has no metadata note of version 3 or later; build it with a newer compiler")

    @cached_property
    def kernels(self) -> dict[str, Kernel]:
        """Kernels by name."""
        listed = self.metadata.get("amdhsa.kernels", [])
        if not isinstance(listed, list):
            raise CassError("the code object's metadata is damaged: amdhsa.kernels is no list")
        return {kernel.name: kernel for kernel in map(self._kernel, listed)}

    def _kernel(self, entry: Any) -> Kernel:
        fields = _Fields(entry, "a kernel")
        name = fields.text(".name")
        fields = _Fields(entry, f"kernel {name}")
        symbol = self.symbols.get(fields.text(".symbol"))
        if symbol is None:
            raise CassError(f"the code object is damaged: kernel {name} has no symbol {fields.text('.symbol')}")
        descriptor = KernelDescriptor.parse(self._at(symbol.address, SIZE, f"the descriptor of kernel {name}"))
        size = fields.numbers(".reqd_workgroup_size")
        return Kernel(
            name=name,
            symbol=symbol.name,
            address=symbol.address,
            entry=symbol.address + descriptor.entry,
            descriptor=descriptor,
            arguments=tuple(_argument(each, name) for each in fields.items(".args")),
            kernarg_size=fields.number(".kernarg_segment_size"),
            kernarg_align=fields.number(".kernarg_segment_align", 8),
            group_size=fields.number(".group_segment_fixed_size"),
            private_size=fields.number(".private_segment_fixed_size"),
            wave_size=fields.number(".wavefront_size", descriptor.wave_size),
            sgprs=fields.number(".sgpr_count"),
            vgprs=fields.number(".vgpr_count"),
            agprs=fields.number(".agpr_count"),
            max_workgroup_size=fields.number(".max_flat_workgroup_size", 1024),
            required_workgroup_size=(size[0], size[1], size[2]) if len(size) == 3 else None,
            uses_dynamic_stack=bool(entry.get(".uses_dynamic_stack")),
        )

    def _at(self, address: int, size: int, part: str) -> bytes:
        """Bytes of the image that stand in the file."""
        for segment in self.segments:
            if segment.address <= address and address + size <= segment.address + segment.file_size:
                return self.elf.take(segment.offset + address - segment.address, size, part)
        raise CassError(f"the code object is damaged: {part} at {address:#x} is outside the file")


@dataclass(frozen=True, slots=True)
class _Fields:
    """A map of the metadata, read with the types it must have."""

    entry: Any
    what: str

    def _get(self, key: str, kind: type, missing: Any) -> Any:
        value = self.entry.get(key, missing) if isinstance(self.entry, dict) else None
        if not isinstance(value, kind):
            raise CassError(f"the code object's metadata is damaged: {self.what} has no {key}")
        return value

    def text(self, key: str, missing: str | None = None) -> str:
        return str(self._get(key, str, missing))

    def number(self, key: str, missing: int = 0) -> int:
        return int(self._get(key, int, missing))

    def items(self, key: str) -> list[Any]:
        found: list[Any] = self._get(key, list, [])
        return found

    def numbers(self, key: str) -> list[int]:
        return [value for value in self.items(key) if isinstance(value, int)]


def _argument(entry: Any, kernel: str) -> Argument:
    fields = _Fields(entry, f"an argument of kernel {kernel}")
    return Argument(
        name=fields.text(".name", ""),
        offset=fields.number(".offset"),
        size=fields.number(".size"),
        kind=fields.text(".value_kind"),
        address_space=fields.text(".address_space", ""),
    )


def disassemble(obj: CodeObject, function: str) -> list[Instruction]:
    """All instructions of a function in address order, from its symbol's size; Undecodable for data among them."""
    symbol = obj.symbols.get(re.sub(r"\.kd$", "", function))
    if symbol is None or symbol.kind != "function":
        raise CassError(f"the code object has no function {function}")
    kernel = obj.kernels.get(function) or next(iter(obj.kernels.values()), None)  # a function is for its kernels' waves
    wave = kernel.wave_size if kernel else 0
    return list(instructions(obj.code, symbol.address, symbol.address + symbol.size, obj.isa, wave))
