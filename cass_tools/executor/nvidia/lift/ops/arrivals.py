"""Barriers in shared memory (`mbarrier`): words of 64 bits that count arrivals and turn a bit over when all have come.

Before sm_90 the code reads the words itself, so their form is NVIDIA's: bit 63 the phase, bits 32 to 62 the arrivals
that are still missing, as a negative number, bits 0 to 29 those of a whole phase. On sm_90 the code makes the first
word by itself: the phase in bit 63, missing arrivals in bits 43 to 62, those of a whole phase in bits 1 to 20.
"""

from cass_tools.executor.nvidia.lift import places
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded


@op("SYNCS", branches=True)
def barrier_word(t: Thread, i: Decoded) -> None:
    """EXCH writes a word, ARRIVE counts one arrival and gives the word before, PHASECHK tells whether the phase that a
    word's upper half was of is over."""
    pointer = places.pointer(t, i.operands["a"], "shared")
    how = i.modifiers["op"]
    if how == "EXCH":
        value = t.long(i.operands["v"])
        scope = t.platform.scope("workgroup")
        old = t.f.emit(f"atomicrmw xchg {pointer.typed}, {value.typed} {scope}monotonic", "i64")
        t.put_long(i.operands["d"], old)
    elif how == "ARRIVE":
        if not places.is_zero(i.operands["v"]):
            raise t.unsupported(i, "a count")
        t.put_long(i.operands["d"], t("arrive_counted", "i64", pointer))
    else:
        t.do("yield")  # who asks will ask again, and others have to come here
        now = t("phase", "i32", pointer)
        t.set_predicate(i.operands["p"], (now ^ t.raw(i.operands["v"])).cmp("slt", 0))
