"""Packed operations: one element at a time, against the references of the unpacked ones; and mixed precision."""

import pytest

from tests.executor.amd.ops import test_bits, test_floats, test_integer
from tests.executor.amd.ops.checking import Reference, check, names_of
from tests.executor.amd.ops.numbers import fma
from tests.executor.amd.ops.rig import Rig

UNPACKED = test_bits.REFERENCES | test_floats.REFERENCES | test_integer.REFERENCES
SAME = """
    add_u16 add_i16 sub_u16 sub_i16 add_u16.clamp add_i16.clamp sub_u16.clamp sub_i16.clamp mul_lo_u16
    mad_u16 mad_i16 mad_u16.clamp mad_i16.clamp min_u16 max_u16 min_i16 max_i16 lshlrev_b16 lshrrev_b16 ashrrev_i16
    add_f16 mul_f16 fma_f16 fmac_f16 min_f16 max_f16 add_f32 mul_f32 fma_f32
"""


def mixed(a: float, b: float, c: float) -> float:
    """In float; the comparison rounds once more to the half that is expected."""
    return fma(a, b, c, "f")


REFERENCES: dict[str, Reference] = {f"v_pk_{name}": UNPACKED[f"v_{name}"] for name in SAME.split()} | names_of(
    {
        "v_pk_mov_b32": lambda low, high: low | high << 32,
        "v_fma_mix_f32 v_fma_mixlo_f16 v_fma_mixhi_f16": mixed,
    }
)


@pytest.mark.parametrize("name", REFERENCES)
def test_elements(rig: Rig, name: str) -> None:
    check(rig, name, REFERENCES[name])
