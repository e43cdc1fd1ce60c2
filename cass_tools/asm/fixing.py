"""Repairing a file: the safe fixes of its findings, again and again, as long as each round leaves less to repair."""

from typing import NamedTuple

from cass_tools.asm.diagnose import Diagnosis, diagnose
from cass_tools.engine import apply, choose
from cass_tools.model import Finding, Safety, Severity

ROUNDS = 20  # a repair can lay open what the assembler did not reach before


class Repaired(NamedTuple):
    """`data` is the better file, the original where nothing could be repaired; `made` the findings that were."""

    data: bytes
    before: Diagnosis
    after: Diagnosis
    made: tuple[Finding, ...]


def repaired(data: bytes, mcpu: str | None = None) -> Repaired:
    """Apply what is sure. A round that makes nothing better is taken back, and its fixes are tried singly."""
    first = now = diagnose(data, mcpu)
    made: list[Finding] = []
    for _ in range(ROUNDS):
        step = _round(data, now, mcpu)
        if step is None:
            break
        data, now, fixed = step
        made += fixed
    return Repaired(data, first, now, tuple(made))


def _round(data: bytes, now: Diagnosis, mcpu: str | None) -> tuple[bytes, Diagnosis, list[Finding]] | None:
    """The file with as many fixes as help; None where none does."""
    sure = [each for each in now.findings if each.fix and each.fix.safety is Safety.SAFE]
    if not sure:
        return None
    moving = [each for each in sure if each.rule == "register-alignment"]
    every = _tried(data, now, moving[:1] or sure, mcpu)  # two of them could choose the same spare registers
    if every is not None:
        return every
    for each in sure[:ROUNDS]:
        alone = _tried(data, now, [each], mcpu)
        if alone is not None:
            return alone
    return None


def _tried(
    data: bytes, now: Diagnosis, fixed: list[Finding], mcpu: str | None
) -> tuple[bytes, Diagnosis, list[Finding]] | None:
    edits = choose(fixed)
    taken = [each for each in fixed if each.fix and all(edit in edits for edit in each.fix.edits)]
    after = apply(data, edits)
    if after == data:
        return None
    then = diagnose(after, mcpu or now.gpu)
    return (after, then, taken) if _better(now, then) else None


def _better(now: Diagnosis, then: Diagnosis) -> bool:
    """Fewer errors, or fewer warnings without more errors; and no file that could be assembled before and cannot now.

    Warnings are looked for only in what assembles, so there can be more of them once the errors are gone.
    """
    return _badness(then) < _badness(now) and (then.assembled or not now.assembled)


def _badness(found: Diagnosis) -> tuple[int, int]:
    errors = sum(each.severity is Severity.ERROR for each in found.findings)
    return errors, len(found.findings)
