"""`python -m bench.faults [CORPUS] [--cases DIR] [--programs 50] [--most 5] [--kernels] [--minutes 14]`: which faults
in right translations are caught.

Each folder of DIR with an `input.cu` is a program, with a right `expected.hip` beside it; each folder of CORPUS whose
name ends in `-cuda`, that is one unit and needs no library another, whose translation by the rules is taken if it
passes: these in an order by lot, until so many of them have passed. Every translation is verified first: one that is
refused is a false alarm, and told. Then come its faults, one at a time, each on gfx1100 and, if it passes there, on
gfx90a. What builds to the very same programs is no fault, nor is what the compiler refuses. Of what is not caught the
executor's checks are asked too, so that a dropped barrier that nothing hangs on can be told from one that was missed.

Rows are kept in `bench/measured`, and what has one is not done again, so that a run that was ended goes on where it
was; with `--again` what was missed, found by checks only, refused or not tried is tried once more.
`bench.measured_page` makes a page of the rows.
"""

import argparse
import re
import tempfile
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from bench.faults.make import Fault, faults
from bench.faults.page import KEY, RIGHT, summary
from bench.faults.programs import Program, cases, suite
from bench.faults.trying import Trying, settings_of
from bench.kept import MEASURED, NOT_MEASURED, Kept, Row
from cass_tools.errors import CassError
from cass_tools.model import Outcome, Source, StepKind, Target
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Bench

AGAIN = ("MISSED", "CHECKS", "REFUSED", "NOT_TRIED", "TIMED_OUT")
CHECKS = ("bounds", "race", "init")
WORSE = (Outcome.WRONG_OUTPUT, Outcome.FAULTY, Outcome.CRASHED)


@dataclass(frozen=True)
class Asked:
    """How faults are made and tried: at most `most` of a program, by lot with this seed, each run in `timeout` s."""

    most: int
    seed: int
    timeout: float
    kernels: bool

    @property
    def way(self) -> str:
        """In a word, for rows."""
        return "kernels" if self.kernels else "program"


def rows(program: Program, asked: Asked, done: Collection[str]) -> Iterator[Row]:
    """What became of the translation and of each of its faults, as far as it is not in `done`."""
    source, given = program.source, program.flags
    settings = settings_of(asked.timeout, program.args, given, kernels=asked.kernels)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        unit = Unit(source.path.with_suffix(".hip"), program.right(source), flags=given)
        trying = Trying(Unit(source.path, source.data, flags=given), unit, settings, Path(name))
        began = time.monotonic()
        found = _faults(program, trying, asked) if trying.sound else []
        said = {"why": " ".join(filter(None, trying.why)), "right": [t.arch for t in trying.sound]}
        size = {"args": " ".join(program.args), "faults": len(found)}
        row = {"program": program.name, "way": asked.way}
        yield row | {"fault": RIGHT, "end": ending(trying.why), **said, **size, **_clock(began)}
        for fault in found:
            if fault.name not in done:
                yield row | _tried(fault, trying, source, settings)


def ending(why: Collection[str]) -> str:
    """How the verification of a right translation ended: with the worst that its GPUs show."""
    found = {outcome for outcome in Outcome for said in why if re.search(rf"\b{outcome}\b", said)}
    if not any(why):
        return "PASSED"
    return "REFUSED" if found.intersection(WORSE) else str(next(iter(sorted(found, reverse=True)), Outcome.NOT_TRIED))


def _clock(began: float) -> dict[str, object]:
    return {"clock": round(time.monotonic() - began, 1)}


def _faults(program: Program, trying: Trying, asked: Asked) -> list[Fault]:
    right = Source(program.original, trying.unit.data)
    return faults(right, asked.most, asked.seed, device_only=asked.kernels, without=trying.untried)


def _tried(fault: Fault, trying: Trying, source: Source, settings: Settings) -> dict[str, object]:
    """What became of one fault."""
    began = time.monotonic()
    became = trying.fault(fault.data)
    said, end = became.caught, "CAUGHT"
    if became.unbuilt or became.same:
        end = "NOT_BUILT" if became.unbuilt else "SAME_CODE"
    elif not said:
        said = "" if settings.kernels else _by_checks(source, trying.unit, fault, settings, trying.sound[0])
        end = "CHECKS" if said else "MISSED"
    text = {"before": fault.before, "after": fault.after, "why": said}
    return {"fault": fault.name, "kind": fault.kind, "end": end, **text, **_clock(began)}


def _by_checks(source: Source, unit: Unit, fault: Fault, settings: Settings, target: Target) -> str:
    """What the checks of memory accesses find that they do not find in the right translation; empty: nothing."""
    found = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        bench = Bench(Unit(source.path, source.data), replace(settings, targets=(target,), checks=CHECKS), Path(name))
        for data in (unit.data, fault.data):
            steps = bench.verify(replace(unit, data=data)).steps
            found.append([s.detail for s in steps if s.kind is StepKind.CHECKED and s.outcome is Outcome.FAULTY])
    return "" if found[0] else " ".join(found[1])


@dataclass(frozen=True)
class Done:
    """What the rows say that has been done."""

    kept: Kept
    way: str

    def of(self, program: Program) -> dict[str, Row]:
        """The rows of a program that have been measured, by fault."""
        mine = (row for row in self.kept.rows() if (row["program"], row["way"]) == (program.name, self.way))
        return {str(row["fault"]): row for row in mine if row["end"] != NOT_MEASURED}

    def is_left(self, program: Program, *, again: bool) -> bool:
        """Whether anything of it is to be done; `again`: what was missed, refused and the like too."""
        found = self.of(program)
        first = found.get(RIGHT)
        whole = first is not None and int(str(first["faults"])) < len(found)
        return not whole or (again and any(row["end"] in AGAIN for row in found.values()))

    def passed(self, programs: Collection[Program]) -> int:
        """How many of these passed on at least one GPU."""
        return sum(bool(self.of(program).get(RIGHT, {}).get("right")) for program in programs)


def main() -> None:
    """A row for each translation and fault that has none, then the shares by kind."""
    options = _options()
    until = time.monotonic() + 60 * options.minutes
    asked = Asked(options.most, options.seed, options.timeout, options.kernels)
    kept = Kept(options.out, KEY)
    done = Done(kept, asked.way)
    small = cases(options.cases) if options.cases else []
    drawn = suite(options.corpus) if options.corpus else []
    kept.await_all((program.name, asked.way, RIGHT) for program in (*small, *drawn))
    for program in (*small, *drawn):
        if (options.only and program.name not in options.only) or time.monotonic() > until:
            continue
        enough = program in drawn and not done.of(program) and done.passed(drawn) >= options.programs
        if not enough and done.is_left(program, again=options.again):
            _measure(program, asked, done, until, again=options.again)
    print("\n".join(summary(kept.rows())))


def _measure(program: Program, asked: Asked, done: Done, until: float, *, again: bool) -> None:
    """Put the rows of a program, until the time is over."""
    known = [name for name, row in done.of(program).items() if not (again and row["end"] in AGAIN)]
    try:
        for row in rows(program, asked, known):
            done.kept.put(row)
            if time.monotonic() > until:
                break
    except CassError as error:
        row = {"program": program.name, "way": asked.way, "fault": RIGHT, "end": "NOT_TRIED", "why": str(error)}
        done.kept.put(row | {"faults": 0})


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.faults", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("corpus", type=Path, nargs="?")
    parser.add_argument("--cases", type=Path)
    parser.add_argument("--out", type=Path, default=MEASURED / "faults.jsonl")
    parser.add_argument("--programs", type=int, default=50)
    parser.add_argument("--most", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--kernels", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin nothing after so long")
    return parser.parse_args()


if __name__ == "__main__":
    main()
