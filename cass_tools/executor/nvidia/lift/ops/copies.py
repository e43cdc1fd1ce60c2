"""Copies from global to shared memory, and matrices of 8 by 8 out of it."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Address, Register
from cass_tools.executor.nvidia.lift import clusters, places
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

SIZES = {"64": 8, "128": 16}  # bytes


@op("LDGSTS", branches=True)
def copy(t: Thread, i: Decoded) -> None:
    """Copy 4, 8 or 16 bytes at once, though the program may wait for them later; zeros where p is false.

    ZFILL: the global address is past an aligned one by the number of bytes at the end that become zeros.
    """
    size = SIZES.get(i.modifiers.get("size", ""), 4)
    to, source = places.pointer(t, i.operands["to"], "shared"), places.pointer(t, i.operands["a"], "global")
    wanted = t.predicate(i.operands["p"]).select(t.f.const(size, "i32"), 0) if "p" in i.operands else None
    if "zfill" in i.modifiers:
        where = i.operands["a"]
        if not isinstance(where, Address):
            raise t.unsupported(i, "no address")
        missing = places.address(t, where, 64).trunc("i32") & (size - 1)
        source = t.f.emit(f"getelementptr i8, {source.typed}, {(-missing).typed}", source.type)
        part = t.f.const(size, "i32") - missing
        wanted = part if wanted is None else wanted.cmp("eq", 0).select(0, part)
    if wanted is not None:
        t.do("copy_part", to, source, size, wanted)
        return
    type_ = f"<{size // 4} x i32>"
    value = t.f.emit(f"load {type_}, {source.typed}, align {size}", "i32", size // 4)
    t.f.do(f"store {value.typed}, {to.typed}, align {size}")


@op("LDSM", branches=True)
def load_matrices(t: Thread, i: Decoded) -> None:
    """Load 1, 2 or 4 matrices of 8 by 8 halves.

    Lanes 8 m to 8 m + 7 have the addresses of the rows of matrix m. Each lane gets two neighbours of row lane / 4; MT88
    gives it those of the transposed matrix.
    """
    where, to = i.operands["a"], i.operands["d"]
    if not isinstance(where, Address) or not isinstance(to, Register):
        raise t.unsupported(i, "no address")
    own, lane = places.address(t, where, 32), t("lane", "i32")
    values = []
    for number in range(int(i.modifiers.get("number", "1"))):
        if i.modifiers["shape"] == "M88":
            row = t("from_lane", "i32", own, (lane >> 2) + 8 * number)
            values.append(_shared(t, row + ((lane & 3) << 2), "i32"))
            continue
        column = lane >> 2 << 1
        halves = []
        for part in range(2):
            row = t("from_lane", "i32", own, ((lane & 3) << 1) + (8 * number + part))
            halves.append(_shared(t, row + column, "i16").zext("i32"))
        values.append(halves[0] | halves[1] << 16)
    if to.number != ZERO:
        for number, value in enumerate(values):
            t.set_register("R", to.number + number, value)


def _shared(t: Thread, offset: Value, type_: str) -> Value:
    pointer = t.at("shared", places.shared_base(t), clusters.own(t, offset))
    return t.f.emit(f"load {type_}, {pointer.typed}, align {int(type_[1:]) // 8}", type_)


@op("STSM", branches=True)
def store_matrices(t: Thread, i: Decoded) -> None:
    """Store 1, 2 or 4 matrices of 8 by 8 halves: what LDSM loads, the other way round."""
    where, what = i.operands["a"], i.operands["v"]
    if not isinstance(where, Address) or not isinstance(what, Register):
        raise t.unsupported(i, "no address")
    own, lane = places.address(t, where, 32), t("lane", "i32")
    for number in range(int(i.modifiers.get("number", "1"))):
        value = t.register("R", what.number + number if what.number != ZERO else ZERO)
        if i.modifiers["shape"] == "M88":
            row = t("from_lane", "i32", own, (lane >> 2) + 8 * number)
            _store_shared(t, row + ((lane & 3) << 2), value)
            continue
        for part in range(2):
            row = t("from_lane", "i32", own, ((lane & 3) << 1) + (8 * number + part))
            _store_shared(t, row + (lane >> 2 << 1), (value >> 16 * part).trunc("i16"))


def _store_shared(t: Thread, offset: Value, value: Value) -> None:
    pointer = t.at("shared", places.shared_base(t), clusters.own(t, offset))
    t.f.do(f"store {value.typed}, {pointer.typed}, align {int(value.type[1:]) // 8}")


@op("MOVM", branches=True)
def transposed(t: Thread, i: Decoded) -> None:
    """A matrix of 8 by 8 halves, of which each lane holds two neighbours of row lane / 4, with rows for columns.

    U4TO8: one of 8 by 32 numbers of 4 bits, eight neighbours in a lane, as bytes: of columns 0 to 15, and 16 to 31.
    """
    if "widened" in i.modifiers:
        _widened(t, i)
        return
    own, lane = t.raw(i.operands["a"]), t("lane", "i32")
    halves = []
    for part in range(2):
        word = t("from_lane", "i32", own, ((lane & 3) * 2 + part) * 4 + (lane >> 3))
        halves.append(word >> ((lane >> 2 & 1) << 4) & 0xFFFF)
    t.put(i.operands["d"], halves[0] | halves[1] << 16)


def _widened(t: Thread, i: Decoded) -> None:
    own, lane, to = t.raw(i.operands["a"]), t("lane", "i32"), i.operands["d"]
    if not isinstance(to, Register):
        raise t.unsupported(i, "no registers")
    for number in range(2):
        quarter = t("from_lane", "i32", own, lane & 28 | (lane >> 1 & 1) + 2 * number) >> ((lane & 1) << 4)
        parts = [(quarter >> 4 * at & 15) << 8 * at for at in range(4)]
        if to.number != ZERO:
            t.set_register(to.file, to.number + number, parts[0] | parts[1] | parts[2] | parts[3])


@op("QSPC")
def in_space(t: Thread, i: Decoded) -> None:
    """p: whether a generic address is in shared (S), local (L) or global (G) memory, or in the shared memory of its
    cluster (D)."""
    if not places.is_zero(i.operands["d"]):
        raise t.unsupported(i, "a number of the space")
    pointer = places.pointer(t, i.operands["a"], "generic")
    shared, local = (t(name, "i32", pointer).trunc("i1") for name in ("is_shared", "is_local"))
    cluster = shared
    if t.clustered:
        address = t.f.emit(f"ptrtoint {pointer.typed} to i64", "i64")
        cluster = (address >> 32).cmp("eq", places.shared_window(t) >> 32)
        shared = cluster & (address.trunc("i32") >> 24).cmp("eq", t("cluster_rank", "i32"))
    found = {"S": shared, "D": cluster, "L": local, "G": ~(cluster | local)}[i.modifiers["space"]]
    t.set_predicate(i.operands["p"], found)
