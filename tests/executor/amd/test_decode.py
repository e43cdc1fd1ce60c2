"""Decoding against LLVM: what objdump says about compiled kernels, and every opcode through the assembler."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cass_tools.errors import CassError
from cass_tools.executor.amd.assembly import text
from cass_tools.executor.amd.codeobject import CodeObject, disassemble
from cass_tools.executor.amd.decode import decode, isa_of
from cass_tools.executor.amd.instruction import Dpp, Instruction, Operand, Reg, Sdwa, Undecodable
from tests.executor.amd.compiled import WAVE64, assemble, code_object, disassembly
from tests.executor.amd.same import same

BUILDS = [
    *((arch, level, ()) for arch in ("gfx90a", "gfx942", "gfx1100") for level in (0, 1, 2, 3)),
    *((arch, level, ()) for arch in ("gfx1030", "gfx1200") for level in (0, 3)),
    ("gfx1100", 3, WAVE64),
]


def one(line: str, arch: str) -> Instruction:
    """The decoded form of one line of assembly."""
    return decode(assemble([line], arch)[0], 0, isa_of(arch))


def v(index: int, width: int = 1) -> Operand:
    return Operand(Reg.VGPR, index, width)


def s(index: int, width: int = 1) -> Operand:
    return Operand(Reg.SGPR, index, width)


def plain(mnemonic: str) -> str:
    return re.sub(r"(_e32|_e64)?(_dpp|_sdwa)?$", "", mnemonic).replace("v_dual_", "v_")


@pytest.mark.gpu_code
@pytest.mark.parametrize(("arch", "level", "flags"), BUILDS)
def test_compiled_kernels_agree_with_objdump(arch: str, level: int, flags: tuple[str, ...], tmp_path: Path) -> None:
    data = code_object(arch, level, *flags)
    path = tmp_path / "kernels.co"
    path.write_bytes(data)
    code = CodeObject(data)
    wave = 64 if flags else 0
    expected = disassembly(path)
    assert len(expected) > 300
    for pc, shown, size in expected:
        instruction = decode(code.code, pc, code.isa, wave)
        assert (instruction.name, instruction.size) == (plain(shown.split()[0]), size)


@pytest.mark.gpu_code
@pytest.mark.parametrize(("arch", "level", "flags"), BUILDS)
def test_compiled_kernels_round_trip_through_the_assembler(arch: str, level: int, flags: tuple[str, ...]) -> None:
    code = CodeObject(code_object(arch, level, *flags))
    wave = 64 if flags else 0
    found: dict[bytes, Instruction] = {}
    for name, _ in code.functions.values():
        for instruction in disassemble(code, name):
            found.setdefault(code.code[instruction.pc : instruction.pc + instruction.size], instruction)
    lines = [text(instruction, code.isa) for instruction in found.values()]
    features = "+wavefrontsize64,-wavefrontsize32" if flags else ""
    for line, before, after in zip(lines, found, assemble(lines, arch, features), strict=True):
        if before != after:
            assert same(decode(before, 0, code.isa, wave), decode(after, 0, code.isa, wave)), line


def test_operands_follow_the_documented_order() -> None:
    cases = {
        "global_store_dwordx2 v1, v[2:3], s[4:5] offset:-8": ((), (v(1), v(2, 2), s(4, 2))),
        "global_load_dword v1, v[2:3], off": ((v(1),), (v(2, 2), Operand(Reg.NONE, 0, 0))),
        "global_atomic_add v1, v[2:3], v4, off glc": ((v(1),), (v(2, 2), v(4), Operand(Reg.NONE, 0, 0))),
        "global_atomic_add v[2:3], v4, off": ((), (v(2, 2), v(4), Operand(Reg.NONE, 0, 0))),
        "flat_atomic_cmpswap_x2 v[0:1], v[2:3], v[4:7] glc": ((v(0, 2),), (v(2, 2), v(4, 4), Operand(Reg.NONE, 0, 0))),
        "scratch_store_dword off, v1, s2": ((), (Operand(Reg.NONE, 0, 0), v(1), s(2))),
        "ds_write2_b64 v1, v[2:3], v[4:5] offset0:1 offset1:9": ((), (v(1), v(2, 2), v(4, 2))),
        "ds_add_rtn_u32 v1, v2, v3": ((v(1),), (v(2), v(3))),
        "s_load_dwordx2 s[4:5], s[6:7], s8 offset:0x10": ((s(4, 2),), (s(6, 2), s(8))),
        "buffer_store_dword v1, v2, s[4:7], s8 offen": ((), (v(2), v(1), s(4, 4), s(8))),
        "buffer_load_dword a1, off, s[4:7], 0": (
            (Operand(Reg.AGPR, 1, 1),),
            (Operand(Reg.NONE, 0, 0), s(4, 4), Operand(Reg.INLINE_INT, 0, 1)),
        ),
        "v_cmp_lt_f32 vcc, s1, v2": ((s(106, 2),), (s(1), v(2))),
        "v_cndmask_b32 v1, v2, v3, vcc": ((v(1),), (v(2), v(3), s(106, 2))),
        "v_addc_co_u32 v1, vcc, v2, v3, vcc": ((v(1), s(106, 2)), (v(2), v(3), s(106, 2))),
        "v_div_fmas_f32 v1, v2, v3, v4": ((v(1),), (v(2), v(3), v(4), s(106, 2))),
        "v_mad_u64_u32 v[0:1], s[2:3], v4, v5, v[6:7]": ((v(0, 2), s(2, 2)), (v(4), v(5), v(6, 2))),
        "v_readlane_b32 s1, v2, s3": ((s(1),), (v(2), s(3))),
        "v_swap_b32 v1, v2": ((v(1), v(2)), (v(2), v(1))),
        "v_accvgpr_read_b32 v1, a2": ((v(1),), (Operand(Reg.AGPR, 2, 1),)),
        "v_mfma_f32_4x4x1f32 a[0:3], v4, a5, a[8:11]": (
            (Operand(Reg.AGPR, 0, 4),),
            (v(4), Operand(Reg.AGPR, 5, 1), Operand(Reg.AGPR, 8, 4)),
        ),
        "s_mov_b32 m0, exec_hi": ((s(125),), (s(127),)),
        "s_addk_i32 s1, -5": ((s(1),), (s(1),)),
        "v_madak_f32 v1, v2, v3, 0x12345678": ((v(1),), (v(2), v(3), Operand(Reg.LITERAL, 0x12345678, 1))),
        "v_add_f64 v[0:1], v[2:3], -4.0": ((v(0, 2),), (v(2, 2), Operand(Reg.INLINE_FLOAT, 247, 2, -4.0))),
    }
    for (line, (dst, src)), data in zip(cases.items(), assemble(list(cases), "gfx90a"), strict=True):
        instruction = decode(data, 0, "gfx90a")
        assert (instruction.dst, instruction.src) == (dst, src), line


def test_modifiers() -> None:
    fma = one("v_fma_f32 v0, -v1, |v2|, -|v3| clamp mul:4", "gfx1100")
    assert (fma.neg, fma.abs, fma.clamp, fma.omod) == (0b101, 0b110, True, 2)
    packed = one("v_pk_add_f16 v0, v1, v2 op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[0,1] neg_hi:[1,0]", "gfx90a")
    assert (packed.op_sel, packed.op_sel_hi, packed.neg, packed.neg_hi) == (0b01, 0b10, 0b10, 0b01)
    half = one("v_mad_u16 v0, v1, v2, v3 op_sel:[0,1,0,1]", "gfx1100")
    assert half.op_sel == 0b1010
    moved = one("v_add_f32_dpp v0, -v1, v2 row_shr:3 row_mask:0xa bank_mask:0x5 bound_ctrl:1", "gfx90a")
    assert moved.dpp == Dpp(0x113, 10, 5, True, False, None) and moved.neg == 1
    eight = one("v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0] fi:1", "gfx1100")
    assert eight.dpp is not None and eight.dpp.lanes8 == (7, 6, 5, 4, 3, 2, 1, 0) and eight.dpp.fetch_inactive
    long = one("v_fma_f32_e64_dpp v0, v1, -v2, v3 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf", "gfx1100")
    assert long.size == 12 and long.dpp is not None and long.dpp.ctrl == 0b00011011 and long.neg == 0b10
    part = one(
        "v_add_u32_sdwa v0, sext(v1), v2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_2",
        "gfx90a",
    )
    assert part.sdwa == Sdwa(1, 2, 5, 2, True, False)
    compare = one("v_cmp_eq_u32_sdwa s[4:5], v1, s2 src0_sel:BYTE_0 src1_sel:DWORD", "gfx90a")
    assert compare.dst == (s(4, 2),) and compare.src == (v(1), s(2))


def test_immediates_and_flags() -> None:
    assert one("s_waitcnt vmcnt(0)", "gfx1100").simm16 & 0xFFFF == 0x03F7
    assert decode(assemble(["s_cbranch_scc0 -3"], "gfx90a")[0].rjust(12, b"\0"), 8, "gfx90a").target == 8 + 4 - 12
    assert one("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 3", "gfx1100").src == (Operand(Reg.LITERAL, 3, 1),)
    assert one("global_load_dword v0, v[2:3], off sc0 nt sc1", "gfx942").flags == {"sc0", "nt", "sc1"}
    assert one("buffer_load_dword v0, v[2:3], s[4:7], 0 idxen offen glc", "gfx1100").flags == {"idxen", "offen", "glc"}
    assert one("scratch_load_b32 v0, v1, s2 offset:-4096", "gfx1100").offset == -4096
    far = one("global_atomic_add_u32 v0, v1, v2, s[4:5] offset:-8388608 th:TH_ATOMIC_RETURN scope:SCOPE_SYS", "gfx1200")
    assert (far.offset, far.flags, far.dst) == (-8388608, frozenset(("th1", "scope3")), (v(0),))
    assert one("s_load_b64 s[0:1], s[2:3], s4 offset:0x7ffffc", "gfx1200").offset == 0x7FFFFC
    assert one("ds_swizzle_b32 v0, v1 offset:0x8055", "gfx90a").offset == 0x8055
    assert one("v_mfma_f32_32x32x1f32 a[0:31], v0, v1, a[0:31] cbsz:1 abid:2 blgp:3", "gfx90a").mfma == (1, 2, 3)
    assert one("s_mov_b64 s[0:1], src_shared_base", "gfx90a").src == (Operand(Reg.SHARED_BASE, 0, 2),)
    assert one("v_cmpx_lt_f32 v1, v2", "gfx1100").dst == (s(126),)


def test_dual_issue_keeps_both_halves() -> None:
    pair = one("v_dual_fmaak_f32 v0, v1, v2, 0x3e99999a :: v_dual_cndmask_b32 v7, v6, v3", "gfx1100")
    literal = Operand(Reg.LITERAL, 0x3E99999A, 1)
    assert (pair.name, pair.dst, pair.src, pair.size) == ("v_fmaak_f32", (v(0),), (v(1), v(2), literal), 12)
    assert pair.second is not None
    assert (pair.second.name, pair.second.dst, pair.second.src) == ("v_cndmask_b32", (v(7),), (v(6), v(3), s(106)))


def test_lane_masks_follow_the_wave_size() -> None:
    data = assemble(["v_cmp_lt_f32 vcc_lo, v1, v2"], "gfx1100")[0]
    assert decode(data, 0, "gfx11").dst == (s(106),)
    assert decode(data, 0, "gfx11", 64).dst == (s(106, 2),)


def test_image_operands() -> None:
    line = "image_sample_lz v[0:2], [v4, v9], s[8:15], s[16:19] dmask:0x7 dim:SQ_RSRC_IMG_2D"
    sample = one(line, "gfx1100")
    assert (sample.dst, sample.src) == ((v(0, 3),), (v(4), v(9), s(8, 8), s(16, 4)))
    assert (sample.dmask, sample.size) == (7, 12)
    assert assemble([text(sample, "gfx11")], "gfx1100") == assemble([line], "gfx1100")


@pytest.mark.parametrize(
    ("data", "isa"),
    [
        ("ffffffff", "gfx11"),  # no such encoding
        ("00ff80be00000000", "gfx11"),  # SOP1 opcode that does not exist
        ("00007fbf", "gfx90a"),
        ("ff02027e", "gfx11"),  # the literal is cut off
        ("0000", "gfx90a"),
        ("00018bbe", "gfx11"),  # s_mov_b64 to an odd register
        ("000000be", "gfx940"),  # SOP2 opcode that does not exist
    ],
)
def test_undecodable(data: str, isa: str) -> None:
    with pytest.raises(Undecodable) as caught:
        decode(bytes.fromhex(data), 0, isa)
    assert caught.value.pc == 0


def test_unknown_architectures_are_named() -> None:
    assert [isa_of(arch) for arch in ("gfx90a:xnack-", "gfx942", "gfx1030", "gfx1101", "gfx1201")] == [
        "gfx90a",
        "gfx940",
        "gfx10",
        "gfx11",
        "gfx12",
    ]
    with pytest.raises(CassError, match="gfx803"):
        isa_of("gfx803")
    with pytest.raises(CassError, match="gfx7"):
        decode(bytes(4), 0, "gfx7")


@given(st.binary(min_size=1, max_size=24), st.sampled_from(["gfx90a", "gfx940", "gfx10", "gfx11", "gfx12"]))
def test_any_bytes_decode_or_are_undecodable(data: bytes, isa: str) -> None:
    try:
        instruction = decode(data, 0, isa)
    except Undecodable:
        return
    assert instruction.size <= len(data) and text(instruction, isa).startswith(instruction.name[:2])
