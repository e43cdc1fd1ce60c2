"""Which of CUDA's cooperative groups an object of a file is, as far as its declarations say."""

import re
from typing import TYPE_CHECKING

from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.whole import first, last_before

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

BLOCK, GRID, CLUSTER, TILE, COALESCED, ANY = "block", "grid", "cluster", "tile", "coalesced", "any"
_MADE_BY = {
    b"this_thread_block": BLOCK,
    b"this_grid": GRID,
    b"this_cluster": CLUSTER,
    b"tiled_partition": TILE,
    b"labeled_partition": COALESCED,
    b"binary_partition": COALESCED,
    b"coalesced_threads": COALESCED,
    b"thread_block_tile": TILE,
    b"thread_block": BLOCK,
    b"grid_group": GRID,
    b"cluster_group": CLUSTER,
    b"coalesced_group": COALESCED,
    b"thread_group": ANY,
}
_CALL = Pattern(rb"(?:\w+\s*::\s*)*(\w+)\s*(?:<[^<>;]*>)?\s*\(")
_NAMES = b"|".join(_MADE_BY)
_ARGUMENTS = rb"(?:<[^;{}()]*?>)?"


def group_of(context: "Context", text: bytes, offset: int) -> str | None:
    """The kind of the group that `text` is at byte `offset`: a variable, or a call; None if it is none, or unknown."""
    call = _CALL.match(text)
    if call is not None:
        return _MADE_BY.get(call[1])
    if re.fullmatch(rb"[A-Za-z_]\w*", text) is None:
        return None
    name = re.escape(text)
    declared = (
        rb"\b(?P<type>" + _NAMES + rb")\s*" + _ARGUMENTS + rb"\s*(?:const\s*)?[&\s]\s*" + name + rb"\b"
        rb"|\b" + name + rb"\s*[={(]\s*(?:\w+\s*::\s*)*(?P<maker>" + _NAMES + rb")\b"
        rb"|\b(?P<parameter>[A-Z]\w*|auto)\s*(?:const\s*)?&{0,2}\s*" + name + rb"\s*[,)]"
    )
    last = last_before(declared, context.code, offset)  # the nearest declaration before the place
    if last is None:
        return None
    if last["parameter"] is not None:
        return ANY if _is_template_parameter(context, last["parameter"]) else None
    return _MADE_BY[last["type"] or last["maker"]]


def _is_template_parameter(context: "Context", name: bytes) -> bool:
    return name == b"auto" or first(rb"\b(?:typename|class)\s+" + name + rb"\b", context.code) is not None
