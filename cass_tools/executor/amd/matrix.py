"""MFMA and SMFMAC, the matrix instructions of gfx9: D = A * B + C by all lanes, whatever exec says.

Arithmetic: integers wrap; floats are added by fused steps in the order of k. On gfx90a products of 16-bit floats lose
subnormals on the way in and out and are added in pairs. Which roundings gfx940 does inside a product of small floats is
not documented by the vendor.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.machine import Machine, is_vector
from cass_tools.executor.amd.sources import scalar
from cass_tools.executor.amd.tile import STRAIGHT, Tile, TileRoutine, sum_type, width_of
from cass_tools.executor.ir.floating import fma
from cass_tools.executor.ir.value import Function, Value

_NAME = re.compile(r"v_(s?)mfma?c?_(f32|f64|i32)_(\d+)x(\d+)x(\d+)_?(?:(\d+)b_)?(\w+?)(_1k)?")
_LANES = 64
_GROUPS = (
    STRAIGHT,
    (0, 1, 0, 1),
    (2, 3, 2, 3),
    (1, 2, 3, 0),
    (0, 0, 0, 0),
    (1, 1, 1, 1),
    (2, 2, 2, 2),
    (3, 3, 3, 3),
)
"""blgp -> groups of 16 lanes of B that each group reads."""
_SMALLEST = {"f16": 2.0**-14, "bf16": 2.0**-126, "f32": 2.0**-126}
"""The least normal number."""


@dataclass(frozen=True, slots=True)
class Product:
    """What the name of an instruction says: result and source types, shape, elements that are added in pairs (0: one
    after the other) with subnormals flushed, and whether A is sparse (two of four elements along k)."""

    out: str
    a: str
    b: str
    tile: Tile
    paired: int = 0
    sparse: bool = False


@dataclass(frozen=True, slots=True)
class Control:
    """Modifiers: block of A that others take instead of theirs, groups of lanes of B, signs of f64 sources, and the
    set of a sparse matrix' indices."""

    cbsz: int = 0
    abid: int = 0
    groups: tuple[int, ...] = STRAIGHT
    neg: int = 0


def product_of(name: str, isa_arch: str, result_width: int) -> Product | None:
    """The product that a mnemonic names; `result_width` is the number of registers of the result."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    sparse, out = bool(match[1]), match[2]
    m, n, k = (int(text) for text in match.group(3, 4, 5))
    a, _, b = match[7].partition("_")
    blocks = result_width // width_of(sum_type(out)) * _LANES // (m * n)
    steps = _LANES // (m * blocks)
    tile = Tile(m, n, blocks, steps, k // steps, _LANES, 1 if out == "f64" else 4)
    paired = 0
    if isa_arch.startswith("gfx90a") and a in ("f16", "bf16"):
        paired = 2 if a == "bf16" and not match[8] else 4
    return Product(out, a, b or a, tile, paired, sparse)


def _control(product: Product, instruction: Instruction) -> Control:
    cbsz, abid, blgp = instruction.mfma
    if product.out == "f64":
        return Control(neg=blgp)
    return Control(cbsz, abid, _GROUPS[blgp])


def translate(m: Machine, instruction: Instruction) -> None:
    """One matrix instruction: a call of the function of its shape and modifiers."""
    product = product_of(instruction.name, m.arch, instruction.dst[0].width)
    if product is None:
        raise m.refuse(instruction)
    m.close()
    control = _control(product, instruction)
    a, b, c = instruction.src
    for operand in (a, b, *instruction.dst):
        m.use_rows(m.rows(operand))
    type_ = sum_type(product.out)
    start = m.address(m.row(c)) if is_vector(c) else scalar(m, c, {"float": "f", "double": "d", "i32": "u"}[type_])
    if is_vector(c):
        m.use_rows(m.rows(c))
    parts = [
        instruction.name,
        m.arch.partition(":")[0],
        *map(str, instruction.mfma),
        "" if is_vector(c) else "constant",
    ]
    name = "_".join(part for part in parts if part).replace("-", "_")
    m.routine(name, lambda: _text(m, name, product, control, start.type))
    places = [m.address(m.row(operand)) for operand in (a, b)]
    result = m.address(m.row(instruction.dst[0]))
    m.do(f"call void @{name}({places[0].typed}, {places[1].typed}, {start.typed}, {result.typed})")


def flushed(f: Function, value: Value, kind: str) -> Value:
    """The value, or a zero of its sign where it is subnormal in that format."""
    zero = (value.bitcast("i32") & 0x80000000).bitcast("float")
    return f.intrinsic("fabs", value).cmp("olt", _SMALLEST[kind]).select(zero, value)


def _changer(product: Product, source: int, negate: bool) -> Callable[[Function, Value, int], Value]:
    kind = (product.a, product.b)[source]

    def change(f: Function, value: Value, number: int) -> Value:
        if product.paired:
            value = flushed(f, value, kind)
        return -value if negate else value

    return change


def _text(m: Machine, name: str, product: Product, control: Control, start: str) -> str:
    """The function: `%a`, `%b`, `%d` point to registers; `%c` does, or is what every sum starts from."""
    r = TileRoutine(name, (("ptr", "a"), ("ptr", "b"), (start, "c"), ("ptr", "d")))
    writer = _Writer(r, product, control, start)
    r.each(product.tile.m * product.tile.blocks, 1, writer.row)
    writer.copy_back()
    return r.text(m)


class _Writer:
    """Writes the body of one function: tables, then the loop over the rows of all blocks."""

    def __init__(self, r: TileRoutine, product: Product, control: Control, start: str) -> None:
        self.r, self.product, self.control, self.start = r, product, control, start
        tile = product.tile
        self.type = sum_type(product.out)
        negate = [bool(control.neg >> source & 1) for source in range(2)]
        groups = STRAIGHT if product.sparse else control.groups
        thin = Tile(tile.m, tile.n, 1, tile.steps, tile.depth // 2, _LANES, 4) if product.sparse else tile
        self.a = r.unpack("%a", product.a, thin, change=_changer(product, 0, negate[0]))
        self.b = r.unpack("%b", product.b, tile, change=_changer(product, 1, negate[1]), groups=groups)
        self.registers = tile.m * tile.n * tile.blocks // _LANES * width_of(self.type)
        self.result = r.table("i32", self.registers * _LANES)
        """A result may overwrite sources, so it is kept until all is read."""

    def row(self, number: Value) -> None:
        """One row of one block."""
        tile = self.product.tile
        shift = tile.m.bit_length() - 1
        block, row = number >> shift, number & (tile.m - 1)
        register, lane = tile.place(block, row)
        place = register * (_LANES * width_of(self.type)) + lane
        total = self._start(place)
        if self.product.sparse:
            total = self._sparse(total, row)
        elif self.product.paired:
            total = self._pairs(total, block, row)
        else:
            for a, b in self._factors(block, row):
                total = self._step(total, a, b)
        self._write(place, total)

    def _start(self, place: Value) -> Value:
        """C of the row."""
        r, n = self.r, self.product.tile.n
        if self.product.sparse:
            return r.get("%d", place, self.type, n)
        if self.start != "ptr":
            total = r.splat(Value(r, "%c", self.start), n)
        elif self.type == "double":
            low, high = (r.get("%c", place + part, "i32", n) for part in (0, _LANES))
            total = (low.zext("i64") | (high.zext("i64") << 32)).bitcast("double")
        else:
            total = r.get("%c", place, self.type, n)
        if self.product.paired:
            total = flushed(r, total, "f32")
        return -total if self.control.neg & 4 else total

    def _write(self, place: Value, total: Value) -> None:
        if self.type != "double":
            self.r.put(self.result, place, total)
            return
        raw = total.bitcast("i64")
        self.r.put(self.result, place, raw.trunc("i32"))
        self.r.put(self.result, place + _LANES, (raw >> 32).trunc("i32"))

    def _factors(self, block: Value, row: Value) -> list[tuple[Value, Value]]:
        """The number of A and the row of B of each step, in the order of k."""
        r, tile, control = self.r, self.product.tile, self.control
        taken = (block & -(1 << control.cbsz)) + control.abid if control.cbsz else block
        type_ = "i32" if self.type == "i32" else self.type
        found = []
        for step in range(tile.steps):
            a_lane = taken * tile.m + row + step * tile.m * tile.blocks
            b_lane = block * tile.n + step * tile.n * tile.blocks
            for number in range(tile.depth):
                a = r.get(self.a, a_lane + number * _LANES, type_)
                found.append((a, r.get(self.b, b_lane + number * _LANES, type_, tile.n)))
        return found

    def _step(self, total: Value, a: Value, b: Value) -> Value:
        spread = self.r.splat(a, b.lanes)
        return total + spread * b if self.type == "i32" else fma(self.r, spread, b, total)

    def _pairs(self, total: Value, block: Value, row: Value) -> Value:
        """Products are added in pairs, the sums of pairs too, and that to the total; every result is flushed."""
        factors, size = self._factors(block, row), self.product.paired

        def summed(values: list[Value]) -> Value:
            if len(values) == 1:
                return values[0]
            half = len(values) // 2
            return flushed(self.r, summed(values[:half]) + summed(values[half:]), "f32")

        for first in range(0, len(factors), size):
            products = [flushed(self.r, self.r.splat(a, b.lanes) * b, "f32") for a, b in factors[first : first + size]]
            total = flushed(self.r, total + summed(products), "f32")
        return total

    def _sparse(self, total: Value, row: Value) -> Value:
        """Two elements of A for four of B; two bits of the index register `%c` say which."""
        r, tile, control = self.r, self.product.tile, self.control
        kept = tile.depth // 2
        first = 0 if control.cbsz else control.abid * 2 * kept % 32
        for step in range(tile.steps):
            lane = row + step * tile.m
            chosen = r.get("%c", lane, "i32")
            for number in range(kept):
                index = ((chosen >> first + 2 * number) & 3).zext("i64") + number // 2 * 4
                a = r.get(self.a, lane + number * _LANES, self.type)
                b = r.get(self.b, index * _LANES + step * tile.n, self.type, tile.n)
                total = self._step(total, a, b)
        return total

    def copy_back(self) -> None:
        """The result into its registers."""
        self.r.each(
            self.registers * _LANES, 16, lambda at: self.r.put("%d", at, self.r.get(self.result, at, "i32", 16))
        )
