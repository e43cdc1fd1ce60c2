"""The meaning of NVIDIA's opcodes: one function each. `OPS` is the whole table."""

from cass_tools.executor.nvidia.lift.ops import integer, meeting, memory, moves, single
from cass_tools.executor.nvidia.lift.ops.registry import OPS

MODULES = (integer, meeting, memory, moves, single)

__all__ = ["MODULES", "OPS"]
