"""Floating point lifted to gfx1100, where AMD's instructions and another build of the runtime do it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.nvidia.lift import gpu
from tests.executor.nvidia.lift.exact import DOUBLE, HALF, SINGLE, Format
from tests.executor.nvidia.lift.floats import rows
from tests.executor.nvidia.lift.meaning import MEANINGS
from tests.executor.nvidia.lift.ops.test_transcendental import FUNCTIONS, inputs, same
from tests.executor.nvidia.lift.single import Rows, decoded

pytestmark = pytest.mark.gpu_code
COUNT = 512
# Sources are R4 to R11, and P2 is R11's highest bit. What ends in a predicate is moved to a register.
FIRST = "ISETP.LT.AND P2,PT,R11,RZ,PT;"
LAST = ";IADD3.X R0,RZ,RZ,RZ,P0,!PT; IADD3.X R1,RZ,RZ,RZ,P1,!PT"
SINGLES = (
    "FADD.FTZ R0,R4,-R5",
    "FADD.RM R0,R4,R5",
    "FADD.RP.SAT R0,R4,R6",
    "FMUL.M8 R0,R4,R5",
    "FMUL.FTZ.RZ R0,R4,|R5|",
    "FFMA R0,R4,R5,R6",
    "FFMA.RM R0,R4,R5,R6",
    "FFMA.RP R0,R4,R5,R6",
    "FFMA.RZ R0,-R4,R5,R6",
    "FFMA.FTZ.SAT R0,R4,R5,R6",
    "FFMA.FTZ R0,R4,R5,R6",
    "FMUL.FTZ R0,R4,R5",
    "FMNMX R0,R4,R5,P2",
    "FMNMX.FTZ.NAN R0,R4,-R5,!P2",
    "FMNMX3 R0,R4,R5,R6,P2",
    "FSEL.FTZ R0,R4,-R5,P2",
    "FSETP.NEU.AND P0,P1,R4,R5,P2",
    "FSETP.GE.FTZ.XOR P0,P1,R4,R5,P2",
    "FSET.BF.LTU.OR R0,R4,R5,P2",
)
DOUBLES = (
    "DADD.RM R0,R4,R6",
    "DADD R0,R4,-R6",
    "DMUL.RP R0,R4,R6",
    "DMUL.RZ R0,R4,R6",
    "DFMA R0,R4,R6,R8",
    "DFMA.RM R0,R4,R6,R8",
    "DFMA.RP R0,R4,R6,-R8",
    "DFMA.RZ R0,R4,R6,R8",
    "DSETP.MIN.AND P0,P1,R4,R6,PT",
    "DSETP.MAX.AND P0,P1,R4,R6,PT",
    "DSETP.LEU.OR P0,P1,R4,R6,P2",
)
HALVES = (
    "HADD2 R0,R4,-R5",
    "HADD2.F32 R0,-RZ,R4.H1_H1",
    "HMUL2.SAT R0,R4.H0_H0,R5",
    "HMUL2.BF16_V2 R0,R4,R5",
    "HFMA2 R0,R4,R5,R6",
    "HFMA2.MMA.RELU R0,R4,R5.H0_NH1,R6",
    "HFMA2.BF16_V2 R0,R4,R5,R6",
    "HFMA2.MMA.FTZ R0,R4,R5,R6",
    "HMNMX2 R0,R4,R5,P2",
    "HMNMX2.BF16_V2.NAN R0,R4,R5,!P2",
    "HSETP2.GTU.AND P0,P1,R4,R5,P2",
    "HSET2.BF16_V2.BF.NE.OR R0,R4,R5,P2",
)
EVERY = {SINGLE: SINGLES, DOUBLE: DOUBLES, HALF: HALVES}


@pytest.mark.parametrize("format_", [SINGLE, DOUBLE, HALF], ids=["single", "double", "half"])
def test_arithmetic(format_: Format) -> None:
    before = Rows(COUNT)
    made = rows(format_, COUNT)
    step = 2 if format_ is DOUBLE else 1
    for number in range(8):
        before[f"R{4 + number}"] = made[f"R{min(number + step, 11)}"]
    before["P2"] = before["R11"] >> np.uint32(31)
    texts = {text: FIRST + text + (LAST if "SETP" in text else "") for text in EVERY[format_]}
    done = gpu.execute(tuple(texts.values()), before.words[:, 4:12])
    for text, whole in texts.items():
        i = decoded(text)
        for place, (name, wanted) in enumerate(MEANINGS[i.instruction.opcode](i, before).items()):
            found = (
                done[whole][:, :2].copy().view(np.uint64)[:, 0] if name == "d" and step == 2 else done[whole][:, place]
            )
            bad = [(hex(a), hex(b)) for a, b in zip(found.tolist(), wanted, strict=True) if not _alike(text, a, b)]
            assert not bad, f"{text}: {bad[:4]}"


def _alike(text: str, found: int, wanted: int) -> bool:
    """Equal, or NaN where that is wanted."""
    if text[0] == "H" and ".F32" not in text:
        limit = 0x7F80 if "BF16" in text else 0x7C00
        halves = [(found >> shift & 0xFFFF, wanted >> shift & 0xFFFF) for shift in (0, 16)]
        return all(a == b or (a & 0x7FFF > limit and b & 0x7FFF > limit) for a, b in halves)
    format_ = DOUBLE if text[0] == "D" else SINGLE
    return found == wanted or (format_.is_nan(found) and format_.is_nan(wanted))


def test_approximations() -> None:
    texts = {name: f"MUFU.{name} R0,R4" for name in FUNCTIONS}
    numbers = {name: _numbers(name) for name in FUNCTIONS}
    for name, text in texts.items():
        function, relative, absolute, special = FUNCTIONS[name]
        words = np.zeros((COUNT, 8), np.uint32)
        words[:, 0] = numbers[name].view(np.uint32)
        done = gpu.execute(tuple(texts.values()), words)[text][:, 0].copy().view(np.float32)
        for (number, wanted), result in zip(special, done.tolist(), strict=False):
            assert same(result, float(np.float32(wanted))), (name, number, result)
        rest = slice(len(special), COUNT)
        exact = np.array([function(float(x)) for x in numbers[name][rest]])
        error = np.abs(done[rest] - exact)
        assert (error <= np.maximum(relative * np.abs(exact), absolute) * (1 + 2**-20)).all(), name


def _numbers(name: str) -> NDArray[np.float32]:
    special = [number for number, _ in FUNCTIONS[name][3]]
    return np.array([*special, *inputs(name)], np.float32)[:COUNT]


def test_a_product_that_becomes_a_half_keeps_the_sign_of_zero() -> None:
    """LLVM's v_fma_mixlo_f16 for both adds +0."""
    text = "FMUL R6,R4,R5;F2FP.F16.F32.PACK_AB R0,R6,R6"
    words = np.zeros((128, 8), np.uint32)
    words[:, 0], words[:, 1] = 0x80000000, 0x40000000
    assert gpu.execute((text,), words)[text][:, 0].tolist() == [0x80008000] * 128


def test_a_constant_as_a_half() -> None:
    """What is the same in all lanes is in a scalar register until then."""
    words = np.zeros((128, 8), np.uint32)
    text = "IMAD.MOV.U32 R4,RZ,RZ,0x3dcccccd;MUFU.EX2 R4,R4;F2FP.F16.F32.PACK_AB R0,RZ,R4"
    done = gpu.execute((text,), words)[text]
    assert set(done[:, 0].tolist()) == {int(np.float16(2**0.1).view(np.uint16))}
