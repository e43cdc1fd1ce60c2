"""Keep some of what a GPU made of mutants, small enough to be committed, so that tests need neither GPU nor nvdisasm.

The file (.npz) has the inputs, and for each mutant that is kept its encoding, what nvdisasm prints (predicate, opcode,
operands), and a digest of what the kernel stored on the GPU, "" where the GPU refuses it.
"""

import hashlib
from pathlib import Path

import numpy as np

from bench.mutations import compare, execute, sort
from bench.mutations.carrier import Words
from bench.mutations.sort import Sorted
from cass_tools.errors import CassError

OF_AN_OPCODE, REFUSED = 12, 160  # how many are kept of each opcode, and of those that the GPU refuses
ILLEGAL_INSTRUCTION = 715


def digest(stored: Words) -> str:
    """Of all that the kernel stores."""
    used = np.delete(stored, compare.UNUSED, axis=1)
    return hashlib.sha256(np.ascontiguousarray(used).tobytes()).hexdigest()[:16]


def write(folder: Path, file: Path) -> None:
    """Make the file from a job that was executed."""
    job = compare.read(folder)
    kept: dict[str, dict[str, list[list[str]]]] = {}
    refused: list[list[str]] = []
    for number, mutant in enumerate(job.mutants):
        status = job.statuses.get(number)
        if mutant.row is None or status is None or mutant.outcome == sort.ILLEGAL:
            continue
        try:
            reason = sort.refusal(mutant.instruction)
        except CassError:  # an operand that cannot be read
            continue
        opcode = mutant.instruction.opcode
        if not reason and status == 0 and opcode not in (*execute.OF_WARPS, "MUFU"):
            names = kept.setdefault(opcode, {})
            names.setdefault(mutant.instruction.name, []).append(_row(mutant, digest(job.stored[number])))
        elif reason and status == ILLEGAL_INSTRUCTION:
            refused.append(_row(mutant, ""))
    rows = [row for names in kept.values() for row in _by_turns(list(names.values()))[:OF_AN_OPCODE]]
    rows += refused[:REFUSED]
    np.savez_compressed(file, mutants=np.array(rows), rows=job.rows, uniform=job.uniform)
    size = file.stat().st_size
    print(f"{len(rows)} mutants of {len(kept)} opcodes, {len(refused[:REFUSED])} of them refused: {size} bytes")


def _by_turns(groups: list[list[list[str]]]) -> list[list[str]]:
    """The first of each group, then the second of each, ..."""
    longest = max(map(len, groups))
    return [group[turn] for turn in range(longest) for group in groups if turn < len(group)]


def _row(mutant: Sorted, result: str) -> list[str]:
    words = [(mutant.row or {}).get(name, "") for name in ("predicate", "opcode", "operands")]
    return [f"{mutant.encoding:032x}", *words, result]
