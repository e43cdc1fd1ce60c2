"""The command line: `fuzz`, `large`, `nested`, `odd` (folders) and `kill`."""

import argparse
import sys
from pathlib import Path

from bench.hardening import fuzz, killing, odd
from bench.hardening.texts import Maker, nested


def main() -> int:
    """1 where there was a problem."""
    parser = argparse.ArgumentParser(prog="python -m bench.hardening", description=__doc__)
    what = parser.add_subparsers(dest="what", required=True)
    texts = what.add_parser("fuzz", help="hostile texts, for some time")
    texts.add_argument("--seconds", type=float, default=60)
    texts.add_argument("--corpus", type=Path, help="real files to spoil")
    texts.add_argument("--keep", type=Path, help="where texts with a problem are kept")
    texts.add_argument("--seed", type=int, default=1)
    long = what.add_parser("large", help="files of one long line")
    long.add_argument("--megabytes", type=int, default=50)
    long.add_argument("--keep", type=Path)
    deep = what.add_parser("nested", help="each piece that nests, so many times")
    deep.add_argument("--times", type=int, default=200_000)
    deep.add_argument("--keep", type=Path)
    what.add_parser("odd", help="trees of odd files")
    kills = what.add_parser("kill", help="kill -9 at random points")
    kills.add_argument("--times", type=int, default=200)
    kills.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    if told.what == "fuzz":
        files = [p for p in sorted(told.corpus.rglob("*")) if p.suffix in {".cu", ".cuh", ".h"}] if told.corpus else []
        return fuzz.report(fuzz.fuzz(fuzz.by_lot(Maker(told.seed, files), told.seconds), told.keep)) > 0
    if told.what == "large":
        return fuzz.report(fuzz.fuzz(fuzz.large(Maker(0), told.megabytes), told.keep)) > 0
    if told.what == "nested":
        return fuzz.report(fuzz.fuzz(nested(told.times), told.keep)) > 0
    return odd.report() > 0 if told.what == "odd" else killing.report(told.times, told.seed) > 0


if __name__ == "__main__":
    sys.exit(main())
