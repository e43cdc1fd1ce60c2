"""What a file is, by its name: a source of C, C++ or CUDA, or one of the files that say how sources are built."""

import functools
from enum import StrEnum
from pathlib import Path


class FileKind(StrEnum):
    """How a file is read; rules are for one of them."""

    SOURCE = "source"
    CMAKE = "cmake"
    MAKE = "make"
    PYTHON = "python"
    PYPROJECT = "toml"
    BAZEL = "bazel"
    OTHER = "other"

    @property
    def sample(self) -> str:
        """The name of a file of this kind, for examples."""
        return _SAMPLES[self]


_SAMPLES = {
    FileKind.SOURCE: "test.cu",
    FileKind.CMAKE: "CMakeLists.txt",
    FileKind.MAKE: "Makefile",
    FileKind.PYTHON: "setup.py",
    FileKind.PYPROJECT: "pyproject.toml",
    FileKind.BAZEL: "BUILD.bazel",
    FileKind.OTHER: "Dockerfile",
}
_NAMES = {
    "CMakeLists.txt": FileKind.CMAKE,
    "pyproject.toml": FileKind.PYPROJECT,
    "BUILD": FileKind.BAZEL,
    "BUILD.bazel": FileKind.BAZEL,
    "WORKSPACE": FileKind.BAZEL,
    "MODULE.bazel": FileKind.BAZEL,
    "meson.build": FileKind.OTHER,
    "Containerfile": FileKind.OTHER,
    "environment.yml": FileKind.OTHER,
    "environment.yaml": FileKind.OTHER,
}
_SUFFIXES = {
    ".cmake": FileKind.CMAKE,
    ".mk": FileKind.MAKE,
    ".mak": FileKind.MAKE,
    ".make": FileKind.MAKE,
    ".py": FileKind.PYTHON,
    ".bzl": FileKind.BAZEL,
}


def kind_of(path: Path) -> FileKind:
    """The kind of a file; what has no name of a build file is a source."""
    return _kind(path.name, path.suffix)


@functools.lru_cache(maxsize=1 << 12)
def _kind(name: str, suffix: str) -> FileKind:
    if name in _NAMES:
        return _NAMES[name]
    if name.lower().removeprefix("gnu").split(".")[0] == "makefile":
        return FileKind.MAKE
    if name.startswith("Dockerfile") or (name.startswith("requirements") and suffix == ".txt"):
        return FileKind.OTHER
    return _SUFFIXES.get(suffix, FileKind.SOURCE)
