"""Byte layout of the `Wave` structure that the host runtime hands to a translated kernel.

The C++ twin is `executor/host/abi.hpp`; a test compares the two. A kernel is one function
`int32_t kernel(Wave *)` that returns one of the `Status` codes; lanes are 32 or 64.
"""

from enum import IntEnum

SGPR = 0
EXEC = 512
SCC = 520
RESUME = 524
IMAGE = 528
LDS = 536
SCRATCH = 544
SCRATCH_STRIDE = 552
PRIVATE_APERTURE = 560
LDS_SIZE = 568
BUDGET = 572
FAULT = 576
MODE = 584
PC = 588
"""Address, relative to the image, of the instruction that accesses memory or waits: for messages."""
CHECK = 592
"""Function that checked code calls before it accesses memory (`checks.py`)."""
IMAGES = 1016
VGPR = 1024

VCC = 106
M0 = 125
EXEC_LO = 126
FIRST_AGPR = 256
"""Row of a0 in `vgpr`; v0 is row 0."""
WILD_JUMP = 1 << 32
"""Value of `fault`, with status TRAPPED, after a jump to an address that is no function of the code object."""


class Status(IntEnum):
    """What a kernel function returns; a wave that is not ENDED or TRAPPED is entered again at `resume`."""

    ENDED = 0
    BARRIER = 1
    YIELDED = 2
    TRAPPED = 3
    GRID_BARRIER = 4  # ds_gws_barrier: wait until every workgroup of a cooperative launch is here


def sgpr_offset(index: int) -> int:
    """Byte offset of the 32-bit scalar register `index` (s0..s105, vcc 106, ttmp0 108, m0 125)."""
    return SGPR + 4 * index


def scalar_offset(index: int) -> int:
    """Byte offset of a scalar register by the index of an operand: as `sgpr_offset`, and exec (126, 127)."""
    return EXEC + 4 * (index - EXEC_LO) if index >= EXEC_LO else sgpr_offset(index)


def vgpr_offset(row: int, lanes: int) -> int:
    """Byte offset of the first lane of a vector register row (a0 is row 256)."""
    return VGPR + 4 * lanes * row


def wave_size(rows: int, lanes: int) -> int:
    """Bytes of a Wave that holds `rows` vector registers of `lanes` lanes."""
    return vgpr_offset(rows, lanes)
