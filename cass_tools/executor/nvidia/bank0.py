"""Constant bank 0: what the driver puts before a kernel's parameters, by architecture; offsets in bytes.

Found by compiling kernels that read each of these with CUDA 13 and looking at the offsets in their code.
"""

from dataclasses import dataclass

from cass_tools.errors import CassError


@dataclass(frozen=True, slots=True)
class Bank0:
    """Offsets of 32-bit words unless said otherwise.

    `block` and `grid` are three words each (blockDim, gridDim). `shared_window` and `local_window` are the 64-bit start
    of these memories in the generic address space, None where the code asks a special register. `stack` is the initial
    value of R1, `descriptor` the 64-bit descriptor of global memory, `parameters` where the parameters start.
    `shared_reserved` bytes at the start of shared memory belong to the driver. `grid_workspace` is the lower half of an
    address of memory in which the blocks of a cooperative launch meet, its upper half lies before it; None where that
    is not known, as for `dynamic_shared` (bytes of shared memory that the launch adds) and `processors` (how many
    multiprocessors there are) and `constant_window` (64 bits: where generic addresses of constant memory start).
    `cluster` and `clusters` are three words each (a cluster's blocks, the grid's clusters), `cluster_blocks` is how
    many blocks a cluster has, `is_clustered` whether the launch asked for clusters, `cluster_inverse` three floats: one
    divided by a cluster's blocks, so that a block's number times that is not below the cluster's. `grid_number` (64
    bits) counts launches: %gridid.
    `of_cluster`: code reads the words of `grid_workspace`, `dynamic_shared`, `cluster`, `clusters` and
    `cluster_blocks` at an index that it computes from SR_CgaSize alone.
    """

    block: int
    grid: int
    shared_window: int | None
    local_window: int
    stack: int
    descriptor: int
    parameters: int
    shared_reserved: int
    grid_workspace: int | None = None
    dynamic_shared: int | None = None
    processors: int | None = None
    constant_window: int | None = None
    cluster: int | None = None
    clusters: int | None = None
    cluster_blocks: int | None = None
    is_clustered: int | None = None
    cluster_inverse: int | None = None
    of_cluster: bool = False
    grid_number: int = 0x30


AMPERE = Bank0(0x0, 0xC, 0x18, 0x20, 0x28, 0x118, 0x160, 0, 0x90, 0x2C, 0x10C, 0x50)
HOPPER = Bank0(
    *(0x0, 0xC, None, 0x20, 0x28, 0x208, 0x210, 1024, 0x48, 0x2C, 0x10C, 0xD0),
    cluster=0x144,
    clusters=0x15C,
    cluster_blocks=0x188,
    is_clustered=0x140,
    cluster_inverse=0x150,
)
BLACKWELL = Bank0(
    *(0x360, 0x370, None, 0x2F8, 0x37C, 0x358, 0x380, 1024),
    grid_workspace=0x258,
    dynamic_shared=0x2AC,
    processors=0x2D0,
    cluster=0x2A0,
    clusters=0x2C0,
    cluster_blocks=0x2CC,
    is_clustered=0x36C,
    cluster_inverse=0x2B0,
    of_cluster=True,
    grid_number=0x140,
)
LAYOUTS = {75: AMPERE, 80: AMPERE, 86: AMPERE, 87: AMPERE, 88: AMPERE, 89: AMPERE, 90: HOPPER}


def layout(sm: int) -> Bank0:
    """Of an architecture, 80 for sm_80; CassError for one that is not known."""
    known = LAYOUTS.get(sm, BLACKWELL if 100 <= sm < 130 else None)
    if known is None:
        raise CassError(f"sm_{sm} is not known; sm_75 to sm_121 are")
    return known
