"""Attributes of declarations that only nvcc knows: `__grid_constant__`, `__cluster_dims__`, `__block_size__`,
`__maxnreg__`.

**Why it fails on AMD.** HIP defines none of these names, so the declaration is a syntax error.

**Example.**

    __global__ void k(const __grid_constant__ Params p);

**Instead.** Remove `__grid_constant__` (kernel arguments are in constant memory anyway) and `__maxnreg__` (use
`__launch_bounds__`). Clusters have no counterpart before gfx12.5: restructure the kernel to work in blocks.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.lines import line_start
from cass_tools.cuda.loops import closing
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_NAME = Pattern(
    rb"\b(__grid_constant__|__cluster_dims__|__block_size__|__maxnreg__|__nv_pure__|__tile_global__)\b[ \t]*(\()?[ \t]?"
)
_ADVICE = {
    b"__grid_constant__": "Remove it: kernel arguments are in constant memory anyway.",
    b"__nv_pure__": "Remove it, or use `__attribute__((pure))`.",
    b"__maxnreg__": "Use `__launch_bounds__` or `__attribute__((amdgpu_num_vgpr(n)))`.",
}
_REMOVED = frozenset({b"__grid_constant__", b"__nv_pure__", b"__maxnreg__"})
_ELSE = "Restructure the kernel to work in blocks: AMD GPUs before gfx12.5 have no clusters."


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Searches the text, since the grammar does not see qualifiers; hints are removed, promises about the launch "
    "are not."""
    for match in _NAME.finditer(context.code):
        before = context.code[line_start(context.code, match.start()) : match.start()]
        if re.match(rb"\s*#", before):
            continue
        end = closing(context.code, match.end(2), match.end() + 400) + 1 if match[2] else match.end()
        end += context.code[end - 1 : end + 1] == b") "  # one space goes with it
        removed = match[1] in _REMOVED
        yield context.finding(
            RULE,
            Span(match.start(1), match.end(1)),
            f"HIP does not know the attribute `{match[1].decode()}`.",
            severity=Severity.ERROR,
            effort=Effort.LOW if removed else Effort.HIGH,
            suggestion=_ADVICE.get(match[1], _ELSE),
            edits=(Edit(Span(match.start(1), end), b""),) if removed else (),
            safety=Safety.SAFE,
        )


RULE = Rule(
    code="CASS163",
    name="cuda-attribute",
    on=("file",),
    needs=(
        b"__grid_constant__",
        b"__cluster_dims__",
        b"__block_size__",
        b"__maxnreg__",
        b"__nv_pure__",
        b"__tile_global__",
    ),
    check=check,
    doc=__doc__,
    invalid=(
        Example("__global__ void k(const __grid_constant__ int p) {}", "__global__ void k(const int p) {}"),
        Example("__global__ void __cluster_dims__(2, 1, 1) k(int p) {}"),
    ),
    valid=(
        "#ifndef __grid_constant__\n#define __grid_constant__\n#endif\n",
        "__global__ void __launch_bounds__(128) k(int p) {}",
    ),
)
