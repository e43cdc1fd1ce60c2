"""Where threads wait for each other, and the order of their memory accesses."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import Barrier, Integer
from cass_tools.executor.nvidia.lift import clusters, places
from cass_tools.executor.nvidia.lift.ops.lanes import MEMBERS
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

REDUCTIONS = {"POPC": 0, "AND": 1, "OR": 2}  # numbers of the runtime's nv_barrier_reduce
WARP = 32
RESULT = "barrier_result"  # the variable that BAR.RED writes and B2R reads


@op("BAR", branches=True)
def bar(t: Thread, i: Decoded) -> None:
    """SYNC waits, ARV only counts, RED waits and counts a predicate.

    Without a number of threads the whole block meets, whatever the barrier's number. A register that stands for both
    has the barrier's number in bits 0 to 3 and the count in bits 16 to 27.
    """
    how = i.modifiers["op"]
    count = _count(t, i) if "count" in i.operands else None
    if how == "SYNC" and count is None:
        t.do("barrier")
        return
    if count is not None and t.platform.lanes > WARP:
        raise t.unsupported(i, f"warps that wait for each other in one wavefront of {t.platform.lanes} lanes")
    words = places.meeting(t)
    number = t.word(i.operands["bar"]) & 15
    if how == "RED":
        predicate = t.predicate(i.operands["p"]).zext("i32")
        kind = REDUCTIONS[i.modifiers["red"]]
        all_of = t.f.const(0, "i32") if count is None else count
        t.store(RESULT, t("barrier_reduce", "i32", words, number, all_of, predicate, kind))
    elif count is None:
        raise t.unsupported(i, "an arrival without a number of threads")
    else:
        t.do("barrier_arrive" if how == "ARV" else "barrier_count", words, number, count)


def _count(t: Thread, i: Decoded) -> Value:
    number, operand = i.operands["bar"], i.operands["count"]
    if isinstance(operand, Integer) or isinstance(number, Integer):
        return t.word(operand)
    if number != operand:
        raise t.unsupported(i, "two registers")
    return t.word(operand) >> 16 & 0xFFF


@op("B2R")
def barrier_result(t: Thread, i: Decoded) -> None:
    """What the last BAR.RED of this thread found."""
    result = t.load(RESULT, "i32")
    t.put(i.operands["d"], result)
    if "p" in i.operands:
        t.set_predicate(i.operands["p"], result.cmp("ne", 0))


@op("NOP", branches=True)
def warp_fence(t: Thread, i: Decoded) -> None:
    """__syncwarp is a NOP where the compiler has seen that the warp is together; it orders memory all the same."""
    t.do("warp_fence")


@op("WARPSYNC", branches=True)
def warp_sync(t: Thread, i: Decoded) -> None:
    """Wait for the lanes of a mask. On AMD's GPUs those lanes are together that come here.

    Lanes with different masks go on apart: until ENDCOLLECTIVE, or after EXCLUSIVE until BSYNC.
    """
    if t.has_groups and "mask" in i.operands and {"COLLECTIVE", "EXCLUSIVE"} & {*i.modifiers.values()}:
        t.store(MEMBERS, t.word(i.operands["mask"]))
    if t.platform.name == "native" and ("mask" in i.operands or "all" in i.modifiers):
        t.do("warp_sync", t.word(i.operands["mask"]) if "mask" in i.operands else -1)
    else:
        t.do("warp_fence")


@op("BSSY", "BSYNC", "BREAK", branches=True)
def convergence(t: Thread, i: Decoded) -> None:
    """Note which threads are together; wait for them; wait no longer for this one. LLVM's code for AMD does so."""
    barrier = i.operands["b"]
    if t.has_groups and i.instruction.opcode == "BSYNC":
        t.store(MEMBERS, t.f.const(0, "i32"))
    if t.platform.name != "native" or not isinstance(barrier, Barrier):
        return
    if i.instruction.opcode == "BREAK":
        leaves = t.predicate(i.operands["p"]) if "p" in i.operands else t.f.const(1, "i1")
        t.do("break", barrier.number, leaves.zext("i32"))
    else:
        t.do("together" if i.instruction.opcode == "BSSY" else "meet_again", barrier.number)


@op("BMOV")
def move_barrier(t: Thread, i: Decoded) -> None:
    """Keep a convergence barrier in a register, where it is only a number that BMOV takes back."""
    barrier = i.operands["b"]
    if t.platform.name != "native" or not isinstance(barrier, Barrier):
        if "d" in i.operands:
            t.put(i.operands["d"], t.f.const(0, "i32"))
    elif "d" in i.operands:
        t.put(i.operands["d"], t("barrier_lanes", "i32", barrier.number))
    else:
        t.do("set_barrier_lanes", barrier.number, t.word(i.operands["a"]))


@op("MEMBAR", "FENCE", branches=True)
def fence(t: Thread, i: Decoded) -> None:
    """Order accesses as others see them."""
    scope = {"CTA": "workgroup", "SYS": ""}.get(i.modifiers.get("reach", "CTA"), "agent")
    order = "seq_cst" if i.modifiers.get("order") == "SC" else "acq_rel"
    t.f.do(f"fence {t.platform.scope(scope)}{order}")


@op("NANOSLEEP", branches=True)
def sleep(t: Thread, i: Decoded) -> None:
    """Let other warps run: the thread waits for what they do, so it has to read memory anew."""
    t.do("yield")


@op("YIELD", branches=True)
def give_way(t: Thread, i: Decoded) -> None:
    """Let the warp's other threads run, where they are apart.

    It stands in every loop around an atomic operation. On AMD's GPUs nobody is to come between a read and the swap that
    relies on it: there it only makes the thread read memory anew, and keeps LLVM from making two loops of one that some
    lanes go round again without what the others have done, such as to take a lock: these would then wait for those.
    """
    t.do("yield" if t.platform.name == "native" else "warp_fence")


@op("LDGDEPBAR", "DEPBAR")
def copies_done(t: Thread, i: Decoded) -> None:
    """Copies to shared memory are done when LDGSTS is, and everything else that a scoreboard counts as well."""


@op("ENDCOLLECTIVE")
def collective_ends(t: Thread, i: Decoded) -> None:
    """What WARPSYNC.COLLECTIVE began: all lanes take part again."""
    if t.has_groups:
        t.store(MEMBERS, t.f.const(0, "i32"))


@op("UCGABAR_ARV", "UCGABAR_WAIT", branches=True)
def cluster_barrier(t: Thread, i: Decoded) -> None:
    """The threads of all blocks of a cluster meet: ARV counts them, WAIT waits for those that have not yet come."""
    if i.instruction.opcode == "UCGABAR_ARV":
        t.store(clusters.PHASE, t("cluster_arrive", "i32"))
    else:
        t.do("cluster_wait", t.load(clusters.PHASE, "i32"))


@op("ERRBAR", "CGAERRBAR", "CCTL", "UBLKPF", "PMTRIG", "PREEXIT", "ACQBULK")
def nothing(t: Thread, i: Decoded) -> None:
    """Hints of caches, and events that are counted for profilers.

    PREEXIT and ACQBULK concern the order of kernels of one stream, which run one after the other.
    """
