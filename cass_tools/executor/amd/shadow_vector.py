"""What vector ALU instructions make of undefined lanes.

A result is undefined where a source is; towards silence where not every bit of a source counts: a register that is
put together from others is undefined only if all of them are, one that is written in part only if it was before, and
what comes from other lanes only if all active ones are.
"""

import re

from cass_tools.executor.amd.indexing import indices
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.machine import Machine, is_vector
from cass_tools.executor.amd.ops import COMPARE, RENAMED, VALU, VectorOp
from cass_tools.executor.amd.shadow import DECISION, Shadow, any_of
from cass_tools.executor.amd.sources import scalar
from cass_tools.executor.ir.value import Value

Masks = list[Value | None]

_PUT_TOGETHER = re.compile(
    r"v_(or|or3|and_or|lshl_or|bfi|perm|alignbit|alignbyte|pack|cvt_pk|cvt_pkrtz|cvt_pknorm|cvt_sr|lshl_or|xor3)_"
)
_PARTS = re.compile(r"_mix(lo|hi)_|_sr_|cvt_pk_(fp8|bf8)|_d16")
_UPWARDS = re.compile(r"v_(mad|mul|add|sub|lshl|lshlrev|lshl_add)_\w*[iub]64")
"""64-bit operations whose lower half does not depend on upper halves."""
_LANE_READS = ("v_readlane_b32", "v_readfirstlane_b32")
_SHUFFLES = ("ds_bpermute", "ds_permute", "ds_swizzle", "v_permlane")


def whole(m: Machine, masks: Masks) -> Value | None:
    """All active lanes if all of them are undefined, else none: of values that come from other lanes."""
    some = any_of(masks)
    if some is None:
        return None
    active = m.exec_bits()
    return ((some & active).cmp("eq", active)).select(active, 0)


def _all_of(masks: Masks) -> Value | None:
    result = None
    for mask in masks:
        if mask is None:
            return None
        result = mask if result is None else result & mask
    return result


def _choice(m: Machine, s: Shadow, instruction: Instruction) -> Value | None:
    """v_cndmask: the source that is chosen counts, and the mask."""
    no, yes = (s.masks(operand)[0] for operand in instruction.src[:2])
    mask = instruction.src[2]
    if mask.kind is not Reg.SGPR:
        return any_of((no, yes))
    chosen = m.scalars.bits(mask.index)
    taken = None if yes is None else yes & chosen
    left = None if no is None else no & ~chosen
    return any_of((taken, left, s.words(mask.index, s.type)))


def _sources(s: Shadow, instruction: Instruction, op: VectorOp) -> list[Masks]:
    """The masks of the dwords of all sources; a lane mask has one."""
    found: list[Masks] = []
    for operand, code in zip(instruction.src, op.src, strict=False):
        if code != "m":
            found.append(s.masks(operand))
        elif operand.kind is Reg.SGPR:
            found.append([s.words(operand.index, s.type)])
    return found


def _constant(operand: Operand) -> bool:
    return not is_vector(operand) and operand.kind is not Reg.SGPR


def _pairs(instruction: Instruction, sources: list[Masks]) -> Masks:
    """gfx9's operations on two dwords: each half of the result comes from the dwords that op_sel and op_sel_hi name."""

    def half(number: int, selection: int) -> Value | None:
        masks = sources[number]
        return masks[min(selection >> number & 1, len(masks) - 1)]

    if instruction.name == "v_pk_mov_b32":  # low from source 0, high from source 1
        return [half(0, instruction.op_sel), half(1, instruction.op_sel)]
    numbers = range(len(sources))
    return [any_of(half(n, selection) for n in numbers) for selection in (instruction.op_sel, instruction.op_sel_hi)]


def _combined(m: Machine, s: Shadow, instruction: Instruction, op: VectorOp) -> Masks:
    """The undefined lanes of the two dwords of the result (the same where there is one)."""
    if instruction.name == "v_cndmask_b32" and instruction.dpp is None and instruction.sdwa is None:
        chosen = _choice(m, s, instruction)
        return [chosen, chosen]
    sources = _sources(s, instruction, op)
    if instruction.name.startswith("v_and_b"):  # what a mask in a scalar register leaves is a part like any other
        vectors = [masks for masks, operand in zip(sources, instruction.src, strict=False) if is_vector(operand)]
        together = _all_of([any_of(masks) for masks in vectors]) if vectors else None
        return [together, together]
    if _PUT_TOGETHER.match(instruction.name):
        kept = [masks for masks, operand in zip(sources, instruction.src, strict=False) if not _constant(operand)]
        together = _all_of([any_of(masks) for masks in kept])
        return [together, together]
    if instruction.name.startswith("v_pk_") and instruction.dst[0].width == 2:
        return _pairs(instruction, sources)
    if op.accumulates and not _PARTS.search(instruction.name):
        sources.append(s.masks(instruction.dst[0]))
    everything = any_of([mask for masks in sources for mask in masks])
    if instruction.dpp is not None:
        everything = whole(m, [everything])
    if op.dst[0] == "q" and _UPWARDS.match(instruction.name):
        return [any_of([masks[0] for masks in sources]), everything]
    return [everything, everything]


def _partly(instruction: Instruction) -> bool:
    """Whether a part of the destination keeps its value."""
    sdwa = instruction.sdwa
    return (
        instruction.dpp is not None
        or (sdwa is not None and sdwa.dst_sel != 6)
        or bool(instruction.op_sel & 8)
        or _PARTS.search(instruction.name) is not None
    )


def _write(s: Shadow, instruction: Instruction, masks: Masks) -> None:
    active = s.m.exec_bits()
    for operand in instruction.dst:
        if is_vector(operand):
            for row, mask in zip(s.m.rows(operand), masks + masks[-1:] * operand.width, strict=False):
                s.set_row(row, mask, partly=_partly(instruction))
        elif operand.kind is Reg.SGPR:
            bits = s.m.const(0, s.type) if masks[-1] is None else masks[-1] & active
            s.set_words(operand.index, bits)


def _compare(m: Machine, s: Shadow, instruction: Instruction) -> None:
    masks = [any_of(s.masks(operand)) for operand in instruction.src]
    if instruction.dpp is not None:
        masks = [whole(m, [mask]) for mask in masks]
    active = m.exec_bits()
    for operand, mask in zip(instruction.src, masks, strict=True):
        if mask is not None:
            s.compared(mask & active, operand)
    undefined = any_of(masks)
    bits = m.const(0, s.type) if undefined is None else undefined & active
    for operand in instruction.dst:
        if operand.kind is Reg.SGPR:
            s.set_words(operand.index, bits)
    if undefined is not None and COMPARE[instruction.name].writes_exec:
        s.tell(bits, DECISION)


def _read_lane(m: Machine, s: Shadow, instruction: Instruction) -> None:
    """A lane of a vector register becomes a scalar."""
    source, target = instruction.src[0], instruction.dst[0]
    if target.kind is not Reg.SGPR or not is_vector(source):
        return
    if len(instruction.src) > 1:
        lane = scalar(m, instruction.src[1], "u") & (m.lanes - 1)
    else:
        lane = m.intrinsic("cttz", m.exec_bits(), m.const(0, "i1")).trunc("i32") & (m.lanes - 1)
    bit = (s.row(m.row(source)) >> lane.zext(s.type)).trunc("i1")
    s.set_words(target.index, bit.sext("i32"))


def _write_lane(m: Machine, s: Shadow, instruction: Instruction) -> None:
    """A scalar becomes a lane: undefined if all of it is, so that a spilled mask is not less defined than before."""
    source, number = instruction.src[:2]
    row = m.row(instruction.dst[0])
    lane = scalar(m, number, "u") & (m.lanes - 1)
    one = m.const(1, s.type) << lane.zext(s.type)
    kept = s.row(row) & ~one
    undefined = s.masks(source)[0]
    s.replace_row(row, kept if undefined is None else kept | (undefined & one))


def clear(s: Shadow, instruction: Instruction) -> None:
    """What is written is taken to be defined."""
    for operand in instruction.dst:
        if is_vector(operand):
            for row in s.m.rows(operand):
                s.set_row(row, None)
        elif operand.kind is Reg.SGPR:
            for n in range(operand.width):
                s.set_words(operand.index + n, s.m.const(0, "i32"))


def shuffle(m: Machine, s: Shadow, instruction: Instruction) -> None:
    """Data that goes from lane to lane."""
    data = instruction.src[-1] if instruction.name.startswith("ds_") else instruction.src[0]
    s.set_row(m.row(instruction.dst[0]), whole(m, s.masks(data)[:1]))


def follow(m: Machine, s: Shadow, instruction: Instruction) -> None:
    """Update the shadow for an instruction of the vector ALU, before it is translated."""
    name = instruction.name
    moved = indices(m, instruction)
    if moved is not None:
        source, target = instruction.src[0], instruction.dst[0]
        origin = s.behind(m.row(source), moved[0]) if is_vector(source) else None
        s.move(origin, s.behind(m.row(target), moved[1]))
    elif name in COMPARE:
        _compare(m, s, instruction)
    elif name in _LANE_READS:
        _read_lane(m, s, instruction)
    elif name == "v_writelane_b32":
        _write_lane(m, s, instruction)
    elif name.startswith(_SHUFFLES):
        shuffle(m, s, instruction)
    else:
        halves = (instruction,) if instruction.second is None else (instruction, instruction.second)
        ready: list[tuple[Instruction, Masks | None]] = []
        for half in halves:
            op = VALU.get(RENAMED.get(half.name, half.name))
            ready.append((half, None if op is None else _combined(m, s, half, op)))
        for half, masks in ready:
            if masks is None:
                clear(s, half)
            else:
                _write(s, half, masks)
