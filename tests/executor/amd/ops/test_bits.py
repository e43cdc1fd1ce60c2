"""Bit operations of the VALU against Python integers and strings of bits."""

import pytest

from tests.executor.amd.ops.checking import Reference, check, names_of
from tests.executor.amd.ops.numbers import signed
from tests.executor.amd.ops.rig import Rig


def bits_of(x: int, width: int = 32) -> str:
    """From the top."""
    return format(x, f"0{width}b")


def bfe_i32(a: int, offset: int, width: int) -> int:
    field = signed(a, 32) >> offset % 32
    return signed(field, width % 32) if width % 32 else 0


def perm(high: int, low: int, selectors: int) -> int:
    data = (low | high << 32).to_bytes(8, "little")

    def chosen(selector: int) -> int:
        if selector < 8:
            return data[selector]
        if selector < 12:
            return 255 * (data[2 * (selector - 8) + 1] >> 7)
        return 0 if selector == 12 else 255

    return int.from_bytes(bytes(chosen(s) for s in selectors.to_bytes(4, "little")), "little")


def leading_signs(a: int) -> int:
    text = bits_of(a)
    return text.find("1" if text[0] == "0" else "0")


REFERENCES: dict[str, Reference] = names_of(
    {
        "v_mov_b32 v_mov_b16 v_mov_b64 v_accvgpr_read_b32 v_accvgpr_write_b32 v_accvgpr_mov_b32": lambda a: a,
        "v_cndmask_b32 v_cndmask_b16": lambda no, yes, mask: yes if mask else no,
        "v_not_b32 v_not_b16": lambda a: -1 - a,
        "v_and_b32 v_and_b16": lambda a, b: a & b,
        "v_or_b32 v_or_b16": lambda a, b: a | b,
        "v_xor_b32 v_xor_b16": lambda a, b: a ^ b,
        "v_xnor_b32": lambda a, b: ~(a ^ b),
        "v_xor3_b32": lambda a, b, c: a ^ b ^ c,
        "v_or3_b32": lambda a, b, c: a | b | c,
        "v_and_or_b32": lambda a, b, c: a & b | c,
        "v_lshl_or_b32": lambda a, b, c: a << b % 32 | c,
        "v_lshlrev_b16": lambda count, a: a << count % 16,
        "v_lshrrev_b16": lambda count, a: a >> count % 16,
        "v_ashrrev_i16": lambda count, a: signed(a, 16) >> count % 16,
        "v_lshlrev_b32": lambda count, a: a << count % 32,
        "v_lshrrev_b32": lambda count, a: a >> count % 32,
        "v_ashrrev_i32": lambda count, a: signed(a, 32) >> count % 32,
        "v_lshlrev_b64": lambda count, a: a << count % 64,
        "v_lshrrev_b64": lambda count, a: a >> count % 64,
        "v_ashrrev_i64": lambda count, a: signed(a, 64) >> count % 64,
        "v_bfe_u32": lambda a, offset, width: (a >> offset % 32) % 2 ** (width % 32),
        "v_bfe_i32": bfe_i32,
        "v_bfi_b32": lambda mask, a, b: sum((a if mask >> n & 1 else b) & 1 << n for n in range(32)),
        "v_bfm_b32": lambda width, offset: (2 ** (width % 32) - 1) << offset % 32,
        "v_alignbit_b32": lambda high, low, count: (high << 32 | low) >> count % 32,
        "v_alignbyte_b32": lambda high, low, count: (high << 32 | low) >> 8 * (count % 4),
        "v_perm_b32": perm,
        "v_bfrev_b32": lambda a: int(bits_of(a)[::-1], 2),
        "v_bcnt_u32_b32": lambda a, b: bits_of(a).count("1") + b,
        "v_ffbh_u32 v_clz_i32_u32": lambda a: bits_of(a).find("1"),
        "v_ffbl_b32 v_ctz_i32_b32": lambda a: bits_of(a)[::-1].find("1"),
        "v_ffbh_i32 v_cls_i32": leading_signs,
    }
)


@pytest.mark.parametrize("name", REFERENCES)
def test_matches_bits(rig: Rig, name: str) -> None:
    check(rig, name, REFERENCES[name])
