"""What a ported tree leaves to a person: programs that could not be tried, and build files of kinds that no rule reads.

Both are files that are not translated themselves, so no verdict mentions them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cass_tools.layout import Layout
from cass_tools.tree import Found

BUILD_NAMES = frozenset(
    {"meson.build", "SConstruct", "SConscript", "wscript", "configure.ac", "Makefile.am", "xmake.lua"}
)
BUILD_SUFFIXES = frozenset({".sh", ".m4", ".gn", ".gni", ".bat"})
CUDA_SOURCE = re.compile(r"[\w.%*/$(){}<>+-]*\.cu\b")
PATTERN = re.compile(r"[%*$]")
CUDA_TOOL = re.compile(
    r"\b(?:nvcc|NVCC)\b|\bcuda_add_\w+|\benable_language\s*\(\s*CUDA\b|\bfind_package\s*\(\s*CUDA\w*"
    r"|\bLANGUAGES\b[^)]*?\bCUDA\b|-lcuda\w*"
)
SHOWN = 4  # names in one note


def notes(found: Found, plan: Layout, untried: Mapping[Path, str]) -> Iterator[str]:
    """Sentences about the files of a tree that need no translation; `untried`: programs not run, with the reasons."""
    for path, reason in untried.items():
        yield f"{path} has a main and no CUDA of its own; it was not tried with the translated files: {reason}"
    places = {path.name: plan.place(path).path.name for path in found.cuda}
    renamed = {before: after for before, after in places.items() if before != after}
    for path in found.others:
        if is_build_file(path) and (names := tuple(dict.fromkeys(_cuda_in(path, renamed)))):
            done = "left" if plan.in_place else "copied"
            yield f"{path} was {done} as it is, but names {_listed(names)}: change it for HIP by hand"


def is_build_file(path: Path) -> bool:
    """Whether a file tells a build system what to do, by its name, and has no rules."""
    return path.name in BUILD_NAMES or path.suffix in BUILD_SUFFIXES


def _cuda_in(path: Path, renamed: Mapping[str, str]) -> Iterator[str]:
    """The sources under names that they have no more, patterns that meant them, and words that mean CUDA's compiler."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for word in CUDA_SOURCE.findall(text):
        name = word.rsplit("/", 1)[-1]
        if name in renamed:
            yield f"{name} (now {renamed[name]})"
        elif renamed and PATTERN.search(name):
            yield name
    yield from (" ".join(word.replace("(", " ").split()) for word in CUDA_TOOL.findall(text))


def _listed(names: Sequence[str]) -> str:
    """`a, b and 3 more`."""
    more = len(names) - SHOWN
    if more > 0:
        return f"{', '.join(names[:SHOWN])} and {more} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
