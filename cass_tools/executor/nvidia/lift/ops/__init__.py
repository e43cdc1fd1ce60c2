"""The meaning of NVIDIA's opcodes: one function each. `OPS` is the whole table."""

from cass_tools.executor.nvidia.lift.ops import (
    atomic,
    bits,
    choices,
    convert,
    copies,
    integer,
    lanes,
    matrix,
    meeting,
    memory,
    moves,
    predicates,
    single,
)
from cass_tools.executor.nvidia.lift.ops.registry import OPS

MODULES = (
    atomic,
    bits,
    choices,
    convert,
    copies,
    integer,
    lanes,
    matrix,
    meeting,
    memory,
    moves,
    predicates,
    single,
)

__all__ = ["MODULES", "OPS"]
