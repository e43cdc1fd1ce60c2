"""Matrix instructions of lifted code against numpy, by the layout of fragments in NVIDIA's PTX documentation."""

import numpy as np
import pytest

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.lift.fused import product
from tests.executor.nvidia.lift.written import lifted, loaded

pytestmark = pytest.mark.gpu_code
RANDOM = np.random.default_rng(15)
LANES = np.arange(32)
ROW, PART = LANES >> 2, LANES & 3  # "groupID" and "threadID_in_group"
FLOATS = {"HMMA.16816.F32": 16, "HMMA.1688.F32": 8, "HMMA.16816.F16": 16, "HMMA.1688.F16": 8}
BFLOATS = {"HMMA.16816.F32.BF16": 16, "HMMA.1688.F32.BF16": 8, "HMMA.1688.F32.TF32": 8}
BYTES = {"IMMA.8816": (8, 16), "IMMA.16816": (16, 16), "IMMA.16832": (16, 32)}
NIBBLES = (16, 32)


def kernel(name: str, selected: bool = False) -> tuple[str, ...]:
    """Four words of each thread as first factor, four as second, four as sum; the result to the first array."""
    a, b = ("R8.ROW", "R12.COL") if selected else ("R8", "R12")
    return (
        "IMAD.WIDE R2, R0, 0x10, c[0x0][0x160]",
        "IMAD.WIDE R4, R0, 0x10, c[0x0][0x168]",
        "IMAD.WIDE R6, R0, 0x10, c[0x0][0x170]",
        "LDG.E.128 R8, [R2.64]",
        "LDG.E.128 R12, [R4.64]",
        "LDG.E.128 R16, [R6.64]",
        f"{name} R20, {a}, {b}, R16",
        "STG.E.128 [R2.64], R20",
    )


SIGNS = [("S8", "S8"), ("U8", "S8"), ("S8", "U8"), ("U8", "U8")]
NAMES = {name.replace(".", "_"): kernel(name) for name in (*FLOATS, *BFLOATS, "DMMA.884")}
for _shape in BYTES:
    for _a, _b in SIGNS:
        for _sat in ("", ".SAT"):
            NAMES[f"{_shape}_{_a}_{_b}{_sat}".replace(".", "_")] = kernel(f"{_shape}.{_a}.{_b}{_sat}", True)
NAMES["nibbles_S4_U4"] = kernel("IMMA.16832.S4.U4", True)
NAMES["nibbles_U4_S4"] = kernel("IMMA.16832.U4.S4", True)


def run(name: str, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """The result's words by thread; a, b and c are padded to four words."""
    fragments = []
    for each in (a, b, c):
        words = np.ascontiguousarray(each).view(np.uint32).reshape(32, -1)
        fragments.append(np.ascontiguousarray(np.pad(words, ((0, 0), (0, 4 - words.shape[1])))))
    launch(loaded(NAMES), name, (1,), (32,), *fragments, 0)
    return fragments[0]


def first(matrix: np.ndarray, each: int) -> np.ndarray:
    """The fragment of a first factor: `each` neighbours of k in a word; words by k, then rows 8 apart."""
    rows, depth = matrix.shape
    parts = [
        matrix[ROW + 8 * high][LANES[:, None], group * 4 * each + PART[:, None] * each + np.arange(each)]
        for group in range(depth // (4 * each))
        for high in range(rows // 8)
    ]
    return np.stack(parts, 1)


def second(matrix: np.ndarray, each: int) -> np.ndarray:
    """The fragment of a second factor: columns take the place of rows."""
    return first(np.ascontiguousarray(matrix.T), each)


def total(words: np.ndarray, rows: int) -> np.ndarray:
    """The matrix of a result's elements, two columns of a row in each thread."""
    found = np.zeros((rows, 8), words.dtype)
    for high in range(rows // 8):
        for column in range(2):
            found[ROW + 8 * high, 2 * PART + column] = words[:, 2 * high + column]
    return found


def spread(matrix: np.ndarray) -> np.ndarray:
    """The opposite of `total`."""
    return np.stack([matrix[ROW + 8 * high, 2 * PART + c] for high in range(len(matrix) // 8) for c in range(2)], 1)


@pytest.mark.parametrize("name", FLOATS)
def test_halves(name: str) -> None:
    depth, type_ = FLOATS[name], np.dtype(np.float32 if "F32" in name else np.float16)
    a, b = RANDOM.standard_normal((16, depth)).astype(np.float16), RANDOM.standard_normal((depth, 8)).astype(np.float16)
    c = RANDOM.standard_normal((16, 8)).astype(type_)
    out = run(name.replace(".", "_"), first(a, 2), second(b, 2), spread(c))
    assert np.array_equal(total(out.view(type_), 16), product(a, b, c))


@pytest.mark.parametrize("name", BFLOATS)
def test_bfloat_and_tf32(name: str) -> None:
    depth, each = BFLOATS[name], 1 if "TF32" in name else 2
    mask = np.uint32(0xFFFFE000 if each == 1 else 0xFFFF0000)
    a, b = (RANDOM.standard_normal(s).astype(np.float32).view(np.uint32) & mask for s in ((16, depth), (depth, 8)))
    c = RANDOM.standard_normal((16, 8)).astype(np.float32)
    x, y = (a, b) if each == 1 else ((m >> np.uint32(16)).astype(np.uint16) for m in (a, b))
    out = run(name.replace(".", "_"), first(x, each), second(y, each), spread(c))
    wanted = product(a.view(np.float32), b.view(np.float32), c)
    assert np.array_equal(total(out.view(np.float32), 16), wanted)


@pytest.mark.parametrize("shape", BYTES)
@pytest.mark.parametrize("saturated", [False, True])
def test_bytes(shape: str, saturated: bool) -> None:
    rows, depth = BYTES[shape]
    kinds = {"S8": np.int8, "U8": np.uint8}
    for names in SIGNS:
        x, y = (RANDOM.integers(0, 256, s, np.uint8) for s in ((rows, depth), (depth, 8)))
        c = RANDOM.integers(-(1 << 31), 1 << 31, (rows, 8), np.int64).astype(np.int32)
        c[0], c[1] = 0x7FFFFFF0, -0x7FFFFFF0
        name = f"{shape}_{names[0]}_{names[1]}{'_SAT' if saturated else ''}".replace(".", "_")
        out = total(run(name, first(x, 4), second(y, 4), spread(c)).view(np.int32), rows)
        exact = x.view(kinds[names[0]]).astype(np.int64) @ y.view(kinds[names[1]]).astype(np.int64) + c
        wanted = exact.clip(-(1 << 31), (1 << 31) - 1) if saturated else exact
        assert np.array_equal(out, wanted.astype(np.int32)), name


@pytest.mark.parametrize("signs", [("S4", "U4"), ("U4", "S4")])
def test_four_bits(signs: tuple[str, str]) -> None:
    x, y = (RANDOM.integers(0, 16, s, np.uint8) for s in ((16, 32), (32, 8)))
    one, other = ((f[..., ::2] | f[..., 1::2] << 4).astype(np.uint8) for f in (first(x, 8), second(y, 8)))
    c = RANDOM.integers(-1000, 1000, (16, 8), np.int32)
    out = total(run(f"nibbles_{signs[0]}_{signs[1]}", one, other, spread(c)).view(np.int32), 16)
    a, b = (
        (m ^ 8).astype(np.int64) - 8 if s == "S4" else m.astype(np.int64) for m, s in zip((x, y), signs, strict=True)
    )
    assert np.array_equal(out, a @ b + c)


def test_doubles() -> None:
    a, b, c = RANDOM.standard_normal((8, 4)), RANDOM.standard_normal((4, 8)), RANDOM.standard_normal((8, 8))
    out = run("DMMA_884", first(a, 1)[:, 0], second(b, 1)[:, 0], spread(c))
    assert np.allclose(total(out.view(np.float64), 8), a @ b + c, rtol=1e-15, atol=1e-15)


@pytest.mark.parametrize("name", ["HMMA.16816.F32.TF32", "HMMA.1688.F16.BF16", "IMMA.8816.S4.S4", "IMMA.16832.S8.S4"])
def test_refused(name: str) -> None:
    assert name in lifted({"no": kernel(name)}).refused["no"]
