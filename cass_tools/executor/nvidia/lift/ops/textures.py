"""Textures: TEX, TLD, TLD4, TXD and TXQ. The runtime (images.h) addresses, converts and filters.

An instruction names a texture by 32 bits, in a word of bank 0, a uniform register or (modifier B) a register. What it
is given are words: a layer, coordinates, that register, a level of detail, offsets. The coordinates are in registers
from `a` on, the others from `b` on; with SCR, half of all words (and the odd one) is in those from `a` on.
"""

from collections.abc import Sequence

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Constant, Integer, Keyword, Operand, Register
from cass_tools.executor.nvidia.lift.constants import constant
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded
from cass_tools.executor.nvidia.unsupported import Unsupported

LAYERS, CUBE = 4, 8  # flags of a shape beside the number of coordinates, as the runtime has them
SHAPES = {
    "1D": 1,
    "2D": 2,
    "3D": 3,
    "CUBE": 3 | CUBE,
    "ARRAY_1D": 1 | LAYERS,
    "ARRAY_2D": 2 | LAYERS,
    "ARRAY_CUBE": 3 | LAYERS | CUBE,
}
LOWEST = 0xC2000000  # -32, the level of detail that compilers give where a program names none
EVERY = 15  # the mask of all four components


def words_at(t: Thread, operand: Operand | None, count: int) -> list[Value]:
    """The registers from one on."""
    if isinstance(operand, Register) and operand.number != ZERO:
        return [t.register(operand.file, operand.number + number) for number in range(count)]
    return [t.f.const(0, "i32")] * count


def named(t: Thread, i: Decoded) -> Value:
    """The 32 bits by which an instruction without B names a texture or surface."""
    handle = i.operands.get("handle")
    if "sampler" in i.operands and _number(i.operands["sampler"]):
        raise t.unsupported(i, "a sampler of its own")
    if handle is not None:
        return t.raw(handle)
    return constant(t, Constant(_number(i.operands["bank"]), (), 4 * _number(i.operands["place"])), 32)


def give(t: Thread, i: Decoded, found: Value) -> None:
    """The components that the mask names: two from `low` on, the others from `high` on."""
    mask = _number(i.operands["mask"]) if "mask" in i.operands else EVERY
    values = [t.f.emit(f"extractelement {found.typed}, i32 {n}", "i32") for n in range(4) if mask >> n & 1]
    for name, part in (("low", values[:2]), ("high", values[2:])):
        to = i.operands[name]
        for number, value in enumerate(part):
            if isinstance(to, Register) and to.number != ZERO:
                t.set_register(to.file, to.number + number, value)
    if "p" in i.operands:  # whether memory was missing
        t.set_predicate(i.operands["p"], t.f.const(0, "i1"))


def _number(operand: Operand) -> int:
    if not isinstance(operand, Integer):
        raise Unsupported(f"the operand {operand} where a number stands")
    return operand.value


def _shape(t: Thread, i: Decoded, known: Sequence[str]) -> int:
    keyword = i.operands["shape"]
    if not isinstance(keyword, Keyword) or keyword.name not in known:
        raise t.unsupported(i, "a texture of this shape")
    return SHAPES[keyword.name]


def _words(t: Thread, i: Decoded, coordinates: int, others: int) -> tuple[list[Value], list[Value]]:
    """The words of coordinates and the others."""
    split = (coordinates + others + 1) // 2 if "scr" in i.modifiers else coordinates
    behind = coordinates + others - split
    if behind and "b" not in i.operands:
        raise t.unsupported(i, "fewer registers than it needs")
    words = words_at(t, i.operands["a"], split) + words_at(t, i.operands.get("b"), behind)
    return words[:coordinates], words[coordinates:]


class _Read:
    """What an instruction says: the texture, where, which level, and offsets."""

    def __init__(self, t: Thread, i: Decoded, known: Sequence[str] = tuple(SHAPES)) -> None:
        self.shape = _shape(t, i, known)
        count, layered = self.shape & 3, bool(self.shape & LAYERS)
        names = [name for name, group in (("handle", "bindless"), ("moved", "aoffi")) if group in i.modifiers]
        if i.modifiers.get("level") == "LL":
            names.insert(names.index("moved") if "moved" in names else len(names), "level")
        where, rest = _words(t, i, count + layered, len(names))
        others = dict(zip(names, rest, strict=True))
        self.handle = others["handle"] if "handle" in others else named(t, i)
        self.level, self.moved = others.get("level"), others.get("moved", t.f.const(0, "i32"))
        self.layer = where.pop(0) if layered else t.f.const(0, "i32")
        self.at = [*where, *[t.f.const(0, "i32")] * (3 - count)]


@op("TEX", branches=True)
def sample(t: Thread, i: Decoded) -> None:
    """Read at coordinates, with the texture's filter; LZ is level 0, no level the one of a compute kernel."""
    read = _Read(t, i)
    level = t.f.const(0 if i.modifiers.get("level") == "LZ" else LOWEST, "i32") if read.level is None else read.level
    words = (read.handle, t.f.const(read.shape, "i32"), *read.at, read.layer, level, read.moved)
    give(t, i, t.f.call("nv_image_sample", "i32", 4, *words))


@op("TLD", branches=True)
def fetch(t: Thread, i: Decoded) -> None:
    """Read the element at integers."""
    read = _Read(t, i, ("1D", "2D", "3D", "ARRAY_1D", "ARRAY_2D"))
    level = t.f.const(0, "i32") if read.level is None else read.level
    words = (read.handle, t.f.const(read.shape, "i32"), *read.at, read.layer, level, read.moved)
    give(t, i, t.f.call("nv_image_fetch", "i32", 4, *words))


@op("TLD4", branches=True)
def gather(t: Thread, i: Decoded) -> None:
    """One component of four neighbours."""
    read = _Read(t, i, ("2D", "ARRAY_2D"))
    component = t.f.const("RGBA".index(i.modifiers["component"]), "i32")
    words = (read.handle, t.f.const(read.shape, "i32"), *read.at[:2], read.layer, component, read.moved)
    give(t, i, t.f.call("nv_image_gather", "i32", 4, *words))


@op("TXD", branches=True)
def gradient(t: Thread, i: Decoded) -> None:
    """Read at the level that fits derivatives: of each coordinate along x and y, in neighbouring registers.

    Other than elsewhere the layer stands behind the coordinates, and the register with the texture before them.
    """
    shape = _shape(t, i, ("2D", "ARRAY_1D", "ARRAY_2D"))
    count, layered, bindless = shape & 3, bool(shape & LAYERS), "bindless" in i.modifiers
    words = words_at(t, i.operands["a"], bindless + count + layered)
    handle = words.pop(0) if bindless else named(t, i)
    layer = words.pop() if layered else t.f.const(0, "i32")
    zero = t.f.const(0, "i32")
    steps = words_at(t, i.operands["b"], 2 * count) + [zero] * (4 - 2 * count)
    level = t("image_level", "i32", handle, count, steps[0], steps[2], steps[1], steps[3])
    at = [*words, *[zero] * (3 - count)]
    whole = (handle, t.f.const(shape, "i32"), *at, layer, level, zero)
    give(t, i, t.f.call("nv_image_sample", "i32", 4, *whole))


@op("TXQ", branches=True)
def query(t: Thread, i: Decoded) -> None:
    """The size of a level."""
    if i.operands["what"] != Keyword("TEX_HEADER_DIMENSION"):
        raise t.unsupported(i, "this question")
    words = words_at(t, i.operands["a"], 2 if "bindless" in i.modifiers else 1)
    handle = words.pop(0) if len(words) > 1 else named(t, i)
    give(t, i, t.f.call("nv_image_size", "i32", 4, handle, words[0]))
