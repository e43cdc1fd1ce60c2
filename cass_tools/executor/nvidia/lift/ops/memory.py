"""Loads and stores of all memories but those of atomics, textures and matrices."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Constant, Operand, Register
from cass_tools.executor.nvidia.lift import places
from cass_tools.executor.nvidia.lift.constants import constant
from cass_tools.executor.nvidia.lift.ops import wide
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.platform import Space
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

LOADS: dict[str, Space] = {"LDG": "global", "LDS": "shared", "LDL": "local", "LD": "generic"}
STORES: dict[str, Space] = {"STG": "global", "STS": "shared", "STL": "local", "ST": "generic"}
SMALL = {"U8": (8, "zext"), "S8": (8, "sext"), "U16": (16, "zext"), "S16": (16, "sext")}
WORDS = {"64": 2, "128": 4}
# How far a strong or volatile access is seen; what has no such modifier may be kept in a register.
SCOPES = {"CTA": "workgroup", "SM": "workgroup", "GPU": "agent", "SYS": "", "VC": "agent"}


def ordering(t: Thread, i: Decoded) -> tuple[str, str]:
    """(` atomic` or ` volatile`, scope and order) of an access whose order the program relies on."""
    if "scope" not in i.modifiers:
        return "", ""
    return " atomic", f" {t.platform.scope(SCOPES[i.modifiers.get('reach', 'SYS')])}monotonic"


@op("LDG", "LDS", "LDL", "LD", branches=True)
def load(t: Thread, i: Decoded) -> None:
    """Load 8 to 256 bits."""
    if "p" in i.operands:
        raise t.unsupported(i, "a predicate behind the address")
    to, where = i.operands["d"], i.operands["a"]
    space = LOADS[i.instruction.opcode]
    pointer = places.pointer(t, where, space)
    kind, order = ordering(t, i)
    small = SMALL.get(i.modifiers.get("size", ""))
    if small:
        width, extension = small
        value = t.f.emit(f"load{kind} i{width}, {pointer.typed}{order}, align {width // 8}", f"i{width}")
        t.put(to, _loaded(t, value.cast(extension, "i32")))
        return
    if "d2" in i.operands:  # 256 bits, the upper registers are named first
        for part, name in enumerate(("d", "d2")):
            _load_words(t, i.operands[name], t.at_pointer(pointer, 16 * part), (WORDS["128"], "", ""))
        return
    if kind and t.changes_wide and i.modifiers.get("size") == "128":
        wide.load(t, to, pointer)
        return
    _load_words(t, to, pointer, (WORDS.get(i.modifiers.get("size", ""), 1), kind, order))


def _load_words(t: Thread, to: Operand, pointer: Value, how: tuple[int, str, str]) -> None:
    count, kind, order = how
    if count == 1 or kind:
        type_ = f"i{32 * min(count, 2)}"
        for part in range(max(1, count // 2)):
            place = t.at_pointer(pointer, 8 * part)
            value = t.f.emit(f"load{kind} {type_}, {place.typed}{order}, align {4 * min(count, 2)}", type_)
            _put_words(t, to, 2 * part, _loaded(t, value))
        return
    whole = t.f.emit(f"load <{count} x i32>, {pointer.typed}, align {4 * count}", "i32", count)
    for number in range(count):
        value = t.f.emit(f"extractelement {whole.typed}, i32 {number}", "i32")
        if isinstance(to, Register) and to.number != ZERO:
            t.set_register(to.file, to.number + number, _loaded(t, value))


def _loaded(t: Thread, value: Value) -> Value:
    """What was loaded; in a long kernel, LLVM does not see that all lanes have loaded the same."""
    return t.f.emit(f'call {value.type} asm "", "=v,0"({value.typed})', value.type) if t.is_long else value


def _put_words(t: Thread, to: Operand, first: int, value: Value) -> None:
    if isinstance(to, Register) and to.number != ZERO:
        t.set_register(to.file, to.number + first, value if value.type == "i32" else value.trunc("i32"))
        if value.type == "i64":
            t.set_register(to.file, to.number + first + 1, (value >> 32).trunc("i32"))


@op("STG", "STS", "STL", "ST", branches=True)
def store(t: Thread, i: Decoded) -> None:
    """Store 8 to 256 bits."""
    where, what = i.operands["a"], i.operands["v"]
    space = STORES[i.instruction.opcode]
    pointer = places.pointer(t, where, space)
    kind, order = ordering(t, i)
    small = SMALL.get(i.modifiers.get("size", ""))
    if small:
        value = t.raw(what).trunc(f"i{small[0]}")
        t.f.do(f"store{kind} {value.typed}, {pointer.typed}{order}, align {small[0] // 8}")
        return
    count = WORDS.get(i.modifiers.get("size", ""), 1)
    if "v2" in i.operands:
        for part, name in enumerate(("v", "v2")):
            vector = _vector(t, i.operands[name], WORDS["128"])
            t.f.do(f"store {vector.typed}, {t.at_pointer(pointer, 16 * part).typed}, align 16")
    elif count == 1:
        t.f.do(f"store{kind} {t.raw(what).typed}, {pointer.typed}{order}, align 4")
    elif kind and t.changes_wide and count == WORDS["128"]:
        wide.store(t, what, pointer)
    elif kind:
        for part in range(count // 2):
            value = _pair_at(t, what, 2 * part)
            t.f.do(f"store{kind} {value.typed}, {t.at_pointer(pointer, 8 * part).typed}{order}, align 8")
    else:
        t.f.do(f"store {_vector(t, what, count).typed}, {pointer.typed}, align {4 * count}")


def _pair_at(t: Thread, what: Operand, first: int) -> Value:
    if isinstance(what, Register) and what.number != ZERO:
        return t.pair(what.file, what.number + first)
    return t.f.const(0, "i64")


def _vector(t: Thread, what: Operand, count: int) -> Value:
    vector = t.f.const(0, "i32", count)
    if not isinstance(what, Register) or what.number == ZERO:
        return vector
    for number in range(count):
        value = t.register(what.file, what.number + number)
        vector = t.f.emit(f"insertelement {vector.typed}, {value.typed}, i32 {number}", "i32", count)
    return vector


@op("LDC", "ULDC", "LDCU")
def load_constant(t: Thread, i: Decoded) -> None:
    """Load 8 to 128 bits of a constant bank."""
    to, where = i.operands["d"], i.operands["a"]
    if not isinstance(where, Constant):
        raise t.unsupported(i, "no constant bank")
    small = SMALL.get(i.modifiers.get("size", ""))
    count = WORDS.get(i.modifiers.get("size", ""), 1)
    if small:
        t.put(to, constant(t, where, small[0]).cast(small[1], "i32"))
    elif count == 1:
        t.put(to, constant(t, where, 32))
    else:
        values = [constant(t, _shifted(where, 8 * part), 64) for part in range(count // 2)]
        for part, value in enumerate(values):
            _put_words(t, to, 2 * part, value)


def _shifted(where: Constant, by: int) -> Constant:
    return Constant(where.bank, where.registers, where.offset + by)
