"""`python -m bench.asm_corrupted [--count 1000] [FILE.s ...]`: does `cass asm check` class damaged assembly rightly?

Mistakes are made in real compiler output (tests/data/asm, and the FILEs), one in each copy, and every copy is checked.
Nothing may crash. What is found is compared with the labels in tests/data/asm, which a person gave by
reading what had been changed. `--sample N` prints cases to be labelled.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.asm_mistakes import MISTAKES, Text, text_of
from cass_tools.asm.diagnose import diagnose

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "asm"
LABELLED = ("corrupted.jsonl", "held_out.jsonl")
"""100 of all mistakes, and 50 of those that are hardest to tell, which were labelled when the check was done."""
GPUS = ("gfx1100", "gfx90a")


class Case(NamedTuple):
    """Line `line` (from 1) of `base` was `old` and became `new`, by the mistake `made`; `label` is the class."""

    base: str
    line: int
    old: str
    new: tuple[str, ...]
    made: str
    label: str = ""

    def data(self, text: str) -> bytes:
        """The damaged file."""
        lines = text.split("\n")
        lines[self.line - 1 : self.line] = self.new
        return "\n".join(lines).encode()


def bases(more: Sequence[Path] = ()) -> dict[str, tuple[str, Text]]:
    """Every base by its name: its text, and its lines beside those of the same program for the other GPU."""
    found = {}
    for path in (*sorted(FOLDER.glob("*.s")), *more):
        gpu = next((gpu for gpu in GPUS if path.name.endswith(f".{gpu}.s")), "")
        other = path.with_name(path.name.replace(gpu, GPUS[1 - GPUS.index(gpu)])) if gpu else path
        if gpu and other.is_file():
            text = path.read_text()
            lines = text_of(text, other.read_text(), gpu)
            if lines.code and lines.other:
                found[path.name] = (text, lines)
    return found


def cases(every: dict[str, tuple[str, Text]], count: int, seed: int) -> Iterator[Case]:
    """`count` cases, all mistakes as often, from all bases."""
    rng, made, names = random.Random(seed), 0, sorted(every)  # noqa: S311 - the same cases each time
    while made < count:
        for name, mistake in MISTAKES.items():
            base = rng.choice(names)
            text = every[base][1]
            change = mistake(text, rng)
            if change is None or list(change[1]) == [text.lines[change[0]]] or made >= count:
                continue
            made += 1
            yield Case(base, change[0] + 1, text.lines[change[0]], tuple(change[1]), name)


def labelled(name: str) -> list[Case]:
    """The cases of a file that a person has labelled."""
    values: list[dict[str, Any]] = [json.loads(line) for line in (FOLDER / name).read_text().splitlines()]
    return [Case(**(value | {"new": tuple(value["new"])})) for value in values]


def first_kind(data: bytes) -> str:
    """The class of what was found first; `none` where nothing was."""
    found = diagnose(data).findings
    return found[0].rule if found else "none"


def agreement(name: str, every: dict[str, tuple[str, Text]]) -> tuple[int, list[tuple[Case, str]]]:
    """How many labelled cases of a file are classed as a person says, and the others with what was said."""
    wrong = []
    found = labelled(name)
    for case in found:
        said = first_kind(case.data(every[case.base][0]))
        if said != case.label:
            wrong.append((case, said))
    return len(found) - len(wrong), wrong


def main() -> None:
    """Damage, check, compare."""
    options = argparse.ArgumentParser(prog="python -m bench.asm_corrupted", description=(__doc__ or "").splitlines()[0])
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--seed", type=int, default=11)
    options.add_argument("--sample", type=int, default=0, help="print cases of tests/data/asm to be labelled")
    options.add_argument("files", type=Path, nargs="*", help="more compiler output, NAME.gfx1100.s and NAME.gfx90a.s")
    chosen = options.parse_args()
    if chosen.sample:
        for case in cases(bases(), chosen.sample, chosen.seed):
            print(json.dumps(case._asdict()))
        return
    every = bases(chosen.files)
    by_mistake: dict[str, Counter[str]] = {}
    for case in cases(every, chosen.count, chosen.seed + 1):
        by_mistake.setdefault(case.made, Counter())[first_kind(case.data(every[case.base][0]))] += 1
    for mistake, said in by_mistake.items():
        print(f"{mistake:22s} {', '.join(f'{kind} {number}' for kind, number in said.most_common())}")
    print(f"{sum(sum(c.values()) for c in by_mistake.values())} damaged files of {len(every)}, none crashed")
    for name in LABELLED:
        right, wrong = agreement(name, every)
        for case, found in wrong:
            print(f"  {case.made} {case.base}:{case.line}: a person says {case.label}, the tool {found}")
        print(f"{name}: {right} of {right + len(wrong)} cases are classed as a person says")


if __name__ == "__main__":
    main()
