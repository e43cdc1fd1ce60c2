"""Where rules do not get through: a model's candidates for one file, each tried as the rules' own are.

The first that passes is taken and kept by content. If none does, the one that came farthest is only shown.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from cass_tools import proven
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.model import Build, Candidate, Outcome, Step, StepKind, Target, Verdict
from cass_tools.translators.proposals import Asker, Proposals
from cass_tools.verify import Require, lacking

Builds = Mapping[Target, Build]
Verify = Callable[[Candidate], Verdict]
_ORDER = (StepKind.BUILT, StepKind.RUN, StepKind.CHECKED, StepKind.COMPARED)


# A wait that can never end is dropped by an optimiser that takes loops for finite; a run must not hide that.
STRICT = "-fno-finite-loops"
_WARNING = r":(\d+):\d+: warning: ([^\n]*\[-W(?!unused-|sign-|deprecated)[^\]\n]*\])"


class Tried(NamedTuple):
    """A model's candidate and its verdict; `refused` as `lacking` has it."""

    candidate: Candidate
    verdict: Verdict
    refused: str | None


class Proposed(NamedTuple):
    """What asking has brought: the candidate that `passed`, or else the `best`, and `remarks` about the rest."""

    passed: Tried | None = None
    best: Tried | None = None
    remarks: tuple[str, ...] = ()


class Failed(NamedTuple):
    """The rules' candidate that did not pass, and its verdict."""

    candidate: Candidate
    verdict: Verdict


def propose(asker: Asker, rules: Failed, config: Config, verify: Verify) -> Proposed:
    """Ask about a file whose rules' candidate did not pass, and try what comes back.

    What a model wrote passes only if it was run and compared, whatever is enough for rules.
    """
    best: Tried | None = None
    tried = 0
    remarks: list[str] = []
    try:
        for candidate, hear in _candidates(asker, rules, config, remarks):
            found = verify(candidate)
            one = Tried(candidate, found, lacking(found, Require.RUN))
            tried += 1
            if one.refused is None:
                proven.put(rules.candidate.source, config, candidate.data)
                return Proposed(one, one, tuple(remarks))
            best = one if best is None or _reach(found) > _reach(best.verdict) else best
            hear(what_failed(found))
    except CassError as error:  # no model is to be had: the rules' result stands, and the user is told
        remarks.append(str(error))
    count = f"{tried} candidate{'s' if tried != 1 else ''} of {asker.name} tried, none passed"
    return Proposed(None, best, (count, *dict.fromkeys(remarks)))


def _candidates(
    asker: Asker, rules: Failed, config: Config, remarks: list[str]
) -> Iterator[tuple[Candidate, Callable[[str], None]]]:
    """What has passed before first, then what the model says."""
    source = rules.candidate.source
    known = proven.get(source, config)
    if known is not None:
        yield Candidate(source, known, rules.candidate.findings, f"{asker.name}, kept from before"), lambda _: None
    proposals = Proposals(asker, rules.candidate, config, what_failed(rules.verdict))
    if not proposals.places:
        remarks.append("there is nothing that a model could be asked about")
    try:
        for candidate in proposals:
            yield candidate, proposals.hear
    finally:
        remarks += proposals.remarks


def doubted(verdict: Verdict, candidate: Candidate, builds: Builds) -> Verdict:
    """The verdict, not passed if the compiler warns of code that a model wrote: it may be right by chance alone."""
    data = candidate.source.data
    fixes = {edit for finding in candidate.findings if finding.fix for edit in finding.fix.edits}
    own: set[int] = set()
    for edit in candidate.made:
        if edit not in fixes:
            first = data.count(b"\n", 0, edit.span.start) + 1
            old, new = data.count(b"\n", edit.span.start, edit.span.end), edit.text.count(b"\n")
            own |= set(range(first, first + max(old, new) + 1))  # lines more than there were are numbered on
    name = re.escape(candidate.source.path.name)
    for target, build in builds.items():
        for line, text in re.findall(rf"(?<![^/\s]){name}{_WARNING}", build.log):
            if int(line) in own:
                step = Step(StepKind.CHECKED, Outcome.FAULTY, target, "the compiler's warnings", f"line {line}: {text}")
                return verdict._replace(steps=(*verdict.steps, step))
    return verdict


def what_failed(verdict: Verdict) -> str:
    """The first thing that kept a verdict from passing, with its detail; of compilers' messages all of them."""
    failed = [s for s in verdict.steps if s.outcome not in (Outcome.PASSED, Outcome.NOT_TRIED)]
    built = [s for s in failed if s.kind is StepKind.BUILT]
    told = dict.fromkeys(_words(step) for step in (built or failed[:1]))
    return "; ".join(told)


def _words(step: Step) -> str:
    return step.detail or f"{step.kind}: {step.outcome}"


def _reach(verdict: Verdict) -> tuple[int, ...]:
    """How far a candidate came: it was built for more GPUs, ran on more, was right on more."""
    return tuple(sum(s.kind is kind and s.outcome is Outcome.PASSED for s in verdict.steps) for kind in _ORDER)
