"""Textures, which are refused: an instruction names one by a number of 32 bits, and no host runtime gives out such."""

from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded


@op("TEX", "TLD")
def texture(t: Thread, i: Decoded) -> None:
    """Read from a texture."""
    raise t.unsupported(i, "a texture")
