"""Loads, stores, prefetches and asynchronous copies: cache hints, orders, scopes and vectors."""

from typing import NamedTuple

from cass_tools.ptx import scalar
from cass_tools.ptx.operands import SCOPED, Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value, c_name
from cass_tools.ptx.text import Instruction, Item, Vector

SCOPES = {
    "cta": "__HIP_MEMORY_SCOPE_WORKGROUP",
    "cluster": "__HIP_MEMORY_SCOPE_WORKGROUP",
    "gpu": "__HIP_MEMORY_SCOPE_AGENT",
    "sys": "__HIP_MEMORY_SCOPE_SYSTEM",
}
ORDERS = {
    "relaxed": "__ATOMIC_RELAXED",
    "acquire": "__ATOMIC_ACQUIRE",
    "release": "__ATOMIC_RELEASE",
    "acq_rel": "__ATOMIC_ACQ_REL",
}
_SPACES = frozenset({"global", "const", "shared", "shared::cta", "shared::cluster"})
_PLAIN = frozenset({"weak", "nc", "ca", "wb", "lu", "ftz"})
_STREAMED = frozenset({"cs"})
_COHERENT = frozenset({"cg"})
_VOLATILE = frozenset({"volatile", "cv", "wt"})
_VECTORS = {
    ("u32", 2): "uint2",
    ("s32", 2): "int2",
    ("f32", 2): "float2",
    ("u64", 2): "ulonglong2",
    ("f64", 2): "double2",
    ("u32", 4): "uint4",
    ("s32", 4): "int4",
    ("f32", 4): "float4",
    ("u16", 2): "ushort2",
    ("u16", 4): "ushort4",
    ("u8", 2): "uchar2",
    ("u8", 4): "uchar4",
}


class Access(NamedTuple):
    """What the modifiers of a load or store say.

    `size` is that of the vector; `how` is plain, streamed, coherent, volatile, or a memory order.
    """

    kind: str
    size: int
    space: str
    how: str
    scope: str

    @property
    def atomic(self) -> str:
        """`order, scope` of an atomic access, "" for others."""
        if self.how == "coherent":
            return f"__ATOMIC_RELAXED, {SCOPES['gpu']}"
        return f"{ORDERS[self.how]}, {SCOPES[self.scope]}" if self.how in ORDERS else ""


def read_access(instruction: Instruction) -> Access:
    """The modifiers in whatever order; Refusal for one that is not known."""
    kind, count, space, how, scope = "", 1, "", "plain", "sys"
    for modifier in instruction.modifiers:
        if modifier in scalar.BITS or modifier in scalar.CARRIERS:
            kind = scalar.carrier(modifier)
        elif modifier in ("v2", "v4"):
            count = int(modifier[1])
        elif modifier in _SPACES:
            space = modifier
        elif modifier in ORDERS:
            how = modifier
        elif modifier in SCOPES:
            scope = modifier
        elif modifier in _STREAMED:
            how = "streamed"
        elif modifier in _COHERENT:
            how = "coherent"
        elif modifier in _VOLATILE:
            how = "volatile"
        elif modifier not in _PLAIN and not modifier.startswith(("L1::", "L2::", "level::")):
            raise Refusal(f"`.{modifier}` of `{instruction.name}` has no translation yet.", instruction.name)
    if not kind or kind in ("pred", "b128"):
        raise Refusal(f"`{instruction.name}` has no type that is known here.", instruction.name)
    return Access(kind, count, space, how, scope)


def load(instruction: Instruction, registers: Registers) -> list[str]:
    """`ld`, `ldu`."""
    access = read_access(instruction)
    target, address = instruction.operands[:2]
    if not isinstance(target, Vector):
        return registers.write(target, Value(_load_one(access, address, registers), access.kind))
    vector = _VECTORS.get((access.kind, access.size))
    if vector is not None and access.how in ("plain", "streamed", "coherent"):
        pointer = registers.pointer(address, f"const {vector}", access.space)
        whole = registers.bind(f"const {vector}", f"*{scalar.bracketed(pointer)}", "v")
        parts = [f"{whole}.{axis}" for axis in "xyzw"[: access.size]]
    else:
        pointer = registers.pointer(address, f"const {_qualified(access)}", access.space)
        base = registers.bind(f"const {_qualified(access)}*", pointer, "p")
        parts = [
            registers.bind(f"const {c_name(access.kind)}", _element(access, base, index), "v")
            for index in range(access.size)
        ]
    return [
        line
        for item, part in zip(target.items, parts, strict=True)
        for line in registers.write(item, Value(part, access.kind))
    ]


def _qualified(access: Access) -> str:
    return f"volatile {c_name(access.kind)}" if access.how == "volatile" else c_name(access.kind)


def _element(access: Access, base: str, index: int) -> str:
    place = f"{base} + {index}" if index else base
    return f"__hip_atomic_load({place}, {access.atomic})" if access.atomic else f"{base}[{index}]"


def _load_one(access: Access, address: Item, registers: Registers) -> str:
    pointer = registers.pointer(address, f"const {_qualified(access)}", access.space)
    if access.atomic and access.space != "const":
        return f"__hip_atomic_load({pointer}, {access.atomic})"
    if access.how == "streamed":
        return f"__builtin_nontemporal_load({pointer})"
    return f"*{scalar.bracketed(pointer)}"


def store(instruction: Instruction, registers: Registers) -> list[str]:
    """`st`."""
    access = read_access(instruction)
    address, source = instruction.operands[:2]
    if not isinstance(source, Vector):
        return [_store_one(access, address, _narrow(source, access.kind, registers), registers)]
    values = [_narrow(item, access.kind, registers) for item in source.items]
    vector = _VECTORS.get((access.kind, access.size))
    if vector is not None and access.how in ("plain", "streamed", "coherent"):
        pointer = registers.pointer(address, vector, access.space)
        return [f"*{scalar.bracketed(pointer)} = make_{vector}({', '.join(values)});"]
    base = registers.bind(f"{_qualified(access)}*", registers.pointer(address, _qualified(access), access.space), "p")
    if access.atomic:
        places = [f"{base} + {index}" if index else base for index in range(access.size)]
        return [f"__hip_atomic_store({p}, {v}, {access.atomic});" for p, v in zip(places, values, strict=True)]
    return [f"{base}[{index}] = {value};" for index, value in enumerate(values)]


def _narrow(item: Item, kind: str, registers: Registers) -> str:
    """A value to store: registers may be wider than what is stored of them."""
    value = registers.typed(item, kind)
    return value.text


def _store_one(access: Access, address: Item, value: str, registers: Registers) -> str:
    pointer = registers.pointer(address, _qualified(access), access.space)
    if access.atomic:
        return f"__hip_atomic_store({pointer}, {value}, {access.atomic});"
    if access.how == "streamed":
        return f"__builtin_nontemporal_store({value}, {pointer});"
    return f"*{scalar.bracketed(pointer)} = {value};"


def prefetch(instruction: Instruction, registers: Registers) -> list[str]:
    """A hint stays one."""
    if any(m.startswith("shared") or m in ("tensormap", "local", "param") for m in instruction.modifiers):
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    return [f"__builtin_prefetch({registers.pointer(instruction.operands[0], 'const void')});"]


def hint(instruction: Instruction, registers: Registers) -> list[str]:
    """`applypriority`, `discard` of caches, fences of proxies: nothing to do."""
    del registers
    return [f"/* {instruction.name}: nothing to do on AMD GPUs */"]


def create_policy(instruction: Instruction, registers: Registers) -> list[str]:
    """Cache policies are hints that nothing reads here."""
    return registers.write(instruction.operands[0], Value("0", "u64"))


def copy_async(instruction: Instruction, registers: Registers) -> list[str]:
    """`cp.async` of 4, 8 or 16 bytes, done at once; what waits for it has nothing to do."""
    name = instruction.name
    if name.startswith(("cp.async.commit_group", "cp.async.wait_group", "cp.async.wait_all")):
        return [f"/* {name}: the copies are done already */"]
    modifiers = instruction.modifiers[1:]
    if not modifiers or modifiers[0] not in ("ca", "cg"):
        raise Refusal(f"`{name}` has no translation yet.", name)
    target, source, size, *rest = instruction.operands
    count = registers.constant(size)
    policy = any(m == "L2::cache_hint" for m in modifiers)
    given = rest[:-1] if policy and rest else rest
    if given and registers.constant(given[0]) == count:
        given = []
    vector = {4: "unsigned", 8: "uint2", 16: "uint4"}.get(count or 0)
    if vector is not None and not given:
        to = registers.pointer(target, vector, SCOPED[0])
        return [f"*{to} = *{scalar.bracketed(registers.pointer(source, f'const {vector}'))};"]
    to = registers.pointer(target, "char", SCOPED[0])
    fetched = registers.read(given[0], "u32") if given else registers.read(size, "u32")
    return [
        f"cass::copy_filled({to}, {registers.pointer(source, 'const char')}, {registers.read(size, 'u32')}, {fetched});"
    ]
