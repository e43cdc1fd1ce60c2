"""What becomes of a mutant before it is executed: whether nvdisasm, the table and the lifter take it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from bench.mutations import listing, mutate
from bench.mutations.mutate import Mutant
from cass_tools.errors import CassError
from cass_tools.executor.nvidia.instruction import Instruction
from cass_tools.executor.nvidia.lift.flow import Flow
from cass_tools.executor.nvidia.tables import classify
from cass_tools.executor.nvidia.unsupported import Unsupported
from tests.executor.nvidia.lift import single

ILLEGAL, REFUSED, ACCEPTED = "illegal", "refused", "accepted"


@dataclass(frozen=True, slots=True)
class Sorted:
    """`outcome`: illegal (nvdisasm finds no instruction), refused by us for `reason`, or accepted."""

    original: int
    encoding: int
    kind: str
    outcome: str
    reason: str
    row: listing.Row | None

    @property
    def instruction(self) -> Instruction:
        """What nvdisasm says it is."""
        assert self.row is not None
        return listing.instruction(self.row, self.encoding)

    def as_json(self) -> dict[str, Any]:
        """Encodings as hexadecimal text."""
        return asdict(self) | {"original": f"{self.original:032x}", "encoding": f"{self.encoding:032x}"}


def from_json(found: dict[str, Any]) -> Sorted:
    """The inverse of as_json."""
    return Sorted(**(found | {name: int(found[name], 16) for name in ("original", "encoding")}))


def sort(mutants: Sequence[Mutant], nvdisasm: Path, left_out: Counter[str]) -> Iterator[Sorted]:
    """The mutants that can be judged; the others are counted by the reason."""
    rows = listing.rows([mutant.encoding for mutant in mutants], nvdisasm)
    for mutant, row in zip(mutants, rows, strict=True):
        if row is None:
            yield Sorted(mutant.original, mutant.encoding, mutant.kind, ILLEGAL, "no instruction", None)
            continue
        try:
            instruction = listing.instruction(row, mutant.encoding)
        except CassError as error:
            name = row["opcode"].split(".")[0]
            if name in mutate.COMPUTING:
                yield Sorted(mutant.original, mutant.encoding, mutant.kind, REFUSED, str(error), row)
            else:
                left_out["memory or control flow"] += 1
            continue
        why = mutate.outside(instruction)
        if why:
            left_out[why] += 1
            continue
        reason = refusal(instruction)
        yield Sorted(mutant.original, mutant.encoding, mutant.kind, REFUSED if reason else ACCEPTED, reason, row)


def again(mutant: Sorted) -> Sorted:
    """The same mutant as it is taken or refused now."""
    if mutant.row is None:
        return mutant
    try:
        reason = refusal(mutant.instruction)
    except CassError as error:
        reason = str(error)
    return replace(mutant, outcome=REFUSED if reason else ACCEPTED, reason=reason)


def refusal(instruction: Instruction) -> str:
    """Why the table or the lifter refuses it, "" where they take it."""
    try:
        Flow(single._thread(90), {})._straight(classify(instruction))
    except Unsupported as error:
        return str(error)
    return ""
