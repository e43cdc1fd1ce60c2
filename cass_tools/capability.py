"""What an original prints because of the compute capability that it reads.

That number is NVIDIA's: GPUs of AMD have another, and a translation asks for what it stands for instead. So a program
that decides by it has no single right output. Where a candidate does not print what the original prints on the card
that is played, it may print what that prints on a card of another capability. It must leave the same results in memory
as the original does there: what is printed may say little then.
"""

import re
from collections.abc import Callable

from cass_tools import deeds
from cass_tools.alignment import aligned
from cass_tools.cuda.lex import blank
from cass_tools.model import Outcome, Run
from cass_tools.reference import Reference
from cass_tools.schedules import LONGEST
from cass_tools.trial import Unit

ASKS = re.compile(rb"(?:\.|->)\s*(?:major|minor)\b|ComputeCapability|COMPUTE_CAPABILITY")
CAPABILITIES = (80, 90, 75)  # a usual card of each of the last generations


def elsewhere(
    reference: Reference, original: Unit | None, ran: Run, same: Callable[[Run], bool]
) -> tuple[Run, str] | None:
    """The run of the original on another card that is the `same` as the candidate's, which `ran`, and that card in
    words; None where there is none, or the original does not read the number, or takes long."""
    if reference.shown is None or reference.run is None or original is None or reference.run.seconds > LONGEST:
        return None
    for card in CAPABILITIES if ASKS.search(blank(original.data)) else ():
        found = reference.shown(card)
        if found and found.outcome is Outcome.PASSED and same(found) and _same_results(found, ran):
            return found, f"as the original prints it on a GPU of compute capability {card / 10:.1f}"
    return None


def _same_results(expected: Run, ran: Run) -> bool:
    """Whether both were watched, and left the same in memory; or started no kernel at all."""
    if expected.deeds is None or ran.deeds is None:
        return expected.launches == ran.launches == 0
    return deeds.same_results(expected.deeds, aligned(expected.deeds, ran.deeds))
