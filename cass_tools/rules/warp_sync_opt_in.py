"""Warp functions with a mask on a HIP that has them only on request.

**Why it fails on AMD.** `__shfl_sync`, `__ballot_sync`, `__any_sync`, `__activemask` and their like are undeclared in
ROCm 6.2 to 6.4 unless HIP_ENABLE_WARP_SYNC_BUILTINS is defined before the first HIP header. ROCm 7.0 always has them;
older releases never do. From ROCm 6.3 on the macro also gives cooperative groups `ballot`, `any`, `all`, `match_any`,
`match_all` and `binary_partition`.

**Example.**

    #include <cuda_runtime.h>
    ... __shfl_down_sync(mask, v, 1) ...

**Instead.** `-DHIP_ENABLE_WARP_SYNC_BUILTINS` for the whole project (a definition in one file comes too late when
another header has included HIP's), or the functions without masks: `__shfl_down(v, 1, 32)`.
"""

import re
from collections.abc import Iterable

from cass_tools.config import NATIVE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.groups import COALESCED, TILE, group_of
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.warps import groups_of_32
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._groups import confine

_MACRO = b"HIP_ENABLE_WARP_SYNC_BUILTINS"
_NAMES = frozenset(
    b"__shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync __ballot_sync __any_sync __all_sync __match_any_sync"
    b" __match_all_sync __activemask".split()
)
_CALL = Pattern(
    rb"\b(?:__shfl(?:_up|_down|_xor)?_sync|__(?:ballot|any|all|match_any|match_all)_sync|__activemask)\b(?=\s*\()"
)
_VOTE = Pattern(
    rb"(?P<of>\b\w+(?:\s*::\s*\w+)*(?:\s*<[^<>;]*>)?(?:\(\s*\))?)\s*\.\s*(?:ballot|any|all|match_any|match_all)(?=\s*\()"
    rb"|\bbinary_partition(?=\s*\()"
)
_VOTES = frozenset(b"ballot any all match_any match_all binary_partition".split())
_INCLUDE = Pattern(rb"^[ \t]*#[ \t]*include\b", re.MULTILINE)
_SINCE, _VOTES_SINCE, _ALWAYS = (6, 2), (6, 3), (7, 0)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Once per file, at the first such call; the macro goes above the first include."""
    match = _first(context)
    if match is None or context.config.hip_version >= _ALWAYS or _MACRO in context.data:
        return
    if re.search(rb"\bdefine\s+" + match.group() + rb"\b", context.code):
        return
    place = _place(context)
    name = match.group().decode()
    since = "6.2" if name.startswith("__") else "6.3"
    if context.config.hip_version < _SINCE or place is None:
        edits: tuple[Edit, ...] = ()
    else:
        newline = b"\r\n" if b"\r\n" in context.data[:4096] else b"\n"
        edits = (Edit(Span(place, place), b"#define " + _MACRO + b" 1" + newline),)
    yield context.finding(
        RULE,
        Span(match.start(), match.end()),
        f"`{name}` is declared from ROCm {since} on, and before ROCm 7.0 only with {_MACRO.decode()}.",
        severity=Severity.WARNING if context.config.hip_version >= _SINCE else Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=f"Compile the project with `-D{_MACRO.decode()}`, or use the functions without masks.",
        edits=edits,
        safety=Safety.SAFE,
    )


def _first(context: Context) -> re.Match[bytes] | None:
    """The first such call: of a function with a mask, else of a group's vote."""
    return _first_masked(context) or _first_vote(context)


def _first_vote(context: Context) -> re.Match[bytes] | None:
    """The first vote, match or partition of a cooperative group, which HIP has on the same condition from 6.3 on."""
    words = context.words.keys()
    if b"cooperative_groups" not in words or _VOTES.isdisjoint(words) or context.config.hip_version < _VOTES_SINCE:
        return None
    for match in _VOTE.finditer(context.code):
        if match["of"] is None or group_of(context, match["of"], match.start()) in (TILE, COALESCED):
            return match
    return None


def _first_masked(context: Context) -> re.Match[bytes] | None:
    """The first such call that is left: in groups of 32 lanes functions without masks take the place of most."""
    if _NAMES.isdisjoint(context.words.keys()):
        return None
    if not groups_of_32(context):
        return _CALL.search(context.code)
    for match in _CALL.finditer(context.code):
        call = context.node_at(match.start(), match.end()).parent
        if call is None or call.type != "call_expression" or not confine(context, call):
            return match
    return None


def _place(context: Context) -> int | None:
    """Above the main header where that is inserted, else above the first include."""
    if context.headers.main_at is not None:
        return context.headers.main_at
    include = _INCLUDE.search(context.code)
    return None if include is None else include.start()


RULE = Rule(
    code="CASS164",
    name="warp-sync-opt-in",
    on=("file",),
    needs=(b"_sync", b"__activemask", b"cooperative_groups"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <cstdio>\n__device__ int f(int v) { return __shfl_sync(~0ull, v, 0, 32); }\n",
            "#define HIP_ENABLE_WARP_SYNC_BUILTINS 1\n#include <cstdio>\n__device__ int f(int v) { return "
            "__shfl_sync(~0ull, v, 0, 32); }\n",
            config=NATIVE,
        ),
        Example(
            "#include <hip/hip_version.h>\n#define W __activemask()\n",
            "#define HIP_ENABLE_WARP_SYNC_BUILTINS 1\n#include <hip/hip_version.h>\n#define W __activemask()\n",
        ),
        Example(
            "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
            "__device__ int f(int x) { auto g = cg::coalesced_threads(); return g.any(x); }\n",
            "#define HIP_ENABLE_WARP_SYNC_BUILTINS 1\n#include <cooperative_groups.h>\n"
            "namespace cg = cooperative_groups;\n"
            "__device__ int f(int x) { auto g = cg::coalesced_threads(); return g.any(x); }\n",
        ),
    ),
    valid=(
        "namespace cg = cooperative_groups;\nbool f(std::bitset<8> b) { return b.any(); }\n",
        "#define HIP_ENABLE_WARP_SYNC_BUILTINS\n__device__ int f(int v) { return __shfl_sync(~0ull, v, 0, 32); }",
        "__device__ int f(int v) { return __shfl(v, 0, 32); }",
    ),
)
