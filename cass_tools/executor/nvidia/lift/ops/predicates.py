"""Predicates as a word and back."""

from typing import Literal

from cass_tools.executor.nvidia.instruction import TRUE, Integer, Predicate, PredicateSet
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

BYTES = {"B1": 8, "B2": 16, "B3": 24}


@op("P2R", "UP2UR")
def p2r(t: Thread, i: Decoded) -> None:
    """Predicates of the mask become bits of a byte (0 for the eighth); the others are those of a."""
    shift = BYTES.get(i.modifiers.get("byte", ""), 0)
    mask = t.word(i.operands["mask"]) & 255
    bits = t.f.const(0, "i32")
    for number in range(TRUE):
        bits = bits | t.predicate(Predicate(_file(t, i), number)).zext("i32") << number
    t.put(i.operands["d"], (t.word(i.operands["a"]) & ~(mask << shift)) | (bits & mask) << shift)


@op("R2P", "UR2UP")
def r2p(t: Thread, i: Decoded) -> None:
    """Bits of a byte become predicates, those of the mask (UR2UP: all)."""
    mask, value = i.operands.get("mask", Integer(255)), t.word(i.operands["a"])
    if not isinstance(mask, Integer):
        raise t.unsupported(i, "a mask that is no number")
    for number in range(TRUE):
        if mask.value >> number & 1:
            t.set_predicate(Predicate(_file(t, i), number), (value >> number).trunc("i1"))


def _file(t: Thread, i: Decoded) -> Literal["P", "UP"]:
    which = i.operands["all"]
    if not isinstance(which, PredicateSet):
        raise t.unsupported(i, "one predicate")
    return which.file
