"""Values that are used before they have arrived: loads without an s_waitcnt in between.

Loads run beside the code that follows them; counters say how many are still on their way, and a wait for a count is
what makes a result safe to use. Followed over the control flow of a function: a use is reported if on some way to it
no wait covers the load. What is not known (a jump to an address in a register, a wait that cannot be read) counts as
a wait for everything, so that what is reported is really missing.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from cass_tools.asm.flow import Block, blocks
from cass_tools.asm.statements import Function, Registers, Statement, registers, registers_in

Register = tuple[str, int]
Key = tuple[str, Register]
"""A counter and a register whose value it counts."""


class Pending(NamedTuple):
    """`later` operations have been counted since the load at `line`; `ordered`: they end in the order of the text."""

    later: int
    line: int
    ordered: bool


State = dict[Key, Pending]


class Missing(NamedTuple):
    """An instruction that names `register` while the load at `loaded` may not have ended; `wait` makes it safe.

    For a barrier the width of `register` is 0: what has not ended is a store to local memory.
    """

    statement: Statement
    register: Registers
    loaded: int
    wait: str


class Counted(NamedTuple):
    """What an instruction does to the counters: those that it counts in, its result, if it ends in order."""

    counters: tuple[str, ...]
    result: bool
    ordered: bool = True


STORED: Register = ("lds", 0)
"""Stands for the local memory that a wave writes."""
BARRIERS = frozenset(("s_barrier", "s_barrier_signal"))
FAR = 64  # more than any counter holds
_MEMORY = re.compile(r"(global|flat|scratch|buffer|tbuffer|image)_")
_STORES = re.compile(r"_(store|wbl2|wbinv|inv|gl[01]_inv|wb)\b|_store_|buffer_(wb|inv|gl)|global_(wb|inv)")
_RETURNS = re.compile(r"\b(glc|sc0|TH_ATOMIC_RETURN)\b|\bth:TH_ATOMIC_\w*RETURN")
_LDS_RESULT = re.compile(
    r"ds_(read|load|bpermute|permute|swizzle|consume|append|ordered|bvh)|ds_\w+_rtn|ds_(condxchg|wrap)"
)
_LDS_WRITE = re.compile(r"ds_(write|store|add|sub|inc|dec|min|max|and|or|xor|cmpst|wrxchg|mskor)")
_CALLS = ("s_swappc", "s_setpc", "s_call", "s_wait_idle", "s_rfe", "s_endpgm")
_ONE = {
    "s_waitcnt_vmcnt": "vm",
    "s_waitcnt_lgkmcnt": "lgkm",
    "s_wait_loadcnt": "vm",
    "s_wait_dscnt": "ds",
    "s_wait_kmcnt": "km",
    "s_wait_samplecnt": "sample",
    "s_wait_bvhcnt": "bvh",
}
_NAMED = re.compile(r"(vmcnt|lgkmcnt|expcnt|vscnt|vmcnt_sat|lgkmcnt_sat)(?:_sat)?\s*\(\s*(0x[0-9a-fA-F]+|\d+)\s*\)")
_NUMBER = re.compile(r"(0x[0-9a-fA-F]+|\d+)\s*$")
WAITS = {"vm": "vmcnt", "lgkm": "lgkmcnt"}
WAITS12 = {"vm": "loadcnt", "ds": "dscnt", "km": "kmcnt", "sample": "samplecnt", "bvh": "bvhcnt"}


def counted(statement: Statement, family: int) -> Counted | None:
    """What a statement counts; None for what counts nothing. `family` is 9 to 12."""
    name, lds, scalar = statement.name.lower(), *(("ds", "km") if family >= 12 else ("lgkm", "lgkm"))
    if name.startswith("ds_"):
        return Counted((lds,), bool(_LDS_RESULT.match(name)))
    if name.startswith(("s_load_", "s_buffer_load_", "s_scratch_load_", "s_memtime", "s_memrealtime", "s_atomic_")):
        return Counted((scalar,), not name.startswith("s_atomic_"), ordered=False)
    if name.startswith("s_sendmsg"):
        return Counted((scalar,), "_rtn" in name, ordered=False)
    if not (found := _MEMORY.match(name)):
        return None
    return _vector_memory(statement, name, found[1], family)


def _vector_memory(statement: Statement, name: str, space: str, family: int) -> Counted | None:
    lds = ("ds" if family >= 12 else "lgkm",) if space == "flat" else ()
    atomic = "_atomic_" in name
    returns = bool(_RETURNS.search(statement.operands))
    if _STORES.search(name) or (atomic and not returns):
        return Counted((("vm",) if family < 10 else ()) + lds, result=False)
    counter = "vm"
    if family >= 12 and space == "image":
        counter = "sample" if "sample" in name or "gather" in name else "bvh" if "bvh" in name else "vm"
    into_lds = "_lds_" in name or re.search(r"\blds\b", statement.operands) is not None
    return Counted((counter, *lds), not into_lds, ordered=space != "image")


def waited(statement: Statement, family: int) -> dict[str, int] | None:
    """The counts that a statement waits for, by counter; None where it is no wait. All counters if it is not clear."""
    name = statement.name
    every = dict.fromkeys(("vm", "lgkm", "ds", "km", "sample", "bvh"), 0)
    if name.startswith(_CALLS):
        return every
    if name in _ONE:
        number = _NUMBER.search(statement.operands)
        return {_ONE[name]: int(number[1], 0)} if number else every
    if name in ("s_wait_loadcnt_dscnt", "s_wait_storecnt_dscnt"):
        number = _NUMBER.fullmatch(statement.operands)
        if not number:
            return every
        bits = int(number[1], 0)
        return {"ds": bits & 63} | ({"vm": bits >> 8 & 63} if "load" in name else {})
    if name != "s_waitcnt":
        return None
    if number := _NUMBER.fullmatch(statement.operands):
        return _fields(int(number[1], 0), family)
    named = _NAMED.findall(statement.operands)
    rest = _NAMED.sub("", statement.operands).strip(" &,")
    if not named or rest:
        return every
    return {counter.removesuffix("_sat").removesuffix("cnt"): int(value, 0) for counter, value in named}


def _fields(bits: int, family: int) -> dict[str, int]:
    if family >= 11:
        return {"vm": bits >> 10 & 63, "lgkm": bits >> 4 & 63}
    return {"vm": bits & 15 | bits >> 10 & 48, "lgkm": bits >> 8 & (63 if family == 10 else 15)}


def missing(function: Function, family: int) -> list[Missing]:
    """Uses before a wait, each register of a load once, in the order of the text."""
    every = blocks(function)
    states: dict[int, State] = {}
    left = [0]
    while left:
        number = left.pop()
        state = dict(states.get(number, {}))
        _run(every[number], state, family)
        for following in every[number].following:
            if _merge(states, following, state) and following not in left:
                left.append(following)
    found = []
    for block in every:
        if block.number in states or block.number == 0:
            found += list(_run(block, dict(states.get(block.number, {})), family, report=True))
    return found


def _merge(states: dict[int, State], number: int, state: State) -> bool:
    """Add what may be on its way when a block is entered; whether that is more than was known."""
    if number not in states:
        states[number] = dict(state)
        return True
    known, more = states[number], False
    for key, pending in state.items():
        before = known.get(key)
        if before is None or pending.later < before.later:
            known[key] = pending
            more = True
    return more


def _run(block: Block, state: State, family: int, *, report: bool = False) -> list[Missing]:
    """Follow a block; `state` is changed. Behind what is reported, the wait that is missing is taken as made."""
    found: list[Missing] = []
    for statement in block.code:
        counts = waited(statement, family)
        if counts is not None:
            _wait(state, counts)
            if statement.name.startswith("s_wait"):
                continue
        if report and statement.name in BARRIERS:
            found += _unstored(statement, state, family)
        effect = counted(statement, family)
        for used in _used(statement, effect, state):
            keys = [key for key in state if key[1] in used.numbers]
            if not keys:
                continue  # the wait for another register of this statement covers it
            if report:
                found.append(_missing(statement, used, state, keys, family))
            _wait(state, {counter: 0 for counter, _ in keys})
        if effect is not None:
            _count(statement, effect, state)
    return found


def _unstored(statement: Statement, state: State, family: int) -> list[Missing]:
    """A barrier that is reached while this wave still writes to the local memory that the others read behind it."""
    keys = [key for key in state if key[1] == STORED]
    place = Registers("", 0, 0, statement.name_span)
    found = [_missing(statement, place, state, keys, family)] if keys else []
    _wait(state, {counter: 0 for counter, _ in keys})
    return found


def _missing(statement: Statement, used: Registers, state: State, keys: list[Key], family: int) -> Missing:
    counters = sorted({key[0] for key in keys})
    line = min(state[key].line for key in keys)
    if family >= 12:
        wait = "\n".join(f"s_wait_{WAITS12[counter]} 0x0" for counter in counters)
    else:
        wait = "s_waitcnt " + " ".join(f"{WAITS[counter]}(0)" for counter in reversed(counters))
    return Missing(statement, used, line, wait)


def _used(statement: Statement, effect: Counted | None, state: State) -> Iterator[Registers]:
    """Registers of a statement that are on their way, but for results that come behind them in the same order."""
    named = registers(statement)
    if not named:
        return
    result = _result(statement) if effect is not None and effect.result else None
    for each in named:
        keys = [key for key in state if key[1] in each.numbers]
        if effect is not None and result is not None and each.span == result.span:
            keys = [key for key in keys if key[0] not in effect.counters]
        if keys:
            yield each


def _result(statement: Statement) -> Registers | None:
    first = statement.operands.partition(",")[0]
    return next(registers_in(first, statement.at), None)


def _count(statement: Statement, effect: Counted, state: State) -> None:
    for key, pending in state.items():
        if key[0] in effect.counters:
            state[key] = pending._replace(later=min(pending.later + 1, FAR))
    if _LDS_WRITE.match(statement.name):
        lds = effect.counters[-1]
        state[lds, STORED] = Pending(0, statement.line, ordered=True)
    result = _result(statement) if effect.result else None
    for register in result.numbers if result else ():
        for counter in effect.counters:
            state[counter, register] = Pending(0, statement.line, effect.ordered)


def _wait(state: State, counts: dict[str, int]) -> None:
    for key in [key for key in state if key[0] in counts]:
        count, pending = counts[key[0]], state[key]
        if count == 0 or (pending.ordered and pending.later >= count):
            del state[key]
