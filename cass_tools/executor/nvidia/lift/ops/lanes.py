"""What threads of a warp tell each other: shuffles, votes, matches and reductions over the active lanes."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Operand, Register
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

# Numbers of the runtime's (lanes.h).
SHUFFLES = {"IDX": 0, "UP": 1, "DOWN": 2, "BFLY": 3}
REDUCTIONS = {"SUM": 0, "AND": 1, "OR": 2, "XOR": 3, "MIN": 4, "MAX": 5}
APART = "apart"  # the variable that R2UR writes and BRA.DIV and BRA.CONV read: masks of lanes differ
MEMBERS = "members"  # lanes that WARPSYNC.COLLECTIVE or .EXCLUSIVE names, 0 where all take part that come there
SIGNED = 2  # what a signed minimum or maximum adds


@op("SHFL", branches=True)
def shuffle(t: Thread, i: Decoded) -> None:
    """Another lane's value; p is whether that lane lies in the segment (if not, the value is the thread's own)."""
    value, lane, clamp = (t.word(i.operands[name]) for name in ("a", "lane", "clamp"))
    both = t("shuffle", "i64", value, lane, clamp, SHUFFLES[i.modifiers["mode"]])
    t.put(i.operands["d"], both.trunc("i32"))
    t.set_predicate(i.operands["p"], (both >> 32).trunc("i1"))


def ballot(t: Thread, value: Value) -> Value:
    """The active lanes where an i1 is true, as i32."""
    return t("ballot", "i32", value.zext("i32"))


def members(t: Thread) -> Value:
    """The lanes that take part of those that are active, as i32: those that WARPSYNC named, if any."""
    if not t.has_groups:
        return t.f.const(-1, "i32")
    named = t.load(MEMBERS, "i32")
    return named.cmp("eq", 0).select(-1, named)


@op("VOTE", "VOTEU", branches=True)
def vote(t: Thread, i: Decoded) -> None:
    """d: the lanes where `in` is true. p: whether it is in any, in all, or equal in all."""
    lanes = ballot(t, t.predicate(i.operands["in"])) & members(t)
    active = ballot(t, t.f.const(1, "i1")) & members(t)
    none, every = lanes.cmp("eq", 0), lanes.cmp("eq", active)
    if "d" in i.operands:
        t.put(i.operands["d"], lanes)
    if "p" in i.operands:
        t.set_predicate(i.operands["p"], {"ANY": ~none, "ALL": every, "EQ": none | every}[i.modifiers["mode"]])


@op("MATCH", branches=True)
def match(t: Thread, i: Decoded) -> None:
    """ANY: the lanes with the thread's own value. ALL: all active lanes if they agree, else none; p whether they do."""
    low, high = _halves(t, i.operands["a"]) if "size" in i.modifiers else (t.raw(i.operands["a"]), t.f.const(0, "i32"))
    lanes = t("match", "i32", low, high) & members(t)
    if i.modifiers["mode"] == "ALL":
        agree = lanes.cmp("eq", ballot(t, t.f.const(1, "i1")) & members(t))
        lanes = agree.select(lanes, 0)
        if "p" in i.operands:
            t.set_predicate(i.operands["p"], agree)
    elif "p" in i.operands:
        raise t.unsupported(i, "a predicate of MATCH.ANY")
    t.put(i.operands["d"], lanes)


def _halves(t: Thread, operand: Operand) -> tuple[Value, Value]:
    if isinstance(operand, Register) and operand.number != ZERO:
        return t.register(operand.file, operand.number), t.register(operand.file, operand.number + 1)
    return t.f.const(0, "i32"), t.f.const(0, "i32")


@op("REDUX", "CREDUX", branches=True)
def redux(t: Thread, i: Decoded) -> None:
    """Sum, bitwise AND (which has no name of its own), OR, XOR, minimum or maximum of the active lanes' values."""
    how = i.modifiers.get("op", "AND")
    number = REDUCTIONS[how] + (SIGNED if how in ("MIN", "MAX") and "sign" in i.modifiers else 0)
    t.put(i.operands["d"], t("reduce", "i32", t.raw(i.operands["a"]), number, members(t)))


@op("R2UR")
def to_uniform(t: Thread, i: Decoded) -> None:
    """Every thread keeps its own copy of a uniform register; with a guard all get the value of a lane where it holds.

    With a predicate the compiler asks whether a mask is the same in all lanes: where it is not, a BRA.DIV that follows
    goes to code for lanes that are apart, and a BRA.CONV does not go to that for lanes that are together. Both stand
    behind a predicate that is false. OR adds to what another R2UR has found, in the predicate too.
    """
    value, guard = t.raw(i.operands["a"]), t.guard
    own = t.f.const(1, "i1") if guard is None else guard
    if "p" in i.operands or guard is not None:
        lanes = ballot(t, own)
        first = t.f.intrinsic("cttz", lanes, t.f.const(0, "i1")) & 31
        of_first = t("from_lane", "i32", value, first)
    if "p" in i.operands:
        apart = ballot(t, own & value.cmp("ne", of_first)).cmp("ne", 0)
        if "op" in i.modifiers:
            apart = apart | t.load(APART, "i1")
        else:
            t.set_predicate(i.operands["p"], t.f.const(0, "i1"))
        t.store(APART, apart)
    elif guard is not None:
        value = of_first
        t.guard = lanes.cmp("ne", 0)
    t.put(i.operands["d"], value)


@op("ELECT", branches=True)
def elect(t: Thread, i: Decoded) -> None:
    """The first of the active lanes where `in` is true, and whether the thread is it."""
    lanes = ballot(t, t.predicate(i.operands["in"]))
    first = t.f.intrinsic("cttz", lanes, t.f.const(0, "i1"))
    t.put(i.operands["d"], first)
    t.set_predicate(i.operands["p"], first.cmp("eq", t("lane", "i32")))
