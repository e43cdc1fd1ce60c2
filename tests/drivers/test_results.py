"""What a driver has saved, whole or torn."""

import pytest

from cass_tools.drivers.results import read
from cass_tools.errors import CassError

WHOLE = (
    b"case k<float, 3>\trandom\nbuffer\t#0\ti4:0\t4\t2\t2\t0\n\x01\n\x00\x00\x02\x00\x00\x00"
    b"buffer\t#1\tf4:0\t4\t9\t0\t0\ndone\nend\n"
)


def test_a_case_with_its_buffers() -> None:
    [case] = read(WHOLE)
    assert (case.kernel, case.name, case.done, case.refused, case.wrote) == ("k<float, 3>", "random", True, "", True)
    assert case.buffers["#0"].data == b"\x01\n\x00\x00\x02\x00\x00\x00"
    assert case.buffers["#1"].data is None


def test_a_kernel_that_ended_the_program() -> None:
    [case] = read(b"case k\trandom\n")
    assert not case.done
    [refused] = read(b"case k\trandom\nrefused std::function<void ()>\n")
    assert refused.refused == "std::function<void ()>"


@pytest.mark.parametrize("most", [len(b"case k<float, 3>\trandom\n") + 5, len(WHOLE) - 60, len(WHOLE) - 10])
def test_a_driver_that_was_stopped_while_it_wrote(most: int) -> None:
    [case] = read(WHOLE[:most])
    assert (case.name, case.done) == ("random", False)


@pytest.mark.parametrize(
    "cut",
    [
        b"buffer\t#0\ti4:0\t1\t2\t3\t0\nabc",
        b"buffer\t#0\ti4:0\tx\t2\t1\t0\n",
        b"what\n",
        b"done\n",
    ],
)
def test_damaged_results_are_refused(cut: bytes) -> None:
    start = b"" if cut == b"done\n" else b"case k\trandom\n"
    with pytest.raises(CassError, match="results"):
        read(start + cut)
