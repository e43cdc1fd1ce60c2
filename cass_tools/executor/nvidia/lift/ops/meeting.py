"""Where threads wait for each other, and the order of their memory accesses."""

from cass_tools.executor.nvidia.instruction import Integer
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded


@op("BAR", branches=True)
def bar(t: Thread, i: Decoded) -> None:
    """Wait for the whole block."""
    number = i.operands["bar"]
    whole = isinstance(number, Integer) and number.value == 0 and "count" not in i.operands
    if i.modifiers["op"] != "SYNC" or not whole:
        raise t.unsupported(i, "not the barrier of the whole block")
    t.do("barrier")


@op("NOP", "WARPSYNC", branches=True)
def warp_fence(t: Thread, i: Decoded) -> None:
    """__syncwarp is a NOP where the compiler has seen that the warp is together; it orders memory all the same."""
    t.do("warp_fence")


@op("MEMBAR", "FENCE", branches=True)
def fence(t: Thread, i: Decoded) -> None:
    """Order accesses as others see them."""
    scope = {"CTA": "workgroup", "SYS": ""}.get(i.modifiers.get("reach", "CTA"), "agent")
    t.f.do(f"fence {t.platform.scope(scope)}acq_rel")


@op("BSSY", "BSYNC", "BREAK", "BMOV", "YIELD", "ENDCOLLECTIVE", "NANOSLEEP", "ERRBAR", "CGAERRBAR", "CCTL", "PREEXIT")
def nothing(t: Thread, i: Decoded) -> None:
    """Where threads of a warp meet, which LLVM finds by itself, and hints of time and caches."""
