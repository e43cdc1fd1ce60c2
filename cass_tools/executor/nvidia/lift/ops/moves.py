"""Moves, selections, and what a thread reads of its place in the grid."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import SpecialRegister, Target
from cass_tools.executor.nvidia.lift import places
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

PLACES = {"SR_TID": "thread_index", "SR_CTAID": "block_index", "SR_NTID": "block_size", "SR_NCTAID": "grid_size"}
ZEROS = frozenset(("SRZ", "SR_VIRTUALSMID"))  # the number of the multiprocessor, as if there were one
WARPS = 64  # that a multiprocessor can hold
MASKS = ("SR_EQMASK", "SR_LTMASK", "SR_LEMASK", "SR_GTMASK", "SR_GEMASK")


@op("MOV", "UMOV")
def mov(t: Thread, i: Decoded) -> None:
    """MOV and UMOV: of 32 bits, or of 64 with an immediate of that size."""
    if "mask" in i.operands:
        raise t.unsupported(i, "a mask of bytes")
    if "size" in i.modifiers:
        t.put_long(i.operands["d"], t.long(i.operands["a"]))
    else:
        t.put(i.operands["d"], t.word(i.operands["a"]))


@op("SEL", "USEL")
def sel(t: Thread, i: Decoded) -> None:
    """Choose by a predicate."""
    which = t.predicate(i.operands["which"])
    if "size" in i.modifiers:
        t.put_long(i.operands["d"], which.select(t.long(i.operands["a"]), t.long(i.operands["b"])))
    else:
        t.put(i.operands["d"], which.select(t.word(i.operands["a"]), t.word(i.operands["b"])))


@op("S2R", "S2UR")
def s2r(t: Thread, i: Decoded) -> None:
    """Read a special register."""
    t.put(i.operands["d"], _special(t, i))


def _special(t: Thread, i: Decoded) -> Value:
    register = i.operands["a"]
    full = register.name if isinstance(register, SpecialRegister) else ""
    name, _, axis = full.partition(".")
    if name in PLACES and axis in ("X", "Y", "Z"):
        return t(PLACES[name], "i32", "XYZ".index(axis))
    if name == "SR_LANEID":
        return t("lane", "i32")
    if name == "SR_CgaCtaId" and t.clustered:
        return t("cluster_rank", "i32")
    if name in ZEROS or name == "SR_CgaCtaId":
        return t.f.const(0, "i32")
    if name == "SR_VIRTID":  # the warp's number in bits 8 to 14
        return (_flat(t) >> 5 & 0x7F) << 8
    if name == "SR_VIRTCFG":
        return t.f.const(WARPS << 8, "i32")
    if name in MASKS:
        return _mask(t, name)
    if name in ("SR_CLOCKLO", "SR_CLOCKHI", "SR_GLOBALTIMERLO", "SR_GLOBALTIMERHI"):
        clock = t("clock" if "CLOCK" in name else "timer", "i64")
        return (clock >> 32 if name.endswith("HI") else clock).trunc("i32")
    if name in ("SR_SWINHI", "SR_SWINLO"):
        window = places.shared_window(t)
        return (window >> 32 if name.endswith("HI") else window).trunc("i32")
    raise t.unsupported(i, full)


def _flat(t: Thread) -> Value:
    """The thread's number in its block."""
    x, y, z = (t("thread_index", "i32", axis) for axis in range(3))
    return x + t("block_size", "i32", 0) * (y + t("block_size", "i32", 1) * z)


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
def cs2r(t: Thread, i: Decoded) -> None:
    """Read a clock, or zeros, as 64 or 32 bits."""
    register = i.operands["a"]
    name = register.name if isinstance(register, SpecialRegister) else ""
    if name in ("SR_CLOCKLO", "SR_GLOBALTIMERLO"):
        value = t("clock" if "CLOCK" in name else "timer", "i64")
    elif name in ("SR_CLOCKHI", "SR_GLOBALTIMERHI") and "size" in i.modifiers:
        value = t("clock" if "CLOCK" in name else "timer", "i64") >> 32
    elif name in ("SRZ", "SR_CgaSize"):  # with the size code finds words of bank 0, which constants.py knows anyway
        value = t.f.const(int(name == "SR_CgaSize"), "i64")
    else:
        raise t.unsupported(i, name)
    if "size" in i.modifiers:
        t.put(i.operands["d"], value.trunc("i32"))
    else:
        t.put_long(i.operands["d"], value)


@op("LEPC")
def code_address(t: Thread, i: Decoded) -> None:
    """The instruction's own place, or another one's: an offset in the section."""
    to = i.operands.get("at")
    t.put_long(i.operands["d"], t.f.const(to.offset if isinstance(to, Target) else i.instruction.address, "i64"))
