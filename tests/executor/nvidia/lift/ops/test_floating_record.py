"""What an NVIDIA H200 gave for instructions of floating point.

data/floats_h200.npz holds inputs by format (bits, fraction), and results by format and instruction.
"""

import numpy as np
import pytest

from tests.executor.nvidia.committed import DATA
from tests.executor.nvidia.lift.exact import DOUBLE, Format, same
from tests.executor.nvidia.lift.single import Rows, execute

RECORD = dict(np.load(DATA / "floats_h200.npz"))
NAMES = [name for name in RECORD if not name.startswith("inputs")]


@pytest.mark.parametrize("name", NAMES)
def test_same_as_the_hardware(name: str) -> None:
    width, fraction, text = name.split(" ", 2)
    format_ = Format(int(width), int(fraction))
    inputs = RECORD[f"inputs {width} {fraction}"]
    before = Rows(inputs.shape[1])
    for number, words in enumerate(inputs, 1):
        if format_ == DOUBLE:
            before.set_long(f"R{2 * number}", words)
        else:
            before[f"R{number}"] = words
    done = execute(text, before)
    if format_.width == 16:
        for shift in (0, 16):
            half = done["R0"] >> np.uint32(shift) & np.uint32(0xFFFF)
            same(format_, half, (RECORD[name] >> np.uint32(shift) & np.uint32(0xFFFF)).tolist())
    else:
        same(format_, done.long("R0") if format_ == DOUBLE else done["R0"], RECORD[name].tolist())
