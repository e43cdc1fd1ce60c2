"""Rounding and subnormal numbers as the MODE register says, against exact sums rounded by hand."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.unsupported import Unsupported
from tests.executor.amd.harness import lanes_of, native, run
from tests.executor.amd.kernels import launch
from tests.executor.amd.test_kernels import loaded
from tests.executor.amd.wave import WaveState

ARCHES = ("gfx1100", "gfx90a", "gfx1030")
NEAREST, UP, DOWN, ZERO = range(4)


def rounded(exact: Fraction, direction: int, type_: Any) -> Any:
    """The number of the type that is next to the exact one in a direction (nearest even otherwise)."""
    near = type_(float(exact)) if type_ is np.float64 else type_(np.float64(float(exact)))
    candidates = sorted({near, np.nextafter(near, type_(np.inf)), np.nextafter(near, type_(-np.inf))})
    if direction == ZERO:
        direction = DOWN if exact > 0 else UP
    if direction == UP:
        return min(c for c in candidates if Fraction(float(c)) >= exact)
    if direction == DOWN:
        return max(c for c in candidates if Fraction(float(c)) <= exact)
    return near


def setreg(value: int, first: int, width: int) -> str:
    """Write a field of MODE."""
    return f"s_setreg_imm32_b32 hwreg(HW_REG_MODE, {first}, {width}), {value}"


def numbers(lanes: int, type_: Any, seed: int) -> NDArray[Any]:
    """Numbers of both signs and several magnitudes."""
    rng = np.random.default_rng(seed)
    return (rng.normal(size=lanes) * 2.0 ** rng.integers(-6, 6, lanes)).astype(type_)


@pytest.mark.parametrize("direction", [UP, DOWN, ZERO])
@pytest.mark.parametrize("arch", ARCHES)
def test_directed_rounding_of_floats(arch: str, direction: int) -> None:
    wave = WaveState(lanes_of(arch))
    a, b, c = (numbers(wave.lanes, np.float32, seed) for seed in range(3))
    for row, values in enumerate((a, b, c)):
        wave.vgpr[row] = values.view(np.uint32)
    wave.exec = (1 << wave.lanes) - 2
    run(
        f"""
        v_add_f32 v9, v0, v1
        {setreg(direction, 0, 2)}
        v_add_f32 v4, v0, v1
        v_mul_f32 v5, v0, v1
        v_fma_f32 v6, v0, v1, v2
        v_cvt_f32_i32 v7, v0
        v_min_f32 v10, v0, v1
        {setreg(0, 0, 2)}
        v_add_f32 v8, v0, v1
        """,
        arch,
        wave,
    )
    x, y, z = ([Fraction(float(v)) for v in values] for values in (a, b, c))
    whole = [Fraction(int(v)) for v in a.view(np.int32)]
    exact = {
        4: [p + q for p, q in zip(x, y, strict=True)],
        5: [p * q for p, q in zip(x, y, strict=True)],
        6: [p * q + r for p, q, r in zip(x, y, z, strict=True)],
        7: whole,
    }
    for row, sums in exact.items():
        wanted = np.array([rounded(value, direction, np.float32) for value in sums[1:]])
        assert (wave.vgpr[row].view(np.float32)[1:] == wanted).all()
        assert wave.vgpr[row, 0] == 0
    for row in (8, 9):
        assert (wave.vgpr[row].view(np.float32)[1:] == (a + b)[1:]).all()
    assert (wave.vgpr[10].view(np.float32)[1:] == np.minimum(a, b)[1:]).all()


@pytest.mark.parametrize("direction", [UP, DOWN, ZERO])
def test_directed_rounding_of_doubles(direction: int) -> None:
    wave = WaveState(64)
    a, b = (numbers(64, np.float64, seed) for seed in range(2))
    wave.set_wide(0, a.view(np.uint64))
    wave.set_wide(2, b.view(np.uint64))
    text = "v_add_f64 v[4:5], v[0:1], v[2:3]\nv_mul_f64 v[6:7], v[0:1], v[2:3]\nv_add_f32 v8, v0, v2"
    run(f"{setreg(direction, 2, 2)}\n{text}", "gfx90a", wave)
    x, y = ([Fraction(float(v)) for v in values] for values in (a, b))
    sums = [rounded(p + q, direction, np.float64) for p, q in zip(x, y, strict=True)]
    products = [rounded(p * q, direction, np.float64) for p, q in zip(x, y, strict=True)]
    assert (wave.wide(4).view(np.float64) == sums).all()
    assert (wave.wide(6).view(np.float64) == products).all()
    with np.errstate(all="ignore"):
        plain = wave.vgpr[0].view(np.float32) + wave.vgpr[2].view(np.float32)
    assert np.array_equal(wave.vgpr[8].view(np.float32), plain, equal_nan=True)


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("kept", range(4))
def test_subnormal_floats(arch: str, kept: int) -> None:
    wave = WaveState(lanes_of(arch))
    tiny, least = np.float32(-(2.0**-130)), np.float32(2.0**-126)
    wave.vgpr[0], wave.vgpr[1] = tiny.view(np.uint32), np.float32(-(2.0**10)).view(np.uint32)
    wave.vgpr[2], wave.vgpr[3] = least.view(np.uint32), np.float32(0.5).view(np.uint32)
    wave.vgpr[6] = 0
    mode = setreg(kept, 4, 2) if arch == "gfx90a" else f"s_denorm_mode {12 | kept}"
    run(
        f"""
        {mode}
        v_mul_f32 v4, v0, v1
        v_mul_f32 v5, v2, v3
        v_fmac_f32 v6, v0, v1
        v_mov_b32 v7, v0
        v_cmp_eq_f32 vcc{"" if wave.lanes == 64 else "_lo"}, 0, v0
        v_max_f32 v8, v0, v0
        """,
        arch,
        wave,
    )
    source = tiny if kept & 1 else np.float32(-0.0)
    assert (wave.vgpr[4].view(np.float32) == source * np.float32(-(2.0**10))).all()
    assert (wave.vgpr[6].view(np.float32) == source * np.float32(-(2.0**10))).all()
    assert (wave.vgpr[5].view(np.float32) == (2.0**-127 if kept & 2 else 0)).all()
    assert (wave.vgpr[7] == tiny.view(np.uint32)).all()
    assert bool(wave.sgpr[abi.VCC] & 1) is not bool(kept & 1)
    assert (wave.vgpr[8] == (tiny if kept == 3 else np.float32(-0.0)).view(np.uint32)).all()


def test_subnormal_halves_and_doubles() -> None:
    wave = WaveState(64)
    wave.vgpr[0], wave.vgpr[1] = 0x0001_8001, 0x4400_4400  # the least halves, and 4
    wave.set_wide(2, np.full(64, 2.0**-1060).view(np.uint64))
    text = "v_mul_f16 v4, v0, v1\nv_pk_mul_f16 v5, v0, v1\nv_add_f64 v[6:7], v[2:3], v[2:3]\nv_cvt_f32_f16 v8, v0"
    run(f"{setreg(0, 6, 2)}\n{text}", "gfx90a", wave)
    assert (wave.vgpr[4] == 0x8000).all()
    assert (wave.vgpr[5] == 0x8000).all()
    assert (wave.wide(6) == 0).all()
    assert (wave.vgpr[8] == 0x8000_0000).all()
    wave.set32(abi.RESUME, 0)
    run(text, "gfx90a", wave)
    assert (wave.vgpr[5] == 0x0004_8004).all()
    assert (wave.wide(6).view(np.float64) == 2.0**-1059).all()


def test_the_mode_can_be_read_back() -> None:
    wave = WaveState(32)
    wave.set32(abi.MODE, 0x2F0)
    run("s_round_mode 9\ns_denorm_mode 6\ns_getreg_b32 s2, hwreg(HW_REG_MODE)", "gfx1100", wave)
    assert wave.sgpr[2] == 0x269


def test_branches_keep_the_mode() -> None:
    text = f"""
        s_cmp_eq_u32 s2, 0
        {setreg(0, 4, 2)}
        s_cbranch_scc1 other
        v_mul_f32 v4, v0, v1
        s_branch end
    other:
        v_mul_f32 v5, v0, v1
    end:
        {setreg(3, 4, 2)}
        v_mul_f32 v6, v0, v1
    """
    wave = WaveState(64)
    wave.vgpr[0], wave.vgpr[1] = 1, np.float32(2).view(np.uint32)
    wave.vgpr[4:7] = 9
    run(text, "gfx90a", wave)
    assert list(wave.vgpr[4:7, 0]) == [9, 0, 2]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s2", "s_setreg_b32 MODE from a register"),
        (f"s_cbranch_scc1 end\n{setreg(0, 4, 2)}\nend:\nv_mul_f32 v0, v1, v2", "MODE 0xf0 or 0xc0 where ways meet"),
        (f"{setreg(1, 2, 2)}\nv_add_f16 v0, v1, v2", "v_add_f16 MODE 0xf4"),
        (f"{setreg(1, 0, 2)}\nv_add_f32 v0, 1.0, 2.0", "v_add_f32 MODE 0xf1"),
    ],
)
def test_what_the_code_does_not_say_is_refused(text: str, name: str) -> None:
    with pytest.raises(Unsupported) as caught:
        native(text, "gfx90a", 64)
    assert caught.value.names[0].removeprefix("gfx90a ") in (name, "MODE 0xc0 or 0xf0 where ways meet")


@pytest.mark.gpu_code
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_kernels_that_flush_divide_right(arch: str) -> None:
    kernels = loaded("arithmetic.hip", arch, "-O3", "-fgpu-flush-denormals-to-zero")
    rng = np.random.default_rng(3)
    a, b = ((rng.random(192) * scale + 0.01).astype(np.float32) for scale in (50, 8))
    a[:2], b[:2] = 2.0**-140, (1, 2.0**-20)  # a subnormal source is zero
    out = np.zeros((6, 192), np.float32)
    launch(kernels, "f32_math", (1,), (256,), a, b, out, 192)
    assert (out[0, :2] == 0).all()
    assert (out[0, 2:] == (a[2:].astype(np.float64) / b[2:]).astype(np.float32)).all()
