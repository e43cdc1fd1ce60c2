"""Each kernel of a file against its original: which inputs the original takes, and whether the candidate agrees."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from cass_tools.compilers import nvcc, pick
from cass_tools.cuda.context import Context
from cass_tools.drivers import making, signatures, structures
from cass_tools.drivers import options as opts
from cass_tools.drivers.files import Files
from cass_tools.drivers.inputs import OTHER_ORDER, WATCHED, Inputs, Original
from cass_tools.drivers.lanes import Lanes
from cass_tools.drivers.program import Contents, Maker, Program, Ran
from cass_tools.drivers.rounding import Rounding
from cass_tools.drivers.search import Fitting
from cass_tools.drivers.signatures import Kernel
from cass_tools.drivers.values import compare
from cass_tools.drivers.wrappers import wrapped
from cass_tools.model import KernelTrial, Outcome, Source, Target
from cass_tools.reference import WAVE32
from cass_tools.runners import Runner, lifting, load
from cass_tools.runners.exec import SCALAR, ExecRunner
from cass_tools.schedules import scheduled
from cass_tools.trial import Settings, Unit

ROUNDING = "the original itself writes something else when its arithmetic is not fused"
LANES = "lanes of the original share places of memory, in an order that nothing fixes"
UNFINISHED = "the program ended before the kernel did"


class Kernels:
    """The kernels of one original file, and the inputs that each takes; candidates are tried one after another."""

    def __init__(self, original: Unit, settings: Settings, folder: Path) -> None:
        self.unit, self.settings, self.folder = wrapped(original, settings.config), settings, folder
        self.files = Files(Context(Source(original.path, self.unit.data), settings.config), original.flags)
        self.entries = opts.read(original.path.absolute().parent)
        self.notes: list[str] = []
        """Sentences about what drivers were built without, and how they were run."""
        self.made: dict[Target, Program] = {}  # of the candidate that was tried last
        self.prepared: dict[tuple[bytes, Target, int], Program] = {}
        self.refused: dict[str, str] = {}  # types that turned up in arguments, by kernel
        self.kernels = [k for each in signatures.kernels(self.files) for k in self._asked(each)]

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
        types += [*self.refused.values(), *(v.type for v in variables)]
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
            maker, made = lifting.made_for_any(self._with_nvcc, lambda tried: tried[1].made)
            if made.made.binary is not None or wanted != "auto":
                words = f"NVIDIA's machine code of the original ({maker.target.arch})"
                runner = SCALAR if wanted == "sass-scalar" else load("exec")
                return Original(words, "sass", maker, made, ExecRunner(WATCHED, brief=True), runner)
        maker = Maker(pick(self.settings.config), "cuda", WAVE32, self.folder)
        made = self._make(self.unit, maker)
        words = "the original, built for 32 lanes"
        return Original(words, "header", maker, made, ExecRunner(WATCHED, brief=True), load("exec"))

    @cached_property
    def fitting(self) -> dict[str, Fitting | str]:
        """For each kernel inputs under which the original runs to its end and stays inside its buffers, else why there
        are none."""
        if isinstance(self.original, str):
            return {k.expression: self.original for k in self.contents.kernels}
        found = self._inputs(self.original).all(self.contents.kernels)
        known = self.contents
        if self.refused:  # names that the compiler has found behind others may lead to more structures
            del self.contents
        if len(self.contents.structures) == len(known.structures):
            return found
        del self.original
        left = [k for k in self.contents.kernels if k.expression in self.refused]
        return found | (self._inputs(self.original).all(left) if not isinstance(self.original, str) else {})

    def _inputs(self, original: Original) -> Inputs:
        return Inputs(self.files, original, self.entries, self.settings, self.folder, self.refused)

    def verify(self, unit: Unit, target: Target, runner: Runner) -> list[KernelTrial]:
        """Try all kernels of a candidate on one GPU."""
        if not self.kernels:
            return []
        fits = self.fitting  # first, because it may come to need more in the drivers
        made = self.made[target] = self.prepare(unit, target)
        orders = [order for order in (runner, scheduled(runner, OTHER_ORDER)) if order is not None]
        known = [f for k in self.contents.kernels if isinstance(f := fits[k.expression], Fitting)]
        text = "".join(fitting.text for fitting in known)
        built = made.made.binary is not None
        whole = [made.run(text, order, self.settings, self.folder) for order in orders] if built else []
        for ran in whole:
            self._note(*ran.run.notes)
        return [self._trial(k, made, target, orders, whole) for k in self.contents.kernels if not self._spare(k)]

    def prepare(self, unit: Unit, target: Target) -> Program:
        """A candidate's driver for one GPU, built once."""
        key = (unit.data, target, len(self.contents.structures))
        if key not in self.prepared:
            whole = wrapped(unit, self.settings.config)
            self.prepared[key] = self._make(whole, Maker(pick(self.settings.config), "hip", target, self.folder))
        return self.prepared[key]

    def _with_nvcc(self, target: Target) -> tuple[Maker, Program]:
        maker = Maker(nvcc.NvccCompiler(), "nvidia", target, self.folder)
        return maker, self._make(self.unit, maker)

    def _make(self, unit: Unit, maker: Maker) -> Program:
        made = making.make(unit, self.contents, maker, self.settings.config)
        if made.left_out:
            side = "the original's" if unit is self.unit else f"the {maker.target.arch}"
            self._note(f"{side} kernels were built {made.left_out}")
        return made

    def _note(self, *sentences: str) -> None:
        self.notes += [each for each in sentences if each not in self.notes]

    def _spare(self, kernel: Kernel) -> bool:
        """Whether it is a guess at template arguments that does not compile, beside one that does."""
        if isinstance(self.original, str) or not kernel.implied:
            return False
        lacks = self.original.program.lacks
        others = (k.expression for k in self.contents.kernels if k.name == kernel.name)
        return kernel.expression in lacks and any(other not in lacks for other in others)

    def _trial(
        self, kernel: Kernel, made: Program, target: Target, orders: Sequence[Runner], whole: Sequence[Ran]
    ) -> KernelTrial:
        """One kernel, by the runs of all where these came to their end, else by its own."""
        fitting, name = self.fitting[kernel.expression], kernel.expression
        if isinstance(fitting, str):
            return KernelTrial(name, target, Outcome.NOT_TRIED, fitting)
        if why := made.lacks.get(name):
            return KernelTrial(name, target, Outcome.NOT_BUILT, why)
        loose: dict[str, str] = {}
        for order, all_ran in zip(orders, whole, strict=False):
            ran = all_ran
            if ran.run.outcome is not Outcome.PASSED:
                ran = made.run(fitting.text, order, self.settings, self.folder)
            if failed := self._failed(kernel, fitting, ran, target, loose):
                where = "" if order is orders[0] else "in another order of workgroups and waves: "
                return failed._replace(detail=where + failed.detail)
        firm = tuple(each for each in fitting.cases if each not in loose)
        if not firm:
            return KernelTrial(name, target, Outcome.NOT_TRIED, f"under all inputs {' or '.join(set(loose.values()))}")
        more = f"; under {len(loose)} more {' or '.join(set(loose.values()))}" if loose else ""
        return KernelTrial(name, target, Outcome.PASSED, f"{len(firm)} inputs{more}", firm)

    def _failed(
        self, kernel: Kernel, fitting: Fitting, ran: Ran, target: Target, loose: dict[str, str]
    ) -> KernelTrial | None:
        """The first input for which a run is not as it should be; `loose` gets those that say nothing, with why."""
        names = tuple(p.name for p in kernel.parameters)
        found = ran.of(kernel.expression)
        for name, expected in fitting.cases.items():
            if name not in found:
                outcome = ran.run.outcome if ran.run.outcome is not Outcome.PASSED else Outcome.WRONG_OUTPUT
                return KernelTrial(kernel.expression, target, outcome, f"input {name}: {ran.run.detail or UNFINISHED}")
            if difference := compare(expected, found[name], names, fitting.policy):
                if self.rounding.explains(kernel, fitting, name, found[name]):
                    loose[name] = ROUNDING
                elif self.lanes.explains(kernel, fitting, name, found[name]):
                    loose[name] = LANES
                else:
                    return KernelTrial(kernel.expression, target, Outcome.WRONG_OUTPUT, f"input {name}: {difference}")
        return None

    @cached_property
    def lanes(self) -> Lanes:
        """What of the original's results hangs on the order of lanes."""
        assert not isinstance(self.original, str)  # noqa: S101  nothing was run without one
        return Lanes(self.original, self.settings, self.folder)

    @cached_property
    def rounding(self) -> Rounding:
        """What of the original's results hangs on rounding."""
        assert not isinstance(self.original, str)  # noqa: S101  nothing was run without one
        return Rounding(self.unit, self.contents, self.original, self.settings, self.folder)
