"""The second dword of DPP and SDWA forms: which lane, or which part of a lane, a source comes from."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from cass_tools.executor.amd.instruction import Dpp, Instruction, Sdwa
from cass_tools.executor.amd.operands import DPP8, Entry, scalars, sources

ROW_NEWBCAST = range(0x150, 0x160)  # the only control that 64-bit operands may have
DPP_CONTROLS = {
    "gfx9": frozenset(
        {*range(0x100), *range(0x101, 0x110), *range(0x111, 0x120), *range(0x121, 0x130), 0x130, 0x134, 0x138}
        | {0x13C, 0x140, 0x141, 0x142, 0x143, *ROW_NEWBCAST}
    ),
    "gfx10": frozenset(
        {*range(0x100), *range(0x101, 0x110), *range(0x111, 0x120), *range(0x121, 0x130), 0x140, 0x141}
        | {*range(0x150, 0x170)}
    ),
}
DPP_CONTROLS["gfx11"] = DPP_CONTROLS["gfx12"] = DPP_CONTROLS["gfx10"]


@cache
def _dpp16(control: int) -> Dpp:
    return Dpp(
        ctrl=control >> 8 & 0x1FF,
        row_mask=control >> 28 & 15,
        bank_mask=control >> 24 & 15,
        bound_ctrl=bool(control >> 19 & 1),
        fetch_inactive=bool(control >> 18 & 1),
        lanes8=None,
    )


@cache
def _dpp8(control: int, fetch_inactive: bool) -> Dpp:
    lanes = tuple(control >> 8 + 3 * lane & 7 for lane in range(8))
    return Dpp(0, 15, 15, False, fetch_inactive, lanes)


def dpp_control(entry: Entry, *, eight: bool) -> Callable[[int, int], Dpp]:
    """Function from the control dword and the source code that announced it; KeyError for controls the ISA lacks."""
    if eight:
        return lambda control, code: _dpp8(control & 0xFFFFFF00, code == DPP8[1])
    allowed = DPP_CONTROLS[entry.family]
    if "dpp" not in entry.row.traits:
        allowed = frozenset(ROW_NEWBCAST)
    reserved = 1 << 17 | (1 << 18 if entry.family == "gfx9" else 0)

    def read(control: int, code: int) -> Dpp:
        if control >> 8 & 0x1FF not in allowed or control & reserved:
            raise KeyError(control)
        return _dpp16(control & 0xFF0FFF00)

    return read


def sdwa_control(entry: Entry) -> Callable[[int, Instruction], Instruction]:
    """Function that completes an instruction, read as if all operands were vector registers, from the control dword."""
    traits, compares = entry.row.traits, entry.encoding.name == "VOPC"
    allowed = {name: traits.get(name, 0) for name in ("sext", "neg", "abs")}
    two = sum(slot.field.startswith(("src", "vsrc")) for slot in entry.row.slots) > 1
    mask_width = entry.wave // 32
    scalar_one = sources(entry.family, 1)

    def read(control: int, plain: Instruction) -> Instruction:
        sext = control >> 19 & 1 | control >> 26 & 2
        neg = control >> 20 & 1 | control >> 27 & 2
        absolute = control >> 21 & 1 | control >> 28 & 2
        if sext & ~allowed["sext"] or neg & ~allowed["neg"] or absolute & ~allowed["abs"]:
            raise KeyError(control)
        dst, src = plain.dst, plain.src
        if two and control >> 31:
            src = (src[0], scalar_one[src[1].index], *src[2:])
        if compares and control >> 15 & 1:
            dst = (scalars(entry.family, mask_width)[control >> 8 & 0x7F],)
        dst_sel, unused = (6, 0) if compares else (control >> 8 & 7, control >> 11 & 3)
        second = control >> 24 & 7 if two else 6
        if 7 in (dst_sel, control >> 16 & 7, second) or unused == 3:
            raise KeyError(control)
        sdwa = Sdwa(dst_sel, unused, control >> 16 & 7, second, bool(sext & 1), bool(sext & 2))
        clamp, omod = (False, 0) if compares else (bool(control >> 13 & 1), control >> 14 & 3)
        return replace(plain, dst=dst, src=src, neg=neg, abs=absolute, clamp=clamp, omod=omod, sdwa=sdwa)

    return read
