"""Texts of all forms of an opcode, and their comparison with a model.

A model is given a `Reader` and says, by the operands' names in the table, what is written: predicates as truth values,
32 bits as uint32, 64 bits (pairs) as uint64. None: the form has to be refused.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from cass_tools.executor.nvidia.instruction import ZERO, Constant, Integer, Predicate, Register
from cass_tools.executor.nvidia.tables import Decoded, Form, Group, forms_of
from cass_tools.executor.nvidia.unsupported import Unsupported
from tests.executor.nvidia.lift.single import Program, Rows, base, decoded, program

Longs = NDArray[np.uint64]
Model = Callable[["Reader"], Mapping[str, NDArray[np.generic]] | None]
OUTPUTS = frozenset(("d", "co", "co2", "p", "p2"))
NUMBERS = ("0x0", "0x5", "-0x1", "0x12345678", "0x1f")
SIGNS = {"-": "-{}", "~": "~{}", "|": "|{}|", "-|": "-|{}|"}


@dataclass(frozen=True)
class Reader:
    """What stands in an instruction: `m` its modifiers, and the values of its operands in all rows."""

    decoded: Decoded
    rows: Rows

    @property
    def m(self) -> Mapping[str, str]:
        """Modifiers by name."""
        return self.decoded.modifiers

    def has(self, name: str) -> bool:
        """Whether the operand stands there."""
        return name in self.decoded.operands

    def number(self, name: str) -> int:
        """An immediate."""
        operand = self.decoded.operands[name]
        assert isinstance(operand, Integer)
        return operand.value

    def word(self, name: str) -> Longs:
        """32 bits, signs applied, in 64."""
        return self._signed(name, self.rows.raw(self.decoded.operands[name], base()).astype(np.uint64), 32)

    def long(self, name: str) -> Longs:
        """64 bits, signs applied."""
        operand = self.decoded.operands[name]
        low = self.rows.raw(operand, base()).astype(np.uint64)
        if isinstance(operand, Integer):
            low = np.full(len(low), operand.value & (1 << 64) - 1, np.uint64)
        elif isinstance(operand, Constant):
            high = Constant(operand.bank, operand.registers, operand.offset + 4)
            low |= self.rows.raw(high, base()).astype(np.uint64) << np.uint64(32)
        elif isinstance(operand, Register) and operand.number != ZERO:
            low = self.rows.long(f"{operand.file}{operand.number}")
        return self._signed(name, low, 64)

    def _signed(self, name: str, value: Longs, bits: int) -> Longs:
        operand = self.decoded.operands[name]
        mask = np.uint64((1 << bits) - 1)
        if getattr(operand, "absolute", False):
            value = np.where(value >> np.uint64(bits - 1), -value, value) & mask
        if getattr(operand, "negated", False):
            value = -value & mask
        return value ^ mask if getattr(operand, "inverted", False) else value

    def signed(self, name: str) -> NDArray[np.int64]:
        """32 bits as a signed number."""
        return self.word(name).astype(np.uint32).view(np.int32).astype(np.int64)

    def truth(self, name: str) -> NDArray[np.bool_]:
        """A predicate, or the sign of a register."""
        operand = self.decoded.operands[name]
        if isinstance(operand, Register):
            return np.asarray((self.rows.raw(operand) >> np.uint32(31) != 0) ^ operand.inverted, np.bool_)
        return self.rows.truth(self.decoded.operands[name])

    def exact(self, name: str, bits: int = 32) -> NDArray[np.object_]:
        """A term of a sum whose carry counts, as exact integers: -x is ~x + 1."""
        operand = self.decoded.operands[name]
        plain = (self.word(name) if bits == 32 else self.long(name)).astype(object)
        if getattr(operand, "negated", False):
            return np.asarray([v if v else 1 << bits for v in plain], object)
        return plain


def texts(opcode: str, signs: Mapping[str, str]) -> list[str]:
    """All forms with all modifiers, each operand in all its kinds; `signs`: the prefixes an operand may have."""
    found: dict[str, None] = {}
    for form in forms_of(opcode):
        names = [".".join((opcode, *words)) for words in product_of(form)]
        operands = list(_operands(form, opcode.startswith("U"), signs))
        for number in range(max(len(names), len(operands))):
            found[f"{names[number % len(names)]} {','.join(operands[number % len(operands)])}"] = None
    return list(found)


def product_of(form: Form) -> Iterator[tuple[str, ...]]:
    """All lists of modifiers."""
    choices = [(*((word,) for word in g.choices), *(((),) if g.optional else ())) for g in form.modifiers]
    for words in product(*choices):
        yield tuple(word for part in words for word in part)


def _operands(form: Form, uniform: bool, signs: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    optional = [group.name for group in form.operands if group.optional]
    for present in product((True, False), repeat=len(optional)):
        without = {name for name, there in zip(optional, present, strict=True) if not there}
        groups = [group for group in form.operands if group.name not in without]
        plain = [_plain(group, number, uniform) for number, group in enumerate(groups)]
        yield tuple(plain)
        for number, group in enumerate(groups):
            for other in _others(group, number, plain[number], uniform, signs):
                yield (*plain[:number], other, *plain[number + 1 :])


def _plain(group: Group, number: int, uniform: bool) -> str:
    kind = group.choices[0]
    if kind in "PQpn":
        return f"{'UP' if kind == 'Q' or (uniform and kind in 'pn') else 'P'}{number % 7}"
    if kind == "*":
        return "UPR" if uniform else "PR"
    if kind == "I":
        return {"shift": "0x5", "table": "0xca", "table2": "0x1e"}.get(group.name, "0x7f")
    file = "UR" if kind == "U" or (uniform and kind != "R") else "R"
    return f"{file}{(4 if file == 'R' else 2) * number}"


def _others(group: Group, number: int, plain: str, uniform: bool, signs: Mapping[str, str]) -> Iterator[str]:
    kind = group.choices[0]
    if group.name in OUTPUTS:
        yield "RZ" if plain.startswith("R") else "URZ" if plain.startswith("UR") else plain.rstrip("0123456") + "T"
        return
    if kind == "n":
        yield from (f"R{4 * number}.SIGN", f"!R{4 * number}.SIGN")
    if kind in "PQpn":
        yield from (f"!{plain}", plain.rstrip("0123456") + "T", "!" + plain.rstrip("0123456") + "T")
    if kind == "I":
        yield from {"shift": ("0x0", "0x1f", "0x1"), "table": ("0x0", "0xff", "0x96", "0xf8")}.get(group.name, ("0x0",))
    if kind in "svb":
        yield "URZ" if uniform else "RZ"
        if not uniform:
            yield f"UR{2 * number}"
        if kind != "v":
            yield from NUMBERS
            yield f"c[0x0][{base() + 8 * number:#x}]"
        for sign in signs.get(group.name, "").split():
            yield SIGNS[sign].format(plain)


def check(opcode: str, model: Model, signs: Mapping[str, str], rows: Rows) -> None:
    """Execute all forms and compare; those that the model refuses must be refused by name."""
    every = {text: Reader(decoded(text), rows) for text in texts(opcode, signs)}
    expected = {text: model(reader) for text, reader in every.items()}
    for text, written in expected.items():
        if written is None:
            with pytest.raises(Unsupported, match=opcode):
                Program((text,))
    taken = tuple(text for text, written in expected.items() if written is not None)
    code = program(taken)
    for text in taken:
        written = expected[text]
        assert written is not None
        _compare(text, every[text].decoded, code.run(text, rows), written)


def _compare(text: str, known: Decoded, done: Rows, written: Mapping[str, NDArray[np.generic]]) -> None:
    names: set[str] = set()
    for name, values in written.items():
        operand = known.operands[name]
        assert isinstance(operand, Register | Predicate)
        if operand.number in ((7,) if isinstance(operand, Predicate) else (ZERO,)):
            continue
        register = f"{operand.file}{operand.number}"
        wide = values.dtype == np.uint64
        got = done.long(register) if wide else done[register]
        wrong = np.flatnonzero(got != values)
        assert not len(wrong), f"{text}: {register} is {got[wrong[0]]:#x}, not {int(values[wrong[0]]):#x}"
        names |= {register, f"{operand.file}{operand.number + 1}"} if wide else {register}
    assert done.written <= names, text
