"""Atomic operations on global, shared and generic memory."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import TRUE, ZERO, Operand, Predicate, Register
from cass_tools.executor.nvidia.lift import places
from cass_tools.executor.nvidia.lift.ops import wide
from cass_tools.executor.nvidia.lift.ops.memory import SCOPES
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.platform import Space
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

SPACES: dict[str, Space] = {"ATOMG": "global", "REDG": "global", "ATOM": "generic", "RED": "generic", "ATOMS": "shared"}
INTEGERS = {
    "ADD": "add",
    "AND": "and",
    "OR": "or",
    "XOR": "xor",
    "EXCH": "xchg",
    "INC": "uinc_wrap",
    "DEC": "udec_wrap",
}
LIMITS = {"MIN": "min", "MAX": "max"}
PAIRS = {"F16x2": "add_halves", "BF16x2": "add_bfloats"}
# Vectors, whose words are added one by one, as CUDA has it: the type of a word and how many there are.
VECTORS = {
    **{f"F32x{count}": ("F32", count) for count in (2, 4)},
    **{f"{kind}x{2 * count}": (f"{kind}x2", count) for kind in ("F16", "BF16") for count in (2, 4)},
}


@op("ATOMG", "ATOM", "RED", "REDG", "ATOMS", branches=True)
def atomic(t: Thread, i: Decoded) -> None:
    """Change a place in memory at once; d is what was there.

    The predicate of ATOM is whether that was done, which NVIDIA's hardware leaves to the program where the address
    turns out to be in shared memory; here it is always done.
    """
    named = i.operands.get("p")
    if i.modifiers["op"] not in ("CAST", "ARRIVE") and isinstance(named, Predicate) and named.number != TRUE:
        if i.instruction.opcode != "ATOM":
            raise t.unsupported(i, "a predicate as result")
        t.set_predicate(named, t.f.const(1, "i1"))
    pointer = places.pointer(t, i.operands["a"], SPACES[i.instruction.opcode])
    how = i.modifiers["op"]
    if how in ("CAS", "CAST"):
        _swap(t, i, pointer)
    elif how == "POPC":
        _count(t, i, pointer)
    elif how == "ARRIVE":
        _give(t, i, t("arrive", "i64", pointer))
    elif i.modifiers.get("size") == "128":
        wide.exchange(t, i, pointer)
    elif i.modifiers.get("type") in VECTORS:
        _vector(t, i, pointer)
    else:
        _give(t, i, _changed(t, i, pointer, i.modifiers.get("type", "")))


def _scope(t: Thread, i: Decoded) -> str:
    """LLVM's name of who sees the access; shared memory is only seen by the block."""
    reach = "CTA" if i.instruction.opcode == "ATOMS" else i.modifiers.get("reach", "SYS")
    return t.platform.scope(SCOPES[reach])


def _changed(t: Thread, i: Decoded, pointer: Value, type_: str) -> Value:
    """What was in memory before."""
    how, operand = i.modifiers["op"], i.operands["v"]
    if type_ in ("F32", "F64", *PAIRS):
        return _sum(t, i, pointer, type_, operand)
    if type_ not in ("", "S32", "64", "U64", "S64"):
        raise t.unsupported(i, f"the type {type_}")
    if "ftz" in i.modifiers or "round" in i.modifiers:
        raise t.unsupported(i, "integers that are rounded")
    if how not in INTEGERS and how not in LIMITS:
        raise t.unsupported(i, f"the operation {how}")
    name = INTEGERS.get(how) or ("" if type_.startswith("S") else "u") + LIMITS[how]
    value = t.long(operand) if "64" in type_ else t.word(operand)
    return _emit(t, i, name, pointer, value)


def _vector(t: Thread, i: Decoded, pointer: Value) -> None:
    """Sums of neighbours."""
    type_, count = VECTORS[i.modifiers["type"]]
    operand, to = i.operands["v"], i.operands.get("d")
    if not isinstance(operand, Register):
        raise t.unsupported(i, "no registers")
    parts = [Register(operand.file, operand.number + at if operand.number != ZERO else ZERO) for at in range(count)]
    olds = [_sum(t, i, t.at_pointer(pointer, 4 * at), type_, part) for at, part in enumerate(parts)]
    for at, old in enumerate(olds):
        if isinstance(to, Register) and to.number != ZERO:
            t.set_register(to.file, to.number + at, old.bitcast("i32"))


def _emit(t: Thread, i: Decoded, name: str, pointer: Value, value: Value) -> Value:
    text = f"atomicrmw {name} {pointer.typed}, {value.typed} {_scope(t, i)}monotonic"
    return t.f.emit(text, value.type)


def _sum(t: Thread, i: Decoded, pointer: Value, type_: str, operand: Operand) -> Value:
    """A sum of floating point."""
    if i.modifiers["op"] != "ADD":
        raise t.unsupported(i, "floating point that is not added")
    flush = "ftz" in i.modifiers
    if type_ == "F64" or (type_ == "F32" and not flush):
        value = t.double(operand) if type_ == "F64" else t.single(operand)
        return _emit(t, i, "fadd", pointer, value)
    if type_ in PAIRS and flush:
        raise t.unsupported(i, "halves without denormal numbers")
    generic = pointer if pointer.type == "ptr" else pointer.cast("addrspacecast", "ptr")
    return t(PAIRS.get(type_, "add_single"), "i32", generic, t.raw(operand))


def _give(t: Thread, i: Decoded, old: Value) -> None:
    """Write the result where there is a register for it."""
    if "d" not in i.operands:
        return
    if old.type in ("i64", "double"):
        t.put_long(i.operands["d"], old)
    else:
        t.put(i.operands["d"], old)


def _swap(t: Thread, i: Decoded, pointer: Value) -> None:
    """CAS gives the old value. CAST says whether it swapped: as a predicate, or as the number 1, of the same size."""
    size = i.modifiers.get("size", "")
    if size == "128":
        wide.swap(t, i, pointer)
        return
    expected, new = (_operand(t, i.operands[name], size) for name in ("v", "v2"))
    order = f"{_scope(t, i)}monotonic monotonic"
    text = f"cmpxchg {pointer.typed}, {expected.typed}, {new.typed} {order}"
    both = t.f.emit(text, f"{{ {expected.type}, i1 }}")
    if i.modifiers["op"] == "CAS":
        _give(t, i, t.f.emit(f"extractvalue {both.typed}, 0", expected.type))
        return
    done = t.f.emit(f"extractvalue {both.typed}, 1", "i1")
    if "p" in i.operands:
        t.set_predicate(i.operands["p"], done)
    _give(t, i, done.zext(expected.type))


def _operand(t: Thread, operand: Operand, size: str) -> Value:
    return t.long(operand) if size == "64" else t.word(operand)


def _count(t: Thread, i: Decoded, pointer: Value) -> None:
    """POPC.INC adds the number of active threads; nothing tells what each of them would be given."""
    to = i.operands["d"]
    if not isinstance(to, Register) or to.number != ZERO:
        raise t.unsupported(i, "the count before")
    _emit(t, i, "add", pointer, t.f.const(1, "i32"))
