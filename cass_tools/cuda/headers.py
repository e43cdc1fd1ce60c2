"""Plan what becomes of a file's includes: the HIP header of each, duplicates, and where the main header goes.

Two rules report the plan (rules/headers.py, rules/main_header.py); it is computed once per file.
"""

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from cass_tools.cuda.includes import Branch, Include, Layout
from cass_tools.cuda.names import TORCH, Api, Names, Status
from cass_tools.cuda.patterns import Pattern

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

MAIN = "hip/hip_runtime.h"
HOST_ONLY = "hip/hip_runtime_api.h"
# Samples bring these with them; HIP's tables list them, but the project's copy is the one that is meant.
_PROJECT_OWN = frozenset({"helper_cuda.h", "helper_math.h"})
# `cub/config.cuh` and the like have no counterpart of their own: hipCUB is one header for all.
_CUB = re.compile(r"cub/[\w/]+\.cuh\Z")
_CUTE = ("cute/atom/", "cute/arch/", "cute/algorithm/")  # CUTLASS's; others have a `cute` too
_THRUST = "thrust/system/cuda/"
VARIABLES = frozenset(b"threadIdx blockIdx blockDim gridDim".split())
DEVICE_WORDS = VARIABLES | frozenset(b"__global__ __device__ __shared__ __constant__ __managed__ __syncthreads".split())
_GUARD = "HIP_INCLUDE_"
_MAIN_LIBRARIES = frozenset({"runtime", "driver", "device", "complex"})
_COMMENT = Pattern(rb"\s*(?:/\*(?s:.*?)\*/|//[^\\\n]*(?:\\(?:\r?\n)?[^\\\n]*)*)")


class Fate(Enum):
    """What becomes of an include."""

    REPLACE = auto()
    REMOVE = auto()
    KEEP = auto()


class Decision(NamedTuple):
    """`include` of the CUDA header `api` becomes `hip`, or goes, with the reason."""

    include: Include
    api: Api | None
    fate: Fate
    hip: str
    reason: str


class Plan(NamedTuple):
    """All decisions and the offset where `#include <hip/hip_runtime.h>` must be inserted, if it must."""

    decisions: tuple[Decision, ...]
    main_at: int | None


def header_row(names: Names, path: str) -> Api | None:
    """The table row of a header path; the many headers of CUB, Thrust and CUTLASS are a row each here."""
    api = names.get(path.encode("utf-8", "surrogateescape"))
    if api is not None:
        return api if api.kind == "header" else None
    if _CUB.match(path):
        return names.get(b"cub/cub.cuh")
    if path.startswith("cutlass/"):
        return names.get(b"cutlass/cutlass.h")
    if path.startswith(_CUTE):
        return names.get(b"cute/tensor.hpp")
    if path.startswith(_THRUST):
        hip = "thrust/system/hip/" + path.removeprefix(_THRUST)
        return Api(path, hip, "header", "thrust", Status.RENAMED, "supported")
    return None


def plan_headers(context: "Context") -> Plan:
    """Decide on every include of a CUDA header, then on the main header."""
    layout = context.layout
    known: dict[tuple[str, bool], Decision] = {}
    decisions = []
    for include in layout.includes:
        kind = include.path, include.quoted
        if kind not in known:
            known[kind] = _decide(context, include)
        decisions.append(Decision(include, *known[kind][1:]))
    main_at, moved = _place_main(context, layout, decisions)
    present = [d.include for d in decisions if d.fate is Fate.KEEP]
    there = {(include.path, include.branch) for include in present}
    result, seen = [], set[tuple[str, Branch]]()
    for decision in decisions:
        include = decision.include
        if decision.fate is Fate.REPLACE:
            outer = [(decision.hip, include.branch[:depth]) for depth in range(len(include.branch) + 1)]
            again = not seen.isdisjoint(outer) or not there.isdisjoint(outer)
            if again or (decision.hip == MAIN and moved):
                reason = f"<{decision.hip}> is included already"
                decision = Decision(include, decision.api, Fate.REMOVE, decision.hip, reason)  # noqa: PLW2901
            else:
                seen.add((decision.hip, include.branch))
        result.append(decision)
    return Plan(tuple(result), main_at)


def _decide(context: "Context", include: Include) -> Decision:
    api = header_row(context.names, include.path)
    if api is None or include.path in _PROJECT_OWN or api.library == TORCH or _is_own(context, include):
        return Decision(include, None, Fate.KEEP, include.path, "")
    if api.status is Status.RENAMED and api.hip:
        return Decision(include, api, Fate.REPLACE, api.hip, "")
    if api.status is Status.RENAMED:
        return Decision(include, api, Fate.REMOVE, "", "HIP needs no such header")
    return Decision(include, api, Fate.KEEP, include.path, api.reason)


def _is_own(context: "Context", include: Include) -> bool:
    """A quoted header that lies beside the file is the project's, whatever its name."""
    return include.quoted and (context.source.path.parent / include.path).is_file()


def _place_main(context: "Context", layout: Layout, decisions: list[Decision]) -> tuple[int | None, bool]:
    """Where to insert the main header, and whether includes of it further down are to go."""
    words = sorted(DEVICE_WORDS & context.words.keys(), key=VARIABLES.__contains__)  # which a tree is asked about
    device = b"<<<" in context.code or any(_always_used(context, layout, word) for word in words)
    mains = [d.include for d in decisions if d.hip == MAIN]
    if context.config.style == "hipify":
        # HIPIFY gives every file the main header, right after its guard, and moves none.
        return (None if mains else layout.after_guard or _sensible_place(context, layout)), False
    if not mains:
        has_api = any(d.hip == HOST_ONLY for d in decisions)
        if not device and (has_api or not _uses_runtime(context, layout)):
            return None, False
        if _is_hip(context, decisions):
            return None, False
        return _sensible_place(context, layout), False
    return _place_before_reliers(decisions) if device else (None, False)


def _place_before_reliers(decisions: list[Decision]) -> tuple[int | None, bool]:
    """nvcc reads its main header before the first line: a project's headers and HIP's others may rely on that.

    Gives the place of the first such include if it stands before the main one, and whether the main one moves there.
    """
    at = None
    for decision in decisions:
        if decision.include.branch:
            continue
        if decision.hip == MAIN:
            moves = at is not None and decision.fate is Fate.REPLACE
            return (at, True) if moves else (None, False)
        if at is None and (decision.include.quoted or decision.fate is Fate.REPLACE):
            at = decision.include.line.start
    return None, False


def _always_used(context: "Context", layout: Layout, word: bytes) -> bool:
    variable = word in VARIABLES  # names that a program may have of its own
    return any(
        layout.always(at)
        and context.defines.index(at) is None
        and not (variable and not context.scopes.is_api(word, at))
        for at in context.words[word]
    )


def _uses_runtime(context: "Context", layout: Layout) -> bool:
    """The guard of a header does not count: who asks for it does not need it."""
    return any(
        use.api.library in _MAIN_LIBRARIES
        and use.renamed
        and not use.api.hip.startswith(_GUARD)
        and layout.always(use.span.start)
        for use in context.uses
    )


def _is_hip(context: "Context", decisions: list[Decision]) -> bool:
    """A file that is HIP already, with nothing of CUDA's to rename, is left alone."""
    if any(d.fate is Fate.REPLACE for d in decisions) or any(use.renamed for use in context.uses):
        return False
    return any(d.hip.startswith("hip/") for d in decisions) or any(word[:3] == b"hip" for word in context.words)


def _inside_braces(context: "Context", offset: int) -> bool:
    """Whether a namespace or `extern "C"` is open at byte `offset`."""
    before = context.code[:offset]
    return before.count(b"{") > before.count(b"}")


def _sensible_place(context: "Context", layout: Layout) -> int:
    """Before the first include that is always compiled, else after the guard, else after BOM and opening comments."""
    for include in layout.includes:
        if not include.branch and not _inside_braces(context, include.line.start):
            return include.line.start
    if layout.after_guard is not None:
        return layout.after_guard
    data = context.data
    at = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    start = at
    while match := _COMMENT.match(data, at):
        at = match.end()
    end = data.find(b"\n", at)
    if at == start:
        return at
    return end + 1 if end >= 0 and not context.code[at:end].strip() else at
