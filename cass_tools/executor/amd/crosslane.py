"""Vector instructions that move values between lanes or between lanes and scalar registers."""

from collections.abc import Callable

from cass_tools.executor.amd import modifiers, salu
from cass_tools.executor.amd.instruction import Instruction, Operand
from cass_tools.executor.amd.machine import Machine, is_vector
from cass_tools.executor.amd.sources import ready, scalar, vector_word
from cass_tools.executor.ir.value import Value


def pick(m: Machine, value: Value, lanes: Value) -> Value:
    """A slot whose lane l is lane `lanes[l]` (an i32 vector of valid lane numbers) of `value`, both of the wave's size.

    A call to a routine that goes through memory: no host instruction shuffles vectors of this length freely.
    """
    name = m.routine("pick", lambda: _pick_routine(m.lanes))
    slot = m.slot()
    m.do(f"call void @{name}({value.typed}, {lanes.typed}, {slot.typed})")
    return slot


def _pick_routine(lanes: int) -> str:
    vector = f"<{lanes} x i32>"
    lines = [f"define internal void @pick({vector} %value, {vector} %from, ptr %out) noinline nounwind {{"]
    lines += [f"  %table = alloca {vector}, align 64", f"  %index = alloca {vector}, align 64"]
    lines += [f"  store {vector} %value, ptr %table", f"  store {vector} %from, ptr %index", "  br label %loop"]
    lines += ["loop:", "  %lane = phi i64 [ 0, %0 ], [ %next, %loop ]"]
    lines += ["  %at = getelementptr i32, ptr %index, i64 %lane", "  %source = load i32, ptr %at"]
    lines += ["  %entry = getelementptr i32, ptr %table, i32 %source", "  %word = load i32, ptr %entry"]
    lines += ["  %to = getelementptr i32, ptr %out, i64 %lane", "  store i32 %word, ptr %to"]
    lines += ["  %next = add i64 %lane, 1", f"  %more = icmp ult i64 %next, {lanes}"]
    lines += ["  br i1 %more, label %loop, label %done", "done:", "  ret void", "}"]
    return "\n".join(lines)


def _whole(m: Machine, operand: Operand) -> Value:
    """A 32-bit source in all lanes, active or not."""
    return m.whole(m.row(operand)) if is_vector(operand) else m.splat(scalar(m, operand, "u"), m.lanes)


def first_active_lane(m: Machine) -> Value:
    """Number of the first active lane as an integer of the wave's size; 0 when there is none."""
    active = m.exec_bits()
    first = m.intrinsic("cttz", active, m.const(0, "i1"))
    return active.cmp("eq", 0).select(m.const(0, active.type), first)


def _lane(m: Machine, operand: Operand, lane: Value) -> Value:
    return m.lane(m.row(operand), lane) if is_vector(operand) else scalar(m, operand, "u")


def _readfirstlane(m: Machine, instruction: Instruction) -> None:
    salu.write(m, instruction.dst[0], _lane(m, instruction.src[0], first_active_lane(m)))


def _readlane(m: Machine, instruction: Instruction) -> None:
    lane = scalar(m, instruction.src[1], "u") & (m.lanes - 1)
    salu.write(m, instruction.dst[0], _lane(m, instruction.src[0], lane))


def _writelane(m: Machine, instruction: Instruction) -> None:
    value = scalar(m, instruction.src[0], "u")
    lane = scalar(m, instruction.src[1], "u") & (m.lanes - 1)
    m.close()
    place = m.emit(f"getelementptr i32, {m.address(m.row(instruction.dst[0])).typed}, {lane.typed}", "ptr")
    m.do(f"store {value.typed}, {place.typed}, align 4")


def _selected(m: Machine, instruction: Instruction) -> Value:
    """The number 0 to 15 of a lane in its row that each lane takes: of the lane's own register for the var forms."""
    if "_var_" in instruction.name:
        return m.whole(m.row(instruction.src[1])) & 15
    low, high = (scalar(m, operand, "u").zext("i64") for operand in instruction.src[1:3])
    shift = m.vector([4 * (lane % 16) for lane in range(m.lanes)], "i64")
    return ((m.splat(low | (high << 32), m.lanes) >> shift) & 15).trunc("i32")


def _permlane16(m: Machine, instruction: Instruction) -> None:
    """Any lane of the same row of 16 (x16: of the other row of the pair), chosen by 16 selectors of 4 bits.

    op_sel bit 0 is "fetch inactive", bit 1 is "bound control"; without them a lane whose source is inactive keeps its
    old value.
    """
    m.close()
    other = 16 if instruction.name.startswith("v_permlanex16") else 0
    row = m.vector([lane & ~15 ^ other for lane in range(m.lanes)], "i32")
    source = _selected(m, instruction) + row
    moved = pick(m, _whole(m, instruction.src[0]), source)
    target = m.row(instruction.dst[0])
    value = m.strip.load(moved)
    if not instruction.op_sel & 1:
        mask = m.emit(f"bitcast {m.exec_bits().typed} to <{m.lanes} x i1>", "i1", m.lanes)
        active = m.strip.load(pick(m, mask.sext("i32"), source)).cmp("ne", 0)
        kept = m.strip.everywhere(0, "i32") if instruction.op_sel & 2 else m.strip.word(target)
        value = active.select(value, kept)
    m.strip.set_word(target, value)


def _permlane64(m: Machine, instruction: Instruction) -> None:
    """Swap the halves of a wave of 64; a copy in a wave of 32."""
    m.close()
    value, slot = _whole(m, instruction.src[0]), m.slot()
    if m.lanes == 64:
        value = m.shuffle(value, [lane ^ 32 for lane in range(64)])
    m.do(f"store {value.typed}, {slot.typed}, align 64")
    m.strip.set_word(m.row(instruction.dst[0]), m.strip.load(slot))


def _mbcnt(m: Machine, instruction: Instruction) -> None:
    """Count the bits of source 0 that stand for lower lanes (lo: of lanes 0-31, hi: 32-63) and add source 1."""
    access = modifiers.begin(m, instruction, "uu")
    strip = m.strip
    lane = strip.lane_numbers()
    within = lane - 32 if instruction.name.startswith("v_mbcnt_hi") else lane
    below = (strip.everywhere(1, "i32") << (within & 31)) - 1
    below = within.cmp("slt", 0).select(0, within.cmp("sgt", 31).select(-1, below))
    count = strip.intrinsic("ctpop", modifiers.source(access, 0, "u") & below)
    modifiers.write(access, instruction.dst[0], count + modifiers.source(access, 1, "u"))


def _swap(m: Machine, instruction: Instruction) -> None:
    access = modifiers.begin(m, instruction, "uu")
    values = [modifiers.source(access, number, "u") for number in range(2)]
    for operand, value in zip(instruction.dst, values, strict=True):
        modifiers.write(access, operand, value)


def _move_accumulator(m: Machine, instruction: Instruction) -> None:
    """v_accvgpr_read, write, mov: plain copies between the two halves of the register file."""
    ready(m, *instruction.src)
    m.strip.set_word(m.row(instruction.dst[0]), vector_word(m, instruction.src[0]))


HANDLERS: dict[str, Callable[[Machine, Instruction], None]] = {
    "v_readfirstlane_b32": _readfirstlane,
    "v_readlane_b32": _readlane,
    "v_writelane_b32": _writelane,
    "v_permlane16_b32": _permlane16,
    "v_permlanex16_b32": _permlane16,
    "v_permlane16_var_b32": _permlane16,
    "v_permlanex16_var_b32": _permlane16,
    "v_permlane64_b32": _permlane64,
    "v_mbcnt_lo_u32_b32": _mbcnt,
    "v_mbcnt_hi_u32_b32": _mbcnt,
    "v_swap_b32": _swap,
    "v_accvgpr_read_b32": _move_accumulator,
    "v_accvgpr_write_b32": _move_accumulator,
    "v_accvgpr_mov_b32": _move_accumulator,
}
"""Instruction translators by mnemonic."""
