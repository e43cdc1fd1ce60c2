"""Loads and stores of every size, copies to shared memory and LDSM of lifted code, against numpy."""

import numpy as np
import pytest

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.lift.written import lifted, loaded

pytestmark = pytest.mark.gpu_code
RANDOM = np.random.default_rng(14)
FAR = (
    "IMAD.WIDE R2, R0, 0x10, c[0x0][0x160]",
    "IMAD.WIDE R6, R0, 0x40, c[0x0][0x170]",
    "IMAD.SHL.U32 R30, R0, 0x10, RZ",
)
SMALL = ("U8", "S8", "U16", "S16")
SPACES = {
    "global": ("LDG.E", "STG.E", "R2.64", "R2.64"),
    "strong": ("LDG.E", "STG.E", "R2.64", "R2.64"),
    "generic": ("LD.E", "ST.E", "R2.64", "R2.64"),
    "shared": ("LDS", "STS", "R30", "R30"),
    "local": ("LDL", "STL", "R1+-0x20", "R1+-0x20"),
}


def _through(space: str) -> tuple[str, ...]:
    """16 bytes go to a memory in parts of every size and come back in parts of every size."""
    load, store, where, _ = SPACES[space]
    strong = ".STRONG.SYS" if space == "strong" else ""
    lines = [*FAR, "LDG.E.128 R8, [R2.64]"]
    lines += [f"{store}.128{strong} [{where}], R8", f"{store}.64{strong} [{where}], R10"]
    lines += [
        f"{store}{strong} [{where}+0x8], R9",
        f"{store}.U8{strong} [{where}+0xd], R8",
        f"{store}.U16{strong} [{where}+0xe], R8",
    ]
    lines += [
        f"{load}.128{strong} R12, [{where}]",
        f"{load}.64{strong} R16, [{where}+0x8]",
        f"{load}{strong} R18, [{where}+0x4]",
    ]
    lines += [f"{load}.{size}{strong} R{20 + at}, [{where}+{2 + 4 * at:#x}]" for at, size in enumerate(SMALL)]
    lines += ["IMAD.MOV.U32 R19, RZ, RZ, RZ"]
    return (*lines, *(f"STG.E.128 [R6.64+{16 * at:#x}], R{12 + 4 * at}" for at in range(3)))


def _matrices(shape: str, number: int) -> tuple[str, ...]:
    lines = [*FAR, "LDG.E.128 R8, [R2.64]", "STS.128 [R30], R8", "WARPSYNC 0xffffffff"]
    lines += [f"LDSM.16.{shape}.{number} R12, [R30]" if number > 1 else f"LDSM.16.{shape} R12, [R30]"]
    return (*lines, "STG.E.128 [R6.64], R12")


KERNELS = {name: _through(name) for name in SPACES} | {
    f"{shape}_{number}": _matrices(shape, number) for shape in ("M88", "MT88") for number in (1, 2, 4)
}
KERNELS["copies"] = (
    *FAR,
    "IMAD.WIDE R4, R0, 0x4, c[0x0][0x168]",
    "LDG.E R20, [R4.64]",
    "ISETP.NE.AND P0, PT, R20, RZ, PT",
    "IMAD R31, R0, 0x20, RZ",
    "LDGSTS.E.BYPASS.128 [R31], [R2.64]",
    "LDGSTS.E.64 [R31], [R2.64+0x8], P0",
    "LDGSTS.E.ZFILL [R31+0x8], [R2.64+0x3]",
    "LDGSTS.E.LTC128B.64.ZFILL [R31+0x10], [R2.64+0xa], P0",
    "@P0 LDGSTS.E [R31+0x18], [R2.64]",
    "LDGDEPBAR",
    "DEPBAR.LE SB0, 0x0",
    "LDS.128 R8, [R31]",
    "LDS.64 R12, [R31+0x10]",
    "@P0 LDS R14, [R31+0x18]",
    "STG.E.128 [R6.64], R8",
    "STG.E.128 [R6.64+0x10], R12",
)
KERNELS["spaces"] = (
    *FAR,
    "IMAD.MOV.U32 R10, RZ, RZ, c[0x0][0x18]",
    "IMAD.MOV.U32 R11, RZ, RZ, c[0x0][0x1c]",
    "QSPC.E.S P0, RZ, [R10]",
    "QSPC.E.S P1, RZ, [R2]",
    "IMAD.MOV.U32 R12, RZ, RZ, RZ",
    "@P0 IADD3 R12, R12, 0x1, RZ",
    "@P1 IADD3 R12, R12, 0x2, RZ",
    "STG.E [R6.64], R12",
)


@pytest.mark.parametrize("space", SPACES)
def test_sizes(space: str) -> None:
    data = RANDOM.integers(0, 256, (32, 16), np.uint8)
    given, out = data.copy(), np.zeros((32, 64), np.uint8)
    launch(loaded(KERNELS), space, (1,), (32,), data, np.zeros(2), out, 0)
    held = given.copy()
    held[:, 0:8] = given[:, 8:16]
    held[:, 8:12] = given[:, 4:8]
    held[:, 13] = given[:, 0]
    held[:, 14:16] = given[:, 0:2]
    words = out.view(np.uint32)
    assert np.array_equal(words[:, 0:4], held.view(np.uint32))
    assert np.array_equal(words[:, 4:6], held.view(np.uint32)[:, 2:4])
    assert np.array_equal(words[:, 6], held.view(np.uint32)[:, 1])
    assert np.array_equal(words[:, 8], held[:, 2])
    assert np.array_equal(words[:, 9].view(np.int32), held.view(np.int8)[:, 6])
    assert np.array_equal(words[:, 10], held.view(np.uint16)[:, 5])
    assert np.array_equal(words[:, 11].view(np.int32), held.view(np.int16)[:, 7])


def test_copies_to_shared_memory() -> None:
    data = RANDOM.integers(1, 256, (32, 16), np.uint8)
    chosen, out = (np.arange(32) % 3 == 0).astype(np.int32), np.zeros((32, 64), np.uint8)
    launch(loaded(KERNELS), "copies", (1,), (32,), data, chosen, out, 0)
    wanted = np.zeros((32, 32), np.uint8)
    wanted[:, 0:8] = data[:, 8:16] * chosen[:, None]
    wanted[:, 8] = data[:, 0]
    wanted[:, 12:16] = data[:, 12:16]
    wanted[:, 16:22] = data[:, 8:14] * chosen[:, None]
    wanted[:, 24:28] = data[:, 0:4] * chosen[:, None]
    assert np.array_equal(out[:, :28], wanted[:, :28])


@pytest.mark.parametrize("shape", ["M88", "MT88"])
@pytest.mark.parametrize("number", [1, 2, 4])
def test_matrices_out_of_shared_memory(shape: str, number: int) -> None:
    data = RANDOM.integers(0, 1 << 16, (4, 8, 8), np.uint16)
    out = np.zeros((32, 32), np.uint16)
    launch(loaded(KERNELS), f"{shape}_{number}", (1,), (32,), data, np.zeros(2), out, 0)
    matrices = data if shape == "M88" else data.transpose(0, 2, 1)
    for at in range(number):
        assert np.array_equal(out[:, 2 * at : 2 * at + 2].reshape(8, 8), matrices[at])


def test_where_an_address_is() -> None:
    out = np.zeros((32, 16), np.uint32)
    launch(loaded(KERNELS), "spaces", (1,), (32,), np.zeros(256), np.zeros(2), out, 0)
    assert set(out[:, 0].tolist()) == {1}


def test_refused() -> None:
    assert "a predicate behind the address" in lifted({"no": ("LDG.E R0, [R2.64], P0",)}).refused["no"]
