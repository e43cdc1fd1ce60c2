"""What a translation is compared with: the CUDA original, run here in the best way there is, or an expected output.

In this order: the expected output that the user names; the original built by nvcc on a real NVIDIA GPU; a record of
that which was made elsewhere (records/); the machine code that nvcc makes of it, executed here, where the user has
agreed to that (as an AMD GPU's code, or, where threads of a warp wait for each other, thread by thread); the
untranslated original built by the same compiler through the CUDA-on-HIP headers and run at 32 lanes, which is what CUDA
code expects. The user may choose.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from cass_tools.compilers import Compiler, nvcc, pick
from cass_tools.cuda.lex import blank
from cass_tools.errors import CassError
from cass_tools.model import Build, Outcome, Run, Target
from cass_tools.records import finding
from cass_tools.runners import Runner, lifting, load
from cass_tools.runners.exec import DEADLOCKS, SCALAR, ExecRunner
from cass_tools.schedules import observing, scheduled
from cass_tools.trial import Settings, Unit, build, first_error, run

WAVE32 = Target("gfx1100")
# How nvcc builds an original that no other compiler reads a second time: what rounding makes of it shows then.
ROUNDED_OTHERWISE = ("--use_fast_math", "--fmad=false")
CAPABILITY = "CASS_EXEC_CAPABILITY"  # what the executor's runtime reads, 80 for 8.0
Again = Callable[[int], Run | None]
PTX = re.compile(rb"\b(?:asm|__asm__|__asm)\b\s*(?:volatile|__volatile__)?\s*\(")


@dataclass(frozen=True, slots=True)
class Reference:
    """`run` is what must be matched; without one, `reason` says why there is none. `words` name it in the verdict.

    `again` runs the original once more, in another order of its workgroups for each seed; None where that cannot be
    chosen. `kind` names it for programs: expected, gpu, record, sass, header. `note` says why a better one was not
    taken, if one was tried. `twin` runs the original as it is built the other way. `built` is what was run, where it
    was run on the executor: thread by thread if `scalar`. `shown` runs it where programs see another compute
    capability, 80 for 8.0; None where that cannot be chosen.
    """

    words: str
    run: Run | None = None
    reason: str = ""
    again: Again | None = None
    kind: str = ""
    note: str = ""
    twin: Callable[[], Run | None] | None = None
    built: Build | None = None
    scalar: bool = False
    shown: Again | None = None

    def other_order(self) -> Run | None:
        """The original once more, in the first of the other orders."""
        return self.again(1) if self.again else None


def obtain(original: Unit | None, settings: Settings, runner: Runner, folder: Path) -> Reference:
    """The best reference for a translation of `original`; never raises for what the user's program does."""
    if settings.expected is not None:
        status = 0  # a program that printed what is expected is also expected to succeed
        expected = Run(Outcome.PASSED, "file", None, status, settings.expected)
        return Reference("the expected output", expected, kind="expected")
    if original is None:
        return Reference(
            "nothing", reason="there is nothing to compare with: give --against FILE.cu or --expected FILE"
        )
    wanted = "record" if settings.record else settings.reference
    nvidia = load("nvidia")
    if wanted == "auto" and nvcc.missing() is None and nvidia.missing() is None:
        return replace(_on_nvidia(original, settings, nvidia, folder), kind="gpu")
    note = ""
    if wanted in ("auto", "record"):
        recorded, near = _recorded(original, settings)
        if recorded.run is not None or wanted == "record":
            return recorded
        note = f"a record is not what was compared with: {recorded.reason}" if near else ""
    if wanted.startswith("sass") or (wanted == "auto" and (nvcc.missing() or lifting.lacking()) is None):
        found = _by_machine_code(original, settings, folder)
        if found.run is not None or (wanted.startswith("sass") and not found.kind):
            return replace(found, note=note, twin=lambda: _built_otherwise(original, found, settings, runner, folder))
        note = (
            f"{note}. " * bool(note)
            + f"NVIDIA's machine code of the original is not what was compared with: {found.reason}"
        )
    return replace(_through_hip(original, settings, runner, folder), kind="header", note=note)


def _recorded(original: Unit, settings: Settings) -> tuple[Reference, bool]:
    """What was recorded of the original, or why that cannot be used; and whether there is a record of it at all."""
    words = "a record of the CUDA original"
    try:
        found = finding.find(original, settings.args, settings.record)
    except CassError as error:  # damaged or edited
        return Reference(words, reason=str(error)), True
    record = found.record
    if record is None:
        return Reference(words, reason=found.reason), found.near
    if missing := [name for name in settings.compare_files if name not in dict(record.files)]:
        return Reference(words, reason=f"the record has no file {missing[0]}; record it with --compare-file"), True
    from cass_tools.records import making  # it knows how records are made too, which takes long to load

    first = making.as_run(record, settings.compare_files)
    again = making.again(record, first)
    where = f"{words} on {record.words}"
    return Reference(where, first, again=(lambda _: again) if again else None, kind="record"), True


def _on_nvidia(original: Unit, settings: Settings, nvidia: Runner, folder: Path) -> Reference:
    words = "the CUDA original on this NVIDIA GPU"
    built = nvcc.build(original.path, folder / "original", original.flags)
    if built.binary is None:
        return Reference(words, reason=f"nvcc did not build the original: {first_error(built.log)}")
    return _judged(words, _Runs(built, nvidia, folder, settings, original))


def _by_machine_code(original: Unit, settings: Settings, folder: Path) -> Reference:
    """No run where a tool is missing or nvcc does not build it alone (then no kind), or where a kernel is refused."""
    words = "NVIDIA's machine code of the CUDA original"
    if lacks := nvcc.missing() or lifting.lacking():
        return Reference(f"{words} ({lifting.DEFAULT.arch})", reason=lacks)
    built = nvidia_build(original, folder)
    words = f"{words} ({built.target.arch})"
    if built.binary is None:
        return Reference(words, reason=f"nvcc did not build the original: {first_error(built.log)}")
    found, scalar = Reference(words), False
    if settings.reference != "sass-scalar":
        found = _judged(words, _Runs(built, load("exec"), folder, settings, original))
    if found.run is None and (not found.reason or any(each in found.reason for each in DEADLOCKS)):
        found, scalar = _judged(f"{words}, thread by thread", _Runs(built, SCALAR, folder, settings, original)), True
    return replace(found, kind="sass", built=built, scalar=scalar)


def nvidia_build(original: Unit, folder: Path) -> Build:
    """The original built by nvcc for the first architecture that has all that it names."""
    return lifting.made_for_any(
        lambda target: build(original, target, nvcc.NvccCompiler(), folder, "nvidia"),
        lambda built: built,
    )


def _built_otherwise(
    original: Unit, reference: Reference, settings: Settings, runner: Runner, folder: Path
) -> Run | None:
    """The original through the CUDA-on-HIP headers; if that cannot be, by nvcc again, rounded otherwise."""
    ran = _through_hip(original, settings, runner, folder).run
    if ran is not None or reference.built is None:
        return ran
    unit = replace(original, flags=(*original.flags, *ROUNDED_OTHERWISE))
    built = build(unit, reference.built.target, nvcc.NvccCompiler(), folder, "nvidia")
    place = SCALAR if reference.scalar else load("exec")
    return _Runs(built, place, folder, settings, original)(0) if built.binary else None


def _through_hip(original: Unit, settings: Settings, runner: Runner, folder: Path) -> Reference:
    words = "the CUDA original, built for 32 lanes"
    if runner.can_run(WAVE32):
        runner = load("exec")
    compiler: Compiler = pick(settings.config)
    built = build(original, WAVE32, compiler, folder, "cuda")
    if built.binary is None:
        return Reference(words, reason=_why_not_built(original, built))
    executed = built if runner.name == "exec" else None
    return replace(_judged(words, _Runs(built, runner, folder, settings, original)), built=executed)


def _why_not_built(original: Unit, built: Build) -> str:
    if PTX.search(blank(original.data)):
        return "the original has inline PTX, which only NVIDIA GPUs run; give --expected FILE to compare"
    if built.outcome is Outcome.NOT_TRIED:
        return built.log
    return f"the original does not build through the CUDA-on-HIP headers: {first_error(built.log)}"


class _Runs:
    """Runs the original in a fresh directory with the user's data; in another order for each seed."""

    def __init__(self, built: Build, runner: Runner, folder: Path, settings: Settings, original: Unit) -> None:
        self.built, self.runner = built, runner
        self.folder, self.settings, self.data = folder, settings, original.path.absolute().parent
        self._cards: dict[int, Run | None] = {}

    def __call__(self, seed: int) -> Run | None:
        return self._run(scheduled(self.runner, seed) if seed else self.runner)

    def shown(self, capability: int) -> Run | None:
        """Where programs see this compute capability, 80 for 8.0; None where that is the hardware's."""
        if not isinstance(self.runner, ExecRunner):
            return None
        if capability not in self._cards:  # asked again for each GPU of a candidate
            told = replace(self.runner, asked=(*self.runner.asked, (CAPABILITY, str(capability))))
            self._cards[capability] = self._run(told)
        return self._cards[capability]

    def _run(self, runner: Runner | None) -> Run | None:
        built, folder, settings = self.built, self.folder, self.settings
        if runner is None or built.binary is None:
            return None
        return run(built.binary, built.target, observing(runner), folder=folder, settings=settings, data=self.data)


def _judged(words: str, again: _Runs) -> Reference:
    """A reference that did not end by itself, or of which a part is missing, is none."""
    ran = again(0)
    assert ran is not None  # noqa: S101  only other orders can be impossible
    if ran.outcome is not Outcome.PASSED:
        return Reference(words, reason=f"the original could not be used: {ran.outcome}, {ran.detail}")
    if ran.cut_off:
        long = " and ".join(ran.cut_off)
        return Reference(words, reason=f"the original could not be used: {long} is longer than what is kept of it")
    return Reference(words, ran, again=again, shown=again.shown)
