"""Meaning of AMD instructions: one short pure function each, by mnemonic (without _e32, _e64, _dpp, _sdwa).

`VALU`, `COMPARE` and `SALU` are complete after this import; `table.py` explains the entries. A new instruction is one
line in the family module that it belongs to, and one in that family's test.
"""

from cass_tools.executor.amd.ops import (
    bits,
    compare,
    conversions,
    cube,
    division,
    dot,
    floats,
    fp8,
    integer,
    packed,
    rdna4,
    sad,
    scalar_arithmetic,
    scalar_bits,
    scalar_compare,
    transcendental,
)
from cass_tools.executor.amd.ops.rdna4 import RENAMED
from cass_tools.executor.amd.ops.table import (
    COMPARE,
    SALU,
    TYPES,
    VALU,
    CompareOp,
    Meaning,
    ScalarOp,
    VectorOp,
)

FAMILIES = (
    bits, compare, conversions, cube, division, dot, floats, fp8, integer, packed, rdna4, sad, scalar_arithmetic,
    scalar_bits, scalar_compare, transcendental,
)  # fmt: skip
"""The modules whose import fills the registries."""

__all__ = ["COMPARE", "FAMILIES", "RENAMED", "SALU", "TYPES", "VALU", "CompareOp", "Meaning", "ScalarOp", "VectorOp"]
