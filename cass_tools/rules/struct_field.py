"""Member of a CUDA structure that HIP's structure does not have, or has by another name.

**Why it fails on AMD.** The structure is renamed, but HIP's is not the same member by member: what newer releases of
CUDA added is missing ("no member named"), and a few members have other names or types.

**Example.** `attributes.memoryType` of a `cudaPointerAttributes` is `attributes.type` from HIP 6.0 on;
`texture.seamlessCubemap = 1` has no counterpart.

**Instead.** HIP's member; where there is none the finding says what to do without it. The table is
data/struct_fields.tsv.
"""

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.names import version
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.scopes import is_member
from cass_tools.model import Edit, Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_TABLE = Path(__file__).parent.parent / "data" / "struct_fields.tsv"
_OWNER = Pattern(rb"(\w+)\s*(?:\[[^\]\[]*\]\s*)*(?:\.|->)\s*\Z")


class Field(NamedTuple):
    """A member of CUDA's `struct`: `hip` is HIP's from the release `since` on, `advice` what to do where none is."""

    struct: str
    name: str
    hip: str
    since: str
    advice: str


@functools.cache
def fields() -> dict[bytes, tuple[Field, ...]]:
    """The rows of the table by the member's name."""
    found: dict[bytes, tuple[Field, ...]] = {}
    for line in _TABLE.read_text(encoding="ascii").splitlines()[1:]:
        field = Field(*line.split("\t"))
        found[field.name.encode()] = (*found.get(field.name.encode(), ()), field)
    return found


def check(node: Node, context: Context) -> Iterator[Finding]:
    """A member of a variable that the file declares with the structure's type."""
    name = context.text(node)
    if not is_member(node):
        return
    field = next((field for field in fields()[name] if _is_of(field, node, context)), None)
    if field is None or (since := version(field.since) or ()) > context.config.hip_version:
        return
    hip = f"; HIP{' ' + '.'.join(map(str, since)) if since else ''} has `{field.hip}`" if field.hip else ""
    yield context.finding(
        RULE,
        node,
        f"HIP's structure for `{field.struct}` has no member `{field.name}`{hip}.",
        severity=Severity.INFO if field.hip else Severity.ERROR,
        effort=Effort.LOW if field.hip else Effort.MEDIUM,
        suggestion="" if field.hip else f"{field.advice[:1].upper()}{field.advice[1:]}.",
        edits=(Edit(context.span(node), field.hip.encode()),) if field.hip else (),
    )


def _is_of(field: Field, node: Node, context: Context) -> bool:
    owner = _OWNER.search(context.code, max(0, node.start_byte - 200), node.start_byte)
    kind = rb"\b" + field.struct.encode() + rb"(?:_st|_v\d)?\b"
    if owner is None:  # `.member = 1` in the list that initialises it
        before = context.code[max(0, node.start_byte - 600) : node.start_byte]
        return re.search(kind + rb"\s*\w*\s*=?\s*\{[^;]*\Z", before) is not None
    declared = kind + rb"\s*(?:const\s*)?[*&\s]\s*(?:\w+[^;(){}]*,\s*[*&]?\s*)?" + re.escape(owner[1]) + rb"\b"
    return re.search(declared, context.code) is not None


RULE = Rule(
    code="CASS220",
    name="struct-field",
    on=("identifier",),
    names=frozenset(name.decode() for name in fields()),
    needs=tuple(sorted({field.struct.encode() for found in fields().values() for field in found})),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "bool f(const cudaPointerAttributes& a) { return a.memoryType == cudaMemoryTypeDevice; }\n",
            "bool f(const cudaPointerAttributes& a) { return a.type == cudaMemoryTypeDevice; }\n",
        ),
        Example(
            "void f() { CUDA_KERNEL_NODE_PARAMS p{}; p.gridDimX = 4; }\n",
            "void f() { CUDA_KERNEL_NODE_PARAMS p{}; p.gridDim.x = 4; }\n",
        ),
        Example(
            "void f() { CUmemAllocationProp p = {}; p.requestedHandleTypes = CU_MEM_HANDLE_TYPE_NONE; }\n",
            "void f() { CUmemAllocationProp p = {}; p.requestedHandleType = CU_MEM_HANDLE_TYPE_NONE; }\n",
        ),
        Example("void f() { cudaTextureDesc t{}; t.seamlessCubemap = 1; }\n"),
        Example("int f(cudaFuncAttributes* a) { return a->clusterDimMustBeSet; }\n"),
        Example("cudaMemPoolProps p = {.allocType = cudaMemAllocationTypePinned, .usage = 1};\n"),
    ),
    valid=(
        "struct Mine { int memoryType; };\nint f(Mine m) { return m.memoryType; }\n",
        "int f(cudaTextureDesc& t, Options o) { return o.seamlessCubemap + t.sRGB; }\n",
        "int f(cudaPointerAttributes& a) { return a.type; }\n",
    ),
)
