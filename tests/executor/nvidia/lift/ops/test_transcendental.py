"""MUFU and FCHK: special values exactly, all else within the errors that PTX states for its approximations."""

from collections.abc import Callable
from math import cos, inf, isnan, log2, nan, pi, sin, sqrt, tanh

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.nvidia.lift.exact import DOUBLE, HALF, SINGLE
from tests.executor.nvidia.lift.floats import rows
from tests.executor.nvidia.lift.single import Rows, program

Function = Callable[[float], float]
TINY = 2.0**-140
# Name: the function, its greatest relative error, its greatest absolute one, and results that are exact.
Pairs = tuple[tuple[float, float], ...]
KEPT: Pairs = ((0.0, 0.0), (-0.0, -0.0))
FLUSHED: Pairs = ((TINY, 0.0), (-TINY, -0.0))
POLES: Pairs = ((0.0, inf), (-0.0, -inf), (TINY, inf), (-TINY, -inf), (inf, 0.0))
FUNCTIONS: dict[str, tuple[Function, float, float, Pairs]] = {
    "RCP": (lambda x: 1 / x, 2**-23, 0, (*POLES, (-inf, -0.0))),
    "RSQ": (lambda x: 1 / sqrt(x), 2**-22.9, 0, (*POLES, (-1.0, nan))),
    "SQRT": (sqrt, 2**-23, 0, (*KEPT, *FLUSHED, (inf, inf), (-1.0, nan))),
    "EX2": (
        lambda x: 2.0**x,
        2**-22,
        0,
        ((0.0, 1.0), (-TINY, 1.0), (-inf, 0.0), (-126.5, 0.0), (128.0, inf)),
    ),
    "LG2": (log2, 2**-22, 2**-22, ((0.0, -inf), (-0.0, -inf), (TINY, -inf), (inf, inf), (-1.0, nan), (1.0, 0.0))),
    "SIN": (lambda x: sin(2 * pi * x), 0, 2**-20.5, (*KEPT, *FLUSHED, (inf, nan))),
    "COS": (lambda x: cos(2 * pi * x), 0, 2**-20.5, ((0.0, 1.0), (-TINY, 1.0), (inf, nan), (-inf, nan))),
    "TANH": (tanh, 2**-11, 0, (*KEPT, (TINY, TINY), (-TINY, -TINY), (inf, 1.0), (-inf, -1.0))),
}
RANGES = {"EX2": (-126.0, 127.9), "SIN": (-64.0, 64.0), "COS": (-64.0, 64.0), "TANH": (-9.0, 9.0)}
NAMES = tuple(f"MUFU.{name} R0,R1" for name in FUNCTIONS)
UPPER = ("MUFU.RCP64H R0,R3", "MUFU.RSQ64H R0,|R3|")


def inputs(name: str) -> NDArray[np.float32]:
    """Numbers on which the function is finite and not denormal."""
    random = np.random.default_rng(2)
    if name in RANGES:
        return random.uniform(*RANGES[name], 2000).astype(np.float32)
    numbers = np.exp2(random.uniform(-125.9, 125.9, 2000)).astype(np.float32)
    return np.where(random.random(2000) < 0.5, -numbers, numbers) if name == "RCP" else numbers


def same(a: float, b: float) -> bool:
    """Equal, zeros by sign; a NaN is a NaN."""
    return bool((isnan(a) and isnan(b)) or (a == b and np.signbit(a) == np.signbit(b)))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_single(name: str) -> None:
    function, relative, absolute, special = FUNCTIONS[name]
    numbers = np.array([*(number for number, _ in special), nan, *inputs(name)], np.float32)
    before = Rows(len(numbers))
    before["R1"] = numbers.view(np.uint32)
    done = program(NAMES).run(f"MUFU.{name} R0,R1", before)["R0"].view(np.float32)
    for (number, wanted), result in zip(special, done.tolist(), strict=False):
        assert same(result, float(np.float32(wanted))), (number, result)
    assert np.isnan(done[len(special)])
    exact = np.array([function(float(x)) for x in numbers[len(special) + 1 :]])
    error = np.abs(done[len(special) + 1 :] - exact)
    assert (error <= np.maximum(relative * np.abs(exact), absolute) * (1 + 2**-20)).all()


def test_reciprocals_and_roots_of_doubles_by_their_upper_words() -> None:
    random = np.random.default_rng(2)
    numbers = np.concatenate([[0.0, -0.0, 1e-310, -1e-310, inf, -inf], np.exp2(random.uniform(-1021, 1021, 2000))])
    words = (numbers.view(np.uint64) >> np.uint64(32)).astype(np.uint32)
    before = Rows(len(numbers))
    before["R3"] = words
    given = (words.astype(np.uint64) << np.uint64(32)).view(np.float64)
    given = np.where(np.abs(given) < 2.0**-1022, np.copysign(0, given), given)
    with np.errstate(divide="ignore"):
        results = 1 / given, 1 / np.sqrt(np.abs(given))
    for text, exact in zip(UPPER, results, strict=True):
        done = (program(UPPER).run(text, before)["R0"].astype(np.uint64) << np.uint64(32)).view(np.float64)
        assert np.array_equal(done[:6], exact[:6]) and np.array_equal(np.signbit(done[:6]), np.signbit(exact[:6]))
        assert (np.abs(done[6:] / exact[6:] - 1) < 2**-20).all()
    before["R3"] = 0xFFF80000
    assert all(DOUBLE.is_nan(word << 32) for word in program(UPPER).run(UPPER[0], before)["R0"].tolist())
    assert set(program(UPPER).run(UPPER[1], before)["R0"].tolist()) == {0x7FFFFFFF}


@pytest.mark.parametrize(("name", "function"), [("EX2", lambda x: 2.0**x), ("TANH", tanh)])
@pytest.mark.parametrize("selector", ["", ".H1"])
def test_half(name: str, function: Function, selector: str) -> None:
    before = rows(HALF, 1000)
    text = f"MUFU.{name}.F16 R0,R1{selector}"
    done = program((text,)).run(text, before)["R0"].astype(np.uint16).view(np.float16)
    given = (before["R1"] >> np.uint32(16 if selector else 0)).astype(np.uint16).view(np.float16)
    with np.errstate(all="ignore"):
        exact = np.array([function(float(np.clip(x, -100, 100))) if not isnan(x) else nan for x in given])
        wanted = exact.astype(np.float16)
    assert np.array_equal(np.isnan(done), np.isnan(wanted))
    finite = np.isfinite(wanted)
    assert np.array_equal(done[~finite & ~np.isnan(wanted)], wanted[~finite & ~np.isnan(wanted)])
    limit = np.maximum(np.abs(exact[finite]) * 2**-9.9, 2.0**-24)
    assert (np.abs(done[finite].astype(np.float64) - exact[finite]) <= limit).all()


@pytest.mark.parametrize(("name", "function"), [("EX2", lambda x: 2.0**x), ("TANH", tanh)])
def test_brain_half(name: str, function: Function) -> None:
    numbers = np.random.default_rng(3).uniform(-20, 20, 1000).astype(np.float32).view(np.uint32) & np.uint32(0xFFFF0000)
    before = Rows(1000)
    before["R1"] = numbers >> np.uint32(16)
    text = f"MUFU.{name}.BF16 R0,R1"
    done = (program((text,)).run(text, before)["R0"] << np.uint32(16)).view(np.float32)
    exact = np.array([function(float(x)) for x in numbers.view(np.float32)])
    assert (np.abs(done / exact - 1) < 2**-7).all()


def test_division_takes_the_long_way_where_the_short_one_is_wrong() -> None:
    short = (
        "MUFU.RCP R3,R2; FFMA R4,-R2,R3,1; FFMA R3,R3,R4,R3; FFMA R4,R1,R3,RZ; FFMA R5,-R2,R4,R1;"
        "FFMA R4,R3,R5,R4; FFMA R5,-R2,R4,R1; FFMA R0,R3,R5,R4; FCHK P0,R1,R2"
    )
    before = rows(SINGLE, 20000)
    done = program((short,)).run(short, before)
    with np.errstate(all="ignore"):
        exact = before["R1"].view(np.float32) / before["R2"].view(np.float32)
    easy = done["P0"] == 0
    assert np.array_equal(done["R0"][easy], exact.view(np.uint32)[easy])
    assert easy[np.abs(np.log2(np.abs(exact), where=exact > 0, out=np.full(len(exact), inf))) < 1].mean() > 0.5
