"""`python -m bench.faults OUT.jsonl PAIR... [--most 8] [--kernels]`: which faults in right translations are caught.

PAIR is a folder with `input.cu` and a right `expected.hip`, or a CUDA file, whose translation by the rules is taken if
it passes. Every translation is verified first: one that does not pass is a false alarm, and told. Then come its
faults, one at a time, each on gfx1100 and, if it passes there, on gfx90a. What builds to the very same programs is no
fault. Of what is not caught the executor's checks are asked too, so that a dropped barrier that nothing hangs on can
be told from one that was missed.
"""

import argparse
import hashlib
import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.faults.make import Fault, faults
from cass_tools.config import Config
from cass_tools.judge import Terms
from cass_tools.model import Outcome, Safety, Source, StepKind, Target
from cass_tools.runners import Limits
from cass_tools.translators.rules import translate
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Bench, Require, lacking

TARGETS = (Target("gfx1100"), Target("gfx90a"))
Row = dict[str, Any]


def pair(path: Path) -> tuple[Source, bytes]:
    """The original and its translation."""
    if path.is_dir():
        return Source(path / "input.cu", (path / "input.cu").read_bytes()), (path / "expected.hip").read_bytes()
    source = Source(path, path.read_bytes())
    return source, translate(source, Config(), Safety.UNSAFE).data


def tried(bench: Bench, unit: Unit, targets: tuple[Target, ...]) -> tuple[str, list[str]]:
    """Why the unit does not pass (empty: it does), and a digest of what was built for each GPU that it came to."""
    digests: list[str] = []
    for target in targets:
        bench.settings = replace(bench.settings, targets=(target,))
        verdict = bench.verify(unit)
        alone = bench.settings.kernels
        problem = lacking(verdict, Require.POSSIBLE if alone else Require.RUN)
        if alone and not problem and not any(k.outcome is Outcome.PASSED for k in verdict.kernels):
            problem = "no kernel was tried"
        if problem:
            said = [s.detail for s in verdict.steps if s.outcome not in (Outcome.PASSED, Outcome.NOT_TRIED)]
            return f"{target.arch} {problem}: {' '.join(said)[:300]}", digests
        made = bench.kernels.made[target].made if alone and bench.kernels else bench.made[target]
        digests.append(hashlib.sha256(made.binary.read_bytes()).hexdigest() if made.binary else "")
    return "", digests


def rows(path: Path, options: argparse.Namespace) -> Iterator[Row]:
    """What became of the translation and of each of its faults."""
    source, right = pair(path)
    settings = Settings(
        runner="exec",
        limits=Limits(timeout=options.timeout),
        terms=Terms(mask_times=True),
        args=tuple(options.args),
        kernels=options.kernels,
    )
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        bench = Bench(Unit(source.path, source.data), settings, Path(name))
        unit = Unit(source.path.with_suffix(".hip"), right)
        known = {t: tried(bench, unit, (t,)) for t in TARGETS}
        sound = tuple(t for t, (why, _) in known.items() if not why)
        yield {"program": str(path), "right": [t.arch for t in sound], "why": [why for why, _ in known.values()]}
        made = [digest for t in sound for digest in known[t][1]]
        found = faults(Source(source.path, right), options.most, options.seed, device_only=options.kernels)
        for fault in found if sound else ():
            why, digests = tried(bench, replace(unit, data=fault.data), sound)
            row: Row = {"program": str(path), **fault._asdict(), "caught": why, "same": digests == made, "checks": ""}
            del row["data"]
            if not why and not row["same"] and not options.kernels:
                row["checks"] = _by_checks(source, unit, fault, settings, sound[0])
            yield row


def _by_checks(source: Source, unit: Unit, fault: Fault, settings: Settings, target: Target) -> str:
    """What the checks of memory accesses find that they do not find in the right translation; empty: nothing."""
    found = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        checking = replace(settings, targets=(target,), checks=("bounds", "race", "init"))
        bench = Bench(Unit(source.path, source.data), checking, Path(name))
        for data in (unit.data, fault.data):
            steps = bench.verify(replace(unit, data=data)).steps
            found.append([s.detail for s in steps if s.kind is StepKind.CHECKED and s.outcome is not Outcome.PASSED])
    return "" if found[0] else " ".join(found[1])[:200]


def main() -> None:
    """Write a line for each row, and print the shares by kind."""
    parser = argparse.ArgumentParser(prog="bench.faults", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("pairs", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--kernels", action="store_true")
    parser.add_argument("--args", nargs="*", default=[])
    options = parser.parse_args()
    with options.out.open("a") as out:
        for path in options.pairs:
            for row in rows(path, options):
                out.write(json.dumps(row) + "\n")
                out.flush()
                print(str(row)[:200], flush=True)
    report([json.loads(line) for line in options.out.read_text().splitlines()])


def report(found: list[Row]) -> None:
    """Caught, found by checks only, and neither, by kind; what builds to the same programs is no fault."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in found:
        if "kind" in row:
            became = "caught" if row["caught"] else "same" if row["same"] else "checks" if row["checks"] else "passed"
            counts[row["kind"], became] += 1
    for kind in sorted({kind for kind, _ in counts}):
        caught, checked, passed, same = (counts[kind, each] for each in ("caught", "checks", "passed", "same"))
        print(f"{kind:14} {caught:4} caught {checked:4} by checks only {passed:4} passed {same:4} the same code")


if __name__ == "__main__":
    main()
