"""What an original prints because of the compute capability and the warp size that it reads.

The capability is a number of NVIDIA's: GPUs of AMD have another, and a translation asks for what it stands for instead.
So a program that decides by it has no single right output. Where a candidate does not print what the original prints on
the card that is played, it may print what that prints on a card of another capability; and where the original, told of
wider warps, prints their size in the place of 32 and nothing else, the candidate may print that. With another
capability it must leave the same results in memory as the original does there, whatever the warp sizes: what is printed
may say little then.
"""

import re
from collections.abc import Callable
from itertools import zip_longest

from cass_tools import deeds
from cass_tools.alignment import aligned
from cass_tools.cuda.lex import blank
from cass_tools.model import Outcome, Run
from cass_tools.reference import WAVE32, Reference
from cass_tools.schedules import LONGEST
from cass_tools.trial import Unit

CAPABILITY = re.compile(rb"(?:\.|->)\s*(?:major|minor)\b|ComputeCapability|COMPUTE_CAPABILITY")
LANES = re.compile(rb"(?:\.|->)\s*warpSize\b|DevAttrWarpSize|ATTRIBUTE_WARP_SIZE")
NUMBER = re.compile(rb"(\d+)")
SAME_CARD = 0
CAPABILITIES = (80, 90, 75)  # a usual card of each of the last generations


def elsewhere(
    reference: Reference, original: Unit | None, ran: Run, same: Callable[[Run], bool]
) -> tuple[Run, str] | None:
    """The run of the original on another card that is the `same` as the candidate's, which `ran`, and that card in
    words; None where there is none, or the original reads neither number, or takes long."""
    if reference.shown is None or reference.run is None or original is None or reference.run.seconds > LONGEST:
        return None
    text, lanes = blank(original.data), ran.target.wave if ran.target else WAVE32.wave
    wide = LANES.search(text) is not None and lanes != WAVE32.wave
    for card in (*[SAME_CARD] * wide, *(CAPABILITIES if CAPABILITY.search(text) else ())):
        found = reference.run if card == SAME_CARD else _told(reference, card, WAVE32.wave)
        wider = _told(reference, card, lanes) if wide else None
        if found and wider and only_the_lanes(found, wider, lanes):
            found = wider
        if found and same(found) and (card == SAME_CARD or _same_results(found, ran)):
            said = [f"of compute capability {card / 10:.1f}"] * bool(card) + [f"of warp size {lanes}"] * (
                found is wider
            )
            return found, f"as the original prints it on a GPU {' and '.join(said)}"
    return None


def _same_results(expected: Run, ran: Run) -> bool:
    """Whether both were watched, and left the same in memory; or started no kernel at all."""
    if expected.deeds is None or ran.deeds is None:
        return expected.launches == ran.launches == 0
    return deeds.same_results(expected.deeds, aligned(expected.deeds, ran.deeds))


def _told(reference: Reference, card: int, lanes: int) -> Run | None:
    ran = reference.shown(card, lanes) if reference.shown else None
    return ran if ran and ran.outcome is Outcome.PASSED else None


def only_the_lanes(narrow: Run, wide: Run, lanes: int) -> bool:
    """Whether two runs of one program differ by 32 here and that many lanes there, and by nothing else."""
    tokens = zip_longest(NUMBER.split(narrow.stdout), NUMBER.split(wide.stdout))
    swapped = (str(WAVE32.wave).encode(), str(lanes).encode())
    alike = (narrow.files, narrow.status) == (wide.files, wide.status)
    return alike and all(a == b or (a, b) == swapped for a, b in tokens)
