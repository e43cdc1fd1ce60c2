"""Instructions as text that LLVM's assembler reads back to the same bytes; immediates are plain numbers."""

import re
from collections.abc import Callable
from functools import cache

from cass_tools.executor.amd.assembly_modifiers import flags_text, lanes_text, matrix_text, packed_text, select_text
from cass_tools.executor.amd.encodings import opcodes
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.operands import EXEC, M0, VCC

NAMED_PAIRS = {VCC: "vcc", EXEC: "exec"}
GFX9_PAIRS = {102: "flat_scratch", 104: "xnack_mask"}
SUFFIX = {"VOP1": "_e32", "VOP2": "_e32", "VOPC": "_e32", "VOP3": "_e64"}
INVERSE_2PI = 248
MIXED = re.compile(r"v_(fma|mad)_mix")


def operand_text(operand: Operand, family: str) -> str:
    """One operand without modifiers."""
    kind, index, width = operand.kind, operand.index, operand.width
    if kind is Reg.SGPR:
        return _scalar(index, width, family)
    if kind in {Reg.VGPR, Reg.AGPR}:
        return f"{kind.value}{index}" if width == 1 else f"{kind.value}[{index}:{index + width - 1}]"
    if kind is Reg.LITERAL:
        return f"{index:#x}"
    if kind is Reg.INLINE_INT:
        return str(index)
    if kind is Reg.INLINE_FLOAT:
        return "0.15915494309189532" if index == INVERSE_2PI else repr(operand.value)
    return {Reg.SCC: "src_scc", Reg.VCCZ: "src_vccz", Reg.EXECZ: "src_execz"}.get(kind, kind.value)


def _scalar(index: int, width: int, family: str) -> str:
    if index == M0:
        return "m0"
    pairs = NAMED_PAIRS | (GFX9_PAIRS if family == "gfx9" else {})
    for first, name in pairs.items():
        if index == first and width == 2:
            return name
        if width == 1 and index in {first, first + 1}:
            return f"{name}_{'lo' if index == first else 'hi'}"
    letters, number = ("ttmp", index - 108) if index >= 108 else ("s", index)
    return f"{letters}{number}" if width == 1 else f"{letters}[{number}:{number + width - 1}]"


@cache
def _suffixed(isa: str) -> dict[str, frozenset[str]]:
    """Names that exist in a short and in the long vector encoding, by encoding: they need _e32 or _e64."""
    tables = {name: {row.name for row in rows.values()} for name, rows in opcodes(isa).items()}
    short = set().union(*(tables.get(name, set()) for name in ("VOP1", "VOP2", "VOPC")))
    both = frozenset(short & tables["VOP3"])
    return dict.fromkeys(SUFFIX, both)


def text(instruction: Instruction, isa: str) -> str:
    """The instruction in assembler syntax; ``isa`` as ``decode`` takes it."""
    if instruction.second is not None:
        halves = (instruction, instruction.second)
        return " :: ".join(f"v_dual_{half.name[2:]} {', '.join(_dual_operands(half))}" for half in halves)
    name = instruction.name
    if name in _suffixed(isa).get(instruction.encoding, ()):
        long = instruction.encoding == "VOP3"
        name += "_sdwa" if instruction.sdwa else ("_e64" if long else "") + ("_dpp" if instruction.dpp else "")
        name += "" if instruction.sdwa or instruction.dpp or long else "_e32"
    elif instruction.dpp:
        name += "_e64_dpp" if instruction.encoding in {"VOP3", "VOP3P"} else "_dpp"
    elif instruction.sdwa:
        name += "_sdwa"
    operands = ", ".join(OPERANDS.get(instruction.encoding, _register_operands)(instruction))
    return " ".join(part for part in (name, operands, *_modifiers(instruction, isa)) if part)


def _plain(instruction: Instruction, operands: tuple[Operand, ...]) -> list[str]:
    return [operand_text(operand, instruction.isa) for operand in operands]


def _dual_operands(half: Instruction) -> list[str]:
    src = half.src[:-1] if half.name.startswith("v_cndmask") else half.src
    return _plain(half, (*half.dst, *src))


def _source(instruction: Instruction, number: int) -> str:
    """A source with neg, abs and sext around it."""
    operand = instruction.src[number]
    shown = operand_text(operand, instruction.isa)
    packed = instruction.encoding == "VOP3P" and not MIXED.match(instruction.name)
    absolute = instruction.neg_hi if MIXED.match(instruction.name) else instruction.abs
    if instruction.sdwa and (instruction.sdwa.src0_sext, instruction.sdwa.src1_sext, False)[number]:
        shown = f"sext({shown})"
    if absolute >> number & 1:
        shown = f"|{shown}|"
    if instruction.neg >> number & 1 and not packed:
        constant = operand.kind in {Reg.LITERAL, Reg.INLINE_INT, Reg.INLINE_FLOAT}
        shown = f"neg({shown})" if constant and not absolute >> number & 1 else f"-{shown}"
    return shown


def _register_operands(instruction: Instruction) -> list[str]:
    """Vector operations and SOP1, SOP2, SOPC."""
    name = instruction.name
    results = _plain(instruction, instruction.dst)
    sources = [_source(instruction, number) for number in range(len(instruction.src))]
    if name.startswith("v_swap"):
        return [results[0], sources[0]]
    if name.startswith("v_cmpx") and instruction.isa != "gfx9":
        results = []
    if name.startswith("v_div_fmas"):
        sources.pop()
    if name.startswith(("s_sendmsg_rtn", "s_set_gpr_idx_on")):
        sources.append(str(instruction.simm16))
    return results + sources


def _immediate_operands(instruction: Instruction) -> list[str]:
    """SOPK and SOPP."""
    name, number = instruction.name, instruction.simm16
    if name.startswith("s_setreg"):
        return [f"{number & 0xFFFF:#x}", *_plain(instruction, instruction.src)]
    src = () if instruction.dst else instruction.src
    registers = _plain(instruction, (*instruction.dst, *src))
    hidden = not number and name in {"s_endpgm", *NO_IMMEDIATE}
    return registers if hidden else [*registers, str(number if instruction.target is not None else number & 0xFFFF)]


NO_IMMEDIATE = {
    *("s_barrier", "s_wakeup", "s_icache_inv", "s_ttracedata", "s_endpgm_saved", "s_endpgm_ordered_ps_done"),
    *("s_set_gpr_idx_off", "s_wait_idle", "s_code_end", "s_barrier_leave"),
}


def _scalar_memory_operands(instruction: Instruction) -> list[str]:
    src = instruction.src
    if not src:
        return _plain(instruction, instruction.dst)
    shown = _plain(instruction, src[:-1])
    returned = "atomic" in instruction.name
    shown = shown if returned else _plain(instruction, instruction.dst) + shown
    if src[-1].kind is Reg.NONE:
        return [*shown, hex(instruction.offset)]
    register = operand_text(src[-1], instruction.isa)
    return [*shown, register + (f" offset:{instruction.offset:#x}" if instruction.offset else "")]


def _address_operands(instruction: Instruction) -> list[str]:
    """FLAT, GLOBAL and SCRATCH."""
    if not instruction.src:
        return []
    vaddr, *data, saddr = instruction.src
    shown = _plain(instruction, instruction.dst)
    if vaddr.kind is not Reg.NONE or instruction.encoding == "SCRATCH":
        shown.append(operand_text(vaddr, instruction.isa))
    shown += _plain(instruction, tuple(data))
    return shown if instruction.encoding == "FLAT" else [*shown, operand_text(saddr, instruction.isa)]


def _buffer_operands(instruction: Instruction) -> list[str]:
    """MUBUF and MTBUF."""
    if not instruction.src:
        return []
    vaddr, *data, srsrc, soffset = instruction.src
    shown = _plain(instruction, tuple(data) or instruction.dst)
    if instruction.name != "buffer_store_lds_dword":
        shown.append(operand_text(vaddr, instruction.isa))
    return shown + _plain(instruction, (srsrc, soffset))


def _image_operands(instruction: Instruction) -> list[str]:
    if not instruction.src:
        return []
    first = next(at for at, operand in enumerate(instruction.src) if operand.kind is not Reg.VGPR)
    vectors, rest = list(instruction.src[:first]), instruction.src[first:]
    stored = "store" in instruction.name or "atomic" in instruction.name
    data = (vectors.pop(),) if stored else instruction.dst
    address = _plain(instruction, tuple(vectors))
    shown = address[0] if len(address) == 1 else f"[{', '.join(address)}]"
    return [*_plain(instruction, data), shown, *_plain(instruction, rest)]


OPERANDS: dict[str, Callable[[Instruction], list[str]]] = {
    "SOPK": _immediate_operands,
    "SOPP": _immediate_operands,
    "SMEM": _scalar_memory_operands,
    "FLAT": _address_operands,
    "GLOBAL": _address_operands,
    "SCRATCH": _address_operands,
    "MUBUF": _buffer_operands,
    "MTBUF": _buffer_operands,
    "MIMG": _image_operands,
    "DS": lambda instruction: _plain(instruction, (*instruction.dst, *instruction.src)),
}


def _modifiers(instruction: Instruction, isa: str) -> list[str]:
    if instruction.encoding in OPERANDS:
        return flags_text(instruction, isa)
    if "mfma" in instruction.name or "smfmac" in instruction.name:
        return matrix_text(instruction, isa)
    packed = instruction.encoding == "VOP3P"
    found = packed_text(instruction, mixed=bool(MIXED.match(instruction.name))) if packed else select_text(instruction)
    if instruction.clamp:
        found.append("clamp")
    if instruction.omod:
        found.append(("", "mul:2", "mul:4", "div:2")[instruction.omod])
    return found + lanes_text(instruction)
