"""Which module translates an instruction: by mnemonic where one instruction is special, else by encoding."""

from collections.abc import Callable

from cass_tools.executor.amd import (
    buffer,
    crosslane,
    image,
    indexing,
    lds,
    matrix,
    memory,
    salu,
    scalar_memory,
    special,
    valu,
    wide_sad,
    wmma,
)
from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.machine import Machine

Handler = Callable[[Machine, Instruction], None]

_BY_ENCODING: dict[str, Handler] = {
    **dict.fromkeys(("SOP1", "SOP2", "SOPK", "SOPC"), salu.translate),
    **dict.fromkeys(("VOP1", "VOP2", "VOP3", "VOP3P", "VOPC", "VOPD"), valu.translate),
    **dict.fromkeys(("FLAT", "GLOBAL", "SCRATCH"), memory.translate),
    "DS": lds.translate,
    "MUBUF": buffer.translate,
    "MTBUF": image.translate_buffer,
    "MIMG": image.translate,
    "SMEM": scalar_memory.translate,
}

_BY_NAME: dict[str, Handler] = {**crosslane.HANDLERS, **special.HANDLERS, **indexing.HANDLERS, **wide_sad.HANDLERS}


_FAMILIES: dict[str, Handler] = {
    "v_mfma_": matrix.translate,
    "v_smfmac_": matrix.translate,
    "v_wmma_": wmma.translate,
    "v_s_": salu.translate,
}


def translate(m: Machine, instruction: Instruction) -> None:
    """Emit one instruction that does not end a basic block; raises Unsupported with its name."""
    if instruction.name in special.NOTHING or indexing.indexed(m, instruction):
        return
    handler = _BY_NAME.get(instruction.name) or _BY_ENCODING.get(instruction.encoding)
    for prefix, family in _FAMILIES.items():
        if instruction.name.startswith(prefix):
            handler = family
    if handler is None:
        raise m.refuse(instruction)
    handler(m, instruction)
