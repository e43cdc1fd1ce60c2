"""`cass verify --explain` for kernels that are tried by themselves: the smallest case that is still wrong, and in it
the thread and the source line that wrote the first element that differs, or should have."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cass_tools.deeds import Wrote
from cass_tools.drivers.inputs import OTHER_ORDER, Original
from cass_tools.drivers.program import Program
from cass_tools.drivers.results import Case, Saved
from cass_tools.drivers.search import Fitting
from cass_tools.drivers.signatures import Kernel
from cass_tools.drivers.trying import Kernels
from cass_tools.drivers.values import Difference, compare
from cass_tools.elements import Element
from cass_tools.explain import Side, checked, who
from cass_tools.model import KernelTrial, Outcome, Run
from cass_tools.runners.exec import ExecRunner
from cass_tools.shrink import smaller
from cass_tools.trial import Unit

INDEX = re.compile(r"\[(\d+)\](?: at byte (\d+))?$")
GUARD = 256  # bytes before and after each buffer (include/drive/cass_drive.h)
GUARDED, SHIFT, HAS_VALUE, VALUE = 9, 7, 8, 9  # places of words in the lines of a plan


def explained(kernels: Kernels, unit: Unit, trials: Sequence[KernelTrial]) -> list[str]:
    """Lines about the first kernel that writes something else than its original; none where there is no such."""
    wrong = next((t for t in trials if t.outcome is Outcome.WRONG_OUTPUT and t.target in kernels.made), None)
    if wrong is None or isinstance(kernels.original, str):
        return []
    kernel = next(k for k in kernels.contents.kernels if k.expression == wrong.kernel)
    fitting = kernels.fitting[wrong.kernel]
    assert not isinstance(fitting, str)  # noqa: S101  it was tried
    made = kernels.made[wrong.target]
    for seed in (0, OTHER_ORDER):
        trial = _Trial(kernels, kernels.original, made, kernel, fitting, ExecRunner(schedule=seed))
        for plan in _cases(fitting.text):
            if trial.difference(plan):
                lines = list(trial.told(plan, unit))
                return [f"{wrong.target.arch}: {lines[0]}", *(f"  {line}" for line in lines[1:])]
    return []


def _cases(text: str) -> list[str]:
    return [f"case\t{each}" for each in text.split("case\t") if each]


class _Wrong(NamedTuple):
    """A buffer, by its path in the results, that is not as it should be."""

    path: str
    difference: Difference
    saved: Saved

    @property
    def indexed(self) -> bool:
        """Whether it is known which element differs."""
        return INDEX.search(self.difference.path) is not None


@dataclass(frozen=True, slots=True)
class _Trial:
    """One kernel on both sides."""

    kernels: Kernels
    original: Original
    made: Program
    kernel: Kernel
    fitting: Fitting
    runner: ExecRunner

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.kernel.parameters)

    def _case(self, program: Program, plan: str, runner: ExecRunner) -> Case | None:
        ran = program.run(plan, runner, self.kernels.settings, self.kernels.folder)
        return next(iter(ran.of(self.kernel.expression).values()), None) if ran.run.outcome is Outcome.PASSED else None

    def difference(self, plan: str) -> "_Wrong | None":
        """The first buffer that differs under a plan of one case."""
        theirs = self.original.runner
        expected = self._case(self.original.program, plan, theirs if isinstance(theirs, ExecRunner) else self.runner)
        found = self._case(self.made, plan, self.runner)
        if expected is None or found is None:
            return None
        for path, saved in expected.buffers.items():
            alone = Case(expected.kernel, expected.name, buffers={path: saved})
            if difference := compare(alone, found, self.names, self.fitting.policy):
                return _Wrong(path, difference, saved)
        return None

    def _fits(self, plan: str) -> bool:
        """Whether the original stays inside its buffers, so that its result means something."""
        ran = self.original.program.run(plan, self.original.checking, self.kernels.settings, self.kernels.folder)
        return ran.run.outcome is Outcome.PASSED and not ran.run.findings

    def told(self, plan: str, unit: Unit) -> Iterator[str]:
        """What there is to say of a case that is wrong."""
        plan = self._smallest(plan)
        found = self.difference(plan)
        assert found is not None  # noqa: S101  that is what the plan was chosen for
        yield f"kernel {self.kernel.expression}, {self._words(plan)}"
        yield str(found.difference)
        sides = [
            self._side(self.made, plan, self.runner, unit),
            self._side(self.original.program, plan, self._theirs(), self.kernels.unit),
        ]
        for name, side in zip(("candidate", "original"), sides, strict=True):
            yield from who(name, _writer(side, self.kernel, found, plan), side)
        yield from checked(sides[0])

    def _theirs(self) -> ExecRunner:
        runner = self.original.runner
        return runner if isinstance(runner, ExecRunner) else ExecRunner()

    def _side(self, program: Program, plan: str, runner: ExecRunner, unit: Unit) -> Side:
        def again(other: ExecRunner) -> Run:
            return program.run(plan, other, self.kernels.settings, self.kernels.folder).run

        return Side(runner, again, unit.path, unit.data)

    def _smallest(self, plan: str) -> str:
        """The plan with sizes, blocks of the grid and nothing else made smaller."""
        words, first = _flat(plan), self.difference(plan)
        loose = [w if _may_shrink(words, i) else f"={w}" for i, w in enumerate(words)]

        def wrong(attempt: tuple[str, ...]) -> bool:
            text = _joined([w.removeprefix("=") for w in attempt])
            found = self.difference(text)
            telling = found is not None and (found.indexed or not (first and first.indexed))
            return telling and self._fits(text)

        return _joined([w.removeprefix("=") for w in smaller(loose, wrong)])

    def _words(self, plan: str) -> str:
        """`input random, n = 4, grid (1,1,1), block (64,1,1)`."""
        lines = plan.splitlines()
        launch = lines[1].split()
        arguments = [line.split() for line in lines if line.startswith("argument ")]
        values = [
            f"{p.name} = {a[VALUE]}"
            for p, a in zip(self.kernel.parameters, arguments, strict=False)
            if a[HAS_VALUE] == "1" and p.name
        ]
        shape = (f"grid ({','.join(launch[1:4])})", f"block ({','.join(launch[4:7])})")
        return ", ".join((f"input {lines[0].split(chr(9))[2]}", *values, *shape))


def _flat(plan: str) -> list[str]:
    """The words of a plan, with the ends of lines as words of their own; the first line is one word."""
    first, *others = plan.splitlines()
    return [first, "\n", *(word for line in others for word in (*line.split(), "\n"))]


def _joined(words: Sequence[str]) -> str:
    return "".join(w if w == "\n" else f"{w} " for w in words).replace(" \n", "\n")


def _may_shrink(words: Sequence[str], at: int) -> bool:
    """Whether a word is a value of an argument, or a number of blocks."""
    start = max((i for i in range(at) if words[i] == "\n"), default=-1) + 1
    if words[start] == "launch":
        return 1 <= at - start <= 3
    return words[start] == "argument" and at - start == VALUE and words[at - 1] == "1"


def _place(kernel: Kernel, wrong: _Wrong, plan: str) -> tuple[int, Element] | None:
    """The number of a buffer among the allocations of a run, and the element in it with the guard counted in; None
    for what is no plain argument, and where arguments point to pointers."""
    lines = [line.split() for line in plan.splitlines()]
    arguments = [words for words in lines if words[0] == "argument"]
    found = INDEX.search(wrong.difference.path)
    if not re.fullmatch(r"#\d+", wrong.path) or any("**" in p.type.replace(" ", "") for p in kernel.parameters):
        return None
    position = int(wrong.path[1:])
    number = sum("*" in p.type for p in kernel.parameters[: position + 1])
    guard = GUARD if lines[1][GUARDED] == "1" else 0
    index, part = (int(found[1]), int(found[2] or 0)) if found else (0, 0)
    at = guard + (int(arguments[position][SHIFT]) + index) * wrong.saved.item + part
    return number, Element("byte", at, 1, "", "", 0, 0)


def _writer(side: Side, kernel: Kernel, wrong: _Wrong, plan: str) -> Wrote | None:
    """Who wrote the element; None where that cannot be told."""
    place, did = _place(kernel, wrong, plan), side.deeds()
    if place is None or isinstance(did, str):
        return None
    launch = next((each for each in did.own if each.name == kernel.name), None)
    known = {memory.number: memory for memory, _ in launch.found} if launch else {}
    if launch is None or place[0] not in known:
        return None
    return side.writer(launch, known[place[0]], place[1])
