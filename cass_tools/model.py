"""The values that flow from a CUDA source to a verdict: frozen, without behaviour beyond small views.

source -> findings -> edits -> candidate -> build -> run -> verdict -> file (docs/design.md, "The line").
All offsets are byte offsets into the user's file, half open; nothing here decodes text.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum, StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from cass_tools.deeds import Deeds


T = TypeVar("T", bound=tuple[Any, ...])


def rows(kind: type[T], *columns: Iterable[Any]) -> Iterator[T]:
    """Named tuples of a kind, made of a column for each field: faster than one by one, for what files have most."""
    return map(partial(tuple.__new__, kind), zip(*columns, strict=False))  # a column may repeat a value for ever


class Span(NamedTuple):
    """Bytes [start, end) of a source."""

    start: int
    end: int


class Severity(StrEnum):
    """An `ERROR` will not build or run right on AMD, a `WARNING` may not, an `INFO` is a plain rename."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Effort(StrEnum):
    """What is left for a person: `LOW` nothing or a glance, `MEDIUM` look at it and decide, `HIGH` write code."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Safety(IntEnum):
    """May an edit be applied? `SAFE`: always; `UNSAFE`: only if the result is verified; `DISPLAY`: shown only."""

    DISPLAY = 0
    UNSAFE = 1
    SAFE = 2


class Edit(NamedTuple):
    """Replace `span` by `text`; an empty span inserts."""

    span: Span
    text: bytes


def enclosed(span: Span, before: bytes, after: bytes = b")") -> tuple[Edit, Edit]:
    """Put text around `span`: a cast, say."""
    return Edit(Span(span.start, span.start), before), Edit(Span(span.end, span.end), after)


class Fix(NamedTuple):
    """Edits that belong together: all are applied or none."""

    message: str
    edits: tuple[Edit, ...]
    safety: Safety = Safety.SAFE


class Finding(NamedTuple):
    """One thing that only CUDA has: `code` is CASS1xx, `rule` its name, `suggestion` the way out without a fix."""

    code: str
    rule: str
    message: str
    span: Span
    severity: Severity = Severity.INFO
    effort: Effort = Effort.LOW
    suggestion: str = ""
    fix: Fix | None = None


class Source(NamedTuple):
    """A file as it is on disk: bytes in any encoding, BOM and line ends included."""

    path: Path
    data: bytes


class Candidate(NamedTuple):
    """A translation of `source` that nobody has tried yet; who made it is kept only to be shown.

    `made` are the edits of the findings' fixes that it has.
    """

    source: Source
    data: bytes
    findings: tuple[Finding, ...] = ()
    origin: str = "rules"
    made: tuple[Edit, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether the translation differs from its source at all."""
        return self.data != self.source.data


class Outcome(StrEnum):
    """How a step of verification ended."""

    PASSED = "PASSED"
    WRONG_OUTPUT = "WRONG_OUTPUT"
    FAULTY = "FAULTY"
    CRASHED = "CRASHED"
    TIMED_OUT = "TIMED_OUT"
    NOT_BUILT = "NOT_BUILT"
    NOT_TRIED = "NOT_TRIED"


class Target(NamedTuple):
    """An AMD GPU by its LLVM name; `wave` is the number of lanes in a wavefront (gfx9: 64, gfx10 and later: 32)."""

    arch: str

    @property
    def wave(self) -> int:
        """Lanes of a wavefront as compilers choose them by default."""
        return 64 if self.arch.startswith("gfx9") else 32


class Build(NamedTuple):
    """What a compiler made: `binary` is set exactly when PASSED; `log` holds its messages on the user's lines.

    `parts` are the other sources of the program that were linked in. `unlinked`: all that failed was the link.
    """

    outcome: Outcome
    target: Target
    binary: Path | None = None
    log: str = ""
    seconds: float = 0.0
    parts: tuple[Path, ...] = ()
    unlinked: bool = False


class Run(NamedTuple):
    """What a program did: PASSED means it ended on its own, whatever its `status`; else `detail` names the cause.

    `launches` counts the kernels that it started, where the runner can see that, and `started` names them. `cut_off`
    names what was longer than is kept ("stdout", "file NAME"). `findings` are what checks have found in its memory
    accesses, `misuse` calls that neither vendor defines, though they did something here. `notes` name the parts of the
    sandbox that this machine
    forbids. `deeds` are what it did on the GPU, where somebody watched; `forged` says that it tried to tell them.
    """

    outcome: Outcome
    runner: str
    target: Target | None
    status: int | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    files: tuple[tuple[str, bytes | None], ...] = ()
    detail: str = ""
    seconds: float = 0.0
    launches: int | None = None
    cut_off: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    misuse: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    deeds: "Deeds | None" = None
    forged: str = ""
    started: frozenset[str] = frozenset()


class StepKind(StrEnum):
    """The steps of a verdict; CHECKED only where checks of memory accesses were asked for."""

    BUILT = "built"
    RUN = "run"
    CHECKED = "checked"
    COMPARED = "compared"


class Step(NamedTuple):
    """One row of the verdict table: what was done, for which GPU, where, how it ended, in honest words."""

    kind: StepKind
    outcome: Outcome
    target: Target | None
    where: str = ""
    detail: str = ""
    seconds: float = 0.0


class KernelTrial(NamedTuple):
    """One kernel that was started by itself, on one GPU: how it ended, the reason in words, and the inputs it had."""

    kernel: str
    target: Target
    outcome: Outcome
    detail: str = ""
    inputs: tuple[str, ...] = ()


class Verdict(NamedTuple):
    """All steps of one candidate, and notes such as a warp-size dependence.

    `parts` are the other sources that were linked, run and compared with it as one program. `reference` is the kind of
    what it was compared with (gpu, record, sass, header, expected), empty where nothing was compared.
    """

    steps: tuple[Step, ...]
    notes: tuple[str, ...] = ()
    parts: tuple[Path, ...] = ()
    reference: str = ""
    kernels: tuple[KernelTrial, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """The first step that neither passed nor was left untried decides; PASSED needs at least one passed step."""
        failed = [s.outcome for s in self.steps if s.outcome not in (Outcome.PASSED, Outcome.NOT_TRIED)]
        if failed:
            return failed[0]
        return Outcome.PASSED if any(s.outcome is Outcome.PASSED for s in self.steps) else Outcome.NOT_TRIED
