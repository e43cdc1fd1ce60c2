"""Look up CUDA API names and headers for a HIP release: the tables of `data/api`, one file per library.

A table is read as bytes and kept as one line per name; a line is split only when its name occurs in a file, so that
ten thousand names cost a few milliseconds. A name in several libraries belongs to the first of `PRIORITY`.
"""

import functools
from bisect import bisect_left, bisect_right
from collections.abc import KeysView
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent.parent / "data" / "api"
HIPIFY_NAMES = FOLDER.parent / "hipify_names.tsv"
PRIORITY = tuple(
    b"runtime driver device complex cublas cublaslt curand cufft cusparse cusolver cudnn cutensor cub thrust nvrtc nvtx"
    b" nccl".decode().split()
)
TORCH = "torch"
# The libraries that ROCm has twice: HIP's, and its own below that. cuSPARSELt's names are not among them.
ROC = {"cublas": "rocBLAS", "curand": "rocRAND", "cusparse": "rocSPARSE", "cusolver": "rocSOLVER", "cudnn": "MIOpen"}
_ONLY_HIP = ("cusparseLt", "CUSPARSELT")
COLUMNS = tuple(
    b"name hip kind support cuda_added cuda_deprecated cuda_removed hip_added hip_deprecated hip_removed roc newer"
    b" changed note roc_added roc_removed".decode().split()
)
Version = tuple[int, ...]


class Status(Enum):
    """What happens to a name on the way to HIP."""

    SAME = auto()
    RENAMED = auto()
    UNSUPPORTED = auto()
    TOO_NEW = auto()
    REMOVED = auto()


class Api(NamedTuple):
    """A row: `hip` is the name to write, `reason` says why there is none, `suggestion` what may help."""

    name: str
    hip: str
    kind: str
    library: str
    status: Status
    support: str
    reason: str = ""
    suggestion: str = ""
    cuda_removed: str = ""
    hip_deprecated: str = ""
    cuda_deprecated: str = ""


def version(text: str) -> Version | None:
    """`12.8` as (12, 8); None for nothing and for the releases of single libraries such as `cudnn-9.0.0`."""
    return tuple(int(part) for part in text.split(".")) if text and text[0].isdigit() else None


class _Tables(NamedTuple):
    """The lines of all libraries one after the other, where that of a name is, and where each library's begin."""

    lines: list[bytes]
    places: dict[bytes, int]
    libraries: list[str]
    starts: list[int]

    def library(self, name: bytes) -> str:
        """Whose table has the name."""
        return self.libraries[bisect_right(self.starts, self.places[name]) - 1]


@functools.cache
def _tables() -> _Tables:
    """The libraries whose names take precedence come last, so that theirs are the places."""
    rank = {library: number for number, library in enumerate(PRIORITY)}
    paths = sorted(FOLDER.glob("*.tsv"), key=lambda p: (rank.get(p.stem, len(rank)), p.stem), reverse=True)
    lines: list[bytes] = []
    starts = []
    for path in paths:
        starts.append(len(lines))
        lines += path.read_bytes().split(b"\n")[1:-1]
    places = dict(zip([line[: line.find(b"\t")] for line in lines], range(len(lines)), strict=True))
    return _Tables(lines, places, [path.stem for path in paths], starts)


@functools.cache
def hipify_names() -> dict[str, tuple[str, str]]:
    """HIPIFY's spelling, for HIP's libraries and for ROCm's own, of names for which it has another than the tables."""
    rows = ([*line.split("\t"), ""] for line in HIPIFY_NAMES.read_text(encoding="ascii").splitlines()[1:])
    return {row[0]: (row[1], row[2]) for row in rows}


class Names:
    """The tables as seen from one HIP and one CUDA release, for HIP's libraries or ROCm's own, spelled in a style."""

    def __init__(self, hip_version: Version, cuda_version: Version, api: str = "hip", style: str = "cass") -> None:
        self.hip_version = hip_version
        self.cuda_version = cuda_version
        self._roc = api == "roc"
        self._hipify = style == "hipify"
        self._tables = _tables()
        self._rows: dict[bytes, Api] = {}

    def __contains__(self, name: bytes) -> bool:
        return name in self._tables.places

    def keys(self) -> KeysView[bytes]:
        """All names, headers and `cub::` names included."""
        return self._tables.places.keys()

    def begin(self, start: bytes) -> bool:
        """Whether some name starts so."""
        at = bisect_left(self._sorted, start)
        return at < len(self._sorted) and self._sorted[at].startswith(start)

    @functools.cached_property
    def _sorted(self) -> list[bytes]:
        return sorted(self._tables.places)

    def get(self, name: bytes) -> Api | None:
        """The row of a name or header path, or None."""
        found = self._rows.get(name)
        if found is None and name in self._tables.places:
            found = self._rows[name] = self._row(name)
        return found

    def _row(self, key: bytes) -> Api:
        library = self._tables.library(key)
        cells = self._tables.lines[self._tables.places[key]].decode().split("\t")
        cells += [""] * (len(COLUMNS) - len(cells))
        row = cell = dict(zip(COLUMNS, cells, strict=True))
        if self._roc:
            cell = _roc_cell(cell, library)
        if self._hipify and cell["support"] not in ("unsupported", "roc-only"):
            is_roc = self._roc and cell["hip"] != row["hip"]
            cell = {**cell, "hip": hipify_names().get(cell["name"], ("", ""))[is_roc] or cell["hip"]}
        name, hip, support = cell["name"], cell["hip"], cell["support"]
        status, reason = self._status(cell, ROC.get(library, "HIP") if self._roc else "HIP")
        suggestion = ""
        if status in (Status.UNSUPPORTED, Status.TOO_NEW, Status.REMOVED):
            suggestion = _suggestion(cell, status)
        return Api(
            name,
            hip,
            cell["kind"],
            library,
            status,
            support,
            reason,
            suggestion,
            cell["cuda_removed"],
            cell["hip_deprecated"],
            cell["cuda_deprecated"],
        )

    def _status(self, cell: dict[str, str], owner: str) -> tuple[Status, str]:
        hip, target = cell["hip"], ".".join(map(str, self.hip_version))
        if cell["support"] in ("unsupported", "roc-only") or (not hip and cell["kind"] != "header"):
            return Status.UNSUPPORTED, f"{cell['name']} has no counterpart in {owner}"
        removed, added = version(cell["hip_removed"]), version(cell["hip_added"])
        if removed is not None and removed <= (*self.hip_version, 0, 0):
            return Status.REMOVED, f"{hip} was removed in HIP {cell['hip_removed']}"
        if cell["support"] == "removed-in-HIP" and removed is None:
            return Status.REMOVED, f"{hip} was removed from HIP"
        if added is not None and added[: len(self.hip_version)] > self.hip_version:
            what = f"{hip} needs" if hip == cell["name"] else f"{cell['name']} becomes {hip}, which needs"
            return Status.TOO_NEW, f"{what} HIP {cell['hip_added']}; the target is HIP {target}"
        return (Status.SAME if hip == cell["name"] else Status.RENAMED), ""


def _roc_cell(cell: dict[str, str], library: str) -> dict[str, str]:
    """The row of a name whose counterpart is to be ROCm's own; the name in HIP's library becomes the suggestion."""
    if cell["roc"]:
        releases = {"hip_added": cell["roc_added"], "hip_deprecated": "", "hip_removed": cell["roc_removed"]}
        support = cell["support"] if cell["support"].startswith("supported") else "supported"
        return {**cell, **releases, "hip": cell["roc"], "support": support, "newer": "", "roc": ""}
    if library not in ROC or cell["kind"] == "header" or cell["name"].startswith(_ONLY_HIP):
        return cell
    known = cell["hip"] if cell["support"].startswith("supported") else ""
    note = cell["note"] or (f"HIP's library has {known}: translate the file with --api hip" if known else "")
    return {**cell, "hip": "", "support": "unsupported", "newer": "", "note": note}


def _suggestion(cell: dict[str, str], status: Status) -> str:
    if cell["note"]:
        return cell["note"]
    if status is Status.TOO_NEW:
        return f"target a newer release with --hip-version {cell['hip_added'].rpartition('.')[0] or cell['hip_added']}"
    if cell["newer"] and cell["newer"] != cell["hip"]:
        return f"newer HIP releases have {cell['newer']}"
    if cell["newer"]:
        return f"newer HIP releases have {cell['hip']}"
    if cell["roc"]:
        return f"the ROCm library below HIP has {cell['roc']}"
    return ""


@functools.lru_cache(maxsize=8)
def names_for(hip_version: Version, cuda_version: Version, api: str = "hip", style: str = "cass") -> Names:
    """The tables for a pair of releases, shared by all files of a run."""
    return Names(hip_version, cuda_version, api, style)
