"""What becomes of warps: whether a file's groups of 32 lanes are kept on every GPU, or follow the wavefront's size."""

import functools
from typing import TYPE_CHECKING

from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.constants import constants
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.loops import closing
from cass_tools.cuda.patterns import Pattern

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

LANES = 32
_CROSSES = Pattern(
    rb"(?<!:)\b__(?:shfl(?:_up|_down|_xor)?(?:_sync)?|(?:ballot|any|all)(?:_sync)?|match_(?:any|all)(?:_sync)?"
    rb"|activemask|reduce_\w+_sync)\s*\("
)
_OWN_HALF = Pattern(rb"\s*>>\s*\(__lane_id\(\)\s*&\s*32")


@functools.lru_cache(maxsize=4)
def groups_of_32(context: "Context") -> bool:
    """Whether warps keep their 32 lanes in the translation: the policy wants it, and the file is not HIP already."""
    if context.config.warp_policy != "logical32":
        return False
    return not is_hip(context)


def is_hip(context: "Context") -> bool:
    """Whether the file is HIP already, with the hardware's own wavefronts in mind."""
    if context.config.is_hip is not None:
        return context.config.is_hip
    hip = any(include.path.startswith("hip/") for include in context.layout.includes)
    return hip and all(decision.api is None for decision in context.headers.decisions)  # else it is for both


@functools.lru_cache(maxsize=4)
def confined(context: "Context") -> bool:
    """Whether every lane operation of the file's device functions stays in groups of at most 32 lanes."""
    for match in _CROSSES.finditer(context.code):
        if functions(context).on_device(match.start()) and not _confined(context, match.start(), match.end()):
            return False
    return True


def _confined(context: "Context", start: int, opened: int) -> bool:
    code = context.code
    end = closing(code, opened, len(code))
    name = code[start:opened].rstrip(b"( \t\n")
    if not name.startswith(b"__shfl"):
        return own_half(context, end + 1)
    arguments = split_arguments(code, opened, end)
    if not arguments:
        return False
    value = constants(context).value(code[arguments[-1].start : arguments[-1].end])
    wide = len(arguments) == (4 if name.endswith(b"_sync") else 3)
    return value is not None and value <= LANES and (wide or (b"_xor" in name and value < LANES))


def own_half(context: "Context", offset: int) -> bool:
    """Whether the ballot that ends at byte `offset` is shifted to the caller's group of 32 lanes."""
    return _OWN_HALF.match(context.code, offset) is not None
