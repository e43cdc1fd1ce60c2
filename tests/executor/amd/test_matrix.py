"""MFMA and SMFMAC against plain matrix products: where elements lie, modifiers, and the arithmetic."""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cass_tools.executor.amd.encodings import opcodes
from tests.executor.amd.harness import run
from tests.executor.amd.numbers import decoded, encoded, size_of
from tests.executor.amd.wave import WaveState

Floats = NDArray[Any]
_A, _B, _C, _D = 8, 24, 48, 96
"""First registers of the operands."""


@dataclass(frozen=True)
class Shape:
    """What a mnemonic says, in the words of the vendor's tables."""

    name: str
    arch: str
    out: str
    m: int
    n: int
    k: int
    a: str
    b: str
    blocks: int
    sparse: bool

    @property
    def depth(self) -> int:
        """Elements of dense A and B in a lane."""
        return self.k * self.m * self.blocks // 64

    def source(self, lane: int, item: int) -> tuple[int, int, int]:
        """Row (column of B), k and block of an element of a lane."""
        return lane % self.m, lane // (self.m * self.blocks) * self.depth + item, lane // self.m % self.blocks

    def result(self, register: int, lane: int) -> tuple[int, int, int]:
        """Row, column and block of a result."""
        row, block = {
            ("f64", 16): (4 * register + lane // 16, 0),
            ("f64", 4): (lane // 16, lane % 16 // 4),
            ("", 32): (8 * (register // 4 % 4) + 4 * (lane // 32) + register % 4, register // 16),
            ("", 16): (4 * (lane // 16) + register % 4, register // 4),
            ("", 4): (register, lane // 4),
        }[self.out if self.out == "f64" else "", self.m]
        return row, lane % self.n, block


def shapes() -> list[Shape]:
    """All matrix instructions of the tables."""
    found = []
    for arch, isa in (("gfx90a", "gfx90a"), ("gfx942", "gfx940")):
        for row in opcodes(isa)["VOP3P"].values():
            match = re.fullmatch(r"v_(smfmac|mfma)_(\w\d\d)_(\d+)x(\d+)x(\d+)_?(?:\d+b_)?(.*)", row.name)
            if match:
                kinds = match[6].removesuffix("_1k").split("_")
                m, n, k = map(int, match.group(3, 4, 5))
                registers = row.slots[0].width // (2 if match[2] == "f64" else 1)
                blocks = registers * 64 // (m * n)
                sparse = match[1] == "smfmac"
                found.append(Shape(row.name, arch, match[2], m, n, k, kinds[0], kinds[-1], blocks, sparse))
    return found


SHAPES = shapes()
IDS = [f"{shape.arch}-{shape.name}" for shape in SHAPES]


def small(shape: tuple[int, ...], seed: int) -> Floats:
    """Whole numbers whose sums of products are exact in every format."""
    return np.random.default_rng(seed).integers(-3, 4, shape).astype(np.float64)


def fill(wave: WaveState, first: int, values: Floats, kind: str) -> None:
    """Registers from numbers by [lane, item]."""
    raw = np.ascontiguousarray(encoded(values, kind)).view(np.uint32)
    wave.vgpr[first : first + raw.shape[1]] = raw.T


def results(wave: WaveState, first: int, count: int, kind: str) -> Floats:
    """Numbers by [register, lane]; a register of doubles is a pair."""
    words = wave.vgpr[first : first + count * size_of(kind) // 32]
    if kind == "f64":
        words = np.stack([words[0::2], words[1::2]], -1)
        return np.ascontiguousarray(words).view(np.float64)[..., 0]
    return decoded(words, kind)


def sources(shape: Shape, a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """A[block, row, k] and B[block, k, column] from the lanes' elements."""
    left, right = np.zeros((shape.blocks, shape.m, shape.k)), np.zeros((shape.blocks, shape.k, shape.n))
    for lane in range(64):
        for item in range(shape.depth):
            row, k, block = shape.source(lane, item)
            left[block, row, k], right[block, k, row] = a[lane, item], b[lane, item]
    return left, right


def arranged(shape: Shape, product: Floats) -> Floats:
    """The product by [register, lane]."""
    registers = shape.m * shape.n * shape.blocks // 64
    out = np.zeros((registers, 64))
    for register in range(registers):
        for lane in range(64):
            row, column, block = shape.result(register, lane)
            out[register, lane] = product[block, row, column]
    return out


def span(bank: str, first: int, count: int) -> str:
    """Assembler's spelling of registers."""
    return f"{bank}{first}" if count == 1 else f"{bank}[{first}:{first + count - 1}]"


def text(shape: Shape, c: str, tail: str = "", bank: str = "v") -> str:
    """The instruction with its operands at the places above."""
    words = max(1, shape.depth * size_of(shape.a) // 32)
    registers = shape.m * shape.n * shape.blocks // 64 * size_of(shape.out) // 32
    where = c or span("v", _C, registers)
    return f"{shape.name} {span(bank, _D, registers)}, {span('v', _A, words)}, {span('v', _B, words)}, {where} {tail}"


DENSE = [shape for shape in SHAPES if not shape.sparse]


@pytest.mark.parametrize("shape", DENSE, ids=[f"{shape.arch}-{shape.name}" for shape in DENSE])
def test_layout(shape: Shape) -> None:
    wave = WaveState(64)
    wave.exec = 0xFF00_1234_5678_00FF  # the matrix unit does not look at it
    a, b = small((64, shape.depth), 1), small((64, shape.depth), 2)
    registers = shape.m * shape.n * shape.blocks // 64
    c = small((registers, 64), 3)
    fill(wave, _A, a, shape.a)
    fill(wave, _B, b, shape.b)
    for register in range(registers):
        step = size_of(shape.out) // 32
        fill(wave, _C + step * register, c[register][:, None], shape.out)
    run(text(shape, ""), shape.arch, wave)
    left, right = sources(shape, a, b)
    assert (results(wave, _D, registers, shape.out) == arranged(shape, left @ right) + c).all()


@pytest.mark.parametrize("arch", ["gfx90a", "gfx942"])
def test_accumulation_registers_in_place(arch: str) -> None:
    name = {"gfx90a": "v_mfma_f32_16x16x4f32", "gfx942": "v_mfma_f32_16x16x4_f32"}[arch]
    shape = next(shape for shape in SHAPES if shape.name == name and shape.arch == arch)
    wave = WaveState(64)
    a, b = small((64, 1), 1), small((64, 1), 2)
    fill(wave, 256 + 4, a, "f32")  # a4
    fill(wave, _B, b, "f32")
    run(f"{name} a[4:7], a4, v{_B}, 2.0\n{name} a[4:7], v{_B}, v{_B}, a[4:7]", arch, wave)
    left, right = sources(shape, a, b)
    other, same = sources(shape, b, b)
    assert (results(wave, 256 + 4, 4, "f32") == arranged(shape, left @ right + other @ same) + 2).all()


def prepared(name: str, elements: int, kind: str) -> tuple[Shape, WaveState, Floats, Floats]:
    """A dense shape, and a wave of 64 lanes whose two sources have `elements` small numbers a lane."""
    shape = next(shape for shape in SHAPES if shape.name == name)
    wave = WaveState(64)
    a, b = small((64, elements), 1), small((64, elements), 2)
    fill(wave, _A, a, kind)
    fill(wave, _B, b, kind)
    return shape, wave, a, b


@pytest.mark.parametrize(("cbsz", "abid"), [(1, 0), (1, 1), (2, 3), (4, 9)])
def test_broadcast_of_a_block(cbsz: int, abid: int) -> None:
    shape, wave, a, b = prepared("v_mfma_f32_4x4x4f16", 4, "f16")
    run(text(shape, "0", f"cbsz:{cbsz} abid:{abid}"), "gfx90a", wave)
    left, right = sources(shape, a, b)
    taken = [block // 2**cbsz * 2**cbsz + abid for block in range(16)]
    assert (results(wave, _D, 4, "f32") == arranged(shape, left[taken] @ right)).all()


@pytest.mark.parametrize("blgp", range(8))
def test_groups_of_lanes(blgp: int) -> None:
    shape, wave, a, b = prepared("v_mfma_i32_16x16x16i8", 4, "i8")
    run(text(shape, "1", f"blgp:{blgp}"), "gfx90a", wave)
    lanes = np.arange(64)
    read = {0: lanes, 1: lanes % 32, 2: lanes % 32 + 32, 3: (lanes + 16) % 64}.get(blgp, lanes % 16 + 16 * (blgp - 4))
    left, right = sources(shape, a, b[read])
    assert (results(wave, _D, 4, "i32") == arranged(shape, left @ right) + 1).all()


@pytest.mark.parametrize("signs", range(8))
def test_signs_of_doubles(signs: int) -> None:
    shape, wave, a, b = prepared("v_mfma_f64_16x16x4_f64", 1, "f64")
    run(text(shape, "1.0", f"neg:[{signs & 1},{signs >> 1 & 1},{signs >> 2}]"), "gfx942", wave)
    left, right = sources(shape, a, b)
    flip = [1 - 2 * (signs >> bit & 1) for bit in range(3)]
    assert (results(wave, _D, 4, "f64") == flip[0] * flip[1] * arranged(shape, left @ right) + flip[2]).all()


SPARSE = [shape for shape in SHAPES if shape.sparse]


@pytest.mark.parametrize("chosen", [(0, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize("shape", SPARSE, ids=[shape.name for shape in SPARSE])
def test_sparse(shape: Shape, chosen: tuple[int, int]) -> None:
    cbsz, abid = chosen
    wave = WaveState(64)
    rng = np.random.default_rng(5)
    kept = shape.depth // 2
    a, b = small((64, kept), 1), small((64, shape.depth), 2)
    registers = shape.m * shape.n // 64
    c = small((registers, 64), 3)
    fill(wave, _A, a, shape.a)
    fill(wave, _B, b, shape.b)
    for register in range(registers):
        fill(wave, _D + register, c[register][:, None], shape.out)
    wave.vgpr[4] = rng.integers(0, 1 << 32, 64)
    dense = np.zeros((64, shape.depth))
    first = 0 if cbsz else abid * 2 * kept
    pairs = [sorted(rng.choice(4, 2, replace=False)) for _ in range(64 * kept // 2)]
    for lane in range(64):
        word = int(wave.vgpr[4, lane])
        for item in range(kept):
            position = int(pairs[lane * kept // 2 + item // 2][item % 2])
            word = word & ~(3 << first + 2 * item) | position << first + 2 * item
            dense[lane, item // 2 * 4 + position] = a[lane, item]
        wave.vgpr[4, lane] = word
    words = size_of(shape.a) * kept // 32
    operands = f"{span('v', _D, registers)}, {span('v', _A, words)}, {span('v', _B, 2 * words)}, v4"
    run(f"{shape.name} {operands} cbsz:{cbsz} abid:{abid}", "gfx942", wave)
    left, right = sources(shape, dense, b)
    assert (results(wave, _D, registers, shape.out) == arranged(shape, left @ right) + c).all()


@pytest.mark.parametrize("name", ["v_mfma_f32_32x32x2_f32", "v_mfma_f32_16x16x16_f16", "v_mfma_f32_32x32x8_bf16"])
def test_sums_of_fractions(name: str) -> None:
    shape = next(shape for shape in SHAPES if shape.name == name)
    wave = WaveState(64)
    rng = np.random.default_rng(9)
    a, b = (decoded(encoded(rng.normal(size=(64, shape.depth)), kind), kind) for kind in (shape.a, shape.b))
    fill(wave, _A, a, shape.a)
    fill(wave, _B, b, shape.b)
    run(text(shape, "0.5"), shape.arch, wave)
    left, right = sources(shape, a, b)
    exact = arranged(shape, left @ right) + 0.5
    size = arranged(shape, abs(left) @ abs(right)) + 0.5
    got = results(wave, _D, exact.shape[0], "f32")
    assert (abs(got - exact) <= shape.k * 2.0**-24 * size).all()


def test_xf32_drops_low_bits() -> None:
    shape = next(shape for shape in SHAPES if shape.name == "v_mfma_f32_16x16x8_xf32")
    wave = WaveState(64)
    a = np.full((64, 2), 1 + 2.0**-10 + 2.0**-11)
    fill(wave, _A, a, "f32")
    fill(wave, _B, np.ones((64, 2)), "f32")
    run(text(shape, "0"), "gfx942", wave)
    assert (results(wave, _D, 4, "f32") == 8 * (1 + 2.0**-10)).all()


@pytest.mark.parametrize(("arch", "name", "kept"), [
    ("gfx90a", "v_mfma_f32_16x16x16f16", False),
    ("gfx942", "v_mfma_f32_16x16x16_f16", True),
    ("gfx90a", "v_mfma_f32_16x16x8bf16", False),
    ("gfx942", "v_mfma_f32_16x16x16_bf16", True),
])  # fmt: skip
def test_subnormal_sources(arch: str, name: str, kept: bool) -> None:
    shape = next(shape for shape in SHAPES if shape.name == name)
    wave = WaveState(64)
    tiny, large = (2.0**-20, 1.0) if shape.a == "f16" else (2.0**-130, 2.0**60)
    fill(wave, _A, np.full((64, shape.depth), tiny), shape.a)
    fill(wave, _B, np.full((64, shape.depth), large), shape.b)
    run(text(shape, "0"), arch, wave)
    assert (results(wave, _D, 4, "f32") == (shape.k * tiny * large if kept else 0)).all()
