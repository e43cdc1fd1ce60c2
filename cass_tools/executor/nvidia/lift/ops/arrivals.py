"""Barriers in shared memory (`mbarrier`): words of 64 bits that count arrivals and turn a bit over when all have come.

Before sm_90 the code reads the words itself, so their form is NVIDIA's: bit 63 the phase, bits 32 to 62 the arrivals
that are still missing, as a negative number, bits 0 to 29 those of a whole phase. On sm_90 the code makes the first
word by itself: the phase in bit 63, missing arrivals in bits 43 to 62, those of a whole phase in bits 1 to 20; between
them the bytes (or other units) that copies still owe, which only the runtime reads (runtime/atomics.h).
"""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Address
from cass_tools.executor.nvidia.lift import clusters, places
from cass_tools.executor.nvidia.lift.ops.lanes import ballot
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

# By the runtime's numbers (runtime/reduce.h).
REDUCTIONS = ("ADD", "MIN", "MAX", "AND", "OR", "XOR", "INC", "DEC")
REDUCED = ("", "S32", "U64", "S64", "F32", "F64", "F16", "BF16")


@op("SYNCS", branches=True)
def barrier_word(t: Thread, i: Decoded) -> None:
    """EXCH writes a word, ARRIVE counts and gives the word before, PHASECHK tells whether the phase that a word's upper
    half was of is over.

    A1T0: one arrival; ART0: as many as v says. A0TR: as many units as v says are owed before the phase ends; A0T1: one.
    Without: an arrival and the units. OPTOUT: the thread is not waited for in later phases. CCTL.IV: the barrier is no
    longer one.
    """
    how = i.modifiers["op"]
    if how == "CCTL":
        return
    pointer = places.pointer(t, i.operands["a"], "shared")
    if how == "EXCH":
        value = t.long(i.operands["v"])
        scope = t.platform.scope("workgroup")
        old = t.f.emit(f"atomicrmw xchg {pointer.typed}, {value.typed} {scope}monotonic", "i64")
        t.put_long(i.operands["d"], old)
        if t.platform.name == "native":  # once for a warp: no lane may arrive before all have written
            ballot(t, t.f.const(1, "i1"))
    elif how == "ARRIVE":
        _arrive(t, i, pointer)
    else:
        t.do("yield")  # who asks will ask again, and others have to come here
        now = t("phase", "i32", pointer)
        t.set_predicate(i.operands["p"], (now ^ t.raw(i.operands["v"])).cmp("slt", 0))


def _arrive(t: Thread, i: Decoded, pointer: Value) -> None:
    how, given = i.modifiers.get("how", ""), i.operands["v"]
    if how in ("A1T0", "A0T1") and not places.is_zero(given):
        raise t.unsupported(i, "a count")
    if "red" in i.modifiers and not places.is_zero(i.operands["d"]):
        raise t.unsupported(i, "a word before")
    one, none, count = t.f.const(1, "i32"), t.f.const(0, "i32"), t.raw(given)
    forms = {"A1T0": (one, none), "ART0": (count, none), "A0T1": (none, one), "A0TR": (none, count), "": (one, count)}
    where = i.operands["a"]
    if t.clustered and "red" in i.modifiers and isinstance(where, Address):
        if "leave" in i.modifiers:
            raise t.unsupported(i, "a thread that is not waited for any more")
        t.do("arrive_far", clusters.far(t, places.shared_window(t), places.address(t, where, 32)), *forms[how])
        return
    t.put_long(i.operands["d"], t("arrive_counted", "i64", pointer, *forms[how], int("leave" in i.modifiers)))


@op("ARRIVES", branches=True)
def arrive_after_copies(t: Thread, i: Decoded) -> None:
    """What a barrier is told when the thread's earlier copies (LDGSTS) are done, which they are: an arrival, or where
    SYNCS.ARRIVE.A0T1 went before, that the unit is no longer owed."""
    pointer = places.pointer(t, i.operands["a"], "shared")
    if i.modifiers.get("count") == "TRANSCNT":
        t("arrive_counted", "i64", pointer, 0, -1, 0)
    elif "count" in i.modifiers:  # sm_90, and the arrival is one of those that the barrier was made for
        t("arrive_counted", "i64", pointer, 1, 0, 0)
    else:
        t("arrive", "i64", pointer)


@op("UBLKCP", branches=True)
def bulk_copy(t: Thread, i: Decoded) -> None:
    """Copy a multiple of 16 bytes at once, once for all lanes that come here together.

    The uniform register of an address in shared memory is followed by that of the barrier to which the bytes are owed.
    UBLKCP stands in a loop in which the lanes are elected one by one (ELECT).
    """
    size, mine = t.raw(i.operands["size"]) << 4, _first(t)
    to, source = i.operands["to"], i.operands["a"]
    if i.modifiers["to"] == "G":
        t.do("bulk_out", places.pointer(t, to, "global"), places.pointer(t, source, "shared"), size, mine)
        return
    if not isinstance(to, Address) or len(to.registers) != 1 or to.registers[0].number == ZERO or to.offset:
        raise t.unsupported(i, "no barrier")
    word = t.register(to.registers[0].file, to.registers[0].number + 1)
    given = places.pointer(t, source, "global")
    if t.clustered:  # target and barrier may be another block's
        window = places.shared_window(t)
        ends = clusters.far(t, window, places.address(t, to, 32)), clusters.far(t, window, word)
        t.do("bulk_in_far", ends[0], given, size, ends[1], mine)
        return
    barrier = t.at("shared", places.shared_base(t), word)
    t.do("bulk_in", places.pointer(t, to, "shared"), given, size, barrier, mine)


def _first(t: Thread) -> Value:
    """1 in the first of the lanes that come here together."""
    active = ballot(t, t.f.const(1, "i1"))
    return t.f.intrinsic("cttz", active, t.f.const(0, "i1")).cmp("eq", t("lane", "i32")).zext("i32")


@op("UBLKRED", branches=True)
def bulk_reduction(t: Thread, i: Decoded) -> None:
    """Combine what is in global memory with a multiple of 16 bytes of shared memory, element by element."""
    numbers = [REDUCTIONS.index(i.modifiers["op"]), REDUCED.index(i.modifiers.get("type", ""))]
    ends = places.pointer(t, i.operands["to"], "global"), places.pointer(t, i.operands["a"], "shared")
    t.do("bulk_reduce", *ends, t.raw(i.operands["size"]) << 4, _first(t), *numbers)


@op("UTMACMDFLUSH")
def group_ends(t: Thread, i: Decoded) -> None:
    """Bulk copies are done when UBLKCP is."""
