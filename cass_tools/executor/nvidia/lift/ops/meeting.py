"""Where threads wait for each other, and the order of their memory accesses."""

from cass_tools.executor.nvidia.instruction import Instruction, Integer
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread


@op("BAR", branches=True)
def bar(t: Thread, i: Instruction) -> None:
    number, *rest = i.operands
    if i.modifiers[0] != "SYNC" or not isinstance(number, Integer) or number.value != 0 or rest:
        raise t.unsupported(i, "not the barrier of the whole block")
    t.do("barrier")


@op("NOP", "WARPSYNC", branches=True)
def warp_fence(t: Thread, i: Instruction) -> None:
    """__syncwarp is a NOP where the compiler has seen that the warp is together; it orders memory all the same."""
    t.do("warp_fence")


@op("MEMBAR", "FENCE", branches=True)
def fence(t: Thread, i: Instruction) -> None:
    scope = "agent" if "GPU" in i.modifiers else "" if "SYS" in i.modifiers else "workgroup"
    t.f.do(f"fence {t.platform.scope(scope)}acq_rel")
