"""R2P: bits of a byte become predicates. PLOP3: signs in the place of predicates."""

import numpy as np
import pytest

from tests.executor.nvidia.lift.single import Rows, base, execute


@pytest.mark.parametrize("mask", [0x7F, 0x3, 0x40, 0x0])
@pytest.mark.parametrize("part", ["", ".B0", ".B1", ".B2", ".B3"])
def test_bits_become_predicates(part: str, mask: int) -> None:
    rows = Rows(100)
    done = execute(f"R2P PR,R5{part},{mask:#x}", rows)
    octet = rows["R5"] >> np.uint32(8 * int(part[2:] or "0"))
    for number in range(7):
        bit = octet >> np.uint32(number) & np.uint32(1)
        assert np.array_equal(done[f"P{number}"], bit if mask >> number & 1 else rows[f"P{number}"])


@pytest.mark.parametrize("guard", ["@P2", "@!P2", "@UP1", "@!PT", "@PT"])
def test_under_a_guard_the_rest_stays(guard: str) -> None:
    rows = Rows(100)
    done = execute(f"{guard} R2P PR,R5,0x3", rows)
    name = guard.lstrip("@!")
    holds = (np.ones(100) if name == "PT" else rows[name]) != (1 if "!" in guard else 0)
    for number in range(2):
        bit = rows["R5"] >> np.uint32(number) & np.uint32(1)
        assert np.array_equal(done[f"P{number}"], np.where(holds, bit, rows[f"P{number}"]))


def test_signs_instead_of_predicates() -> None:
    rows = Rows(200)
    done = execute(f"PLOP3.LUT P0,P1,R4.SIGN,!UR8.SIGN,c[0x0][{base():#x}].SIGN,0x80,0xfe", rows)
    constant = np.frombuffer(rows.parameters[:4], np.int32)[0] < 0
    first, second = rows["R4"].view(np.int32) < 0, rows["UR8"].view(np.int32) >= 0
    assert np.array_equal(done["P0"], first & second & constant)
    assert np.array_equal(done["P1"], first | second | constant)
