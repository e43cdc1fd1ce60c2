"""What `[[verify.kernel]]` in cass.toml says about a kernel: sizes, blocks, inputs, tolerance, what is left out."""

import fnmatch
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cass_tools.errors import CassError
from cass_tools.project_file import nearest, table_of

KEYS = {
    "name": str,
    "sizes": dict,
    "inputs": dict,
    "block": (int, list),
    "grid": (int, list),
    "shared": int,
    "tolerance": (int, float),
    "unordered": list,
    "ignore": list,
    "instantiate": list,
    "skip": str,
}
INPUT_KEYS = {"style": str, "low": (int, float), "high": (int, float), "elements": int}
WAYS = ("random", "ramp", "rising", "edge", "constant")
Dim = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Wish:
    """How one argument is to be filled; None or empty: as without."""

    style: str = ""
    range: tuple[float, float] | None = None
    elements: int = 0

    @property
    def whole(self) -> tuple[int, int] | None:
        """The range for integers."""
        return None if self.range is None else (int(self.range[0]), max(int(self.range[1]), int(self.range[0]) + 1))


@dataclass(frozen=True, slots=True)
class Options:
    """One entry. `sizes` are values by parameter; `unordered` buffers may have their elements in any order, `ignore`d
    ones are not compared; `skip` is the reason why the kernel is not tried."""

    sizes: Mapping[str, float] = field(default_factory=dict)
    inputs: Mapping[str, Wish] = field(default_factory=dict)
    block: Dim | None = None
    grid: Dim | None = None
    shared: int | None = None
    tolerance: float | None = None
    unordered: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    instantiate: tuple[str, ...] = ()
    skip: str = ""


def read(folder: Path) -> list[tuple[str, Options]]:
    """The entries of the nearest cass.toml in `folder` or above, each with its pattern of names."""
    path = nearest(folder)
    if path is None:
        return []
    table = table_of(path)
    entries = table.get("verify", {}).get("kernel", []) if isinstance(table.get("verify", {}), dict) else None
    if not isinstance(entries, list):
        raise CassError(f"{path}: kernels are told in [[verify.kernel]] tables")
    return [_entry(path, entry) for entry in entries]


def of(name: str, entries: list[tuple[str, Options]]) -> Options:
    """The first entry whose pattern fits the kernel."""
    return next((options for pattern, options in entries if fnmatch.fnmatchcase(name, pattern)), Options())


def _entry(path: Path, entry: Any) -> tuple[str, Options]:
    where = f"{path}: [[verify.kernel]]"
    _known(where, entry, KEYS)
    if "name" not in entry:
        raise CassError(f'{where} needs a name, such as name = "scale"')
    where += f" {entry['name']}"
    for name, value in entry.get("sizes", {}).items():
        if not isinstance(value, int | float):
            raise CassError(f"{where}: sizes.{name} must be a number")
    inputs = {name: _wish(f"{where}: inputs.{name}", value) for name, value in entry.get("inputs", {}).items()}
    return entry["name"], Options(
        sizes=entry.get("sizes", {}),
        inputs=inputs,
        block=_dim(where, entry.get("block")),
        grid=_dim(where, entry.get("grid")),
        shared=entry.get("shared"),
        tolerance=entry.get("tolerance"),
        unordered=tuple(map(str, entry.get("unordered", ()))),
        ignore=tuple(map(str, entry.get("ignore", ()))),
        instantiate=tuple(map(str, entry.get("instantiate", ()))),
        skip=entry.get("skip", ""),
    )


def _known(where: str, entry: Any, keys: Mapping[str, Any]) -> None:
    if not isinstance(entry, dict):
        raise CassError(f"{where} must be a table")
    for key, value in entry.items():
        if key not in keys:
            raise CassError(f"{where}: {key} is not known; there are {', '.join(keys)}")
        if not isinstance(value, keys[key]) or isinstance(value, bool):
            raise CassError(f"{where}: {key} has the wrong kind of value: {value!r}")


def _wish(where: str, entry: Any) -> Wish:
    _known(where, entry, INPUT_KEYS)
    style = entry.get("style", "")
    if style and style not in WAYS:
        raise CassError(f"{where}: style {style}: choose {', '.join(WAYS)}")
    low, high = entry.get("low"), entry.get("high")
    if (low is None) != (high is None) or (low is not None and low > high):
        raise CassError(f"{where}: low and high belong together, low first")
    return Wish(style, None if low is None else (low, high), entry.get("elements", 0))


def _dim(where: str, value: Any) -> Dim | None:
    if value is None:
        return None
    listed = [value] if isinstance(value, int) else value
    if not 1 <= len(listed) <= 3 or not all(isinstance(n, int) and n > 0 for n in listed):
        raise CassError(f"{where}: blocks and grids are one to three positive numbers, not {value}")
    x, y, z = (*listed, 1, 1)[:3]
    return (x, y, z)
