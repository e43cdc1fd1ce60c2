"""Bits chosen by a constant, optimised: of that LLVM 22 makes wrong code in registers of 512 bits."""

import numpy as np
import pytest

from tests.executor.amd.harness import native
from tests.executor.amd.wave import WaveState

FORMS = {
    "v_bfi_b32": "s_mov_b32 s0, {mask}\nv_bfi_b32 v3, s0, v1, v2",
    "and, or": "v_and_b32 v3, {mask}, v1\ns_not_b32 s0, {mask}\nv_and_b32 v4, s0, v2\nv_or_b32 v3, v3, v4",
}


@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("mask", [0x7FFFFFFF, 0xFFFF0000, 0x00FF00FF, 0x7FFFFFF0])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_bits_are_chosen(arch: str, form: str, mask: int, level: int) -> None:
    wave = WaveState(64 if arch == "gfx90a" else 32)
    random = np.random.default_rng(4)
    wave.vgpr[1], wave.vgpr[2] = random.integers(0, 1 << 32, (2, wave.lanes), dtype=np.uint64)
    wave.call(native(FORMS[form].format(mask=f"{mask:#x}"), arch, wave.lanes, level))
    wanted = wave.vgpr[1] & np.uint32(mask) | wave.vgpr[2] & ~np.uint32(mask)
    assert np.array_equal(wave.vgpr[3], wanted)
