"""A file of AMD GPU assembly with what its parts say of each other: functions, labels, kernel descriptors, the GPU."""

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from cass_tools.asm.assembler import wave_of
from cass_tools.asm.statements import Form, Function, Registers, Statement, functions, operands, registers, statements
from cass_tools.errors import CassError
from cass_tools.executor.amd.decode import isa_of
from cass_tools.model import Span
from cass_tools.positions import Lines

KERNEL, END_KERNEL = ".amdhsa_kernel", ".end_amdhsa_kernel"
_SYMBOL = re.compile(r"(?<![\w.$@])([A-Za-z_.$][\w.$]*)@(?:gotpc)?rel")
_ASSIGNS = frozenset((".set", ".equ", ".equiv", ".comm", ".lcomm"))
_MADE_LABEL = re.compile(rb"^[^\n;\"]*\\\\[^\n;]*:|^\s*\.include\b", re.MULTILINE)
_EXPANDED = frozenset((".macro", ".rept", ".irp", ".irpc", ".include", ".if", ".ifdef", ".ifndef", ".altmacro"))


class Descriptor(NamedTuple):
    """One `.amdhsa_kernel` block: its first and last line, and each directive in it by name."""

    kernel: str
    head: Statement
    end: int
    directives: dict[str, Statement]

    def number(self, name: str) -> int | None:
        """The value of a directive; None where there is none or it is no plain number."""
        found = self.directives.get(name)
        try:
            return int(found.operands, 0) if found else None
        except ValueError:
            return None


class Program:
    """`gpu` is LLVM's name, `isa` that of the tables (CassError for GPUs that are not in them), `family` 9 to 12."""

    def __init__(self, data: bytes, gpu: str) -> None:
        self.data = data
        self.gpu = gpu
        self.isa = isa_of(gpu)
        self.family = {"gfx90a": 9, "gfx940": 9, "gfx10": 10, "gfx11": 11, "gfx12": 12}[self.isa]
        self.wave = wave_of(data, gpu)
        self.lines = Lines(data)
        self.statements = statements(data)
        self.functions = functions(self.statements)

    @cached_property
    def expands(self) -> bool:
        """Whether macros or conditions decide what is assembled, so that the text alone does not tell."""
        return any(each.form is Form.DIRECTIVE and each.name in _EXPANDED for each in self.statements)

    @cached_property
    def hides_labels(self) -> bool:
        """Whether labels may be made by macros, or stand in another file."""
        return _MADE_LABEL.search(self.data) is not None

    @cached_property
    def by_line(self) -> dict[int, Statement]:
        """The last statement of each line, which is what messages are about."""
        return {each.line: each for each in self.statements}

    @cached_property
    def labels(self) -> dict[str, Statement]:
        """Where each label is defined first."""
        found: dict[str, Statement] = {}
        for each in self.statements:
            if each.form is Form.LABEL:
                found.setdefault(each.name, each)
        return found

    @cached_property
    def defined(self) -> frozenset[str]:
        """All names that the file defines."""
        names = set(self.labels)
        for each in self.statements:
            if each.form is Form.ASSIGNMENT:
                names.add(each.name)
            elif each.form is Form.DIRECTIVE and each.name in _ASSIGNS:
                names.add(each.operands.partition(",")[0].strip())
        return frozenset(names)

    @cached_property
    def branches(self) -> list[tuple[str, Statement, Span]]:
        """Every branch with the label that it names and the place of that."""
        found = []
        for each in self.statements:
            if each.form is Form.INSTRUCTION and each.name.startswith(("s_branch", "s_cbranch_")):
                named = operands(each)
                if named and re.fullmatch(r"[A-Za-z_.$][\w.$]*", named[-1].text):
                    found.append((named[-1].text, each, named[-1].span))
        return found

    @cached_property
    def references(self) -> list[tuple[str, Statement, Span]]:
        """Every symbol whose address an instruction takes relative to itself."""
        found = []
        for each in self.statements:
            if each.form is Form.INSTRUCTION and "@" in each.operands:
                for name in _SYMBOL.finditer(each.operands):
                    found.append((name[1], each, Span(each.at + name.start(1), each.at + name.end(1))))
        return found

    @cached_property
    def descriptors(self) -> dict[str, Descriptor]:
        """Kernel descriptors by kernel."""
        found: dict[str, Descriptor] = {}
        current: Descriptor | None = None
        for each in self.statements:
            if each.form is not Form.DIRECTIVE:
                continue
            if each.name == KERNEL:
                current = Descriptor(each.operands, each, len(self.lines.starts), {})
                found[each.operands] = current
            elif each.name == END_KERNEL and current is not None:
                found[current.kernel] = current._replace(end=each.line)
                current = None
            elif current is not None and each.name.startswith(".amdhsa_"):
                current.directives[each.name] = each
        return found

    @cached_property
    def _starts(self) -> list[int]:
        return [function.body[0].line for function in self.functions]

    def function_of(self, statement: Statement) -> Function | None:
        """The function that a statement stands in."""
        number = bisect_right(self._starts, statement.line) - 1
        return self.functions[number] if number >= 0 and statement in self.functions[number].body else None

    def used(self, function: Function) -> dict[str, set[int]]:
        """Numbers of the registers that a function names, by file; vcc, m0 and exec are not among them."""
        found: dict[str, set[int]] = {"s": set(), "v": set(), "a": set()}
        for each in function.body:
            if each.form is Form.INSTRUCTION:
                for register in registers(each):
                    if register.file in found and not is_special(register):
                        found[register.file].update(range(register.first, register.first + register.width))
        return found

    def indent(self, statement: Statement) -> str:
        """The white space before a statement that begins its line."""
        start = self.lines.starts[statement.line - 1]
        before = self.data[start : statement.span.start].decode("latin-1")
        return before if before.isspace() else "\t"


def is_special(register: Registers) -> bool:
    """Whether it is vcc, m0, exec or another one that no allocation counts."""
    return register.file == "ttmp" or (register.file == "s" and register.first >= 102)


def program(data: bytes, gpu: str) -> Program | None:
    """The program; None where the tables do not know the GPU, so that only the assembler can be asked."""
    try:
        return Program(data, gpu)
    except CassError:
        return None
