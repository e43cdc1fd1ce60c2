"""Sums and products in every rounding mode, against exact rational numbers."""

import pytest

from tests.executor.nvidia.lift.exact import DOUBLE, SINGLE, Format, same
from tests.executor.nvidia.lift.floats import rows
from tests.executor.nvidia.lift.single import Rows, program

MODES = ("RN", "RM", "RP", "RZ")
SINGLES = [f"{name}{f'.{mode}' if mode != 'RN' else ''}" for name in ("FADD", "FMUL", "FFMA") for mode in MODES]
DOUBLES = [name.replace("F", "D", 1) for name in SINGLES]
SHAPES = {"ADD": "2,3", "MUL": "1,2", "FMA": "1,2,3"}
ROWS = 2000


def text(name: str) -> str:
    """The instruction on R1, R2 and R3, or on R2, R4 and R6."""
    step = 2 if name[0] == "D" else 1
    sources = ",".join(f"R{step * int(number)}" for number in SHAPES[name[1:4]].split(","))
    return f"{name} R0,{sources}"


def expected(format_: Format, name: str, numbers: list[list[int]]) -> list[int]:
    """The exact results, rounded."""
    opcode, mode = name[1:4], name[5:] or "RN"
    if opcode == "ADD":
        return [format_.add(b, c, mode) for _, b, c in zip(*numbers, strict=True)]
    if opcode == "MUL":
        return [format_.mul(a, b, mode) for a, b, _ in zip(*numbers, strict=True)]
    return [format_.fma(a, b, c, mode) for a, b, c in zip(*numbers, strict=True)]


@pytest.fixture(scope="module")
def hard() -> dict[Format, Rows]:
    """Rows for both formats."""
    return {SINGLE: rows(SINGLE, ROWS), DOUBLE: rows(DOUBLE, ROWS)}


@pytest.mark.parametrize("name", SINGLES)
def test_single(name: str, hard: dict[Format, Rows]) -> None:
    before = hard[SINGLE]
    done = program(tuple(map(text, SINGLES))).run(text(name), before)
    numbers = [before[f"R{n}"].tolist() for n in (1, 2, 3)]
    same(SINGLE, done["R0"], expected(SINGLE, name, numbers))


@pytest.mark.parametrize("name", DOUBLES)
def test_double(name: str, hard: dict[Format, Rows]) -> None:
    before = hard[DOUBLE]
    done = program(tuple(map(text, DOUBLES))).run(text(name), before)
    numbers = [before.long(f"R{n}").tolist() for n in (2, 4, 6)]
    same(DOUBLE, done.long("R0"), expected(DOUBLE, name, numbers))
