"""128 bits of memory at once: compare and swap, exchange, and the strong loads and stores of kernels with these."""

import re

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Operand, Register
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

CHANGES = re.compile(r"ATOMG?\.E\.(CAS|EXCH)\.128\b")


def changes(name: str) -> bool:
    """Whether an instruction of that name changes 128 bits at once."""
    return CHANGES.match(name) is not None


def swap(t: Thread, i: Decoded, pointer: Value) -> None:
    """Write v2 where the memory holds v; d is what was there."""
    words = (*_words(t, i.operands["v"]), *_words(t, i.operands["v2"]))
    _give(t, i.operands["d"], t.f.call("nv_wide_swap", "i64", 2, _generic(pointer), *words))


def exchange(t: Thread, i: Decoded, pointer: Value) -> None:
    """Write v; d is what was there."""
    old = t.f.call("nv_wide_exchange", "i64", 2, _generic(pointer), *_words(t, i.operands["v"]))
    _give(t, i.operands["d"], old)


def load(t: Thread, to: Operand, pointer: Value) -> None:
    """Load both halves as they were at one time."""
    _give(t, to, t.f.call("nv_wide_load", "i64", 2, _generic(pointer)))


def store(t: Thread, what: Operand, pointer: Value) -> None:
    """Store both halves at one time."""
    t.f.call("nv_wide_exchange", "i64", 2, _generic(pointer), *_words(t, what))


def _generic(pointer: Value) -> Value:
    return pointer if pointer.type == "ptr" else pointer.cast("addrspacecast", "ptr")


def _words(t: Thread, what: Operand) -> tuple[Value, Value]:
    if isinstance(what, Register) and what.number != ZERO:
        return t.pair(what.file, what.number), t.pair(what.file, what.number + 2)
    return t.f.const(0, "i64"), t.f.const(0, "i64")


def _give(t: Thread, to: Operand, old: Value) -> None:
    if not isinstance(to, Register) or to.number == ZERO:
        return
    for part in range(2):
        value = t.f.emit(f"extractelement {old.typed}, i32 {part}", "i64")
        t.put_long(Register(to.file, to.number + 2 * part), value)
