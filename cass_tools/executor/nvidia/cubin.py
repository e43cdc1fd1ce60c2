"""A cubin, NVIDIA's code object: an ELF file, read without any of NVIDIA's tools.

Kernels and functions are symbols of .text.* sections, one section for each kernel and the functions that only it calls.
Constant banks are sections: 0 the parameters (.nv.constant0.<kernel>), 2 literals and jump tables of one kernel,
3 the program's __constant__ variables, 4 addresses that the loader fills in. Offsets and sizes are in bytes.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from cass_tools.errors import CassError
from cass_tools.executor.amd.elf import SHT_NOBITS, SHT_REL, SHT_RELA, SHT_SYMTAB, SYMBOL_KINDS, Elf, Section
from cass_tools.executor.nvidia import attributes as attr
from cass_tools.executor.nvidia.attributes import Attribute, Parameter
from cass_tools.executor.nvidia.bank0 import Bank0, layout
from cass_tools.executor.nvidia.distinct import distinct

MACHINE = 190  # EM_CUDA
NEW_FLAGS = 8  # from this ABI version on (CUDA 13) the architecture is in bits 8 to 15 of the flags, before in 0 to 7
IS_KERNEL, IS_MANAGED = 0x10, 0x4  # in a symbol's st_other
BINDINGS = {0: "local", 1: "global", 2: "weak"}
RELOCATIONS = {
    1: "R_CUDA_32",
    2: "R_CUDA_64",
    3: "R_CUDA_G32",
    4: "R_CUDA_G64",
    56: "R_CUDA_ABS32_LO_32",  # nvdisasm writes 32@lo(symbol)
    57: "R_CUDA_ABS32_HI_32",
}
NO_LIMIT = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Symbol:
    """`section` is "" where it is defined elsewhere; `value` is an offset in it; `binding`: local, global, weak."""

    index: int
    name: str
    kind: str
    binding: str
    section: str
    value: int
    size: int
    is_kernel: bool
    is_managed: bool


@dataclass(frozen=True, slots=True)
class Relocation:
    """Fill in at `offset` of `section` the address of `symbol` plus `addend`, in the manner `kind`."""

    section: str
    offset: int
    number: int
    symbol: str
    addend: int

    @property
    def kind(self) -> str:
        """NVIDIA's name, or the number where we know none."""
        return RELOCATIONS.get(self.number, f"R_CUDA number {self.number}")


@dataclass(frozen=True, slots=True)
class Function:
    """Code inside a section; `offset` counts from the section's start. `frame` is None where it is not stated."""

    name: str
    section: str
    offset: int
    size: int
    is_kernel: bool
    is_weak: bool
    frame: int | None


@dataclass(frozen=True, slots=True)
class Kernel:
    """What a launch needs to know.

    `parameter_base` is the offset of the parameters in bank 0. `shared` is the static shared memory (with the driver's
    part on sm_90 and later). `stack` is a thread's local memory, None where recursion leaves it open. `max_threads`
    and `required_block` are the x, y, z of __launch_bounds__ and __block_size__, `cluster` those of __cluster_dims__
    (blocks), None without. `branches` gives the targets of each indirect branch, all as offsets in `code`.
    """

    name: str
    section: str
    code: bytes
    parameters: tuple[Parameter, ...]
    parameter_base: int
    parameter_bytes: int
    shared: int
    stack: int | None
    registers: int
    barriers: int
    max_threads: tuple[int, ...] | None
    required_block: tuple[int, ...] | None
    exits: tuple[int, ...]
    branches: dict[int, tuple[int, ...]]
    functions: tuple[Function, ...]
    cluster: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Variable:
    """A __device__ or __constant__ variable: its place in its section; `data` is empty where it starts as zeros."""

    name: str
    section: str
    offset: int
    size: int
    binding: str
    data: bytes
    is_managed: bool


class Cubin:
    """The tables of a cubin; CassError names the file by `what`."""

    def __init__(self, data: bytes, what: str = "the cubin") -> None:
        self.what = what
        self.elf = Elf(distinct(data, what), what)
        if self.elf.machine != MACHINE:
            raise CassError(f"{what} holds no NVIDIA code: its machine is {self.elf.machine}")
        flags = self.elf.flags
        self.sm = flags >> 8 & 0xFF if self.elf.abi_version >= NEW_FLAGS else flags & 0xFF
        self.bank0: Bank0 = layout(self.sm)
        self._by_name = {section.name: section for section in self.elf.sections}

    def content(self, name: str) -> bytes:
        """Bytes of a section, empty where there is none or it only takes space."""
        section = self._by_name.get(name)
        return self.elf.content(section) if section else b""

    def size(self, name: str) -> int:
        """Size of a section, 0 where there is none."""
        section = self._by_name.get(name)
        return section.size if section else 0

    def bank(self, number: int, kernel: str = "") -> bytes:
        """Initial content of a constant bank: of the kernel's own where it has one, else of the whole cubin's."""
        own = f".nv.constant{number}.{kernel}"
        return self.content(own if own in self._by_name else f".nv.constant{number}")

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbol table by index, the empty first one included."""
        table = next((s for s in self.elf.sections if s.kind == SHT_SYMTAB), None)
        if table is None:
            return ()
        names = self.elf.content(self.elf.linked(table))
        content = self.elf.content(table)
        rows = struct.iter_unpack("<IBBHQQ", content[: len(content) // 24 * 24])
        return tuple(self._symbol(index, names, row) for index, row in enumerate(rows))

    def _symbol(self, index: int, names: bytes, row: tuple[int, ...]) -> Symbol:
        name, info, other, section, value, size = row
        sections = self.elf.sections
        end = names.find(b"\0", name)
        text = names[name : end if end >= 0 else len(names)].decode("utf-8", "replace")
        kind = SYMBOL_KINDS.get(info & 15, "other")
        binding = BINDINGS.get(info >> 4, "other")
        place = sections[section].name if 0 < section < len(sections) else ""
        is_kernel, is_managed = other & IS_KERNEL and kind == "function", other & IS_MANAGED and kind == "object"
        return Symbol(index, text, kind, binding, place, value, size, bool(is_kernel), bool(is_managed))

    @cached_property
    def relocations(self) -> tuple[Relocation, ...]:
        """Of all sections; the addend of the kind without one is what stands at its place."""
        return tuple(r for s in self.elf.sections if s.kind in (SHT_REL, SHT_RELA) for r in self._relocations(s))

    def _relocations(self, section: Section) -> Iterator[Relocation]:
        content = self.elf.content(section)
        if section.info >= len(self.elf.sections):
            raise CassError(
                f"{self.what} is damaged: {section.name} belongs to section {section.info}, which is missing"
            )
        goal = self.elf.sections[section.info]
        size = 24 if section.kind == SHT_RELA else 16
        there = b"" if size == 24 else self.elf.content(goal)
        for at in range(0, len(content) // size * size, size):
            offset, info = struct.unpack_from("<QQ", content, at)
            if info >> 32 >= len(self.symbols):
                raise CassError(f"{self.what} is damaged: a relocation in {section.name} names symbol {info >> 32}")
            number = info & 0xFFFFFFFF
            width = 4 if number in (1, 3) else 8
            if size == 24:
                (addend,) = struct.unpack_from("<q", content, at + 16)
            else:
                addend = int.from_bytes(there[offset : offset + width], "little", signed=True) if number <= 4 else 0
            yield Relocation(goal.name, offset, number, self.symbols[info >> 32].name, addend)

    def attributes(self, kernel: str = "") -> tuple[Attribute, ...]:
        """The records of a kernel's section, or of the one for all functions."""
        name = f".nv.info.{kernel}" if kernel else ".nv.info"
        return tuple(attr.read(self.content(name), f"{self.what}, section {name}"))

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """All code that has a name, kernels included, by section and offset."""
        frames = self._of_symbols(attr.FRAME_SIZE)
        found = [
            Function(s.name, s.section, s.value, s.size, s.is_kernel, s.binding == "weak", frames.get(s.index))
            for s in self.symbols
            if s.kind == "function" and s.section
        ]
        return tuple(sorted(found, key=lambda f: (f.section, f.offset, not f.is_kernel)))

    def _of_symbols(self, number: int) -> dict[int, int]:
        """Attributes that pair a symbol's index with a number."""
        return self._pairs.get(number, {})

    @cached_property
    def _pairs(self) -> dict[int, dict[int, int]]:
        found: dict[int, dict[int, int]] = {}
        for each in self.attributes():
            if each.number in (attr.FRAME_SIZE, attr.MIN_STACK_SIZE, attr.MAX_STACK_SIZE, attr.REGISTERS):
                index, value = each.words(2, f"{self.what}, section .nv.info")
                found.setdefault(each.number, {})[index] = value
        return found

    @cached_property
    def _kernel_symbols(self) -> dict[str, int]:
        return {s.name: s.index for s in self.symbols if s.is_kernel}

    @cached_property
    def kernels(self) -> dict[str, Kernel]:
        """All kernels by name."""
        return {f.name: self._kernel(f) for f in self.functions if f.is_kernel}

    def _kernel(self, function: Function) -> Kernel:
        name, where = function.name, f"{self.what}, section .nv.info.{function.name}"
        index = self._kernel_symbols[name]
        said: dict[int, Attribute] = {a.number: a for a in self.attributes(name)}
        parameters = [attr.parameter(a, where) for a in self.attributes(name) if a.number == attr.PARAMETER]
        bank = said.get(attr.PARAMETER_BANK)
        place = bank.words(2, where)[1] if bank else self.bank0.parameters
        exits = said.get(attr.EXITS)
        branches: dict[int, tuple[int, ...]] = {}
        for each in self.attributes(name):
            if each.number == attr.BRANCH_TARGETS:
                branches |= attr.branch_targets(each, where)
        stacks = {n: self._of_symbols(n).get(index) for n in (attr.MIN_STACK_SIZE, attr.MAX_STACK_SIZE)}
        stack = max((size for size in stacks.values() if size is not None), default=0)
        return Kernel(
            name=name,
            section=function.section,
            code=self.content(function.section),
            parameters=tuple(sorted(parameters, key=lambda p: p.ordinal)),
            parameter_base=place & 0xFFFF,
            parameter_bytes=max((p.offset + p.size for p in parameters), default=0),
            shared=self.size(f".nv.shared.{name}"),
            stack=None if stack == NO_LIMIT else stack,
            registers=self._of_symbols(attr.REGISTERS).get(index, 0),
            barriers=said[attr.BARRIERS].value if attr.BARRIERS in said else 0,
            max_threads=said[attr.MAX_THREADS].words(3, where) if attr.MAX_THREADS in said else None,
            required_block=said[attr.REQUIRED_BLOCK].words(3, where) if attr.REQUIRED_BLOCK in said else None,
            exits=exits.words(len(exits.data) // 4, where) if exits else (),
            branches=branches,
            functions=tuple(f for f in self.functions if f.section == function.section and not f.is_kernel),
            cluster=said[attr.CLUSTER].words(3, where) if attr.CLUSTER in said else None,
        )

    def variables(self) -> Iterator[Variable]:
        """The program's global variables (.nv.global, .nv.global.init) and __constant__ ones (.nv.constant3)."""
        for symbol in self.symbols:
            section = self._by_name.get(symbol.section)
            if symbol.kind != "object" or section is None:
                continue
            if not symbol.section.startswith((".nv.global", ".nv.constant3")):
                continue
            if symbol.value + symbol.size > section.size:
                raise CassError(f"{self.what} is damaged: {symbol.name} is larger than its section {symbol.section}")
            start = symbol.value
            data = b"" if section.kind == SHT_NOBITS else self.elf.content(section)[start : start + symbol.size]
            yield Variable(symbol.name, symbol.section, start, symbol.size, symbol.binding, data, symbol.is_managed)
