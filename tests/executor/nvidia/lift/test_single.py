"""The harness itself: guards, constants, and what stays untouched."""

import numpy as np

from tests.executor.nvidia.lift.single import Rows, base, execute


def test_sum_with_carries() -> None:
    rows = Rows(2000)
    done = execute("IADD3.X R0,P1,R2,-R3,R4,P0,!PT", rows)
    a, b, c = (rows[name].astype(np.uint64) for name in ("R2", "R3", "R4"))
    total = a + (b ^ np.uint64(0xFFFFFFFF)) + np.uint64(1) + c + rows["P0"]
    assert done.written == {"R0", "P1"}
    assert np.array_equal(done["R0"], total.astype(np.uint32))
    assert np.array_equal(done["P1"], total >> np.uint64(32) != 0)


def test_guard_constant_and_several_instructions() -> None:
    rows = Rows(100)
    done = execute(f"@!P3 IADD3 R0,R2,c[0x0][{base() + 4:#x}],RZ; IADD3 R5,R0,0x1,RZ", rows)
    word = np.frombuffer(rows.parameters, np.uint32)[1]
    first = np.where(rows["P3"] == 0, rows["R2"] + word, rows["R0"])
    assert np.array_equal(done["R0"], first)
    assert np.array_equal(done["R5"], first + np.uint32(1))


def test_functions_of_a_warp_are_given() -> None:
    done = execute("S2R R0,SR_LANEID", Rows(10), runtime="NV u32 nv_lane(void) { return 5; }")
    assert (done["R0"] == 5).all()
