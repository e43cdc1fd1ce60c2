"""Finding files: which of a directory hold CUDA, which are only carried along, and which include which.

Hidden directories, those of builds and what `.gitignore` files name are skipped; links to directories are not followed.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cass_tools.cuda.patterns import Pattern
from cass_tools.file_kind import FileKind, kind_of

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

CUDA_SUFFIXES = frozenset({".cu", ".cuh"})
UNIT_SUFFIXES = frozenset({".cu", ".hip", ".c", ".cc", ".cpp", ".cxx"})
SUFFIXES = CUDA_SUFFIXES | UNIT_SUFFIXES | {".h", ".hh", ".hpp", ".inl"}
# Plain words, and names that begin with a few letters: searched for in turn, both are found many times faster than by
# one pattern of alternatives.
CUDA_WORDS = (
    *(b"cuda_runtime", b"__global__", b"__device__", b"__shared__", b"__constant__"),
    *(b"__CUDA", b"thrust/", b"cooperative_groups", b"cuda/std", b"__nv_", b"blockIdx."),
)
CUDA_NAMES = (
    Pattern(rb"cu(?:(?:da|blas|rand|fft|sparse|solver|dnn|tensor|pti)[A-Z_./]|b/|[A-Z]\w+\()"),
    Pattern(rb"nv(?:rtc|tx|ml)[A-Z_./]"),
    Pattern(rb"nccl[A-Z_./]"),
    Pattern(rb"__(?:shfl|ballot|any|all|match|reduce)_(?:\w+_)?sync\("),
    Pattern(rb"(?:vector_(?:types|functions)|driver_types)\.h"),
)
WORD = Pattern(rb"\w")
BUILDS_CUDA = Pattern(
    rb"CUDA|cuda_|nvcc|\.cu\b|[\"'/-]l?cu(?:da|blas|fft|rand|sparse|solver|dnn)|[\"'](?:cupy|pycuda|nvidia-|tensorrt)"
    rb"|pytorch\.org/whl/cu"
)
ABOUT_BUILDING = Pattern(rb"cpp_extension|setuptools|distutils|Extension\(")  # what a script is looked at for
MADE = ("CMakeCache.txt", "CACHEDIR.TAG")  # lie in folders that a build has made, or a cache
# Headers that tell a folder of HIP's and of its libraries, which are for AMD's GPUs as they are.
OF_HIP = ("hip/hip_runtime.h", "rocprim/rocprim.hpp", "thrust/rocthrust_version.hpp", "hipcub/hipcub.hpp")
INCLUDE = Pattern(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.M)


class Unreadable(NamedTuple):
    """A file or directory that could not be read, and why."""

    path: Path
    reason: str


class Found(NamedTuple):
    """What is below some paths: `cuda` files to look at, `others` that a copy of the tree needs too."""

    cuda: tuple[Path, ...]
    others: tuple[Path, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()

    @property
    def without_cuda(self) -> int:
        """How many sources were read, at least in part, and hold no CUDA."""
        return sum(path.suffix in SUFFIXES for path in self.others)


def find(
    paths: Sequence[Path],
    *,
    leave_out: Path | None = None,
    words: Sequence[str] = (),
    excluded: Callable[[Path], bool] | None = None,
) -> Found:
    """Every CUDA file of the directories, and each file that was named, whatever its name or content.

    C and C++ files that hold one of `words` count as CUDA too. What is `excluded` of a directory only comes along.
    """
    wanted = tuple(word.encode() for word in words)
    cuda: dict[Path, None] = {}
    others: dict[Path, None] = {}
    errors: list[OSError] = []
    for path in paths:
        if not path.is_dir():
            cuda.setdefault(path)
            continue
        for entry in files_below(path, leave_out, errors):
            try:
                mine = not (excluded and excluded(entry)) and holds_cuda(entry, wanted)
                (cuda if mine else others).setdefault(entry)
            except OSError as error:
                errors.append(error)
    return Found(tuple(cuda), tuple(others), tuple(map(unreadable, errors)))


def unreadable(error: OSError) -> Unreadable:
    """What an error says about the path that it names."""
    return Unreadable(Path(error.filename), error.strerror or str(error))


def holds_cuda(path: Path, words: Sequence[bytes] = ()) -> bool:
    """Whether a file is CUDA by its name, or is C, C++ or a build file and its text says so."""
    if path.suffix in CUDA_SUFFIXES:
        return True
    if kind_of(path) is FileKind.SOURCE and path.suffix not in SUFFIXES:
        return False
    return holds_cuda_text(path, path.read_bytes(), words)


def holds_cuda_text(path: Path, text: bytes, words: Sequence[bytes] = ()) -> bool:
    """The same of a file whose text is at hand; a source or header may have any suffix."""
    if path.suffix in CUDA_SUFFIXES:
        return True
    if (kind := kind_of(path)) is not FileKind.SOURCE:
        about = kind is not FileKind.PYTHON or ABOUT_BUILDING.search(text) is not None
        return about and BUILDS_CUDA.search(text) is not None
    return any(word in text for word in (*CUDA_WORDS, *words)) or _has_name(text)


def _has_name(text: bytes) -> bool:
    """Whether one of CUDA_NAMES begins a word."""
    found = (match.start() for names in CUDA_NAMES for match in names.finditer(text))
    return any(at == 0 or not WORD.match(text, at - 1) for at in found)


def files_below(root: Path, leave_out: Path | None, errors: list[OSError]) -> Iterator[Path]:
    """Regular files below `root`, by name, without what is hidden or ignored; `errors` takes what cannot be read."""
    ignored = Ignored(root)
    left_out = leave_out.resolve() if leave_out else None
    for name, folders, files in os.walk(root, onerror=errors.append):
        folder = Path(name)
        if ".gitignore" in files:
            ignored.read(folder)
        folders[:] = [f for f in sorted(folders) if not f.startswith(".") and not ignored.matches(folder / f, True)]
        folders[:] = [f for f in folders if not _is_made(folder / f)]
        if left_out is not None:
            folders[:] = [f for f in folders if (folder / f).resolve() != left_out]
        for file in sorted(files):
            path = folder / file
            if file.startswith(".") or ignored.matches(path, False):
                continue
            try:
                regular = path.is_file()
            except OSError as error:  # in a directory that may be listed, but not entered
                errors.append(error)
                continue
            if regular:
                yield path


def _is_made(folder: Path) -> bool:
    """Whether a build made the folder: CMake tries compilers with sources of its own there."""
    return folder.name == "CMakeFiles" or any((folder / name).is_file() for name in MADE)


class Ignored:
    """The rules of all `.gitignore` files that hold for a directory; the deepest file that says something decides."""

    def __init__(self, root: Path) -> None:
        self._rules: dict[str, GitIgnoreSpec] = {}  # by directory
        for folder in _up_to_repository(root.absolute()):
            self.read(folder)

    def read(self, folder: Path) -> None:
        """Take in the rules of one directory; those of its parents were read before."""
        file = folder / ".gitignore"
        if file.is_file():
            self._rules[str(folder.absolute())] = _rules_of(file.read_text(errors="replace").splitlines())

    def matches(self, path: Path, is_folder: bool) -> bool:
        """Whether git would ignore `path`."""
        if not self._rules:
            return False
        whole = str(path.absolute())
        base = os.path.dirname(whole)  # noqa: PTH120 - a thousand directories with rules of their own are no rarity
        while True:
            rules = self._rules.get(base)
            if rules is not None:
                verdict = rules.check_file(f"{whole[len(base) :].lstrip('/')}{'/' if is_folder else ''}").include
                if verdict is not None:
                    return verdict
            if base in ("/", ""):
                return False
            base = os.path.dirname(base)  # noqa: PTH120


def _rules_of(lines: list[str]) -> "GitIgnoreSpec":
    """The rules of a file; lines that are none are passed over, as git does."""
    from pathspec import GitIgnoreSpec  # 0.1 s that a tree without rules need not wait

    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return GitIgnoreSpec.from_lines(line for line in lines if _is_rule(line))


def _is_rule(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def _up_to_repository(root: Path) -> list[Path]:
    """The directories from the repository's root down to the parent of `root`; none outside of a repository."""
    above: list[Path] = []
    for folder in (root, *root.parents):
        if folder != root:
            above.insert(0, folder)
        if (folder / ".git").exists():
            return above
    return []


def included(path: Path, data: bytes, folders: Sequence[Path] = ()) -> Iterator[Path]:
    """The existing files that `#include` lines of `path` mean: beside it, or in the include directories."""
    places = [os.fspath(folder) for folder in (path.parent, *folders)]  # a Path for each try takes longer than it
    for match in INCLUDE.finditer(data):
        name = os.fsdecode(match.group(1))
        tried = (os.path.normpath(os.path.join(place, name)) for place in places)  # noqa: PTH118
        there = next(filter(os.path.isfile, tried), None)  # not what must not be looked at, either
        if there is not None:
            yield Path(there)


def holds_hip(folder: str | Path) -> bool:
    """Whether an include directory is one of HIP or of its libraries: rocThrust's headers name CUDA but are no CUDA."""
    return any(os.path.isfile(os.path.join(folder, name)) for name in OF_HIP)  # noqa: PTH113, PTH118  often asked


def closure(path: Path, folders: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Every file that `path` includes, directly or not, without HIP's and its libraries'; not `path` itself."""
    folders = [folder for folder in folders if not holds_hip(folder)]
    seen: dict[Path, None] = {path: None}
    waiting = [path]
    while waiting:
        current = waiting.pop()
        try:
            data = current.read_bytes()
        except OSError:
            continue
        for header in included(current, data, folders):
            if header not in seen:
                seen[header] = None
                waiting.append(header)
    return tuple(seen)[1:]
