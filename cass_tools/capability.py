"""What an original prints because of the compute capability that it sees.

The number is NVIDIA's: GPUs of AMD have another, and a translation asks for what it stands for instead. So a program
that decides by it has no single right output. Where a candidate does not print what the original prints on the card
that is played, it may print what that prints on a card of another capability; what both do on the GPU is compared as
ever.
"""

import re
from collections.abc import Callable

from cass_tools.cuda.lex import blank
from cass_tools.model import Outcome, Run
from cass_tools.reference import Reference
from cass_tools.trial import Unit

ASKS = re.compile(rb"(?:\.|->)\s*(?:major|minor)\b|ComputeCapability|COMPUTE_CAPABILITY|cuDeviceComputeCapability")
CAPABILITIES = (80, 90, 75)  # a usual card of each of the last generations


def elsewhere(reference: Reference, original: Unit | None, same: Callable[[Run], bool]) -> tuple[Run, str] | None:
    """The run of the original on a card of another capability that is the `same` as a candidate's, and that card in
    words; None where there is none, or the original does not read the number."""
    if reference.shown is None or original is None or not ASKS.search(blank(original.data)):
        return None
    for number in CAPABILITIES:
        other = reference.shown(number)
        if other is not None and other.outcome is Outcome.PASSED and same(other):
            return other, f"as the original prints it on a GPU of compute capability {number / 10:.1f}"
    return None
