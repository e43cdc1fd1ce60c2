"""Comparing what two programs did: pure, from two `Run` values to the first difference or none.

Text must be equal. Whole numbers must be equal. A number with a fraction or an exponent may differ by a relative
tolerance: 1e-5 where both numbers could have been a float (they survive a round trip through 32 bits at the precision
that was printed), 1e-12 where only a double prints such digits. `Terms` may ask for more or less.

A line that states the warp size is right with that of the GPU it ran on: 32 for the original, 64 on a wider one.
"""

from dataclasses import replace

from cass_tools.compare.files import compare_file
from cass_tools.compare.terms import Difference, Terms
from cass_tools.compare.text import STDOUT, compare_text, mask_times, same_line
from cass_tools.model import Run

__all__ = (
    "Difference",
    "Terms",
    "compare",
    "compare_file",
    "compare_text",
    "mask_times",
    "same_line",
    "terms_between",
    "unwritten",
)


def compare(expected: Run, found: Run, terms: Terms) -> Difference | None:
    """The first difference in stdout, kept files or exit status; None when the two did the same."""
    difference = compare_text(STDOUT, expected.stdout, found.stdout, terms)
    if difference:
        return difference
    ours, theirs = dict(expected.files), dict(found.files)
    for name in dict.fromkeys((*ours, *theirs)):
        difference = compare_file(name, ours.get(name), theirs.get(name), terms)
        if difference:
            return difference
    if expected.status != found.status:
        return Difference("exit status", str(expected.status), str(found.status))
    return None


def terms_between(expected: Run, found: Run, terms: Terms) -> Terms:
    """The terms for two runs on GPUs that may differ in the warp size."""
    lanes = (expected.target.wave if expected.target else 32, found.target.wave if found.target else 32)
    return replace(terms, warp_sizes=lanes if lanes[0] != lanes[1] else None)


def unwritten(expected: Run, found: Run) -> tuple[str, ...]:
    """The files that were to be compared and that neither program wrote: equal, but nothing was shown by that."""
    theirs = dict(found.files)
    return tuple(name for name, content in expected.files if content is None and theirs.get(name) is None)
