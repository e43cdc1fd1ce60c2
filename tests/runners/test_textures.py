"""Textures and surfaces end to end: a HIP program's output against CUDA's definition of filters and address modes."""

import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cass_tools.compilers import BuildRequest
from cass_tools.compilers.clang import ClangCompiler
from cass_tools.model import Outcome, Target
from cass_tools.runners import Limits
from cass_tools.runners.exec import RUNNER

pytestmark = pytest.mark.gpu_code

SOURCE = Path(__file__).parent / "data" / "textures.hip"
W, H, N = 8, 4, 16
PIXELS = np.array([float(i * i % 97) for i in range(2 * W * H)]).reshape(2, H, W)
AT = [(-1.5 + 0.65625 * i, 4.75 - 0.40625 * i) for i in range(N)]
Floats = NDArray[np.float64]


def wrapped(i: int, n: int, mode: str) -> int | None:
    """An index in range, or None for the border."""
    if mode == "wrap":
        return i % n
    if mode == "mirror":
        return min(i % (2 * n), 2 * n - 1 - i % (2 * n))
    if mode == "clamp":
        return min(max(i, 0), n - 1)
    return i if 0 <= i < n else None


def read(image: Floats, position: tuple[float, ...], mode: str, linear: bool) -> float:
    """An image by [..., y, x] at a position (x, y, ...) in elements."""
    lows = [math.floor(p - 0.5) if linear else math.floor(p) for p in position]
    parts = [p - 0.5 - low if linear else 0.0 for p, low in zip(position, lows, strict=True)]
    total = 0.0
    for corner in range(1 << len(position)):
        weight, index = 1.0, []
        for axis, (low, part) in enumerate(zip(lows, parts, strict=True)):
            step = corner >> axis & 1
            weight *= part if step else 1 - part
            index.append(wrapped(low + step, image.shape[-1 - axis], mode))
        if weight and None not in index:
            total += weight * float(image[tuple(reversed(index))])
    return total


@cache
def output(arch: str, folder: Path) -> dict[str, list[float]]:
    """The program's lines by their first word."""
    build = ClangCompiler().build(BuildRequest(SOURCE, folder / "textures", Target(arch)))
    assert build.binary is not None, build.log
    run = RUNNER.run(build.binary, Target(arch), (), limits=Limits(timeout=60.0), cwd=folder, keep_files=())
    assert (run.outcome, run.status) == (Outcome.PASSED, 0), run.stdout.decode() + run.detail
    lines = [line.split() for line in run.stdout.decode().splitlines()]
    return {name: [float(number) for number in numbers] for name, *numbers in lines}


@pytest.fixture(scope="module", params=["gfx1100", "gfx1030", "gfx90a"])
def lines(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[float]]:
    return output(request.param, tmp_path_factory.mktemp("textures"))


@pytest.mark.parametrize("linear", [False, True])
@pytest.mark.parametrize("mode", ["wrap", "clamp", "mirror", "border"])
def test_planes(lines: dict[str, list[float]], mode: str, linear: bool) -> None:
    expected = [read(PIXELS[0], at, mode, linear) for at in AT]
    assert lines[f"{mode}-{'linear' if linear else 'point'}"] == expected


def test_coordinates_in_elements(lines: dict[str, list[float]]) -> None:
    assert lines["elements-linear"] == [read(PIXELS[0], at, "clamp", True) for at in AT]


def test_linear_memory(lines: dict[str, list[float]]) -> None:
    numbers = PIXELS.reshape(-1)[:10]
    assert lines["fetch"] == [float(numbers[i]) if 0 <= i < 10 else 0 for i in range(-2, N - 2)]


def test_bytes_as_fractions(lines: dict[str, list[float]]) -> None:
    index = np.arange(W * H)
    channels = np.stack([index * 7 % 256, 255 - index, index * 31 % 256, np.full(W * H, 128)]) / 255.0
    images = channels.reshape(4, H, W)
    expected = [read(image, at, "clamp", True) for at in AT for image in images]
    assert np.allclose(lines["bytes"], expected, rtol=2e-7)


def test_volumes_and_layers(lines: dict[str, list[float]]) -> None:
    assert lines["volume"] == [read(PIXELS, (*at, 1.25), "clamp", True) for at in AT]
    assert lines["layers"] == [read(PIXELS[1], at, "clamp", True) for at in AT]


def test_layers_of_lines(lines: dict[str, list[float]]) -> None:
    assert lines["lines"] == [read(PIXELS[0, i % H], (at[0],), "clamp", True) for i, at in enumerate(AT)]


def test_surfaces(lines: dict[str, list[float]]) -> None:
    assert lines["surface"] == list((2 * PIXELS[0, :, ::-1] + 1).reshape(-1))
