"""The part of an instruction's text behind its operands: op_sel, DPP, SDWA, offsets and cache flags."""

import re

from cass_tools.executor.amd.instruction import Dpp, Instruction

SELECTORS = ("BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD")
UNUSED = ("UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE")
DIMENSIONS = ("1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_MSAA_ARRAY")
ROW_CONTROLS = {
    0x130: "wave_shl:1",
    0x134: "wave_rol:1",
    0x138: "wave_shr:1",
    0x13C: "wave_ror:1",
    0x140: "row_mirror",
    0x141: "row_half_mirror",
    0x142: "row_bcast:15",
    0x143: "row_bcast:31",
}


def _bits(value: int, count: int) -> str:
    return f"[{','.join(str(value >> bit & 1) for bit in range(count))}]"


def select_text(instruction: Instruction) -> list[str]:
    """op_sel of VOP3: a bit for each source, then one for the result."""
    if not instruction.op_sel:
        return []
    count = 3 if instruction.name.startswith("v_fmac") else len(instruction.src)  # the sum is a source, too
    bits = instruction.op_sel & (1 << count) - 1 | (instruction.op_sel >> 3 & 1) << count
    return [f"op_sel:{_bits(bits, count + 1)}"]


def packed_text(instruction: Instruction, *, mixed: bool) -> list[str]:
    """op_sel, op_sel_hi, neg_lo and neg_hi of VOP3P."""
    count = len(instruction.src)
    found = []
    if instruction.op_sel:
        found.append(f"op_sel:{_bits(instruction.op_sel, count)}")
    unusual = instruction.op_sel_hi != (0 if mixed else (1 << count) - 1)
    if unusual and not re.search("wmma|accvgpr|swmmac|dot4_f32", instruction.name):
        found.append(f"op_sel_hi:{_bits(instruction.op_sel_hi, count)}")
    if mixed:
        return found
    if instruction.neg:
        found.append(f"neg_lo:{_bits(instruction.neg, count)}")
    if instruction.neg_hi:
        found.append(f"neg_hi:{_bits(instruction.neg_hi, count)}")
    return found


def matrix_text(instruction: Instruction, isa: str) -> list[str]:
    """cbsz, abid and blgp of MFMA; the f64 forms of gfx940 call blgp neg."""
    cbsz, abid, blgp = instruction.mfma
    found = [f"cbsz:{cbsz}"] * bool(cbsz) + [f"abid:{abid}"] * bool(abid)
    if blgp and isa == "gfx940" and "f64" in instruction.name:
        return [*found, f"neg:{_bits(blgp, 3)}"]
    return found + [f"blgp:{blgp}"] * bool(blgp)


def _dpp_text(dpp: Dpp, family: str) -> list[str]:
    if dpp.lanes8 is not None:
        return [f"dpp8:[{','.join(map(str, dpp.lanes8))}]", *(["fi:1"] if dpp.fetch_inactive else [])]
    control = dpp.ctrl
    if control < 0x100:
        shown = f"quad_perm:[{','.join(str(control >> 2 * lane & 3) for lane in range(4))}]"
    elif control in ROW_CONTROLS:
        shown = ROW_CONTROLS[control]
    else:
        kinds = {0x100: "row_shl", 0x110: "row_shr", 0x120: "row_ror", 0x150: "row_share", 0x160: "row_xmask"}
        kind = "row_newbcast" if family == "gfx9" and control & 0x1F0 == 0x150 else kinds[control & 0x1F0]
        shown = f"{kind}:{control & 15}"
    found = [shown, f"row_mask:{dpp.row_mask:#x}", f"bank_mask:{dpp.bank_mask:#x}"]
    found += ["bound_ctrl:1"] if dpp.bound_ctrl else []
    return found + (["fi:1"] if dpp.fetch_inactive else [])


def lanes_text(instruction: Instruction) -> list[str]:
    """DPP or SDWA control."""
    if instruction.dpp is not None:
        return _dpp_text(instruction.dpp, instruction.isa)
    sdwa = instruction.sdwa
    if sdwa is None:
        return []
    found = []
    if instruction.encoding != "VOPC":
        found = [f"dst_sel:{SELECTORS[sdwa.dst_sel]}", f"dst_unused:{UNUSED[sdwa.dst_unused]}"]
    found.append(f"src0_sel:{SELECTORS[sdwa.src0_sel]}")
    return found + ([] if instruction.encoding == "VOP1" else [f"src1_sel:{SELECTORS[sdwa.src1_sel]}"])


def flags_text(instruction: Instruction, isa: str) -> list[str]:
    """Offsets, format and flags of a memory instruction; the assembler knows none for cache control of gfx90a."""
    encoding, offset = instruction.encoding, instruction.offset
    found = [f"format:{instruction.offset1}"] if encoding == "MTBUF" else []
    found += [name for name in ("idxen", "offen") if name in instruction.flags]
    if encoding == "MIMG":
        found.append(f"dmask:{instruction.dmask:#x}")
        if instruction.isa != "gfx9":
            found.append(f"dim:SQ_RSRC_IMG_{DIMENSIONS[instruction.dim]}")
    if encoding == "DS" and instruction.offset1:
        found += [f"offset0:{offset}", f"offset1:{instruction.offset1}"]
    elif encoding == "DS" and offset and _two(instruction.name):
        found.append(f"offset0:{offset}")
    elif encoding != "SMEM" and offset:
        found.append(f"offset:{offset}")
    order = (
        "glc",
        "sc0",
        "slc",
        "nt",
        "dlc",
        "scc",
        "sc1",
        "unorm",
        "da",
        "r128",
        "a16",
        "tfe",
        "lwe",
        "d16",
        "lds",
        "gds",
    )
    unknown = encoding == "MUBUF" and isa == "gfx90a" and not instruction.src
    flags = frozenset[str]() if unknown else instruction.flags
    return found + [name for name in order if name in flags] + policy_text(instruction)


def policy_text(instruction: Instruction) -> list[str]:
    """Scope and temporal hint of gfx12."""
    name, flags = instruction.name, instruction.flags
    kind = "ATOMIC" if "atomic" in name else "STORE" if "store" in name else "LOAD"
    scopes = ("", "SE", "DEV", "SYS")
    found = [f"scope:SCOPE_{scopes[n]}" for n in range(1, 4) if f"scope{n}" in flags]
    for number in range(1, 8):
        if f"th{number}" in flags:
            hint = HINTS[kind][number]
            if kind != "ATOMIC" and number == 3 and "scope3" in flags:
                hint = "BYPASS"
            found.append(f"th:TH_{kind}_{hint}")
    return found


HINTS = {
    "LOAD": ("RT", "NT", "HT", "LU", "NT_RT", "RT_NT", "NT_HT", "RESERVED"),
    "STORE": ("RT", "NT", "HT", "RT_WB", "NT_RT", "RT_NT", "NT_HT", "NT_WB"),
    "ATOMIC": ("RT", "RETURN", "NT", "NT_RETURN", "CASCADE_RT", "CASCADE_RT", "CASCADE_NT", "CASCADE_NT"),
}
"""Temporal hints of gfx12 by what an instruction does."""


def _two(name: str) -> bool:
    return any(part in name for part in ("read2", "write2", "wrxchg2", "2addr"))
