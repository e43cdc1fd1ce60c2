"""Whole matrix products by the matrix instructions that clang makes of its builtins, against numpy."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.amd.compiled import WAVE64
from tests.executor.amd.kernels import Loaded, compile_kernels, launch, load
from tests.executor.amd.numbers import encoded

pytestmark = pytest.mark.gpu_code
SOURCE = Path(__file__).parent / "data" / "products.hip"
Matrix = NDArray[Any]


@cache
def loaded(arch: str, *flags: str) -> Loaded:
    """The kernels of a processor."""
    return load(compile_kernels(SOURCE, arch, "-O3", *flags), level=0)


def small(shape: tuple[int, ...], seed: int, low: int = -4, high: int = 5) -> Matrix:
    """Whole numbers, whose sums of products are exact in every type."""
    return np.random.default_rng(seed).integers(low, high, shape)


BOTH = [
    ("f32_32x32x1", "f32", 32, 2, 2),
    ("f32_32x32x2", "f32", 32, 4, 1),
    ("f32_16x16x4", "f32", 16, 8, 1),
    ("f32_4x4x1", "f32", 4, 3, 16),
    ("f16_32x32x8", "f16", 32, 16, 1),
    ("f16_16x16x16", "f16", 16, 32, 1),
    ("bf16_16x16x16", "bf16", 16, 32, 1),
    ("f64_16x16x4", "f64", 16, 8, 1),
]
OLDER = [("i8_16x16x16", "i8", 16, 32, 1), ("i8_32x32x8", "i8", 32, 16, 1)]
NEWER = [
    ("i8_16x16x32", "i8", 16, 64, 1),
    ("i8_32x32x16", "i8", 32, 32, 1),
    ("fp8_16x16x32", "fp8", 16, 64, 1),
    ("fp8_32x32x16", "fp8", 32, 32, 1),
]
CASES = [("gfx90a", *row) for row in BOTH + OLDER] + [("gfx942", *row) for row in BOTH + NEWER]


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(case[:2]))
def test_mfma(case: tuple[str, str, str, int, int, int]) -> None:
    arch, name, kind, m, k, blocks = case
    a, b = small((blocks, m, k), 1), small((blocks, k, m), 2)
    out = np.zeros((blocks, m, m), {"f64": np.float64, "i8": np.int32}.get(kind, np.float32))
    sources = [np.ascontiguousarray(encoded(matrix, kind)) for matrix in (a, b)]
    launch(loaded(arch), name, (1,), (64,), out, *sources, k)
    assert (out == a @ b).all()


def test_sparse_mfma() -> None:
    b = small((32, 16), 3)
    draw = np.random.default_rng(5)
    pairs = np.array([[sorted(draw.choice(4, 2, replace=False)) for _ in range(8)] for _ in range(16)])
    kept = small((16, 8, 2), 4)
    a = np.zeros((16, 8, 4), int)
    np.put_along_axis(a, pairs, kept, 2)
    words = np.zeros(64, np.int32)
    for lane in range(64):
        numbers = pairs[lane % 16, lane // 16 * 2 : lane // 16 * 2 + 2].ravel()
        words[lane] = sum(int(number) << 2 * place for place, number in enumerate(numbers))
    out = np.zeros((16, 16), np.float32)
    sources = [np.ascontiguousarray(matrix.astype(np.float16)) for matrix in (kept.reshape(16, 16), b)]
    launch(loaded("gfx942"), "sparse_16x16x32", (1,), (64,), out, *sources, words)
    assert (out == a.reshape(16, 32) @ b).all()


@pytest.mark.parametrize(("arch", "lanes"), [("gfx1100", 32), ("gfx1100", 64), ("gfx1200", 32)])
@pytest.mark.parametrize("kind", ["f16", "bf16", "iu8", "iu4"])
def test_wmma(kind: str, arch: str, lanes: int) -> None:
    k = 48
    low, high = (0, 16) if kind == "iu4" else (-4, 5)
    a, b = small((16, k), 1, low, high), small((k, 16), 2)
    if kind == "iu4":
        sources = [(matrix[:, ::2] & 15 | (matrix[:, 1::2] & 15) << 4).astype(np.uint8) for matrix in (a, b.T)]
    else:
        sources = [encoded(matrix, "i8" if kind == "iu8" else kind) for matrix in (a, b.T)]
    out = np.zeros((16, 16), np.int32 if kind.startswith("i") else np.float32)
    flags = WAVE64 if lanes == 64 else ()
    launch(loaded(arch, *flags), kind, (1,), (lanes,), out, *map(np.ascontiguousarray, sources), k)
    assert (out == a @ b).all()


def test_wmma_with_half_sums() -> None:
    a, b = small((16, 32), 1), small((32, 16), 2)
    out = np.zeros((16, 16), np.float16)
    sources = [np.ascontiguousarray(encoded(matrix, "f16")) for matrix in (a, b.T)]
    launch(loaded("gfx1200"), "half_sums", (1,), (32,), out, *sources, 32)
    assert (out == a @ b).all()
