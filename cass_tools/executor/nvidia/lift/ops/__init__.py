"""The meaning of NVIDIA's opcodes: one function each. `OPS` is the whole table."""

from cass_tools.executor.nvidia.lift.ops import atomic, copies, integer, lanes, matrix, meeting, memory, moves, single
from cass_tools.executor.nvidia.lift.ops.registry import OPS

MODULES = (atomic, copies, integer, lanes, matrix, meeting, memory, moves, single)

__all__ = ["MODULES", "OPS"]
