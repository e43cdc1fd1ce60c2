"""Reads of textures against an H200: data/textures_h200.npz has, for each of `kinds` (kernel of textures.cu, size,
channels, type, address mode, filter, whether integers are fractions, whether coordinates are from 0 to 1), the texture,
256 points and the words that the GPU gave. Rows of points start with what is no number, infinite or far away."""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.committed import DATA
from tests.executor.nvidia.lift.lifted import loaded, on_cpu
from tests.executor.nvidia.lift.pictures import Picture

SM = 90
KINDS = 24
BLOCK = 64
ODD = 8  # the first points are no usual numbers
Floats = NDArray[np.float32]


@cache
def record() -> dict[str, NDArray[np.generic]]:
    with np.load(DATA / "textures_h200.npz") as file:
        return dict(file)


def picture(number: int) -> tuple[str, Picture, Floats, NDArray[np.uint32]]:
    """The kernel, the texture, points of four coordinates and what the GPU gave."""
    data = record()
    kernel, size, channels, _, *settings = str(data["kinds"][number]).split(" ")
    sizes = [int(each) for each in reversed(size.split("x"))]
    address, linear, fraction, normalized = map(int, settings)
    elements = np.ascontiguousarray(data[f"texture{number}"].reshape(*sizes, int(channels)))
    given = np.ones((len(data[f"points{number}"]), 4), np.float32)
    given[:, :3] = data[f"points{number}"]
    results = data[f"results{number}"].astype(np.uint32)
    return kernel, Picture(elements, address, linear, fraction, normalized), given, results


def differences(number: int, found: Floats) -> tuple[NDArray[np.bool_], Floats]:
    """Which words are not the GPU's, and by how much the numbers differ, as a part of the texture's largest one."""
    _, made, _, results = picture(number)
    words = found.view(np.uint32)[:, : results.shape[1]]
    if made.elements.dtype.kind != "f" and not made.is_fraction:
        return words != results, (words != results).astype(np.float32)
    largest = 1.0 if made.is_fraction else float(np.abs(made.elements.astype(np.float64)).max())
    apart = np.abs(words.view(np.float32) - results.view(np.float32)) / np.float32(largest)
    return words != results, apart.astype(np.float32)


def on_this_cpu(kernel: str, made: Picture, points: Floats) -> Floats:
    found = np.zeros_like(points)
    parameters = b"".join(each.to_bytes(8, "little") for each in (made.place(), points.ctypes.data, found.ctypes.data))
    on_cpu("textures", SM).launch(kernel, (len(points) // BLOCK,), (BLOCK,), parameters)
    return found


def on_gfx1100(kernel: str, made: Picture, points: Floats) -> Floats:
    found = np.zeros_like(points)
    launch(loaded("textures", SM), kernel, (len(points) // BLOCK,), (BLOCK,), made.place(), points, found)
    return found


@pytest.mark.parametrize("number", range(KINDS))
def test_what_is_read_is_what_the_gpu_reads(number: int) -> None:
    """Bit for bit, but for the last bit of filtered floats, and weights of volumes, which may differ by 1/256 each."""
    kernel, made, points, _ = picture(number)
    wrong, apart = differences(number, on_this_cpu(kernel, made, points))
    kind = made.elements.dtype
    if kernel == "cube":  # a direction that is no number, or exactly between elements
        wrong, apart = wrong[ODD:], apart[ODD:]
    if kernel == "volume":
        assert apart.max() < 0.006 and wrong.mean() < 0.4
    elif made.is_linear and kernel != "integers" and kind.kind == "f":
        assert apart.max() < (1e-7 if kind.itemsize == 4 else 1e-5) and wrong.mean() < 0.03
    else:
        assert not wrong.any()


@pytest.mark.gpu_code
@pytest.mark.parametrize("number", (1, 6, 10, 14))
def test_both_platforms_read_the_same(number: int) -> None:
    kernel, made, points, _ = picture(number)
    assert on_gfx1100(kernel, made, points).tobytes() == on_this_cpu(kernel, made, points).tobytes()
