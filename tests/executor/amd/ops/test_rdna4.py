"""Scalar arithmetic on floats and minima that pass NaN on, against the references of the vector operations."""

import math

import numpy as np
import pytest

from tests.executor.amd.ops import test_compare, test_conversions, test_floats, test_transcendental
from tests.executor.amd.ops.checking import Reference, check
from tests.executor.amd.ops.numbers import inputs
from tests.executor.amd.ops.rig import Rig


def lesser(a: float, b: float) -> float:
    if math.isnan(a) or math.isnan(b):
        return math.nan
    return min(a, b) if a or b else -0.0 if -1.0 in (math.copysign(1.0, a), math.copysign(1.0, b)) else 0.0


def greater(a: float, b: float) -> float:
    return -lesser(-a, -b)


REFERENCES: dict[str, Reference] = {
    "s_add_nc_u64": lambda a, b: a + b,
    "s_sub_nc_u64": lambda a, b: a - b,
    "s_mul_u64": lambda a, b: a * b,
    "s_cvt_hi_f32_f16": lambda a: np.array(a >> 16, np.uint16).view(np.float16),
    "v_pk_minimum_f16": lesser,
    "v_pk_maximum_f16": greater,
}
for _tail in ("f32_i32", "f32_u32", "i32_f32", "u32_f32", "f16_f32", "f32_f16"):
    REFERENCES[f"s_cvt_{_tail}"] = test_conversions.REFERENCES[f"v_cvt_{_tail}"]
for _kind in ("f16", "f32", "f64"):
    REFERENCES |= {f"v_minimum_{_kind}": lesser, f"v_maximum_{_kind}": greater}
    if _kind == "f64":
        continue
    REFERENCES |= {
        f"v_minimum3_{_kind}": lambda a, b, c: lesser(lesser(a, b), c),
        f"v_maximum3_{_kind}": lambda a, b, c: greater(greater(a, b), c),
        f"v_minimummaximum_{_kind}": lambda a, b, c: greater(lesser(a, b), c),
        f"v_maximumminimum_{_kind}": lambda a, b, c: lesser(greater(a, b), c),
        f"s_minimum_{_kind}": lesser,
        f"s_maximum_{_kind}": greater,
    }
    for _name in ("add", "sub", "mul", "fmac", "ceil", "floor", "trunc", "rndne"):
        REFERENCES[f"s_{_name}_{_kind}"] = test_floats.REFERENCES[f"v_{_name}_{_kind}"]
    for _name in ("min", "max"):
        REFERENCES[f"s_{_name}_num_{_kind}"] = test_floats.REFERENCES[f"v_{_name}_{_kind}"]
    for _name in ("eq", "ge", "gt", "le", "lg", "lt", "neq", "nge", "ngt", "nle", "nlg", "nlt", "o", "u"):
        REFERENCES[f"s_cmp_{_name}_{_kind}"] = test_compare.REFERENCES[f"v_cmp_{_name}_{_kind}"]
for _name in ("fmaak", "fmamk"):
    REFERENCES[f"s_{_name}_f32"] = test_floats.REFERENCES["v_fma_f32"]
PACKED = "s_cvt_pk_rtz_f16_f32"
ROUGH = [f"v_s_{name}_{kind}" for name in ("exp", "log", "rcp", "rsq", "sqrt") for kind in ("f16", "f32")]
NAMES = {*REFERENCES, *ROUGH, PACKED}


@pytest.mark.parametrize("name", REFERENCES)
def test_matches_exact_numbers(rig: Rig, name: str) -> None:
    check(rig, name, REFERENCES[name])


@pytest.mark.parametrize("name", ROUGH)
def test_is_what_the_vector_operation_gives(rig: Rig, name: str) -> None:
    older = name.replace("v_s_", "v_")
    arguments = test_transcendental.arguments(rig.operations[name].src)[:4096]
    np.testing.assert_array_equal(rig.run(name, arguments)[0], rig.run(older, arguments)[0])


def test_packed_halves_are_those_of_the_vector_operation(rig: Rig) -> None:
    sources = inputs("ff")
    np.testing.assert_array_equal(rig.run(PACKED, *sources)[0], rig.run("v_cvt_pk_rtz_f16_f32", *sources)[0])
