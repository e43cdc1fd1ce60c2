"""How two runs are compared, as values: tolerances by type, masks, order, files, what the original varies itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

FLOAT_TOLERANCE, DOUBLE_TOLERANCE, HALF_TOLERANCE = 1e-5, 1e-12, 4e-3
DEFAULTS = {"float": FLOAT_TOLERANCE, "double": DOUBLE_TOLERANCE, "half": HALF_TOLERANCE}
TYPES = tuple(DEFAULTS)


class Tolerance(NamedTuple):
    """Two numbers are the same if they differ by at most `atol`, by `rtol` of the larger one, or by `ulp` steps from
    one number of their type to the next."""

    rtol: float = 0.0
    atol: float = 0.0
    ulp: int = 0


class Span(NamedTuple):
    """Where a number may lie that the original does not repeat; without ends, anywhere."""

    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        return "any" if self.low is None or self.high is None else f"{self.low:.9g} to {self.high:.9g}"

    def holds(self, number: float) -> bool:
        """Whether a number is in it."""
        return self.low is None or self.high is None or self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class FileRule:
    """How files are compared whose names fit the pattern `path`.

    `kind`: text, bytes, image, or the type of all numbers behind the first `offset` bytes (float32, int16, ...).
    `unordered`: lines or numbers may be in any order. `levels`, `share`: by how much a channel of a pixel may differ,
    and in which share of the pixels any may; None takes the defaults.
    """

    path: str
    kind: str = "text"
    tolerance: Tolerance | None = None
    exact: bool = False
    unordered: bool = False
    masks: tuple[str, ...] = ()
    offset: int = 0
    levels: float | None = None
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """How to compare. `tolerance`: relative, for every number with a fraction; None takes that of its type, or the
    default.

    `exact`: text must be equal. `types`: tolerances by TYPES. `masks`: patterns; what they match (or their groups) is
    not compared. `unordered`: patterns of lines that may be in any order among themselves. `signed_zero`: -0 is not 0.
    `nan_bits`: NaNs must have the same sign, and the same bits in files.
    `warp_sizes`: lanes on both sides where these differ; a line that states the warp size may then say either.
    `unsteady`: lines of stdout (from 1) that are not compared, because the original itself does not repeat them;
    `spans`: those of which only numbers vary, with a span for each number that does.
    """

    tolerance: float | None = None
    mask_times: bool = False
    warp_sizes: tuple[int, int] | None = None
    unsteady: frozenset[int] = frozenset()
    exact: bool = False
    types: tuple[tuple[str, Tolerance], ...] = ()
    masks: tuple[str, ...] = ()
    unordered: tuple[str, ...] = ()
    signed_zero: bool = False
    nan_bits: bool = False
    files: tuple[FileRule, ...] = ()
    spans: Mapping[int, tuple[Span | None, ...]] = field(default_factory=dict)

    def of(self, kind: str) -> Tolerance | None:
        """The tolerance that was asked for of a type; None for the default."""
        found = dict(self.types).get(kind)
        if found is not None or self.tolerance is None:
            return found
        return Tolerance(self.tolerance)

    def words(self) -> str:
        """The terms in the words of the verdict table."""
        how = "numbers within 1e-5 (float) and 1e-12 (double)"
        if self.exact:
            how = "exactly"
        elif self.types:
            how = f"numbers within {', '.join(f'{_said(t)} ({kind})' for kind, t in self.types)}"
        elif self.tolerance is not None:
            how = f"numbers within {self.tolerance:g}" if self.tolerance else "exactly"
        more = [", times masked"] if self.mask_times else []
        more += [", parts masked"] if self.masks else []
        more += [", lines in any order"] if self.unordered else []
        more += [", some within what the original varies itself"] if self.spans else []
        return how + "".join(more)


def _said(tolerance: Tolerance) -> str:
    parts = [f"{tolerance.rtol:g}"] if tolerance.rtol else []
    parts += [f"{tolerance.atol:g} absolute"] if tolerance.atol else []
    parts += [f"{tolerance.ulp} ulp"] if tolerance.ulp else []
    return " or ".join(parts) or "0"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that is not the same: `what` it is (stdout line 3, exit status), and both sides."""

    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, got {self.found}"
