"""Which forms of NVIDIA's instructions are known: a strict table, and `classify`, which refuses all others by name.

A row of data/sass/forms.tsv is an opcode, its modifiers and its operands, each in the order of printing.

Modifiers are groups `name:A|B|C`: one of the alternatives stands there; with `?` behind, none may. A group without
a name has nothing to choose. Operands are `name:class`, with `?` where one may be missing. The classes:
R and U registers, v either; P and Q predicates (Q uniform), p either; n a predicate or the sign of a register; s a
source (register, constant, immediate or symbol); h, b, m and c are s with a choice of half, of byte or half, of row
or column, of half or number of lower bits behind the name; w a pair of floats; I F C A T Y S B K an integer, float,
constant, address, target, symbol, special register, barrier or word; * all predicates at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.executor.nvidia.instruction import (
    TRUE,
    Address,
    Barrier,
    Constant,
    Float,
    Instruction,
    Integer,
    Keyword,
    Operand,
    Predicate,
    PredicateSet,
    Register,
    SpecialRegister,
    SymbolReference,
    Target,
)
from cass_tools.executor.nvidia.unsupported import Unsupported

TABLE = Path(__file__).parent.parent.parent / "data" / "sass" / "forms.tsv"
HIDDEN = TABLE.with_name("hidden.tsv")
OPCODE = 0x1FF  # its bits; none is set where an instruction was made of a text
RESULTS = (("p", "p2"), ("co", "co2"))  # predicates that an instruction writes both
LETTERS: dict[type, str] = {
    PredicateSet: "*",
    Integer: "I",
    Float: "F",
    Constant: "C",
    Address: "A",
    Target: "T",
    SymbolReference: "Y",
    SpecialRegister: "S",
    Barrier: "B",
    Keyword: "K",
}
CLASSES = {
    "p": "PQ",
    "n": "PQRUC",
    "v": "RU",
    "s": "RUCIFY",
    "h": "RUCIFY",
    "b": "RUCIFY",
    "m": "R",
    "c": "RUC",
    "w": "RU",
}
HALVES = frozenset(("H0_H0", "H1_H1", "H1_H0", "H0_NH1", "H0", "H1"))
SELECTORS = {
    "h": HALVES,
    "b": HALVES | {"B0", "B1", "B2", "B3"},
    "m": frozenset(("ROW", "COL")),
    "c": frozenset(("H1", "24", "28")),
    "n": frozenset(("SIGN",)),
    "w": frozenset(("F32x2", "HI_LO")),
}
IN_ADDRESSES = frozenset(("64", "U32", "X4", "X8", "X16"))


@dataclass(frozen=True, slots=True)
class Group:
    """One place in a list of modifiers or operands: its name, what may stand there, whether it may be missing."""

    name: str
    choices: tuple[str, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class Form:
    """One row of the table."""

    opcode: str
    modifiers: tuple[Group, ...]
    operands: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Decoded:
    """An instruction in a form that is known: its modifiers and operands by the names of the table."""

    instruction: Instruction
    form: Form
    modifiers: Mapping[str, str]
    operands: Mapping[str, Operand]


def classify(instruction: Instruction) -> Decoded:
    """The form of an instruction; if not known, Unsupported names it with its modifiers, or its operands."""
    forms = forms_of(instruction.opcode)
    fitting = [(form, found) for form in forms if (found := _modifiers(form, instruction.modifiers)) is not None]
    if not fitting:
        raise Unsupported(instruction.name)
    for form, modifiers in fitting:
        operands = _operands(form.operands, instruction.operands)
        if operands is not None:
            _refuse_what_is_not_printed(instruction, operands)
            return Decoded(instruction, form, modifiers, operands)
    raise Unsupported(f"{instruction.name} with operands {','.join(map(describe, instruction.operands)) or 'none'}")


@dataclass(frozen=True, slots=True)
class Hidden:
    """One row of data/sass/hidden.tsv: the bits from `first` to `last` have one of the values, under all conditions."""

    conditions: tuple[str, ...]
    first: int
    last: int
    values: tuple[int, ...]

    def agrees(self, instruction: Instruction, operands: Mapping[str, Operand]) -> bool:
        """Whether the encoding is one that the listing tells."""
        there = {*instruction.modifiers, *operands}
        if any((word.removeprefix("!") in there) == word.startswith("!") for word in self.conditions):
            return True
        return instruction.encoding >> self.first & (2 << self.last - self.first) - 1 in self.values


@cache
def hidden() -> dict[str, tuple[Hidden, ...]]:
    """What must stand in bits that are not printed, by opcode."""
    found: dict[str, tuple[Hidden, ...]] = {}
    for line in HIDDEN.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        opcode, conditions, bits, values = line.split("\t")
        first, last = map(int, bits.split("-"))
        row = Hidden(tuple(conditions.split()), first, last, tuple(map(int, values.split("|"))))
        found[opcode] = (*found.get(opcode, ()), row)
    return found


def _refuse_what_is_not_printed(instruction: Instruction, operands: Mapping[str, Operand]) -> None:
    """Bits that nvdisasm leaves out, and two results in one predicate, of which one is lost."""
    for row in hidden().get(instruction.opcode, ()) if instruction.encoding & OPCODE else ():
        if not row.agrees(instruction, operands):
            raise Unsupported(f"{instruction.name} with bits {row.first} to {row.last} that are not printed")
    for names in RESULTS:
        both = [each.number for name in names if isinstance(each := operands.get(name), Predicate)]
        if len(both) == 2 and both[0] == both[1] != TRUE:
            raise Unsupported(f"{instruction.name} with two results in one predicate")


def describe(operand: Operand) -> str:
    """The class of an operand and the selectors behind its name, as a refusal names it."""
    selectors = getattr(operand, "selectors", ())
    return ".".join((letter(operand), *selectors))


def letter(operand: Operand) -> str:
    """The class of an operand, one letter."""
    if isinstance(operand, Register):
        return operand.file[0]
    if isinstance(operand, Predicate):
        return "P" if operand.file == "P" else "Q"
    return LETTERS[type(operand)]


def forms_of(opcode: str) -> tuple[Form, ...]:
    """The rows of an opcode, none where it is not known."""
    return table().get(opcode, ())


@cache
def table() -> dict[str, tuple[Form, ...]]:
    """The whole table by opcode."""
    found: dict[str, tuple[Form, ...]] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        opcode, modifiers, operands = line.split("\t")
        form = Form(opcode, tuple(map(_group, modifiers.split())), tuple(map(_group, operands.split())))
        found[opcode] = (*found.get(opcode, ()), form)
    return found


def _group(text: str) -> Group:
    optional = text.endswith("?")
    name, colon, choices = text.removesuffix("?").partition(":")
    if not colon:
        name, choices = "", name
    if not choices:
        raise CassError(f"{TABLE.name}: {text} is no group")
    return Group(name, tuple(choices.split("|")), optional)


def _modifiers(form: Form, words: tuple[str, ...]) -> dict[str, str] | None:
    """The choice for each named group; None where the words do not fit. The first group that can take a word does."""

    def fit(groups: tuple[Group, ...], left: tuple[str, ...]) -> dict[str, str] | None:
        if not groups:
            return None if left else {}
        group, *rest = groups
        if left and left[0] in group.choices:
            found = fit(tuple(rest), left[1:])
            if found is not None:
                return {group.name: left[0]} | found if group.name else found
        return fit(tuple(rest), left) if group.optional else None

    return fit(form.modifiers, words)


def _operands(groups: tuple[Group, ...], left: tuple[Operand, ...]) -> dict[str, Operand] | None:
    """The operand of each group; None where they do not fit. An optional one is taken where that works out."""
    if not groups:
        return None if left else {}
    group, rest = groups[0], groups[1:]
    if left and _is_of(left[0], group.choices[0]):
        found = _operands(rest, left[1:])
        if found is not None:
            return {group.name: left[0]} | found
    return _operands(rest, left) if group.optional else None


def _is_of(operand: Operand, wanted: str) -> bool:
    if letter(operand) not in CLASSES.get(wanted, wanted):
        return False
    if isinstance(operand, Address):
        return all(set(register.selectors) <= IN_ADDRESSES for register in operand.registers)
    if isinstance(operand, Register | Constant):
        return set(operand.selectors) <= SELECTORS.get(wanted, frozenset())
    return True
