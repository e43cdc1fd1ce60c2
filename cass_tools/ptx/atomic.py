"""`atom` and `red`: HIP's functions, with memory order and scope where the instruction names them."""

from typing import NamedTuple

from cass_tools.ptx import scalar
from cass_tools.ptx.memory import ORDERS, SCOPES
from cass_tools.ptx.operands import Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value, c_name
from cass_tools.ptx.text import Instruction, Item, Sink

_PLAIN = {
    "add": "atomicAdd",
    "min": "atomicMin",
    "max": "atomicMax",
    "and": "atomicAnd",
    "or": "atomicOr",
    "xor": "atomicXor",
    "exch": "atomicExch",
    "inc": "atomicInc",
    "dec": "atomicDec",
    "cas": "atomicCAS",
}
_TYPES = {
    "add": "u32 s32 u64 f32 f64 f16x2",
    "min": "u32 s32 u64 s64",
    "max": "u32 s32 u64 s64",
    "and": "b32 b64",
    "or": "b32 b64",
    "xor": "b32 b64",
    "exch": "b32 b64",
    "cas": "b32 b64",
    "inc": "u32",
    "dec": "u32",
}
_SPACES = frozenset({"global", "shared", "shared::cta"})


class _Atomic(NamedTuple):
    operation: str
    kind: str
    space: str
    order: str  # "" where none is named: relaxed
    scope: str


def _read(instruction: Instruction) -> _Atomic:
    operation = kind = space = order = scope = ""
    for modifier in instruction.modifiers:
        if modifier in _PLAIN:
            operation = modifier
        elif modifier in ORDERS:
            order = modifier
        elif modifier in SCOPES:
            scope = modifier
        elif modifier in _SPACES:
            space = modifier
        elif modifier in scalar.BITS or modifier in scalar.CARRIERS:
            kind = modifier
        elif modifier not in ("noftz", "L2::cache_hint"):
            raise Refusal(f"`.{modifier}` of `{instruction.name}` has no translation yet.", instruction.name)
    if kind not in _TYPES.get(operation, "").split():
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    return _Atomic(operation, kind, space, order, scope)


def atomic(instruction: Instruction, registers: Registers) -> list[str]:
    """`atom`, whose result is the value before, and `red`, which has none."""
    what = _read(instruction)
    operands = instruction.operands if instruction.opcode == "atom" else (Sink(), *instruction.operands)
    target, address, *sources = operands
    kind = scalar.carrier(what.kind)
    values = [registers.read(item, kind) for item in sources]
    named = bool(what.order and what.order != "relaxed") or what.scope in ("cta", "cluster", "sys")
    named = named or what.kind == "s64"  # HIP has no atomicMin for it in every release
    text = _named(what, address, values, registers) if named else _plain(what, address, values, registers)
    return registers.write(target, Value(text, kind))


def _plain(what: _Atomic, address: Item, values: list[str], registers: Registers) -> str:
    if what.kind == "f16x2":
        return f"cass::atomic_add_half2({registers.pointer(address, 'unsigned', what.space)}, {values[0]})"
    pointer = registers.pointer(address, c_name(what.kind), what.space)
    return f"{_PLAIN[what.operation]}({pointer}, {', '.join(values)})"


def _named(what: _Atomic, address: Item, values: list[str], registers: Registers) -> str:
    order, scope = ORDERS[what.order or "relaxed"], SCOPES[what.scope or "gpu"]
    if what.operation in ("inc", "dec") or what.kind == "f16x2":
        raise Refusal(f"`{what.operation}` with an order or scope has no counterpart.", f"atom.{what.operation}")
    c_type = c_name(what.kind)
    pointer = registers.pointer(address, c_type, what.space)
    if what.operation == "cas":
        expected = registers.bind(c_type, values[0], "expected")
        failing = {"__ATOMIC_RELEASE": "__ATOMIC_RELAXED", "__ATOMIC_ACQ_REL": "__ATOMIC_ACQUIRE"}.get(order, order)
        registers.prelude.append(
            f"__hip_atomic_compare_exchange_strong({pointer}, &{expected}, {values[1]}, {order}, {failing}, {scope});"
        )
        return expected
    function = "exchange" if what.operation == "exch" else f"fetch_{what.operation}"
    return f"__hip_atomic_{function}({pointer}, {values[0]}, {order}, {scope})"
