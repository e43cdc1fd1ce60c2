"""Moves, selections, and what a thread reads of its place in the grid."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import Instruction, SpecialRegister
from cass_tools.executor.nvidia.lift import places
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread

PLACES = {"SR_TID": "thread_index", "SR_CTAID": "block_index", "SR_NTID": "block_size", "SR_NCTAID": "grid_size"}
# Cluster and context numbers of a launch without clusters, and what is not counted here.
ZEROS = frozenset(("SRZ", "SR_CgaCtaId", "SR_VIRTCFG", "SR_VIRTID"))
MASKS = ("SR_EQMASK", "SR_LTMASK", "SR_LEMASK", "SR_GTMASK", "SR_GEMASK")


@op("MOV", "UMOV", "UR2R")
def mov(t: Thread, i: Instruction) -> None:
    t.put(i.operands[0], t.word(i.operands[1]))


@op("SEL", "USEL")
def sel(t: Thread, i: Instruction) -> None:
    to, yes, no, which = i.operands
    t.put(to, t.predicate(which).select(t.word(yes), t.word(no)))


@op("S2R", "S2UR")
def s2r(t: Thread, i: Instruction) -> None:
    t.put(i.operands[0], special(t, i))


def special(t: Thread, i: Instruction) -> Value:
    """The 32 bits of a special register."""
    register = i.operands[1]
    if not isinstance(register, SpecialRegister):
        raise t.unsupported(i, "no special register")
    name, _, axis = register.name.partition(".")
    if name in PLACES and axis in ("X", "Y", "Z"):
        return t(PLACES[name], "i32", "XYZ".index(axis))
    if name == "SR_LANEID":
        return t("lane", "i32")
    if name in ZEROS:
        return t.f.const(0, "i32")
    if name in MASKS:
        return _mask(t, name)
    if name in ("SR_CLOCKLO", "SR_CLOCKHI", "SR_GLOBALTIMERLO", "SR_GLOBALTIMERHI"):
        clock = t("clock" if "CLOCK" in name else "timer", "i64")
        return (clock >> 32 if name.endswith("HI") else clock).trunc("i32")
    if name in ("SR_SWINHI", "SR_SWINLO"):
        window = places.shared_window(t)
        return (window >> 32 if name.endswith("HI") else window).trunc("i32")
    raise t.unsupported(i, register.name)


def _mask(t: Thread, name: str) -> Value:
    """Lanes by their number against the thread's own."""
    own = t.f.const(1, "i32") << t("lane", "i32")
    below = own - 1
    return {
        "SR_EQMASK": own,
        "SR_LTMASK": below,
        "SR_LEMASK": below | own,
        "SR_GTMASK": ~(below | own),
        "SR_GEMASK": ~below,
    }[name]


@op("CS2R", "CS2UR")
def cs2r(t: Thread, i: Instruction) -> None:
    register = i.operands[1]
    name = register.name if isinstance(register, SpecialRegister) else ""
    if name in ("SR_CLOCKLO", "SR_GLOBALTIMERLO"):
        value = t("clock" if "CLOCK" in name else "timer", "i64")
    elif name == "SRZ":
        value = t.f.const(0, "i64")
    else:
        raise t.unsupported(i, name)
    if "32" in i.modifiers:
        t.put(i.operands[0], value.trunc("i32"))
    else:
        t.put_long(i.operands[0], value)
