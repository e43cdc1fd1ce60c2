"""Sums and comparisons of 64 bits in two instructions, against exact arithmetic, and that they are written as one."""

import numpy as np
import pytest
from numpy.typing import NDArray

from cass_tools.executor.nvidia.lift.flow import Flow
from cass_tools.executor.nvidia.tables import classify
from tests.executor.nvidia.lift.single import Rows, _thread, execute, instruction

ROWS = Rows(400, seed=11)
Longs = NDArray[np.uint64]


def long(low: str, high: str) -> Longs:
    """Two registers of each row, as they are at first."""
    return ROWS[low].astype(np.uint64) | ROWS[high].astype(np.uint64) << np.uint64(32)


def made(done: Rows, low: str, high: str) -> Longs:
    """Two registers, as they are at the end."""
    return done[low].astype(np.uint64) | done[high].astype(np.uint64) << np.uint64(32)


A, B = ("R4", "R5"), ("R6", "R7")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("IADD3 R2,P0,R4,R6,RZ; IADD3.X R3,R5,R7,RZ,P0,!PT", long(*A) + long(*B)),
        ("IADD3 R2,P0,R4,R6,RZ; IADD3.X R3,R7,R5,RZ,P0,!PT", long(*A) + long(*B)),
        ("IADD3 R2,P0,R4,0x80,RZ; IADD3.X R3,RZ,R5,RZ,P0,!PT", long(*A) + np.uint64(0x80)),
        ("IADD3 R2,P0,R4,-0x80,RZ; IADD3.X R3,R5,-0x1,RZ,P0,!PT", long(*A) - np.uint64(0x80)),
        ("IADD3 R2,P0,R4,-R6,RZ; IADD3.X R3,R5,~R7,RZ,P0,!PT", long(*A) - long(*B)),
        ("IADD3 R2,P0,-R4,R6,RZ; IADD3.X R3,~R5,R7,RZ,P0,!PT", long(*B) - long(*A)),
        ("IADD3 R4,P0,R4,R6,RZ; IADD3.X R5,R5,R7,RZ,P0,!PT; MOV R2,R4; MOV R3,R5", long(*A) + long(*B)),
        ("IADD3 R2,P0,R4,R6,RZ; IMAD.X R3,RZ,RZ,R5,P0", long(*A) + ROWS["R6"]),
        ("IADD3 R2,P0,R4,R6,RZ; IMAD.X R3,R7,0x1,R5,P0", long(*A) + long(*B)),
        ("IADD3 R2,P0,R4,R6,RZ; MOV R8,R2; IADD3.X R3,R5,R7,RZ,P0,!PT; MOV R2,R8", long(*A) + long(*B)),
        ("LEA R2,P0,R4,R6,0x3; LEA.HI.X R3,R4,R7,R5,0x3,P0", (long(*A) << np.uint64(3)) + long(*B)),
        (
            "LEA R2,P0,R4,R6,0x2; LEA.HI.X.SX32 R3,R4,R7,0x2,P0",
            (ROWS["R4"].astype(np.int32).astype(np.int64) << 2).astype(np.uint64) + long(*B),
        ),
    ],
)
def test_sums(text: str, expected: Longs) -> None:
    done = execute(text, ROWS)
    assert np.array_equal(made(done, "R2", "R3"), expected)


def test_what_has_changed_in_between_is_not_taken() -> None:
    done = execute("IADD3 R2,P0,R4,R6,RZ; ISETP.EQ.AND P0,PT,R8,R9,PT; IADD3.X R3,R5,R7,RZ,P0,!PT", ROWS)
    equal = ROWS["R8"] == ROWS["R9"]
    assert np.array_equal(done["R3"], ROWS["R5"] + ROWS["R7"] + equal.astype(np.uint32))
    done = execute("IADD3 R2,P0,R4,R6,RZ; MOV R2,R9; IADD3.X R3,R5,R7,RZ,P0,!PT", ROWS)
    assert np.array_equal(done["R2"], ROWS["R9"])
    assert np.array_equal(done["R3"], ((long(*A) + long(*B)) >> np.uint64(32)).astype(np.uint32))
    done = execute("LEA R2,P0,R4,R6,0x3; MOV R4,R9; LEA.HI.X R3,R4,R7,R5,0x3,P0", ROWS)
    carry = (ROWS["R4"].astype(np.uint64) << np.uint64(3) & np.uint64(0xFFFFFFFF)) + ROWS["R6"] >> np.uint64(32)
    upper = (long("R9", "R5") << np.uint64(3)) >> np.uint64(32)
    assert np.array_equal(done["R3"], (upper + ROWS["R7"] + carry).astype(np.uint32))


def test_a_guard_keeps_the_halves_apart() -> None:
    done = execute("@P1 IADD3 R2,P0,R4,R6,RZ; IADD3.X R3,R5,R7,RZ,P0,!PT", ROWS)
    carry = np.where(ROWS["P1"] != 0, (ROWS["R4"].astype(np.uint64) + ROWS["R6"]) >> np.uint64(32), ROWS["P0"] != 0)
    assert np.array_equal(done["R3"], ROWS["R5"] + ROWS["R7"] + carry.astype(np.uint32))


@pytest.mark.parametrize("name", ["LT", "LE", "GT", "GE", "EQ", "NE"])
@pytest.mark.parametrize("sign", ["", ".U32"])
def test_comparisons(name: str, sign: str) -> None:
    text = f"ISETP.{name}.U32.AND P0,PT,R4,R6,PT; ISETP.{name}{sign}.AND.EX P1,PT,R5,R7,PT,P0"
    for rows in (ROWS, Rows(60, seed=3)):
        a, b = (rows[low].astype(np.uint64) | rows[high].astype(np.uint64) << np.uint64(32) for low, high in (A, B))
        if not sign:
            a, b = a.view(np.int64), b.view(np.int64)
        compare = {"LT": a < b, "LE": a <= b, "GT": a > b, "GE": a >= b, "EQ": a == b, "NE": a != b}
        assert np.array_equal(execute(text, rows)["P1"] != 0, compare[name])


@pytest.mark.parametrize(
    "text",
    ["IADD3 R2,P0,R4,R6,RZ; IADD3.X R3,R5,R7,RZ,P0,!PT", "LEA R2,P0,R4,R6,0x3; LEA.HI.X R3,R4,R7,R5,0x3,P0"],
)
def test_they_are_written_as_one(text: str) -> None:
    thread = _thread(90)
    flow = Flow(thread, {})
    for part in text.split(";"):
        flow._straight(classify(instruction(part)))
    written = "\n".join(thread.f.lines)
    assert "load i1" not in written  # the carry
    assert written.count("add i64") == 1
