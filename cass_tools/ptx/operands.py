"""The operands of an `asm` statement and the registers of its text, read and written as C++.

An input is evaluated once: what is no plain name is bound to a variable where it is read twice, or where an output may
have been written before.
"""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from cass_tools.ptx import scalar
from cass_tools.ptx.declared import Declared
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value, bits_of, bracketed, c_name, convert, literal
from cass_tools.ptx.special import SPECIAL
from cass_tools.ptx.statement import Operand, Statement
from cass_tools.ptx.text import Address, Asm, Item, Label, Local, Not, Number, Program, Sink, Special, Vector

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_NUMBER = re.compile(r"\(*\s*([-+]?)\s*(0[xX][0-9a-fA-F]+|\d+)[uUlL]*\s*\)*")
_SIMPLE = re.compile(r"\*?[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*|\[\w+\])*")
_CALL = re.compile(r"[A-Za-z_][\w:]*(?:<[^<>]*>)?\(")
_KEYWORDS = frozenset(
    {
        "and",
        "auto",
        "bool",
        "break",
        "case",
        "char",
        "class",
        "const",
        "continue",
        "default",
        "delete",
        "do",
        "double",
        "else",
        "enum",
        "extern",
        "false",
        "float",
        "for",
        "goto",
        "half",
        "if",
        "inline",
        "int",
        "long",
        "max",
        "min",
        "namespace",
        "new",
        "not",
        "operator",
        "or",
        "private",
        "public",
        "register",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "struct",
        "switch",
        "template",
        "this",
        "true",
        "typename",
        "union",
        "unsigned",
        "using",
        "void",
        "volatile",
        "while",
        "xor",
    }
)
SCOPED = ("shared", "shared::cta", "shared::cluster")


class Surroundings(NamedTuple):
    """Where a statement stands: what is known of variables, and whether it is the body of a macro, with which names."""

    declared: Callable[[str], Declared | None]
    macro: bool = False
    kernel: bool = False
    parameters: frozenset[str] = frozenset()  # of the macro
    carry: str = ""  # the function's variable for a carry between statements, and whether it has 64 bits
    carry_wide: bool = False
    carry_flag: bool = False  # each thread's own flag holds that carry


class Registers:
    """All that the instructions of one statement read and write."""

    def __init__(self, statement: Statement, program: Program, around: Surroundings, *, several: bool) -> None:
        self.statement = statement
        self.program = program
        self.around = around
        self.several = several
        self.opening: list[str] = []  # what is bound before the first instruction
        self.prelude: list[str] = []  # what is bound before the instruction that is being translated
        texts = [operand.text for operand in statement.operands]
        self._taken = {name for text in texts for name in _IDENTIFIER.findall(text)} | _KEYWORDS
        self.locals = {name: self.fresh(name) for name in program.registers}
        self.carry, self.carry_wide = around.carry, around.carry_wide  # what holds it between two links of a chain
        self.barriers = False  # whether a named barrier is among the instructions
        self.labels = {i.name: self.fresh(i.name) for i in program.body if isinstance(i, Label)}
        self._inputs = [self._input(index) for index in range(len(texts))]

    def fresh(self, name: str) -> str:
        """A name that means nothing yet in the statement."""
        wanted = f"{name}_" if self.around.macro or name in self._taken else name
        count = 2
        unique = wanted
        while unique in self._taken:
            unique, count = f"{wanted}{count}", count + 1
        self._taken.add(unique)
        return unique

    def _input(self, index: int) -> Value:
        """Operand `index` as a value: what it is called from now on."""
        operand = self.statement.operands[index]
        if operand.constraint not in scalar.CLASSES:
            raise Refusal(f'The constraint "{operand.constraint}" has no counterpart.')
        kind = scalar.CLASSES[operand.constraint]
        text = self._in_macro(operand.text)
        exact = kind in ("f32", "f64")
        known = self.around.declared(operand.text)
        if known is not None and not known.pointers and known.kind[:1] in ("u", "s"):
            exact = scalar.BITS[known.kind] == scalar.BITS.get(kind)
            kind = known.kind if exact else kind
        if operand.output:
            once = not self.several and not operand.read and _count(self.program, index) < 2
            if not (_SIMPLE.fullmatch(operand.text) or once) or (self.several and self._shared(index)):
                text = self._bind("auto&", operand.text, f"out{index}", self.opening)
        elif self.several and self._must_bind(index, known):
            pointer = operand.constraint == "l" and not exact  # perhaps
            c_type, exact = ("const auto", False) if pointer else (f"const {c_name(kind)}", True)
            text = self._bind(c_type, operand.text, f"in{index}", self.opening)
        return Value(text, kind, exact)

    def _in_macro(self, text: str) -> str:
        """Arguments of macros come without the brackets that the statement had around its operands."""
        return f"({text})" if self.around.macro and not text.isdigit() and not _parenthesised(text) else text

    def _shared(self, index: int) -> bool:
        """Whether an output's place hangs on another output."""
        mine = set(_IDENTIFIER.findall(self.statement.operands[index].text))
        others = (o.text for i, o in enumerate(self.statement.operands) if o.output and i != index)
        return any(text in mine for text in others)

    def _must_bind(self, index: int, known: Declared | None) -> bool:
        """Whether an input of several instructions must be read before the first of them."""
        text = self.statement.operands[index].text
        if self.statement.operands[index].constraint == "n" or _NUMBER.fullmatch(text):
            return False
        if re.fullmatch(r"-?\d*\.\d+f?|-?\d+\.\d*f?", text):
            return False
        outputs = {n for o in self.statement.operands if o.output for n in _IDENTIFIER.findall(o.text)}
        plain = _IDENTIFIER.fullmatch(text) is not None and text not in self.around.parameters
        return not plain or text in outputs or (bool(outputs) and known is not None and known.reference)

    def _bind(self, c_type: str, text: str, hint: str, where: list[str]) -> str:
        plain, bracket, size = hint.partition("[")
        name = self.fresh(plain)
        where.append(f"{c_type} {name}{bracket}{size} = {text};")
        return name

    def bind(self, c_type: str, text: str, hint: str = "t") -> str:
        """A new variable with that value, made before the instruction."""
        return self._bind(c_type, text, hint, self.prelude)

    def constant(self, item: Item) -> int | None:
        """The value of an operand that is a literal."""
        if isinstance(item, Number):
            return item.value if isinstance(item.value, int) else None
        if isinstance(item, Asm) and not item.part and not self.operand(item).output:
            match = _NUMBER.fullmatch(self.operand(item).text)
            return None if match is None else int(match[1] + match[2], 16 if match[2][:2] in ("0x", "0X") else 10)
        if item == Special("WARP_SZ"):
            return 32
        return None

    def operand(self, item: Asm) -> Operand:
        """The operand of the statement; Refusal if there is none of that number."""
        return self.statement.operands[self._index(item)]

    def value(self, item: Item) -> Value:
        """An operand as its register is."""
        if isinstance(item, Asm):
            self.operand(item)
            return self._inputs[item.number]
        if isinstance(item, Local):
            return Value(self.locals[self._declared(item)], scalar.carrier(self.program.registers[item.name]))
        if isinstance(item, Special):
            if item.name not in SPECIAL:
                raise Refusal(f"The special register %{item.name} has no counterpart.", f"%{item.name}")
            kind, text = SPECIAL[item.name]
            return Value(text, kind, exact=item.name not in ("laneid", "clock64", "globaltimer", "WARP_SZ"))
        if isinstance(item, Not):
            return Value(f"!{bracketed(self.read(item.item, 'pred'))}", "pred")
        raise Refusal("An operand of the PTX text is of a form that is not known here.")

    def _declared(self, item: Local) -> str:
        if item.name not in self.program.registers:
            raise Refusal(f"The PTX text uses `{item.name}`, which it does not declare.")
        return item.name

    def read(self, item: Item, kind: str) -> str:
        """C++ text of an operand as a value of `kind`; it may bind no tighter than its operators."""
        return self.typed(item, kind).text

    def typed(self, item: Item, kind: str) -> Value:
        """An operand as a value of `kind`."""
        constant = self.constant(item)
        if constant is not None and not isinstance(item, Special):
            text = self.statement.operands[item.number].text if isinstance(item, Asm) else ""
            if kind[0] not in "fb" and text and re.fullmatch(r"\d+|0x[0-7][0-9a-fA-F]{0,7}", text):
                return Value(text, kind)
            written = isinstance(item, Number) and item.hexadecimal
            if scalar.carrier(kind) == kind:
                return literal(constant, kind, hexadecimal=written)
            return convert(literal(constant, "u32"), kind)
        if isinstance(item, Number):
            return literal(item.value, kind)
        return convert(self.value(item), kind)

    def once(self, item: Item, kind: str, hint: str = "t") -> str:
        """The same for a text that is used more than once: a plain name or a literal, bound where it is neither."""
        text = self.read(item, kind)
        if _plain(text, self.around.parameters):
            return text
        c_type = "const auto" if kind not in scalar.C_NAMES else f"const {c_name(kind)}"
        return self.bind(c_type, text, hint)

    def write(self, item: Item, value: Value) -> list[str]:
        """The assignments that put a value into a destination."""
        if isinstance(item, Sink):
            return [f"{value.text};"] if _CALL.match(value.text) else []
        if isinstance(item, Asm):
            operand = self.operand(item)
            if not operand.output:
                raise Refusal(f"Instructions write operand {item.number}, which is an input.")
            target = self._inputs[item.number]
            known = self.around.declared(operand.text)
            text = self._stored(value, target.type)
            if known is not None and known.pointers:
                text = f"(decltype({operand.text}))({text})"
            return self._assign(target.text, text, value)
        if isinstance(item, Local):
            name = self._declared(item)
            kind = scalar.carrier(self.program.registers[name])
            return self._assign(self.locals[name], self._stored(value, kind), value)
        raise Refusal("A destination of the PTX text is of a form that is not known here.")

    def _assign(self, target: str, text: str, value: Value) -> list[str]:
        return [f"{target} = {text};"] if target != text else []

    def _stored(self, value: Value, kind: str) -> str:
        """The value as an expression that may be assigned to a variable of the carrier `kind`."""
        held = bits_of(value)
        if held.type == kind or (held.type[0] in "us" and kind[0] in "us"):
            return held.text
        return convert(held, kind).text

    def _index(self, item: Asm) -> int:
        if item.number >= len(self.statement.operands):
            raise Refusal(f"The statement has no operand {item.number}.")
        return item.number

    def items(self, item: Item) -> tuple[Item, ...]:
        """The members of a vector, or the operand itself."""
        return item.items if isinstance(item, Vector) else (item,)

    def pointer(self, item: Item, c_type: str, space: str = "") -> str:
        """The address of `[base + offset]` as a pointer to `c_type`."""
        if not isinstance(item, Address):
            raise Refusal("An address of the PTX text is of a form that is not known here.")
        if space in SCOPED:
            address = self.address32(item)
            return f"cass::shared<{c_type}>({address})"
        if isinstance(item.base, Number) or self.value(item.base).type not in ("u64", "s64"):
            raise Refusal("An address of the PTX text is no 64-bit register.")
        if isinstance(item.base, Asm) and not item.offset:
            known = self.around.declared(self.statement.operands[item.base.number].text)
            same = scalar.C_NAMES.get(known.kind, "") if known is not None else ""
            if known is not None and known.pointers == 1 and c_type.removeprefix("const ") == same:
                return self.value(item.base).text
        base = bracketed(self.value(item.base).text)
        if item.offset:
            sign = "+" if item.offset > 0 else "-"
            return f"({c_type}*)((const char*){base} {sign} {abs(item.offset)})"
        return f"({c_type}*){base}"

    def address32(self, item: Address) -> str:
        """The address in the shared window, an `unsigned`."""
        if isinstance(item.base, Number):
            raise Refusal("The PTX text addresses shared memory by a number.")
        base = self.value(item.base)
        if base.type in ("u64", "s64") and not base.exact:
            text = f"(unsigned)(size_t){bracketed(base.text)}"
        else:
            text = convert(base, "u32").text
        if not item.offset:
            return text
        return f"{bracketed(text)} {'+' if item.offset > 0 else '-'} {abs(item.offset)}"


def _count(program: Program, number: int) -> int:
    """How often the text names an operand."""
    return sum(str(item).count(f"Asm(number={number},") for item in program.body)


def _parenthesised(text: str) -> bool:
    return text.startswith("(") and scalar.strength(text) == scalar.PRIMARY


def _plain(text: str, parameters: Iterable[str]) -> bool:
    """Whether it does no harm to write the text twice."""
    bare = text
    while cast := re.match(r"\((?:unsigned|int|long|short|char|float|double|\s)+\)", bare):
        bare = bare[cast.end() :]
    if re.fullmatch(r"-?(?:\d[\w.]*|0x[0-9a-fA-F]+u?(?:ll)?)", bare):
        return True
    return re.fullmatch(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", bare) is not None and bare not in parameters
