"""Which buffers may differ where lanes of one wave share places of memory."""

from cass_tools.drivers.lanes import shared_buffers
from cass_tools.drivers.signatures import Parameter

PARAMETERS = (Parameter("n", "int"), Parameter("x", "const float *"), Parameter("y", "float *"))
PLACE = "4 bytes of global memory 0x7f00d0 (allocation {}) that lane 3 of this wave wrote at a.cu:7"
WRITE, READ = f"gfx1100 kernel k: race: write of {PLACE}", f"gfx1100 kernel k: race: read of {PLACE}"


def test_only_what_lanes_overwrite_may_differ() -> None:
    assert shared_buffers([WRITE.format(2)], PARAMETERS) == frozenset({"y"})
    assert shared_buffers([WRITE.format(1), WRITE.format(2)], PARAMETERS) == frozenset({"x", "y"})
    assert shared_buffers([], PARAMETERS) == frozenset()


def test_what_a_lane_reads_may_go_anywhere() -> None:
    assert shared_buffers([WRITE.format(2), READ.format(1)], PARAMETERS) is None


def test_buffers_that_cannot_be_told_apart() -> None:
    assert shared_buffers([WRITE.format(7)], PARAMETERS) is None
    assert shared_buffers([WRITE.format(1)], (Parameter("list", "Node *"), *PARAMETERS)) is None
    assert shared_buffers([WRITE.format(1)], (Parameter("rows", "float **"),)) is None
    assert shared_buffers([], (Parameter("rows", "float **"),)) == frozenset()
