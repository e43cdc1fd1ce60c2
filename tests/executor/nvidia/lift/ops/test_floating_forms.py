"""Every form of the floating-point opcodes that the table holds, executed and compared with exact arithmetic."""

import itertools

import numpy as np
import pytest

from cass_tools.executor.nvidia.cubin import Kernel
from cass_tools.executor.nvidia.instruction import Predicate, Register
from cass_tools.executor.nvidia.lift.ops import OPS
from cass_tools.executor.nvidia.lift.platform import AMD
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Form, forms_of, table
from cass_tools.executor.nvidia.unsupported import Unsupported
from tests.executor.nvidia.committed import cubin
from tests.executor.nvidia.lift.exact import DOUBLE, HALF, SINGLE, Format, same
from tests.executor.nvidia.lift.floats import rows
from tests.executor.nvidia.lift.meaning import MEANINGS
from tests.executor.nvidia.lift.single import base, decoded, program

MOST = 16  # combinations of modifiers that are tried of one row of the table
NUMBERS = {"a": 1, "b": 2, "c": 3}
# Approximations, and pairs of floats, which have tests of their own.
OTHERS = {"FCHK", "MUFU", "FADD2", "FMUL2", "FFMA2", "FHADD", "FHFMA"}
REFUSED = {"HADD2.F32.FTZ", "HADD2.F32.FTZ.SAT"}  # nothing says which denormals they flush


def opcodes() -> list[str]:
    """The table's floating-point arithmetic, by name: what it holds must be known here."""
    starts = ("F", "UF", "D", "H", "MUFU")
    no_arithmetic = {"FLO", "UFLO", "DEPBAR", "HMMA", "DMMA", "FENCE"}
    conversions = {"F2F", "F2I", "F2FP", "F2IP", "FRND", "UF2F", "UF2I", "UF2FP", "UF2IP", "UFRND"}
    return sorted(name for name in table() if name.startswith(starts) and name not in no_arithmetic | conversions)


def combinations(form: Form) -> list[str]:
    """Names with modifiers: all, or enough that each alternative of each group is there."""
    choices = [(*(f".{c}" for c in group.choices), *([""] if group.optional else [])) for group in form.modifiers]
    every = ["".join(each) for each in itertools.product(*choices)]
    if len(every) > MOST:
        some = np.random.default_rng(1)
        chosen = list(some.choice(every, MOST, replace=False))
        for place, group in enumerate(choices):
            for alternative in group:
                row = [some.choice(each) for each in choices]
                row[place] = alternative
                chosen.append("".join(row))
        every = list(dict.fromkeys(chosen))
    return [form.opcode + each for each in every]


def source(name: str, class_: str, step: int, number: int) -> str:
    """An operand of the class: a plain register, then with signs and selectors, then of another class."""
    register = f"R{NUMBERS[name] * step}"
    if number == 0:
        return register
    if class_ == "h" and number == 1:
        return {"a": f"-{register}.H0_H0", "b": f"|{register}|.H1_H1", "c": f"{register}.H0_NH1"}[name]
    if number == 1:
        return {"a": f"-|{register}|", "b": f"-{register}", "c": f"|{register}|"}[name]
    if name == "b" and class_ != "v":
        return "0.75" if step == 2 else f"-c[0x0][{base():#x}]"
    return f"-R{register[1:]}" if step == 2 else f"-UR{NUMBERS[name]}" if name == "c" and class_ != "R" else register


def operand(name: str, class_: str, step: int, number: int) -> str:
    """A destination, a predicate or a source."""
    uniform = "U" if class_ in "QU" else ""
    if name == "d":
        return f"{uniform}R0"
    if name in ("p", "p2"):
        return f"{uniform}P{'0' if name == 'p' else '1'}"
    if class_ in "PQ":
        return f"{'!' if number == 1 else ''}{uniform}P{2 + number}"
    return source(name, class_, step, number)


def texts(form: Form) -> list[str]:
    """Instructions of a form, as nvdisasm prints them."""
    step = 2 if form.opcode[0] == "D" else 1
    found = []
    for number, name in itertools.product(range(3), combinations(form)):
        words = [operand(group.name, group.choices[0], step, number) for group in form.operands]
        if "XORSIGN" in name:  # its sources are absolute, and their signs count all the same
            words[1:3] = "|R1|", "|R2|"
        found.append(f"{name} {','.join(words)}")
    return [text for text in found if text.partition(" ")[0] not in REFUSED]


def format_of(opcode: str) -> Format:
    """What its numbers are."""
    return DOUBLE if opcode[0] == "D" else HALF if opcode[0] == "H" else SINGLE


def test_each_opcode_has_an_oracle() -> None:
    assert set(opcodes()) == set(MEANINGS) | OTHERS
    assert set(opcodes()) <= set(OPS)


@pytest.mark.parametrize("opcode", sorted(MEANINGS))
def test_every_form(opcode: str) -> None:
    every = tuple(dict.fromkeys(text for form in forms_of(opcode) for text in texts(form)))
    together = program(every)
    before = rows(format_of(opcode), 60)
    for number in range(4):
        before[f"UR{number}"] = before[f"R{number}"]
    for text in every:
        i = decoded(text)
        done = together.run(text, before)
        for name, wanted in MEANINGS[opcode](i, before).items():
            place = i.operands[name]
            assert isinstance(place, Register | Predicate)
            if name != "d":
                assert done[f"{place.file}{place.number}"].tolist() == wanted, text
            elif opcode[0] == "D":
                same(DOUBLE, done.long("R0"), wanted)
            else:
                _same_words(opcode, text, done[f"{place.file}0"].tolist(), wanted)


def _same_words(opcode: str, text: str, found: list[int], wanted: list[int]) -> None:
    """Floats are the same, or each half is."""
    if opcode[0] != "H" or ".F32" in text or opcode == "HSET2":
        pairs = list(zip(found, wanted, strict=True))
        bad = [(hex(a), hex(b)) for a, b in pairs if a != b and not (SINGLE.is_nan(a) and SINGLE.is_nan(b))]
    else:
        limit = 0x7F80 if "BF16" in text else 0x7C00
        bad = [
            (hex(a), hex(b))
            for a, b in zip(found, wanted, strict=True)
            for shift in (0, 16)
            if (x := a >> shift & 0xFFFF) != (y := b >> shift & 0xFFFF) and not (x & 0x7FFF > limit < y & 0x7FFF)
        ]
    assert not bad, f"{text}: {bad[:4]}"


def test_refusals_are_by_name() -> None:
    code = cubin("kernels", 90)
    kernel: Kernel = code.kernels["k01_vadd"]
    for name in REFUSED:
        with pytest.raises(Unsupported, match=f"sm_90 {name}"):
            OPS["HADD2"].lift(Thread(code, kernel, AMD), decoded(f"{name} R0,R1,R2"))
