"""Surfaces: SULD, SUST and SURED. With BA the first coordinate counts bytes, which are read and written as they are;
else all count elements, and what is written is converted. Behind the coordinates stands a layer."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Address, Register
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.ops.textures import LAYERS, named, words_at
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

BYTES = 16  # a flag of shapes, as the runtime has it
SHAPES = {"1D": 1, "2D": 2, "3D": 3, "1D_ARRAY": 1 | LAYERS, "2D_ARRAY": 2 | LAYERS}
OUTSIDE = {"TRAP": 0, "": 1, "IGN": 2}
SIZES = {"U8": 1, "U16": 2, "": 4, "64": 8, "128": 16}
PARTS = {"R": 1, "RG": 2, "": 4}
OPERATIONS = ("ADD", "MIN", "MAX", "AND", "OR")
KINDS = {"S32": 1, "S64": 1, "SD32": 2}


def _place(t: Thread, i: Decoded) -> tuple[Value, ...]:
    """The surface, its shape and three coordinates."""
    where = i.operands["a"]
    if not isinstance(where, Address) or where.offset or where.descriptor or len(where.registers) != 1:
        raise t.unsupported(i, "coordinates that are not in registers alone")
    shape = SHAPES[i.modifiers["shape"]]
    count = (shape & 3) + bool(shape & LAYERS)
    words = words_at(t, where.registers[0], count) + [t.f.const(0, "i32")] * (3 - count)
    shape |= BYTES if "bytes" in i.modifiers else 0
    return (named(t, i), t.f.const(shape, "i32"), *words)


def _outside(t: Thread, i: Decoded) -> Value:
    return t.f.const(OUTSIDE[i.modifiers.get("outside", "")], "i32")


def _four(t: Thread, i: Decoded, count: int) -> Value:
    whole = t.f.const(0, "i32", 4)
    for number, word in enumerate(words_at(t, i.operands["d"], count)):
        whole = t.f.emit(f"insertelement {whole.typed}, {word.typed}, i32 {number}", "i32", 4)
    return whole


@op("SULD", branches=True)
def load(t: Thread, i: Decoded) -> None:
    """Read 8 to 128 bits."""
    size = SIZES[i.modifiers.get("size", "")]
    words = (*_place(t, i), t.f.const(size, "i32"), _outside(t, i))
    found = t.f.call("nv_surface_load", "i32", 4, *words)
    to = i.operands["d"]
    for number in range(max(1, size // 4)):
        value = t.f.emit(f"extractelement {found.typed}, i32 {number}", "i32")
        if isinstance(to, Register) and to.number != ZERO:
            t.set_register(to.file, to.number + number, value)


@op("SUST", branches=True)
def store(t: Thread, i: Decoded) -> None:
    """Write 8 to 128 bits, or an element of the surface's format."""
    place, outside = _place(t, i), _outside(t, i)
    if "bytes" in i.modifiers:
        size = SIZES[i.modifiers.get("size", "")]
        t.do("surface_store", *place, size, outside, _four(t, i, max(1, size // 4)))
    else:
        t.do("surface_store_element", *place, outside, _four(t, i, PARTS[i.modifiers.get("parts", "")]))


@op("SURED", branches=True)
def reduce(t: Thread, i: Decoded) -> None:
    """An atomic operation whose result nobody asks for."""
    kind = i.modifiers.get("type", "")
    size = 8 if kind.endswith("64") else 4
    value = words_at(t, i.operands["d"], size // 4)
    operation = OPERATIONS.index(i.modifiers["op"])
    zero = t.f.const(0, "i32")
    numbers = (size, operation, KINDS.get(kind, 0))
    t.do("surface_reduce", *_place(t, i), _outside(t, i), *numbers, value[0], value[1] if len(value) > 1 else zero)
