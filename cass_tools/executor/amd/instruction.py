"""One decoded AMD GPU instruction as a value: the only thing the translator knows about machine code.

``dst`` holds what is written and ``src`` what is read, in the order in which LLVM's assembler writes operands, with
three changes: operands that a short form leaves out are spelled (vcc of ``v_cndmask_b32``, ``v_addc_co_u32``,
``v_cmp_*``, ``v_div_fmas_*``), data that a store or an atomic reads stands in ``src``, and immediates that are no
register (offsets, hwreg, waitcnt) are fields. SCC is never an operand. Registers that are read *and* written
(``v_fmac``, ``v_writelane``, the kept half of a d16 load, DPP's old value) are named in ``dst`` only, unless said
below.

SOP1 SOP2
    dst = (sdst,), src = (ssrc0[, ssrc1]); s_setpc_b64, s_rfe_b64: dst = (); s_getpc_b64: src = ();
    s_sendmsg_rtn_*: src = (),
    simm16 = message
SOPC
    dst = (), src = (ssrc0, ssrc1); s_set_gpr_idx_on: src = (ssrc0,), simm16 = modes
SOPK
    s_movk_i32, s_getreg_b32: dst = (sdst,), src = (); s_addk_i32, s_mulk_i32, s_cmovk_i32: dst = src = (sdst,);
    s_cmpk_*: dst = (), src = (sdst,); s_setreg_b32: dst = (), src = (ssrc,), simm16 = hwreg(id 0-5, offset 6-10,
    size - 1 11-15); s_setreg_imm32_b32: src = (LITERAL,); s_call_b64: dst = (sdst,), target; s_waitcnt_vscnt and
    kin: src = (sdst,)
SOPP
    simm16; branches: target
SMEM
    loads: dst = (sdata,), src = (sbase, soffset or NONE); stores: dst = (), src = (sdata, sbase, soffset or
    NONE); atomics: as stores, dst = (sdata,) with glc; offset = signed immediate in bytes; s_memtime,
    s_memrealtime: dst = (sdst,), src = ()
VOP1
    dst = (vdst,), src = (src0,); v_readfirstlane_b32: dst = (sdst,); v_swap_b32, v_swap_b16: dst = (a, b), src =
    (b, a)
VOP2
    dst = (vdst,), src = (src0, vsrc1); v_cndmask_b32: src = (src0, src1, mask); v_add_co_u32 and kin: dst =
    (vdst, mask); v_addc_co_u32, v_add_co_ci_u32 and kin: dst = (vdst, mask), src = (src0, src1, mask);
    v_fmaak/v_madak: src = (a, b, LITERAL); v_fmamk/v_madmk: src = (a, LITERAL, b)
VOPC
    dst = (vcc or, with VOP3/SDWA, the sdst,), src = (src0, src1); v_cmpx_* on gfx10+: dst = (exec,); on gfx9
    v_cmpx_* writes exec as well as dst
VOP3
    as above with free operands; dst = (vdst[, sdst]), src = (src0, src1, src2); v_readlane_b32: dst = (sdst,),
    src = (vgpr, lane); v_writelane_b32: dst = (vdst,), src = (value, lane); v_div_scale_*, v_mad_u64_u32: dst =
    (vdst, sdst); v_div_fmas_*: src = (a, b, c, vcc)
VOP3P
    dst = (vdst,), src = (src0, src1[, src2]); MFMA, WMMA: src = (a, b, c); SMFMAC: src = (a, b, index);
    v_accvgpr_read_b32: dst = (vgpr,), src = (agpr,); v_accvgpr_write_b32 the reverse
VOPD
    this is the X half, ``second`` the Y half; names are the plain ones (v_fmac_f32, not v_dual_fmac_f32);
    v_cndmask_b32: src = (src0, src1, vcc); v_fmaak/v_fmamk as VOP2; the halves read before either writes
DS
    loads: dst = (vdst,), src = (addr,); stores: dst = (), src = (addr, data0[, data1]); atomics alike, with dst =
    (vdst,) when they return; two-address forms: offset, offset1 in elements; ds_*_addtid: no addr; ds_append,
    ds_consume: dst = (vdst,), src = (); ds_swizzle_b32: src = (value,); ds_(b)permute_b32: src = (addr, data)
FLAT GLOBAL SCRATCH
    loads: dst = (vdata,), src = (vaddr or NONE, saddr or NONE); stores: dst = (), src = (vaddr or NONE, vdata,
    saddr or NONE); atomics as stores, dst = (vdata,) when they return; global_load_lds_*: dst = (); FLAT: saddr
    is NONE
MUBUF MTBUF
    loads: dst = (vdata,), src = (vaddr or NONE, srsrc, soffset); stores: dst = (), src = (vaddr or NONE, vdata,
    srsrc, soffset); atomics as stores, dst = (vdata,) when they return; flag lds: a load has dst = (); vaddr is
    (index, offset) when idxen and offen are both set; MTBUF: format in ``offset1``
MIMG
    loads, samples: dst = (vdata,), src = (vaddr, ..., srsrc[, ssamp]); stores, atomics: src = (vaddr, ..., vdata,
    srsrc); gfx9: vaddr is the first register only

Lane masks are one dword wide in a wave of 32 and two in a wave of 64. Instructions of gfx11 that name half a register
(the e32 forms of 16-bit operations with register numbers from 128 on) come with the lower register and an ``op_sel``
bit.
"""

from dataclasses import dataclass
from enum import StrEnum


class Reg(StrEnum):
    """Kind of an operand; the comment says what ``Operand.index`` means."""

    SGPR = "s"  # s0..s105, flat_scratch/xnack_mask of gfx9 102..105, vcc 106/107, ttmp0.. 108.., m0 125, exec 126/127
    VGPR = "v"  # number of the first register
    AGPR = "a"  # number of the first register
    SCC = "scc"
    VCCZ = "vccz"
    EXECZ = "execz"
    LITERAL = "literal"  # the 32 bits as encoded, unsigned
    INLINE_INT = "int"  # signed value, -16..64
    INLINE_FLOAT = "float"  # the source code 240..248; the number is in ``value``
    SHARED_BASE = "src_shared_base"
    SHARED_LIMIT = "src_shared_limit"
    PRIVATE_BASE = "src_private_base"
    PRIVATE_LIMIT = "src_private_limit"
    POPS = "src_pops_exiting_wave_id"
    NULL = "null"
    LDS_DIRECT = "src_lds_direct"
    NONE = "off"


@dataclass(frozen=True, slots=True)
class Operand:
    """A register (the first of ``width`` consecutive dwords; 16-bit operands have width 1) or a constant."""

    kind: Reg
    index: int
    width: int
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Dpp:
    """Lane control of source 0; ``ctrl`` is dpp_ctrl as that ISA encodes it, ``lanes8`` is set for DPP8 only."""

    ctrl: int
    row_mask: int
    bank_mask: int
    bound_ctrl: bool
    fetch_inactive: bool
    lanes8: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Sdwa:
    """Sub-dword selection: selectors 0-3 byte, 4-5 word, 6 dword; ``dst_unused`` 0 zero, 1 sign-extend, 2 preserve."""

    dst_sel: int
    dst_unused: int
    src0_sel: int
    src1_sel: int
    src0_sext: bool
    src1_sext: bool


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction at byte address ``pc``; see the module docstring for the order of operands."""

    pc: int
    size: int
    name: str
    """LLVM's mnemonic without _e32, _e64, _dpp, _sdwa."""
    encoding: str
    isa: str
    """Family: gfx9, gfx10, gfx11 or gfx12."""
    dst: tuple[Operand, ...] = ()
    src: tuple[Operand, ...] = ()
    neg: int = 0
    """Bit n negates source n (VOP3P: its low half)."""
    abs: int = 0
    op_sel: int = 0
    """Bit n: source n reads its high half; bit 3: the destination's high half is written."""
    op_sel_hi: int = 0
    """VOP3P only: bit n: the high result uses the high half of source n (v_fma_mix: source n is a half)."""
    neg_hi: int = 0
    """VOP3P only: bit n negates source n of the high result (v_fma_mix: takes its absolute value)."""
    clamp: bool = False
    omod: int = 0
    """0 none, 1 times 2, 2 times 4, 3 divided by 2."""
    dpp: Dpp | None = None
    sdwa: Sdwa | None = None
    offset: int = 0
    """Memory offset in bytes, signed where the encoding is (two-address DS: in elements)."""
    offset1: int = 0
    simm16: int = 0
    """Signed immediate of SOPK and SOPP."""
    flags: frozenset[str] = frozenset()
    """Set bits by LLVM's name: glc slc dlc (gfx940: sc0 nt sc1; gfx12: scope1 .. th7) scc
    lds offen idxen tfe gds addr64 a16 ..."""
    target: int | None = None
    """Address a branch or s_call_b64 goes to."""
    second: "Instruction | None" = None
    """Y half of a VOPD pair."""
    mfma: tuple[int, int, int] = (0, 0, 0)
    """cbsz, abid, blgp of MFMA (blgp of f64 forms negates sources)."""
    dmask: int = 0
    dim: int = 0
    """MIMG: mask of components, and dimension as encoded (gfx10+)."""


class Undecodable(Exception):
    """The word at ``pc`` is no instruction of the ISA that the tables know."""

    def __init__(self, pc: int, word: int) -> None:
        super().__init__(f"no instruction at {pc:#x}: {word:#010x}")
        self.pc = pc
        self.word = word
