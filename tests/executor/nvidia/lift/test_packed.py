"""Instructions of sm_90 and later on several numbers at once: pairs of floats, TF32, 256 bits, nibbles as bytes."""

import numpy as np
import pytest

from cass_tools.executor.nvidia.cubin import Cubin, Relocation
from cass_tools.executor.nvidia.lift.ops import OPS
from cass_tools.executor.nvidia.lift.outside import BULK_COPY
from tests.executor.amd.kernels import launch
from tests.executor.nvidia.lift.single import Rows, execute
from tests.executor.nvidia.lift.written import loaded

RANDOM = np.random.default_rng(41)
PAIRS = {
    "FADD2": ("FADD", "R4 R8"),
    "FADD2.FTZ.RM": ("FADD.FTZ.RM", "R4 -R8"),
    "FMUL2": ("FMUL", "R4 R8"),
    "FMUL2.RZ": ("FMUL.RZ", "-R4 R8"),
    "FFMA2": ("FFMA", "R4 R8 R12"),
    "FFMA2.FTZ.RP": ("FFMA.FTZ.RP", "R4 -R8 -R12"),
}


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_of_floats_are_what_two_instructions_make(name: str) -> None:
    single, operands = PAIRS[name]
    rows = Rows(300, seed=9)
    both = execute(f"{name} R0,{','.join(f'{word}.F32x2.HI_LO' for word in operands.split())}", rows)
    for at in range(2):
        words = [f"{word.rstrip('0123456789')}{int(word.strip('-R')) + at}" for word in operands.split()]
        assert np.array_equal(both[f"R{at}"], execute(f"{single} R{at},{','.join(words)}", rows)[f"R{at}"]), name
    assert both.written <= {"R0", "R1"}


@pytest.mark.parametrize("kind", ["", ".BF16"])
def test_halves_are_added_to_floats(kind: str) -> None:
    rows = Rows(200)
    one, other = (RANDOM.integers(-100, 100, 200).astype(np.float32) for _ in range(2))
    c = RANDOM.standard_normal(200).astype(np.float32)
    for name, value in (("R4", one), ("R8", other)):
        half = value.astype(np.float16).view(np.uint16).astype(np.uint32)
        rows[name] = value.view(np.uint32) >> np.uint32(16) << np.uint32(16) if kind else half << np.uint32(16)
    rows["R12"] = c.view(np.uint32)
    total = execute(f"FHADD{kind} R0,R4.H1_H1,-R12", rows)["R0"].view(np.float32)
    fused = execute(f"FHFMA{kind} R0,R4.H1_H1,R8.H1_H1,R12", rows)["R0"].view(np.float32)
    assert np.array_equal(total, (one.astype(np.float64) - c).astype(np.float32))
    assert np.array_equal(fused, (one.astype(np.float64) * other + c).astype(np.float32))


@pytest.mark.parametrize("relu", ["", ".RELU"])
@pytest.mark.parametrize("cut", ["", ".RZ"])
def test_floats_become_tf32(relu: str, cut: str) -> None:
    rows, values = Rows(500), (RANDOM.standard_normal(500) * 2.0 ** RANDOM.integers(-60, 60, 500)).astype(np.float32)
    values[:3] = 1 + 2.0**-11, 1 + 3 * 2.0**-11, np.inf  # two ties
    rows["R4"] = values.view(np.uint32)
    fraction, exponent = np.frexp(values.astype(np.float64))
    whole = np.ldexp((np.trunc if cut else np.rint)(fraction * 2048), exponent - 11)
    wanted = np.where(np.isfinite(values), whole, values)
    done = execute(f"F2FP{relu}.TF32.F32.PACK_B{cut} R0,R4", rows)["R0"].view(np.float32)
    assert np.array_equal(done, (np.maximum(wanted, 0) if relu else wanted).astype(np.float32))


def test_a_nan_becomes_the_one_of_tf32() -> None:
    rows = Rows(4)
    rows["R4"] = [0x7FC00001, 0xFFC00000, 0x7F800001, 0xFF812345]
    assert execute("F2FP.TF32.F32.PACK_B R0,R4", rows)["R0"].tolist() == [0x7FFFE000] * 4  # as an H200 has it


@pytest.mark.parametrize(("place", "value"), [(0x140, 0), (0x144, 1), (0x148, 1), (0x14C, 1), (0x188, 1)])
def test_a_cluster_has_one_block(place: int, value: int) -> None:
    done = execute(f"IMAD.MOV.U32 R0,RZ,RZ,c[0x0][{place:#x}]", Rows(5))
    assert done["R0"].tolist() == [value] * 5


NARROW = ("IMAD.WIDE R6, R0, 0x8, c[0x0][0x170]", "MOVM.U4TO8.M832 R10, R8", "STG.E.64 [R6.64], R10")
EIGHT_WORDS = (
    "IMAD.WIDE R2, R0, 0x20, c[0x0][0x160]",
    "IMAD.WIDE R4, R0, 0x10, c[0x0][0x168]",
    "IMAD.WIDE R6, R0, 0x20, c[0x0][0x170]",
    "LDG.E.ENL2.256 R16, R12, [R2.64]",
    "STG.E.128 [R4.64], R16",
    "STG.E.ENL2.256 [R6.64], R12, R16",
)
KERNELS = {"narrow": NARROW, "eight": EIGHT_WORDS}


@pytest.mark.gpu_code
def test_nibbles_as_bytes() -> None:
    numbers = RANDOM.integers(0, 16, (8, 32), np.uint32)
    words = (numbers.reshape(32, 8) << (4 * np.arange(8, dtype=np.uint32))).sum(1, dtype=np.uint32)
    out = np.zeros(64, np.uint32)
    launch(loaded(KERNELS), "narrow", (1,), (32,), words, np.zeros(32, np.uint32), out, 0)
    found = out.view(np.uint8).reshape(8, 4, 2, 4)  # [row, lane of the quad, register, byte]
    assert np.array_equal(found.transpose(0, 2, 1, 3).reshape(8, 32), numbers)


@pytest.mark.gpu_code
def test_256_bits() -> None:
    words, upper, out = (RANDOM.integers(0, 1 << 32, (32, n), np.uint32) for n in (8, 4, 8))
    launch(loaded(KERNELS), "eight", (1,), (32,), words, upper, out, 0)
    assert np.array_equal(out, words)
    assert np.array_equal(upper, words[:, 4:])


BULK = (
    "LDS R20, [RZ+0x0]",  # so that the kernel has shared memory
    "IMAD.MOV.U32 R16, RZ, RZ, c[0x4][0x0]",
    "IMAD.MOV.U32 R17, RZ, RZ, c[0x4][0x4]",
    "IMAD.MOV.U32 R4, RZ, RZ, 0x40",
    "IMAD.MOV.U32 R5, RZ, RZ, RZ",
    "IMAD.MOV.U32 R6, RZ, RZ, c[0x0][0x168]",
    "IMAD.MOV.U32 R7, RZ, RZ, c[0x0][0x16c]",
    "IMAD.MOV.U32 R8, RZ, RZ, 0x80",
    "IMAD.MOV.U32 R10, RZ, RZ, RZ",
    "CALL.ABS.NOINC R16",
    "WARPSYNC 0xffffffff",
    "IMAD.SHL.U32 R21, R0, 0x4, RZ",
    "LDS R9, [R21+0x40]",
    "STG.E [R2.64], R9",
)


@pytest.mark.gpu_code
def test_the_drivers_bulk_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    named = (Relocation(".nv.constant4", 0, 2, BULK_COPY, 0),)
    monkeypatch.setattr(Cubin, "relocations", property(lambda _: named))  # wins over what is cached
    out, source = np.zeros(32, np.uint32), RANDOM.integers(0, 1 << 32, 32, np.uint32)
    launch(loaded({"bulk": BULK}), "bulk", (1,), (32,), out, source, np.zeros(32, np.uint32), 0)
    assert np.array_equal(out, source)


def test_hints_have_a_meaning() -> None:
    assert {"UBLKPF", "PMTRIG", "UCGABAR_ARV", "UCGABAR_WAIT"} <= set(OPS)
