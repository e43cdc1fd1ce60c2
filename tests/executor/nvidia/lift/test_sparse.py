"""Products with a first matrix of which half is left out, against numpy, by NVIDIA's PTX documentation of `mma.sp`."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.lift.fused import product
from tests.executor.nvidia.lift.test_matrix import LANES, PART, ROW, first, second, spread, total
from tests.executor.nvidia.lift.written import lifted, loaded

pytestmark = pytest.mark.gpu_code
RANDOM = np.random.default_rng(31)
Matrix = NDArray[Any]
# By instruction: columns of the whole first matrix, elements in a word, lanes of a quad that have the metadata.
HALVES = {"HMMA.SP.16816.F32": (16, 2, 1), "HMMA.SP.16832.F32": (32, 2, 2), "HMMA.SP.16832.F16": (32, 2, 2)}
SINGLES = {"HMMA.SP.1688.F32.TF32": (8, 1, 1), "HMMA.SP.16816.F32.TF32": (16, 1, 2)}
BYTES = {"IMMA.SP.16832.S8.U8": (32, 4, 2), "IMMA.SP.16864.U8.S8": (64, 4, 4)}
NIBBLES = {"IMMA.SP.16864.S4.U4": (64, 8, 2), "IMMA.SP.168128.U4.S4": (128, 8, 4)}
EIGHTS = {"QMMA.SP.16864.F32.E4M3.E5M2": (64, 4, 4)}
ALL = {**HALVES, **SINGLES, **BYTES, **NIBBLES, **EIGHTS}


def kernel(name: str, select: int) -> tuple[str, ...]:
    """Four words of each thread and its metadata, four words of the second factor, four of the sum."""
    a, b = ("R8", "R12") if name.startswith("HMMA") else ("R8.ROW", "R12.COL")
    return (
        "IMAD.WIDE R2, R0, 0x20, c[0x0][0x160]",
        "IMAD.WIDE R4, R0, 0x10, c[0x0][0x168]",
        "IMAD.WIDE R6, R0, 0x10, c[0x0][0x170]",
        "LDG.E.128 R8, [R2.64]",
        "LDG.E R20, [R2.64+0x10]",
        "LDG.E.128 R12, [R4.64]",
        "LDG.E.128 R16, [R6.64]",
        f"{name} R24, {a}, {b}, R16, R20, {select:#x}",
        "STG.E.128 [R2.64], R24",
    )


SELECTS = [(name, select) for name, (_, _, lanes) in ALL.items() for select in range(4 // lanes)]
NAMES = {f"{name}_{select}".replace(".", "_"): kernel(name, select) for name, select in SELECTS}


def padded(fragment: Matrix, count: int) -> NDArray[np.uint32]:
    words = np.ascontiguousarray(fragment).view(np.uint32).reshape(32, -1)
    return np.ascontiguousarray(np.pad(words, ((0, 0), (0, count - words.shape[1]))))


def run(name: str, a: Matrix, which: NDArray[np.uint32], b: Matrix, c: Matrix) -> NDArray[np.uint32]:
    both = padded(a, 8)
    both[:, 4] = which
    launch(loaded(NAMES), name, (1,), (32,), both, padded(b, 4), padded(c, 4), 0)
    return np.ascontiguousarray(both[:, :4])


def chosen(rows: int, quads: int) -> NDArray[np.int64]:
    """Two of four for each quad of a row, in order: [row, quad, 2]."""
    pairs = np.array([(i, j) for j in range(4) for i in range(j)])
    return pairs[RANDOM.integers(0, 6, (rows, quads))]


def metadata(nibbles: NDArray[np.int64], lanes: int, select: int, *, narrow: bool) -> NDArray[np.uint32]:
    """A word for each lane; those that are not asked have anything."""
    words = RANDOM.integers(0, 1 << 32, 32, np.uint32)
    per = 8 if narrow else 4
    parts = (nibbles.reshape(16, -1, per) << 4 * np.arange(per)).sum(2)  # [row, part of it]
    for lane in LANES:
        row, part = ROW[lane], PART[lane]
        if part // lanes != select:
            continue
        at = part % lanes
        words[lane] = parts[row + 8 * (at % 2), at // 2] if narrow else parts[row, at] | parts[row + 8, at] << 16
    return words


def whole(left: Matrix, places: NDArray[np.int64], each: int) -> Matrix:
    """The first matrix with zeros for what is left out; `each` elements stay or go together."""
    rows, quads, _ = places.shape
    found = np.zeros((rows, quads, 4, each), left.dtype)
    kept = left.reshape(rows, quads, 2, each)
    for at in range(2):
        np.put_along_axis(found, places[:, :, at, None, None].repeat(each, 3), kept[:, :, at, None], 2)
    return found.reshape(rows, -1)


@pytest.mark.parametrize(("name", "select"), [pair for pair in SELECTS if pair[0] in HALVES])
def test_halves(name: str, select: int) -> None:
    depth, _, lanes = HALVES[name]
    places = chosen(16, depth // 4)
    a, b = (RANDOM.standard_normal(shape).astype(np.float16) for shape in ((16, depth // 2), (depth, 8)))
    type_ = np.dtype(np.float32 if "F32" in name else np.float16)
    c = RANDOM.standard_normal((16, 8)).astype(type_)
    said = metadata(places[..., 0] | places[..., 1] << 2, lanes, select, narrow=False)
    out = run(f"{name}_{select}".replace(".", "_"), first(a, 2), said, second(b, 2), spread(c))
    wanted = product(whole(a, places, 1), b, c)
    assert np.array_equal(total(out.view(type_), 16), wanted)


@pytest.mark.parametrize(("name", "select"), [pair for pair in SELECTS if pair[0] in SINGLES])
def test_tf32(name: str, select: int) -> None:
    depth, _, lanes = SINGLES[name]
    upper = RANDOM.integers(0, 2, (16, depth // 2))
    a, b = (
        (RANDOM.standard_normal(shape).astype(np.float32).view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)
        for shape in ((16, depth // 2), (depth, 8))
    )
    c = RANDOM.standard_normal((16, 8)).astype(np.float32)
    said = metadata(np.where(upper, 0xE, 0x4), lanes, select, narrow=False)
    out = run(f"{name}_{select}".replace(".", "_"), first(a, 1), said, second(b, 1), spread(c))
    dense = np.zeros((16, depth // 2, 2))
    np.put_along_axis(dense, upper[..., None], a[..., None], 2)
    wanted = product(dense.reshape(16, depth), b, c)
    assert np.array_equal(total(out.view(np.float32), 16), wanted)


@pytest.mark.parametrize(("name", "select"), [pair for pair in SELECTS if pair[0] in (*BYTES, *NIBBLES)])
def test_integers(name: str, select: int) -> None:
    depth, each, lanes = ALL[name]
    kinds = name.split(".")[-2:]
    bits = int(kinds[0][1])
    places = chosen(16, depth * bits // 32)
    a, b = (RANDOM.integers(0, 1 << bits, shape, np.uint8) for shape in ((16, depth // 2), (depth, 8)))
    c = RANDOM.integers(-1000, 1000, (16, 8), np.int32)
    said = metadata(places[..., 0] | places[..., 1] << 2, lanes, select, narrow=True)
    one, other = first(a, each), second(b, each)
    if bits == 4:
        one, other = ((f[..., ::2] | f[..., 1::2] << 4).astype(np.uint8) for f in (one, other))
    out = run(f"{name}_{select}".replace(".", "_"), one, said, other, spread(c))
    sign = 1 << bits - 1
    values = [
        (m.astype(np.int64) ^ sign) - sign if kind[0] == "S" else m.astype(np.int64)
        for m, kind in zip((a, b), kinds, strict=True)
    ]
    wanted = whole(values[0], places, 8 // bits) @ values[1] + c
    assert np.array_equal(total(out.view(np.int32), 16), wanted)


def test_eight_bits() -> None:
    """Powers of two: E4M3 has 3 bits behind the point, E5M2 two."""
    name = "QMMA.SP.16864.F32.E4M3.E5M2"
    powers = [RANDOM.integers(-2, 3, shape) for shape in ((16, 32), (64, 8))]
    a, b = ((powers[0] + 7 << 3).astype(np.uint8), (powers[1] + 15 << 2).astype(np.uint8))
    places, c = chosen(16, 16), RANDOM.standard_normal((16, 8)).astype(np.float32)
    said = metadata(places[..., 0] | places[..., 1] << 2, 4, 0, narrow=True)
    out = run(f"{name}_0".replace(".", "_"), first(a, 4), said, second(b, 4), spread(c))
    wanted = whole(2.0 ** powers[0], places, 1) @ 2.0 ** powers[1] + c
    assert np.array_equal(total(out.view(np.float32), 16), wanted.astype(np.float32))


@pytest.mark.parametrize(("name", "select"), [("HMMA.SP.16832.F32", 2), ("IMMA.SP.16864.U8.S8", 1)])
def test_refused(name: str, select: int) -> None:
    assert "metadata" in lifted({"no": kernel(name, select)}).refused["no"]
