"""`python -m bench.faults OUT.jsonl PAIR... [--most 8] [--kernels]`: which faults in right translations are caught.

PAIR is a folder with `input.cu` and a right `expected.hip` (or only `input.cu`), or a CUDA file, whose translation by
the rules is taken if it passes. Every translation is verified first: one that does not pass is a false alarm, and
told. Then come its faults, one at a time, each on gfx1100 and, if it passes there, on gfx90a. What builds to the very
same programs is no fault, nor is what the compiler refuses. Of what is not caught the executor's checks are asked too,
so that a dropped barrier that nothing hangs on can be told from one that was missed.

OUT.jsonl is added to. What it has is not done again, so that a run that was ended goes on where it was.
"""

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.drivers import flags
from bench.faults.make import Fault, faults
from bench.faults.trying import Trying, settings_of
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.model import Outcome, Safety, Source, StepKind, Target
from cass_tools.translators.rules import translate
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Bench

Row = dict[str, Any]


def pair(path: Path) -> tuple[Source, bytes]:
    """The original and its translation."""
    original = path / "input.cu" if path.is_dir() else path
    source = Source(original, original.read_bytes())
    expected = path / "expected.hip"
    if path.is_dir() and expected.is_file():
        return source, expected.read_bytes()
    return source, translate(source, Config(), Safety.UNSAFE).data


def rows(path: Path, options: argparse.Namespace, known: Mapping[str, Row]) -> Iterator[Row]:
    """What became of the translation and of each of its faults, as far as it is not in `known`."""
    source, right = pair(path)
    given = flags(path.parent) if path.is_file() and (path.parent / "Makefile").is_file() else ()
    settings = settings_of(options.timeout, tuple(options.args), given, kernels=options.kernels)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        original = Unit(source.path, source.data, flags=given)
        unit = Unit(source.path.with_suffix(".hip"), right, flags=given)
        trying = Trying(original, unit, settings, Path(name))
        row = known.get(str(path))
        if row is None:
            names = list(trying.untried)
            row = {"program": str(path), "right": [t.arch for t in trying.sound], "why": trying.why, "untried": names}
            yield row
        wanted = Source(source.path, right)
        found = faults(wanted, options.most, options.seed, device_only=options.kernels, without=row["untried"])
        left = [fault for fault in found if key(path, fault) not in known] if row["right"] else []
        for fault in left:
            row = {"program": str(path), **fault._asdict(), **trying.fault(fault.data)._asdict(), "checks": ""}
            del row["data"]
            if not any((row["caught"], row["same"], row["unbuilt"], options.kernels)):
                row["checks"] = _by_checks(source, unit, fault, settings, trying.sound[0])
            yield row


def key(path: Path, fault: Fault) -> str:
    """What tells a fault from all others."""
    return f"{path}:{fault.line}:{fault.kind}:{fault.before}:{fault.after}"


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


def read(out: Path) -> list[Row]:
    """The rows that there are."""
    return [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []


def _known(found: list[Row]) -> dict[str, Row]:
    return {
        f"{r['program']}:{r['line']}:{r['kind']}:{r['before']}:{r['after']}" if "kind" in r else r["program"]: r
        for r in found
    }


def main() -> None:
    """Write a line for each row, and print the shares by kind."""
    parser = argparse.ArgumentParser(prog="bench.faults", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("pairs", type=Path, nargs="*")
    parser.add_argument("--most", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--kernels", action="store_true")
    parser.add_argument("--args", nargs="*", default=[])
    parser.add_argument("--minutes", type=float, default=1e6, help="begin nothing after so long")
    options = parser.parse_args()
    until = time.monotonic() + 60 * options.minutes
    known = _known(read(options.out))
    with options.out.open("a") as out:
        for path in options.pairs:
            try:
                for row in rows(path, options, known):
                    out.write(json.dumps(row) + "\n")
                    out.flush()
                    print(str(row)[:200], flush=True)
                    if time.monotonic() > until:
                        break
            except CassError as error:
                print(f"{path}: {error}", flush=True)
            if time.monotonic() > until:
                break
    report(read(options.out))


def report(found: list[Row]) -> None:
    """Caught, found by checks only, and neither, by kind; what builds to the same programs is no fault."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in found:
        if "kind" in row:
            became = next((each for each in ("unbuilt", "caught", "same", "checks") if row.get(each)), "passed")
            counts[row["kind"], became] += 1
    for kind in sorted({kind for kind, _ in counts}):
        caught, checked, passed, same, unbuilt = (
            counts[kind, each] for each in ("caught", "checks", "passed", "same", "unbuilt")
        )
        print(
            f"{kind:14} {caught:4} caught {checked:4} by checks only {passed:4} passed"
            f" {same:4} the same code {unbuilt:4} not built"
        )
    programs = {r["program"] for r in found if r.get("right")}
    refused = [r["program"] for r in found if "kind" not in r and not r["right"]]
    print(f"{len(programs)} programs; {len(refused)} whose translation does not pass: {' '.join(refused)}")


if __name__ == "__main__":
    main()
