"""Comparisons against Python's, with NaN unordered, and classes against struct fields."""

import math
import operator
from collections.abc import Callable

import numpy as np
import pytest

from tests.executor.amd.ops.checking import Reference, check
from tests.executor.amd.ops.numbers import SHAPES, WIDTHS, inputs, signed
from tests.executor.amd.ops.rig import Rig

FLOATS = {"h": "f16", "f": "f32", "d": "f64"}
INTEGERS = {"w": "16", "u": "32", "q": "64"}
PYTHON: dict[str, Callable[..., bool]] = {
    "lt": operator.lt,
    "eq": operator.eq,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def unordered(a: float, b: float) -> bool:
    return math.isnan(a) or math.isnan(b)


def negated(condition: Callable[..., bool]) -> Callable[..., bool]:
    return lambda a, b: not condition(a, b)


FLOAT_CONDITIONS = PYTHON | {
    "lg": lambda a, b: a < b or a > b,
    "o": negated(unordered),
    "u": unordered,
    "nge": negated(operator.ge),
    "nlg": lambda a, b: not (a < b or a > b),
    "ngt": negated(operator.gt),
    "nle": negated(operator.le),
    "neq": negated(operator.eq),
    "nlt": negated(operator.lt),
    "f": lambda a, b: False,
    "t": lambda a, b: True,
    "tru": lambda a, b: True,
}
INTEGER_CONDITIONS = PYTHON | {"ne": operator.ne, "f": lambda a, b: False, "t": lambda a, b: True}

REFERENCES: dict[str, Reference] = {}
for _x in ("", "x"):
    for _kind in FLOATS.values():
        for _name, _condition in FLOAT_CONDITIONS.items():
            REFERENCES[f"v_cmp{_x}_{_name}_{_kind}"] = _condition
    for _bits in INTEGERS.values():
        for _name, _condition in INTEGER_CONDITIONS.items():
            REFERENCES[f"v_cmp{_x}_{_name}_u{_bits}"] = _condition
            REFERENCES[f"v_cmp{_x}_{_name}_i{_bits}"] = lambda a, b, c=_condition, w=int(_bits): c(
                signed(a, w), signed(b, w)
            )
CLASSES = {f"v_cmp{x}_class_{kind}": code for code, kind in FLOATS.items() for x in ("", "x")}


@pytest.mark.parametrize("name", REFERENCES)
def test_matches_python(rig: Rig, name: str) -> None:
    check(rig, name, REFERENCES[name])


def class_of(bits: int, code: str) -> int:
    """The number of the class bit."""
    shape, width = SHAPES[code], WIDTHS[code]
    sign, fraction = bits >> (width - 1), bits & ((1 << shape.mantissa) - 1)
    exponent = bits >> shape.mantissa & ((1 << (width - 1 - shape.mantissa)) - 1)
    if exponent == 2 * shape.greatest + 1:
        if fraction:
            return fraction >> (shape.mantissa - 1)
        return 2 if sign else 9
    size = 0 if exponent else 1 if fraction else 2  # normal, subnormal, zero
    return 3 + size if sign else 8 - size


@pytest.mark.parametrize("name", CLASSES)
def test_classes(rig: Rig, name: str) -> None:
    code = CLASSES[name]
    numbers = inputs(code + "u")[0]
    raw = numbers.view({2: np.uint16, 4: np.uint32, 8: np.uint64}[numbers.itemsize]).tolist()
    found = np.array([class_of(bits, code) for bits in raw], np.uint32)
    assert set(found.tolist()) == set(range(10))
    for bit in range(10):
        (got,) = rig.run(name, numbers, np.full(len(raw), 1 << bit | 0xFFFFFC00, np.uint32))
        np.testing.assert_array_equal(got, found == bit)
