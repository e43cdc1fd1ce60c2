"""Image and typed buffer instructions on pictures in memory, against numpy indexing."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cass_tools.executor.amd.unsupported import Unsupported
from tests.executor.amd.harness import lanes_of, native, run
from tests.executor.amd.images import CUBE, LINE, LINES, PLANE, PLANES, VOLUME, Picture, prepare, sampler
from tests.executor.amd.wave import WaveState

ARCHES = ("gfx1100", "gfx1030", "gfx90a")
NAMES = {LINE: "1D", PLANE: "2D", VOLUME: "3D", CUBE: "CUBE", LINES: "1D_ARRAY", PLANES: "2D_ARRAY"}
COORDINATES = {LINE: (0,), PLANE: (0, 1), VOLUME: (0, 1, 2), CUBE: (0, 1, 2), LINES: (0, 2), PLANES: (0, 1, 2)}
FORMATS = {
    "8_UNORM": np.uint8, "8_SNORM": np.int8, "8_UINT": np.uint8, "8_SINT": np.int8,
    "16_UNORM": np.uint16, "16_SNORM": np.int16, "16_UINT": np.uint16, "16_SINT": np.int16, "16_FLOAT": np.float16,
    "8_8_UINT": np.uint8, "8_8_UNORM": np.uint8, "16_16_SINT": np.int16, "16_16_FLOAT": np.float16,
    "32_UINT": np.uint32, "32_SINT": np.int32, "32_FLOAT": np.float32, "32_32_FLOAT": np.float32,
    "8_8_8_8_UNORM": np.uint8, "8_8_8_8_SINT": np.int8, "16_16_16_16_UNORM": np.uint16,
    "16_16_16_16_FLOAT": np.float16, "32_32_32_32_UINT": np.uint32, "32_32_32_32_FLOAT": np.float32,
}  # fmt: skip
Words = NDArray[np.uint32]


def channels_of(name: str) -> int:
    return name.count("_")


def picture(name: str, shape: tuple[int, int, int] = (3, 4, 9)) -> Picture:
    """Elements of all kinds of bits (small numbers where they are floats)."""
    type_, rng = FORMATS[name], np.random.default_rng(len(name))
    size = (*shape, channels_of(name))
    if "FLOAT" in name:
        return Picture.of(rng.normal(size=size).astype(type_))
    info: Any = np.iinfo(type_)
    return Picture.of(rng.integers(info.min, info.max, size, dtype=type_, endpoint=True))


def components(elements: NDArray[Any], name: str) -> Words:
    """Four words for each element, as instructions see them."""
    if name.endswith("NORM"):
        info: Any = np.iinfo(elements.dtype)
        values = np.maximum(elements.astype(np.float64) / info.max, -1).astype(np.float32).view(np.uint32)
        one = np.float32(1).view(np.uint32)
    elif name.endswith("FLOAT"):
        values, one = elements.astype(np.float32).view(np.uint32), np.float32(1).view(np.uint32)
    else:
        values, one = elements.astype(np.int64).astype(np.uint32), np.uint32(1)
    whole = np.zeros((*elements.shape[:-1], 4), np.uint32)
    whole[..., 3] = one
    whole[..., : elements.shape[-1]] = values
    return whole


def wave_for(arch: str, resource: list[int], sampling: list[int] | None = None) -> WaveState:
    """A wave with descriptors in s[0:7] and s[8:11], numbers in v[0:31], and some lanes off."""
    wave = WaveState(lanes_of(arch))
    prepare(wave)
    wave.sgpr[: len(resource)] = resource
    wave.sgpr[8:12] = sampling or [0] * 4
    wave.vgpr[:32] = np.random.default_rng(4).integers(0, 1 << 32, (32, wave.lanes), dtype=np.uint32)
    wave.exec = 0xFFFF_0F0F_7FFF_3FF7 & ((1 << wave.lanes) - 1)
    return wave


def dim(arch: str, shape: int, flags: str = "") -> str:
    """What the assembler wants to know about the dimension, and flags, in the order that it wants."""
    if arch.startswith("gfx9"):
        return flags + (" da" if shape in (LINES, PLANES, CUBE) else "")
    return f"dim:SQ_RSRC_IMG_{NAMES[shape]} {flags}"


def span(first: int, count: int) -> str:
    return f"v{first}" if count == 1 else f"v[{first}:{first + count - 1}]"


def places(wave: WaveState, sizes: tuple[int, int, int]) -> NDArray[np.int64]:
    """x, y, z of each lane, a few of them outside."""
    rng = np.random.default_rng(8)
    return np.array([rng.integers(-1, size + 1, wave.lanes) for size in sizes[::-1]])


def element(whole: Words, x: int, y: int, z: int) -> Words:
    """An element, or what is read outside."""
    depth, height, width, _ = whole.shape
    if 0 <= x < width and 0 <= y < height and 0 <= z < depth:
        return np.asarray(whole[z, y, x])
    return np.zeros(4, np.uint32)


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("name", FORMATS)
def test_loads_of_formats(arch: str, name: str) -> None:
    image = picture(name)
    wave = wave_for(arch, image.words(arch, name, PLANES))
    at = places(wave, image.elements.shape[:3])
    for row, values in enumerate(at):
        wave.vgpr[row] = values.astype(np.int32).view(np.uint32)
    before = wave.vgpr[8:12].copy()
    run(f"image_load v[8:11], v[0:2], s[0:7] dmask:0xf {dim(arch, PLANES, 'unorm')}", arch, wave)
    whole = components(image.elements, name)
    outside = np.zeros(4, np.uint32)
    outside[channels_of(name) :] = components(np.zeros((1, channels_of(name)), FORMATS[name]), name)[
        0, channels_of(name) :
    ]
    for lane in range(wave.lanes):
        got = wave.vgpr[8:12, lane]
        x, y, z = at[:, lane]
        inside = 0 <= x < 9 and 0 <= y < 4 and 0 <= z < 3
        wanted = (whole[z, y, x] if inside else outside) if wave.active[lane] else before[:, lane]
        assert (got == wanted).all()


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("shape", NAMES)
def test_dimensions_and_masks(arch: str, shape: int) -> None:
    image = picture("32_32_FLOAT", (6, 4, 9))
    sizes = tuple(size if 2 - axis in COORDINATES[shape] else 1 for axis, size in enumerate((6, 4, 9)))
    part = Picture.of(image.elements[: sizes[0], : sizes[1], : sizes[2]])
    wave = wave_for(arch, part.words(arch, "32_32_FLOAT", shape))
    at = places(wave, part.elements.shape[:3])
    used = COORDINATES[shape]
    for row, axis in enumerate(used):
        wave.vgpr[row] = at[axis].astype(np.int32).view(np.uint32)
    text = f"image_load v8, {span(0, len(used))}, s[0:7] dmask:0x2 {dim(arch, shape, 'unorm')}"
    run(text, arch, wave)
    whole = components(part.elements, "32_32_FLOAT")
    for lane in np.flatnonzero(wave.active):
        x, y, z = (int(at[axis, lane]) if axis in used else 0 for axis in range(3))
        assert wave.vgpr[8, lane] == element(whole, x, y, z)[1]


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("name", ["32_FLOAT", "8_8_8_8_UNORM", "16_16_SINT", "16_FLOAT", "8_SNORM", "32_32_32_32_UINT"])
def test_stores_of_formats(arch: str, name: str) -> None:
    image = picture(name)
    channels = channels_of(name)
    wave = wave_for(arch, image.words(arch, name, PLANE))
    before = image.elements.copy()
    lanes = np.arange(wave.lanes)
    wave.vgpr[0], wave.vgpr[1] = lanes % 11, lanes // 11  # columns 9 and 10 are outside
    rng = np.random.default_rng(3)
    limits: Any = None if "FLOAT" in name else np.iinfo(FORMATS[name])
    if "INT" in name:
        numbers = rng.integers(limits.min, limits.max, (wave.lanes, channels), endpoint=True)
        wave.vgpr[8 : 8 + channels] = numbers.astype(np.int64).astype(np.uint32).T
        stored: NDArray[Any] = numbers
    else:
        floats = rng.normal(size=(wave.lanes, channels)).astype(np.float32)
        wave.vgpr[8 : 8 + channels] = floats.view(np.uint32).T
        stored = floats
        if limits is not None:
            low = 0 if limits.min == 0 else -limits.max
            stored = np.rint(np.clip(floats.astype(np.float64) * limits.max, low, limits.max))
    mask = (1 << channels) - 1
    run(f"image_store {span(8, channels)}, v[0:1], s[0:7] dmask:{mask:#x} {dim(arch, PLANE, 'unorm')}", arch, wave)
    expected = before
    for lane in np.flatnonzero(wave.active):
        if lane % 11 < 9 and lane // 11 < 4:
            expected[0, lane // 11, lane % 11] = stored[lane].astype(FORMATS[name])
    assert (image.elements == expected).all()


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1030"])
def test_halves_of_registers(arch: str) -> None:
    image = picture("32_32_32_32_FLOAT")
    wave = wave_for(arch, image.words(arch, "32_32_32_32_FLOAT", PLANE))
    lanes = np.arange(wave.lanes)
    wave.vgpr[0], wave.vgpr[1] = lanes % 9, lanes // 9
    before = wave.vgpr[9].copy()
    run(f"image_load v[8:9], v[0:1], s[0:7] dmask:0xb {dim(arch, PLANE)} d16", arch, wave)
    for lane in np.flatnonzero(wave.active):
        x, y, _, w = image.elements[0, lane // 9, lane % 9].astype(np.float16).view(np.uint16)
        assert (wave.vgpr[8, lane], wave.vgpr[9, lane] & 0xFFFF) == (int(x) | int(y) << 16, w)
        assert wave.vgpr[9, lane] >> 16 == before[lane] >> 16


_ATOMICS: dict[str, Callable[[int, int], int]] = {
    "swap": lambda old, new: new,
    "add": lambda old, new: old + new,
    "sub": lambda old, new: old - new,
    "smin": lambda old, new: min(signed(old), signed(new)),
    "umin": min,
    "smax": lambda old, new: max(signed(old), signed(new)),
    "umax": max,
    "and": lambda old, new: old & new,
    "or": lambda old, new: old | new,
    "xor": lambda old, new: old ^ new,
    "inc": lambda old, new: 0 if old >= new else old + 1,
    "dec": lambda old, new: new if old == 0 or old > new else old - 1,
}


def signed(value: int) -> int:
    return value - (value >> 31 << 32)


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("name", [*_ATOMICS, "cmpswap"])
def test_atomics(arch: str, name: str) -> None:
    image = picture("32_UINT")
    wave = wave_for(arch, image.words(arch, "32_UINT", PLANE))
    lanes = np.arange(wave.lanes)
    wave.vgpr[0], wave.vgpr[1] = lanes % 9, lanes // 9
    values = wave.vgpr[8:10].copy()
    before = image.elements.copy()
    if name == "cmpswap":
        for lane in range(0, min(wave.lanes, 36), 2):
            wave.vgpr[9, lane] = values[1, lane] = before[0, lane // 9, lane % 9, 0]
    data, mask = ("v[8:9]", 3) if name == "cmpswap" else ("v8", 1)
    run(f"image_atomic_{name} {data}, v[0:1], s[0:7] dmask:{mask} {dim(arch, PLANE, 'unorm glc')}", arch, wave)
    for lane in range(min(wave.lanes, 36)):
        old = int(before[0, lane // 9, lane % 9, 0])
        new, expected = int(values[0, lane]), int(values[1, lane])
        if not wave.active[lane]:
            new = old
        elif name == "cmpswap":
            new = new if old == expected else old
        else:
            new = _ATOMICS[name](old, new) & 0xFFFFFFFF
        assert image.elements[0, lane // 9, lane % 9, 0] == new
        assert wave.vgpr[8, lane] == (old if wave.active[lane] else values[0, lane])


@pytest.mark.parametrize("arch", ARCHES)
def test_size_of_an_image(arch: str) -> None:
    image = picture("8_UINT")
    wave = wave_for(arch, image.words(arch, "8_UINT", VOLUME))
    run(f"image_get_resinfo v[8:10], v0, s[0:7] dmask:0x7 {dim(arch, VOLUME, 'unorm')}", arch, wave)
    assert (wave.vgpr[8:11, wave.active] == np.array([[9], [4], [3]])).all()


@pytest.mark.parametrize("variant", ["", "_lz", "_l", "_b", "_d", "_cl", "_d_g16"])
def test_samples_have_one_level(variant: str) -> None:
    image = picture("32_FLOAT")
    wave = wave_for("gfx1100", image.words("gfx1100", "32_FLOAT", PLANE), sampler())
    lanes = np.arange(wave.lanes)
    x, y = (lanes % 9 + 0.5).astype(np.float32), (lanes // 9 + 0.25).astype(np.float32)
    before = {"_b": 1, "_d": 4, "_d_g16": 2}.get(variant, 0)
    count = before + 2 + (variant in ("_l", "_cl"))
    wave.vgpr[16 : 16 + count] = np.float32(0.5).view(np.uint32)
    wave.vgpr[16 + before], wave.vgpr[17 + before] = x.view(np.uint32), y.view(np.uint32)
    run(f"image_sample{variant} v8, {span(16, count)}, s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D", "gfx1100", wave)
    wanted = image.elements[0, lanes // 9, lanes % 9, 0]
    assert (wave.vgpr[8].view(np.float32) == wanted)[wave.active].all()


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1030"])
def test_gather_takes_the_four_around(arch: str) -> None:
    image = picture("32_32_FLOAT")
    wave = wave_for(arch, image.words(arch, "32_32_FLOAT", PLANE), sampler())
    lanes = np.arange(wave.lanes)
    x, y = lanes % 8, lanes // 8 % 3
    wave.vgpr[0] = (x + 1.0).astype(np.float32).view(np.uint32)
    wave.vgpr[1] = (y + 1.0).astype(np.float32).view(np.uint32)
    run(f"image_gather4_lz v[8:11], v[0:1], s[0:7], s[8:11] dmask:0x2 {dim(arch, PLANE)}", arch, wave)
    got = wave.vgpr[8:12].view(np.float32)[:, wave.active]
    channel = image.elements[0, :, :, 1]
    wanted = np.array([channel[y + 1, x], channel[y + 1, x + 1], channel[y, x + 1], channel[y, x]])
    assert (got == wanted[:, wave.active]).all()


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("name", ["32_FLOAT", "8_8_8_8_UNORM", "16_16_SINT", "32_32_32_32_UINT"])
def test_typed_buffers(arch: str, name: str) -> None:
    image = picture(name, (1, 1, 64))
    wave = wave_for(arch, [*image.buffer(arch, name, 20), 0, 0, 0, 0])
    lanes = np.arange(wave.lanes)
    wave.vgpr[0] = lanes
    before = wave.vgpr[8:12].copy()
    run("buffer_load_format_xyzw v[8:11], v0, s[0:3], 0 idxen", arch, wave)
    whole = components(image.elements, name)[0, 0]
    for lane in lanes:
        wanted = before[:, lane] if not wave.active[lane] else whole[lane] if lane < 20 else np.zeros(4)
        assert (wave.vgpr[8:12, lane] == wanted).all()


@pytest.mark.parametrize("arch", ARCHES)
def test_typed_buffer_stores(arch: str) -> None:
    image = picture("16_16_SINT", (1, 1, 64))
    wave = wave_for(arch, [*image.buffer(arch, "16_16_SINT", 64), 0, 0, 0, 0])
    before = image.elements.copy()
    numbers = np.random.default_rng(2).integers(-32768, 32768, (2, wave.lanes))
    wave.vgpr[8:10] = numbers.astype(np.int32).view(np.uint32)
    wave.vgpr[0], wave.vgpr[1] = np.arange(wave.lanes), np.arange(wave.lanes) % 3 // 2 * 4  # every third is outside
    run("buffer_store_format_xy v[8:9], v[0:1], s[0:3], 0 idxen offen", arch, wave)
    for lane in np.flatnonzero(wave.active):
        if lane % 3 < 2:
            before[0, 0, lane] = numbers[:, lane]
    assert (image.elements == before).all()


@pytest.mark.parametrize(
    "text",
    [
        "image_sample_c v0, v[1:3], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D",
        "image_load v[0:1], v[2:3], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D tfe",
        "image_load_mip v0, v[2:4], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D",
        "image_load v0, v[2:4], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA",
    ],
)
def test_what_hip_does_not_make_is_refused(text: str) -> None:
    with pytest.raises(Unsupported, match=text.split(maxsplit=1)[0]):
        native(text, "gfx1100", 32)
