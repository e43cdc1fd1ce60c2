"""Conversions and operations on bits and bytes against what an H200 computed, bit by bit.

data/h200.npz: `inputs` are 256 rows of three words of 64 bits; for each of `names` (the instruction and the size of its
result: h 16, r 32, l 64 bits) `results` has the result for each row. The instructions are those that ptxas 13.0 makes
of PTX's cvt, prmt, bfind, dp4a, dp2a, szext, bmsk, shf, sad and vabsdiff4, their operands in R4, R8 and R12.
"""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.nvidia.committed import DATA
from tests.executor.nvidia.lift.single import Program, Rows, program

Longs = NDArray[np.uint64]
MASKS = {"h": 0xFFFF, "r": 0xFFFFFFFF, "l": (1 << 64) - 1}
OPCODES = (
    *("F2I", "F2IP", "I2F", "I2FP", "F2F", "F2FP", "FRND"),
    *("PRMT", "FLO", "IDP", "SGXT", "BMSK", "SHF", "VABSDIFF", "VABSDIFF4"),
)


@cache
def record() -> tuple[Longs, dict[str, Longs]]:
    with np.load(DATA / "h200.npz") as file:
        return file["inputs"], dict(zip(map(str, file["names"]), file["results"], strict=True))


@cache
def compiled(opcode: str) -> Program:
    _, results = record()
    return program(tuple(name.split("|")[0] for name in results if name.partition(" ")[0].split(".")[0] == opcode))


@pytest.mark.parametrize("opcode", OPCODES)
def test_results_are_those_of_the_gpu(opcode: str) -> None:
    inputs, results = record()
    code = compiled(opcode)
    rows = Rows(len(inputs))
    for column, name in enumerate(("R4", "R8", "R12")):
        rows.set_long(name, inputs[:, column])
    wrong = {}
    for name, expected in results.items():
        text, _, size = name.partition("|")
        if text not in code.texts:
            continue
        got = code.run(text, rows).long("R0") & np.uint64(MASKS[size])
        for row in np.flatnonzero(got != expected)[:2]:
            wrong[name, int(row)] = [hex(v) for v in (*inputs[row], got[row], expected[row])]
    assert not wrong, wrong


def test_the_record_has_every_opcode() -> None:
    _, results = record()
    assert {name.partition(" ")[0].split(".")[0] for name in results} == set(OPCODES)
