"""What NVIDIA's floating-point instructions give, row by row, from exact arithmetic: the oracle for every form."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from cass_tools.executor.nvidia.instruction import Constant, Float, Operand, Register
from cass_tools.executor.nvidia.tables import Decoded
from tests.executor.nvidia.lift.exact import BFLOAT, DOUBLE, HALF, SINGLE, Format
from tests.executor.nvidia.lift.single import Rows, base

Results = dict[str, list[int]]  # words or truths by destination
Meaning = Callable[[Decoded, Rows], Results]
MEANINGS: dict[str, Meaning] = {}
PICKED = {"H0_H0": (0, 0), "H1_H1": (1, 1), "H1_H0": (0, 1), "H0_NH1": (1, 0)}


def means(*names: str) -> Callable[[Meaning], Meaning]:
    """Register the oracle of opcodes."""

    def register(meaning: Meaning) -> Meaning:
        MEANINGS.update(dict.fromkeys(names, meaning))
        return meaning

    return register


def numbers(i: Decoded, rows: Rows, name: str, format_: Format) -> list[int]:
    """An operand in a format, its signs applied, flushed where the instruction says so."""
    operand = i.operands[name]
    if format_ is DOUBLE:
        if isinstance(operand, Register):
            words = rows.long(f"{operand.file}{operand.number}").tolist()
        else:
            assert isinstance(operand, Float)
            words = [operand.bits << 32] * len(rows.words)
    else:
        words = rows.raw(operand, base()).tolist()
    return [_given(i, operand, bits, format_) for bits in words]


def _given(i: Decoded, operand: Operand, bits: int, format_: Format) -> int:
    if isinstance(operand, Register | Constant):
        bits = bits & ~format_.sign if operand.absolute else bits
        bits = bits ^ format_.sign if operand.negated else bits
    return format_.flushed(bits) if "ftz" in i.modifiers else bits


def halves(i: Decoded, rows: Rows, names: str) -> Iterator[tuple[list[int], list[int]]]:
    """The lower and the upper halves of operands, row by row."""
    format_ = half_format(i)
    columns = []
    for name in names:
        operand = i.operands[name]
        selector = next(iter(getattr(operand, "selectors", ())), "H1_H0")
        column = []
        for word in rows.raw(operand, base()).tolist():
            parts = [word & 0xFFFF, word >> 16]
            low, high = (parts[n] for n in PICKED[selector])
            low ^= 0x8000 if selector == "H0_NH1" else 0
            column.append([_given(i, operand, bits, format_) for bits in (low, high)])
        columns.append(column)
    for row in zip(*columns, strict=True):
        yield [each[0] for each in row], [each[1] for each in row]


def half_format(i: Decoded) -> Format:
    """bfloat16, or half."""
    return BFLOAT if i.modifiers.get("type", "").startswith("BF16") else HALF


def finished(i: Decoded, bits: int, format_: Format) -> int:
    """Clamped."""
    clamp = i.modifiers.get("sat")
    if clamp == "RELU":
        return 0 if bits & format_.sign and not format_.is_nan(bits) else bits
    if clamp == "SAT":
        return 0 if format_.is_nan(bits) or bits & format_.sign else min(bits, format_.one)
    return bits


def joined(i: Decoded, rows: Rows, truths: list[bool]) -> list[int]:
    """With the predicate `in`."""
    how, others = i.modifiers["logic"], rows.truth(i.operands["in"]).tolist()
    pairs = zip(truths, others, strict=True)
    return [int(a & b if how == "AND" else a | b if how == "OR" else a ^ b) for a, b in pairs]


@means("FADD", "FMUL", "FFMA", "UFADD", "UFMUL", "UFFMA", "DADD", "DMUL", "DFMA")
def arithmetic(i: Decoded, rows: Rows) -> Results:
    """Sums and products."""
    opcode = i.instruction.opcode.removeprefix("U")
    format_ = DOUBLE if opcode[0] == "D" else SINGLE
    mode = i.modifiers.get("round", "RN")
    word, ftz = i.modifiers.get("scale", "M1"), "ftz" in i.modifiers
    scale = Fraction(int(word[1])) if word[0] == "M" else Fraction(1, int(word[1]))
    columns = [numbers(i, rows, name, format_) for name in "abc" if name in i.operands]
    done = []
    for row in zip(*columns, strict=True):
        if opcode.endswith("ADD"):
            result = format_.add(row[0], row[1], mode, ftz=ftz)
        elif opcode.endswith("MUL"):
            result = format_.mul(row[0], row[1], mode, scale, ftz=ftz)
        else:
            result = format_.fma(row[0], row[1], row[2], mode, ftz=ftz)
        done.append(finished(i, result, format_))
    return {"d": done}


@means("FMNMX", "FMNMX3", "UFMNMX")
def extreme(i: Decoded, rows: Rows) -> Results:
    """Minima and maxima."""
    columns = [numbers(i, rows, name, SINGLE) for name in "abc" if name in i.operands]
    signs = [rows.raw(i.operands[name], base()).tolist() for name in "ab"]
    which = rows.truth(i.operands["min"]).tolist()
    done = []
    for number, row in enumerate(zip(*columns, strict=True)):
        result = row[0]
        for other in row[1:]:
            result = SINGLE.extreme(result, other, smaller=which[number], nan="nan" in i.modifiers)
        if "xorsign" in i.modifiers:
            result = result & ~SINGLE.sign | (signs[0][number] ^ signs[1][number]) & SINGLE.sign
        done.append(result)
    return {"d": done}


@means("FSEL", "UFSEL")
def chosen(i: Decoded, rows: Rows) -> Results:
    """A choice."""
    columns = zip(*(numbers(i, rows, name, SINGLE) for name in "ab"), strict=True)
    return {"d": [a if yes else b for yes, (a, b) in zip(rows.truth(i.operands["which"]), columns, strict=True)]}


@means("FSETP", "UFSETP", "DSETP")
def compared(i: Decoded, rows: Rows) -> Results:
    """Comparisons into predicates."""
    format_ = DOUBLE if i.instruction.opcode == "DSETP" else SINGLE
    name = i.modifiers["cmp"]
    pairs = list(zip(*(numbers(i, rows, each, format_) for each in "ab"), strict=True))
    if name in ("MIN", "MAX"):
        first = [not format_.is_nan(a) and format_.extreme(a, b, smaller=name == "MIN") == a for a, b in pairs]
        none = [format_.is_nan(a) and format_.is_nan(b) for a, b in pairs]
        return {"p": joined(i, rows, first), "p2": joined(i, rows, none)}
    truths = [format_.compared(name, a, b) for a, b in pairs]
    return {"p": joined(i, rows, truths), "p2": joined(i, rows, [not truth for truth in truths])}


@means("FSET")
def compared_to_word(i: Decoded, rows: Rows) -> Results:
    """Comparisons into a register."""
    pairs = zip(*(numbers(i, rows, each, SINGLE) for each in "ab"), strict=True)
    truths = joined(i, rows, [SINGLE.compared(i.modifiers["cmp"], a, b) for a, b in pairs])
    return {"d": [(SINGLE.one if "bool" in i.modifiers else 0xFFFFFFFF) * truth for truth in truths]}


@means("HADD2", "HMUL2", "HFMA2")
def arithmetic_of_halves(i: Decoded, rows: Rows) -> Results:
    """Sums and products of halves."""
    opcode, format_, ftz = i.instruction.opcode, half_format(i), "ftz" in i.modifiers
    names = "abc" if opcode == "HFMA2" else "ab"
    if i.modifiers.get("type") == "F32":
        sums = []
        for low, _ in halves(i, rows, names):
            a, b = (SINGLE.rounded(HALF.exact(bits)) for bits in low)
            sums.append(finished(i, SINGLE.add(a, b), SINGLE))
        return {"d": sums}
    calls: dict[str, Callable[..., int]] = {"HADD2": format_.add, "HMUL2": format_.mul, "HFMA2": format_.fma}
    call = calls[opcode]
    return {
        "d": [_packed(*(finished(i, call(*each, ftz=ftz), format_) for each in row)) for row in halves(i, rows, names)]
    }


def _packed(low: int, high: int) -> int:
    return low | high << 16


@means("HMNMX2")
def extreme_of_halves(i: Decoded, rows: Rows) -> Results:
    """Minima and maxima of halves."""
    format_, done = half_format(i), []
    signs = [rows.raw(i.operands[name], base()).tolist() for name in "ab"]
    which = rows.truth(i.operands["min"]).tolist()
    for number, row in enumerate(halves(i, rows, "ab")):
        word = _packed(*(format_.extreme(*each, smaller=which[number], nan="nan" in i.modifiers) for each in row))
        if "xorsign" in i.modifiers:
            word = word & 0x7FFF7FFF | (signs[0][number] ^ signs[1][number]) & 0x80008000
        done.append(word)
    return {"d": done}


@means("HSETP2", "HSET2")
def compared_halves(i: Decoded, rows: Rows) -> Results:
    """Comparisons of halves."""
    format_ = half_format(i)
    found = list(halves(i, rows, "ab"))
    low, high = (
        joined(i, rows, [format_.compared(i.modifiers["cmp"], *row[part]) for row in found]) for part in (0, 1)
    )
    if i.instruction.opcode == "HSETP2":
        return {"p": low, "p2": high}
    yes = format_.one if "bool" in i.modifiers else 0xFFFF
    return {"d": [_packed(yes * a, yes * b) for a, b in zip(low, high, strict=True)]}
