"""Data-parallel primitives: source 0 comes from another lane, and lanes without a source are not written.

A lane has no source when the pattern leads out of the row (or wave), or when the source lane is inactive and
`fetch_inactive` is off. With `bound_ctrl` such a lane reads 0; without, it keeps its old destination. Lanes outside
`row_mask` and `bank_mask` always keep it. DPP8 reads 0 from inactive lanes.
"""

from collections.abc import Callable
from dataclasses import dataclass

from cass_tools.executor.amd.instruction import Dpp, Instruction
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.ir.value import Value

_Pattern = Callable[[int], int | None]
"""Lane -> source lane, None where there is none."""

_ROW = 16


def _in_row(move: Callable[[int], int]) -> _Pattern:
    """A pattern of positions in a row of 16; a position out of the row is no source."""

    def source(lane: int) -> int | None:
        position = move(lane % _ROW)
        return lane - lane % _ROW + position if 0 <= position < _ROW else None

    return source


def _in_wave(step: int, wrap: bool, lanes: int) -> _Pattern:
    def source(lane: int) -> int | None:
        other = lane + step
        return other % lanes if wrap else other if 0 <= other < lanes else None

    return source


def _row_broadcast(first: int) -> _Pattern:
    """Lane 15 (or 31) and its like go to the whole row (pair of rows) behind them."""
    size = first + 1

    def source(lane: int) -> int | None:
        block = lane // size
        return block * size - 1 if block and (size == _ROW or block % 2) else None

    return source


def _pattern(ctrl: int, lanes: int) -> _Pattern | None:
    """The pattern of a dpp_ctrl; None when it is not known."""
    amount = ctrl & 15
    if ctrl <= 0xFF:
        return lambda lane: (lane & ~3) + (ctrl >> 2 * (lane & 3) & 3)
    families: dict[int, Callable[[int], int]] = {
        0x10: lambda p: p + amount,
        0x11: lambda p: p - amount,
        0x12: lambda p: (p - amount) % _ROW,
        0x15: lambda p: amount,
        0x16: lambda p: p ^ amount,
    }
    if ctrl >> 4 in families and (amount or ctrl >> 4 >= 0x15):
        return _in_row(families[ctrl >> 4])
    single: dict[int, _Pattern] = {
        0x130: _in_wave(1, False, lanes),
        0x134: _in_wave(1, True, lanes),
        0x138: _in_wave(-1, False, lanes),
        0x13C: _in_wave(-1, True, lanes),
        0x140: _in_row(lambda p: 15 - p),
        0x141: _in_row(lambda p: p ^ 7),
        0x142: _row_broadcast(15),
        0x143: _row_broadcast(31),
    }
    return single.get(ctrl)


def _sources(m: Machine, instruction: Instruction, dpp: Dpp) -> list[int | None]:
    if dpp.lanes8 is not None:
        choice = dpp.lanes8
        return [lane & ~7 | choice[lane & 7] for lane in range(m.lanes)]
    pattern = _pattern(dpp.ctrl, m.lanes)
    if pattern is None:
        raise m.refuse(instruction, f"dpp_ctrl {dpp.ctrl:#x}")
    return [pattern(lane) for lane in range(m.lanes)]


def _constant_bits(m: Machine, lanes: list[bool]) -> Value:
    """A constant with one bit per lane."""
    return m.const(sum(1 << lane for lane, on in enumerate(lanes) if on), f"i{m.lanes}")


def _valid(m: Machine, dpp: Dpp, sources: list[int | None]) -> Value:
    """Lanes that have a source, as bits."""
    valid = _constant_bits(m, [source is not None for source in sources])
    if dpp.fetch_inactive:
        return valid
    active = m.emit(f"bitcast {m.exec_bits().typed} to <{m.lanes} x i1>", "i1", m.lanes)
    moved = m.shuffle(active, [lane if lane is not None else 0 for lane in sources])
    return valid & m.emit(f"bitcast {moved.typed} to i{m.lanes}", f"i{m.lanes}")


@dataclass(frozen=True, slots=True)
class Moved:
    """Source 0 of an instruction with DPP: its registers in stack slots, lanes that have a source, lanes that may be
    written (as bits; None: all that are active)."""

    slots: tuple[Value, ...]
    valid: Value | None
    writes: Value | None


def move(m: Machine, instruction: Instruction, rows: range) -> Moved | None:
    """Move the registers of source 0 between lanes, before anything else of the instruction is read."""
    dpp = instruction.dpp
    if dpp is None:
        return None
    if any(m.strip.changes(range(row, row + 1)) for row in rows):
        m.close()
    sources = _sources(m, instruction, dpp)
    order = [lane if lane is not None else own for own, lane in enumerate(sources)]
    slots = []
    for row in rows:
        moved, slot = m.shuffle(m.whole(row), order), m.slot()
        m.do(f"store {moved.typed}, {slot.typed}, align 64")
        slots.append(slot)
    zeroes = dpp.lanes8 is not None or dpp.bound_ctrl
    valid = _valid(m, dpp, sources)
    return Moved(tuple(slots), valid if zeroes else None, _writable(m, dpp, valid))


def _writable(m: Machine, dpp: Dpp, valid: Value) -> Value | None:
    if dpp.lanes8 is not None:
        return None
    banks = [bool(dpp.row_mask >> (lane // _ROW % 4) & dpp.bank_mask >> (lane // 4 % 4) & 1) for lane in range(m.lanes)]
    if dpp.bound_ctrl:
        return None if all(banks) else _constant_bits(m, banks)
    return valid & _constant_bits(m, banks)


def word(m: Machine, moved: Moved, number: int) -> Value:
    """Register `number` of the moved source, in the strip; 0 where bound_ctrl or DPP8 say so."""
    value = m.strip.load(moved.slots[number])
    return value if moved.valid is None else m.strip.mask_of(moved.valid).select(value, 0)
