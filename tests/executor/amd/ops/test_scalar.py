"""SALU operations and their SCC against Python integers and strings of bits."""

from collections.abc import Callable

import numpy as np
import pytest

from cass_tools.executor.amd.ops import SALU
from tests.executor.amd.ops.checking import Reference, check, names_of
from tests.executor.amd.ops.numbers import signed
from tests.executor.amd.ops.rig import Rig

M32, M64 = 2**32 - 1, 2**64 - 1


def s32(x: int) -> int:
    return signed(x, 32)


def s16(x: int) -> int:
    return signed(x, 16)


def overflowing(exact: int) -> tuple[int, bool]:
    return exact, exact != s32(exact)


def carrying(exact: int) -> tuple[int, bool]:
    return exact, not 0 <= exact <= M32


def first_if(first: int, second: int, chosen: bool) -> tuple[int, bool]:
    return (first if chosen else second), chosen


def text(x: int, width: int) -> str:
    """Bits from the top."""
    return format(x, f"0{width}b")


def groups(x: int, width: int) -> list[bool]:
    """For each four bits, low first: whether any is set."""
    return [bool(x >> at & 15) for at in range(0, width, 4)]


def field(width: int, is_signed: bool) -> Reference:
    def extract(a: int, packed: int) -> int:
        offset, size = packed % width, packed >> 16 & 0x7F
        value = (signed(a, width) if is_signed else a) >> offset
        if size == 0:
            return 0
        return signed(value, min(size, width)) if is_signed else value & (1 << size) - 1

    return extract


def leading_signs(x: int, width: int) -> int:
    bits = text(x, width)
    return bits.find("1" if bits[0] == "0" else "0")


ARITHMETIC: dict[str, Reference] = {
    "s_add_u32": lambda a, b: carrying(a + b),
    "s_sub_u32": lambda a, b: carrying(a - b),
    "s_addc_u32": lambda a, b, c: carrying(a + b + c),
    "s_subb_u32": lambda a, b, c: carrying(a - b - c),
    "s_add_i32": lambda a, b: overflowing(s32(a) + s32(b)),
    "s_sub_i32": lambda a, b: overflowing(s32(a) - s32(b)),
    "s_addk_i32": lambda constant, old: overflowing(s32(old) + s16(constant)),
    "s_mul_i32": lambda a, b: a * b,
    "s_mulk_i32": lambda constant, old: old * s16(constant),
    "s_mul_hi_u32": lambda a, b: a * b >> 32,
    "s_mul_hi_i32": lambda a, b: s32(a) * s32(b) >> 32,
    "s_lshl1_add_u32": lambda a, b: carrying(2 * a + b),
    "s_lshl2_add_u32": lambda a, b: carrying(4 * a + b),
    "s_lshl3_add_u32": lambda a, b: carrying(8 * a + b),
    "s_lshl4_add_u32": lambda a, b: carrying(16 * a + b),
    "s_min_u32": lambda a, b: first_if(a, b, a < b),
    "s_max_u32": lambda a, b: first_if(a, b, a >= b),
    "s_min_i32": lambda a, b: first_if(a, b, s32(a) < s32(b)),
    "s_max_i32": lambda a, b: first_if(a, b, s32(a) >= s32(b)),
    "s_abs_i32": lambda a: abs(s32(a)),
    "s_absdiff_i32": lambda a, b: abs(s32(a - b)),
    "s_sext_i32_i8": lambda a: signed(a, 8),
    "s_sext_i32_i16": s16,
    "s_mov_b32 s_mov_b64": lambda a: a,
    "s_movk_i32": s16,
    "s_cmov_b32 s_cmov_b64": lambda a, scc, old: a if scc else old,
    "s_cmovk_i32": lambda a, scc, old: s16(a) if scc else old,
    "s_cselect_b32 s_cselect_b64": lambda a, b, scc: a if scc else b,
    "s_bitreplicate_b64_b32": lambda a: int("".join(2 * bit for bit in text(a, 32)), 2),
    "s_pack_ll_b32_b16": lambda a, b: a % 2**16 | b << 16,
    "s_pack_lh_b32_b16": lambda a, b: a % 2**16 | b >> 16 << 16,
    "s_pack_hh_b32_b16": lambda a, b: a >> 16 | b >> 16 << 16,
    "s_pack_hl_b32_b16": lambda a, b: a >> 16 | b << 16,
}
LOGIC: dict[str, Callable[[int, int], int]] = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "nand": lambda a, b: ~(a & b),
    "nor": lambda a, b: ~(a | b),
    "xnor": lambda a, b: ~(a ^ b),
    "andn2 and_not1": lambda a, b: a & ~b,
    "orn2 or_not1": lambda a, b: a | ~b,
}
ONLY_WITH_EXEC: dict[str, Callable[[int, int], int]] = {
    "andn1 and_not0": lambda a, b: b & ~a,
    "orn1 or_not0": lambda a, b: b | ~a,
}
RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "lg": lambda a, b: a != b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
}


def bit_operations(width: int) -> dict[str, Reference]:
    def quads(a: int) -> list[bool]:
        return groups(a, width)

    b = f"b{width}"
    return {
        f"s_not_{b}": lambda a: ~a,
        f"s_brev_{b}": lambda a: int(text(a, width)[::-1], 2),
        f"s_lshl_{b}": lambda a, n: a << n % width,
        f"s_lshr_{b}": lambda a, n: a >> n % width,
        f"s_ashr_i{width}": lambda a, n: signed(a, width) >> n % width,
        f"s_bfe_u{width}": field(width, False),
        f"s_bfe_i{width}": field(width, True),
        f"s_bfm_{b}": lambda size, offset: (2 ** (size % width) - 1) << offset % width,
        f"s_bitset0_{b}": lambda n, old: old & ~(1 << n % width),
        f"s_bitset1_{b}": lambda n, old: old | 1 << n % width,
        f"s_bitcmp0_{b}": lambda a, n: not a >> n % width & 1,
        f"s_bitcmp1_{b}": lambda a, n: bool(a >> n % width & 1),
        f"s_bcnt0_i32_{b}": lambda a: text(a, width).count("0"),
        f"s_bcnt1_i32_{b}": lambda a: text(a, width).count("1"),
        f"s_ff0_i32_{b}": lambda a: text(a, width)[::-1].find("0"),
        f"s_ff1_i32_{b} s_ctz_i32_{b}": lambda a: text(a, width)[::-1].find("1"),
        f"s_flbit_i32_{b} s_clz_i32_u{width}": lambda a: text(a, width).find("1"),
        f"s_wqm_{b}": lambda a: sum(15 << 4 * n for n, any_ in enumerate(quads(a)) if any_),
        f"s_quadmask_{b}": lambda a: sum(1 << n for n, any_ in enumerate(quads(a)) if any_),
    }


def logic(width: int) -> dict[str, Reference]:
    found: dict[str, Reference] = {}
    for names, fn in (LOGIC | ONLY_WITH_EXEC).items():
        for name in names.split():
            found[f"s_{name}_saveexec_b{width}"] = fn
            if names in LOGIC:
                found[f"s_{name}_b{width}"] = fn
            if name.startswith(("andn", "and_not")):
                found[f"s_{name}_wrexec_b{width}"] = fn
    return found


def relations() -> dict[str, Reference]:
    found: dict[str, Reference] = {
        "s_cmp_eq_u64": lambda a, b: a == b,
        "s_cmp_lg_u64": lambda a, b: a != b,
    }
    for name, fn in RELATIONS.items():
        found[f"s_cmp_{name}_u32"] = fn
        found[f"s_cmp_{name}_i32"] = lambda a, b, fn=fn: fn(s32(a), s32(b))
        found[f"s_cmpk_{name}_u32"] = lambda a, constant, fn=fn: fn(a, constant % 2**16)
        found[f"s_cmpk_{name}_i32"] = lambda a, constant, fn=fn: fn(s32(a), s16(constant))
    return found


REFERENCES = names_of(ARITHMETIC | bit_operations(32) | bit_operations(64)) | logic(32) | logic(64) | relations()
REFERENCES |= names_of(
    {
        "s_flbit_i32 s_cls_i32": lambda a: leading_signs(a, 32),
        "s_flbit_i32_i64 s_cls_i32_i64": lambda a: leading_signs(a, 64),
    }
)

WRITES_NONZERO = """
    and or xor nand nor xnor andn1 andn2 orn1 orn2 and_not0 and_not1 or_not0 or_not1 not wqm quadmask lshl lshr ashr
    bcnt0 bcnt1 abs absdiff bfe
"""
"""First words of operations after which SCC tells whether the result is not zero."""


@pytest.mark.parametrize("name", REFERENCES)
def test_matches_integers(rig: Rig, name: str) -> None:
    check(rig, name, REFERENCES[name])


def test_which_operations_tell_of_a_nonzero_result() -> None:
    told = {name for name, op in SALU.items() if op.scc == "nonzero"}
    kinds = [f"s_{word}_" for word in WRITES_NONZERO.split()]
    expected = {name for name in SALU if name.startswith(tuple(kinds))}
    assert told == expected


def test_which_operations_write_exec() -> None:
    assert {name for name, op in SALU.items() if op.exec == "save"} == {n for n in SALU if "saveexec" in n}
    assert {name for name, op in SALU.items() if op.exec == "write"} == {n for n in SALU if "wrexec" in n}


@pytest.mark.parametrize("name", [n for n in SALU if n.startswith(("s_ff", "s_flbit", "s_ctz", "s_clz", "s_cls"))])
def test_nothing_found_is_minus_one(rig: Rig, name: str) -> None:
    operation = rig.operations[name]
    all_bits = 2 ** (64 if operation.src == "q" else 32) - 1
    nothing = all_bits if "ff0" in name else 0
    (got,) = rig.run(name, np.array([nothing], np.uint64))
    assert got[0] == M32
