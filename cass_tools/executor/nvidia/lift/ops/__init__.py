"""The meaning of NVIDIA's opcodes: one function each. `OPS` is the whole table."""

from cass_tools.executor.nvidia.lift.ops import (
    atomic,
<<<<<<< HEAD
    bits,
    choices,
    convert,
    copies,
=======
    copies,
    double,
    half,
>>>>>>> 7de9251 (Lift floating-point arithmetic exactly)
    integer,
    lanes,
    matrix,
    meeting,
    memory,
    moves,
<<<<<<< HEAD
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
=======
    single,
    transcendental,
)
from cass_tools.executor.nvidia.lift.ops.registry import OPS

MODULES = (atomic, copies, double, half, integer, lanes, matrix, meeting, memory, moves, single, transcendental)
>>>>>>> 7de9251 (Lift floating-point arithmetic exactly)

__all__ = ["MODULES", "OPS"]
