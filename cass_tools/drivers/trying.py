"""Each kernel of a file against its original: which inputs the original takes, and whether the candidate agrees."""

import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from cass_tools.compilers import nvcc, pick
from cass_tools.cuda.context import Context
from cass_tools.drivers import options as opts
from cass_tools.drivers import plan, program, signatures, structures
from cass_tools.drivers.files import Files
from cass_tools.drivers.options import Options
from cass_tools.drivers.plan import Plan
from cass_tools.drivers.program import Contents, Maker, Program, Ran
from cass_tools.drivers.results import Case
from cass_tools.drivers.signatures import Kernel
from cass_tools.drivers.values import Policy, compare
from cass_tools.errors import CassError
from cass_tools.model import KernelTrial, Outcome, Source, Target
from cass_tools.reference import WAVE32
from cass_tools.runners import Runner, lifting, load
from cass_tools.runners.exec import SCALAR, ExecRunner
from cass_tools.trial import Settings, Unit

WATCHED = ("bounds", "race")  # what makes inputs unfit: what the original writes under them would say nothing
ONE_SEARCH, PATIENCE = 10.0, 30.0  # seconds: of one run and of all runs that look for the inputs of a kernel


class Original(NamedTuple):
    """The built original: what it is in words, its kind for programs, and where it runs (with checks, and without)."""

    words: str
    kind: str
    program: Program
    checking: Runner
    runner: Runner


class Fitting(NamedTuple):
    """Inputs that the original takes: the plan for each case, and what it wrote."""

    plans: dict[str, str]
    cases: dict[str, Case]


class Kernels:
    """The kernels of one original file, and the inputs that each takes; candidates are tried one after another."""

    def __init__(self, original: Unit, settings: Settings, folder: Path) -> None:
        self.unit, self.settings, self.folder = original, settings, folder
        self.files = Files(Context(Source(original.path, original.data), settings.config))
        self.entries = opts.read(original.path.absolute().parent)
        self.kernels = [k for each in signatures.kernels(self.files) for k in self._asked(each)]
        self._fits: dict[str, Fitting | str] = {}

    @property
    def _brief(self) -> Settings:
        """For the search for inputs: a kernel that takes longer with some is tried with others."""
        limits = self.settings.limits
        return replace(self.settings, limits=replace(limits, timeout=min(limits.timeout, ONE_SEARCH)))

    def _asked(self, kernel: Kernel) -> Iterator[Kernel]:
        """The kernel, or the instantiations that cass.toml asks for."""
        wanted = opts.of(kernel.name, self.entries).instantiate
        if not kernel.templates or not wanted:
            yield kernel
            return
        plain = kernel.expression.partition("<")[0]
        for listed in wanted:
            yield kernel._replace(expression=f"{plain}<{listed}>")

    @cached_property
    def contents(self) -> Contents:
        """What the drivers of both sides hold."""
        variables = structures.variables(self.files)
        types = [p.type for k in self.kernels for p in k.parameters] + [a for k in self.kernels for a in k.arguments]
        known = structures.structures(self.files, types)
        unique = tuple({k.expression: k for k in self.kernels}.values())
        return Contents(unique, tuple(known), tuple(variables))

    @cached_property
    def original(self) -> Original | str:
        """The original's driver, built in the best way there is; a sentence where there is none."""
        wanted = self.settings.reference
        lacks = nvcc.missing() or lifting.lacking()
        if wanted.startswith("sass") and lacks:
            return lacks
        if wanted in ("auto", "sass", "sass-scalar") and not lacks:
            made = program.make(
                self.unit, self.contents, Maker(nvcc.NvccCompiler(), "nvidia", lifting.DEFAULT, self.folder)
            )
            if made.made.binary is not None or wanted != "auto":
                words = f"NVIDIA's machine code of the original ({lifting.DEFAULT.arch})"
                runner = SCALAR if wanted == "sass-scalar" else load("exec")
                return Original(words, "sass", made, ExecRunner(WATCHED), runner)
        maker = Maker(pick(self.settings.config), "cuda", WAVE32, self.folder)
        made = program.make(self.unit, self.contents, maker)
        words = "the original, built for 32 lanes"
        return Original(words, "header", made, ExecRunner(WATCHED), load("exec"))

    def options(self, kernel: Kernel) -> Options:
        """What cass.toml says about it."""
        return opts.of(kernel.name, self.entries)

    def fitting(self, kernel: Kernel) -> Fitting | str:
        """Inputs under which the original runs to its end and stays inside its buffers; else why there are none."""
        if kernel.expression not in self._fits:
            self._fits[kernel.expression] = self._find(kernel)
        return self._fits[kernel.expression]

    def _find(self, kernel: Kernel) -> Fitting | str:
        original, options = self.original, self.options(kernel)
        if options.skip:
            return options.skip
        if isinstance(original, str):
            return original
        if why := original.program.lacks.get(kernel.expression):
            return why
        why = "no input was tried"
        until = time.monotonic() + PATIENCE
        for profile in plan.profiles(self.files, kernel, options):
            found = self._clean(Plan(kernel, profile, options), original)
            if isinstance(found, dict):
                return self._recorded(found, original)
            why = found
            if found.startswith("!"):
                return found[1:]
            if time.monotonic() > until:
                break
        return why

    def _clean(self, planned: Plan, original: Original) -> dict[str, str] | str:
        """The plans of the cases that stay inside under this profile; why the first does not, "!" before what no other
        profile mends."""

        def problem(only: str = "") -> str | None:
            text = planned.text(guarded=False, only=only)
            return self._problem(original.program.run(text, original.checking, self._brief, self.folder))

        names = [style.name for style in plan.STYLES]
        if problem() is not None:
            if why := problem(names[0]):
                return why
            names = [names[0], *(name for name in names[1:] if problem(name) is None)]
        return {name: planned.text(guarded=True, only=name) for name in names}

    @staticmethod
    def _problem(ran: Ran) -> str | None:
        """Why these inputs are none for the original."""
        if refused := next((c.refused for c in ran.cases if c.refused), ""):
            return f"!an argument holds a {refused}, which a driver cannot make"
        if ran.run.outcome is Outcome.NOT_TRIED:
            return f"!{ran.run.detail}"
        if ran.run.outcome is not Outcome.PASSED:
            return f"the original itself fails with the inputs that were tried: {ran.run.detail or ran.run.outcome}"
        if ran.run.findings:
            return f"the original itself fails with the inputs that were tried: {ran.run.findings[0]}"
        return None if ran.cases and all(c.done for c in ran.cases) else "no case came to its end"

    def _recorded(self, plans: dict[str, str], original: Original) -> Fitting | str:
        ran = original.program.run("".join(plans.values()), original.runner, self.settings, self.folder)
        if ran.run.outcome is not Outcome.PASSED:
            return f"the original could not be used: {ran.run.detail or ran.run.outcome}"
        cases = {c.name: c for c in ran.cases if c.done}
        if not any(c.wrote for c in cases.values()):
            return "with the inputs that were tried the original writes nothing that could be compared"
        return Fitting(plans, cases)

    def verify(self, unit: Unit, target: Target, runner: Runner) -> list[KernelTrial]:
        """Try all kernels of a candidate on one GPU."""
        if not self.kernels:
            return []
        made = program.make(unit, self.contents, Maker(pick(self.settings.config), "hip", target, self.folder))
        return [self._trial(kernel, made, target, runner) for kernel in self.contents.kernels]

    def _trial(self, kernel: Kernel, made: Program, target: Target, runner: Runner) -> KernelTrial:
        fitting = self.fitting(kernel)
        name = kernel.expression
        if isinstance(fitting, str):
            return KernelTrial(name, target, Outcome.NOT_TRIED, fitting)
        if why := made.lacks.get(name):
            return KernelTrial(name, target, Outcome.NOT_BUILT, why)
        with contextlib.suppress(CassError):
            ran = made.run("".join(fitting.plans.values()), runner, self.settings, self.folder)
            return self._judge(kernel, fitting, ran, target)
        return KernelTrial(name, target, Outcome.NOT_TRIED, "the program could not be started")

    def _judge(self, kernel: Kernel, fitting: Fitting, ran: Ran, target: Target) -> KernelTrial:
        options = self.options(kernel)
        policy = Policy(options.tolerance or self.settings.terms.tolerance, options.unordered, options.ignore)
        names = tuple(p.name for p in kernel.parameters)
        found = {c.name: c for c in ran.cases if c.done}
        for name, expected in fitting.cases.items():
            if name not in found:
                outcome = ran.run.outcome if ran.run.outcome is not Outcome.PASSED else Outcome.WRONG_OUTPUT
                return KernelTrial(kernel.expression, target, outcome, f"input {name}: {ran.run.detail}")
            if difference := compare(expected, found[name], names, policy):
                return KernelTrial(kernel.expression, target, Outcome.WRONG_OUTPUT, f"input {name}: {difference}")
        cases = tuple(fitting.cases)
        return KernelTrial(kernel.expression, target, Outcome.PASSED, f"{len(cases)} inputs", cases)
