"""Form of a texture or surface function that HIP lacks: reading by return value, a boundary mode, residency.

**Why it fails on AMD.** HIP's `surf2Dread` and its like write through a pointer only, and take no
`cudaSurfaceBoundaryMode`: reading outside the surface gives 0 there, and writing does nothing. No texture function
tells by a `bool*` whether a sparse texture's memory is there.

**Example.** `surf2Dwrite(v, s, x, y, cudaBoundaryModeZero)` becomes `surf2Dwrite(v, s, x, y)`;
`v = surf2Dread<float>(s, x, y);` becomes `surf2Dread(&v, s, x, y);`.

**Instead.** The form with a pointer, without the mode. `cudaBoundaryModeTrap` and `cudaBoundaryModeClamp` ask for
something else outside the surface: keep the coordinates inside it.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_SHAPES = {"1D": 1, "2D": 2, "3D": 3, "1DLayered": 2, "2DLayered": 3, "Cubemap": 3, "CubemapLayered": 3}
_READS = {f"surf{shape}read".encode(): count for shape, count in _SHAPES.items()}
_WRITES = {f"surf{shape}write".encode(): count for shape, count in _SHAPES.items()}
_FETCHES = {f"tex{shape}{how}".encode() for shape in ("2D", "3D", "2DLayered") for how in ("", "Lod", "Grad")}
_MODE = re.compile(rb"(?:::)?cudaBoundaryMode(Zero|Clamp|Trap)\Z")
_NAMES = frozenset(name.decode() for name in (*_READS, *_WRITES, *_FETCHES))


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Judges by the number of arguments, their text and the template argument."""
    name, arguments = context.callee(node), context.arguments(node)
    texts = [context.code[span.start : span.end].strip() for span in arguments]
    if name in _FETCHES:
        if texts and re.match(rb"&\s*\w+\Z", texts[-1]):
            yield _finding(
                node, context, "takes no `bool*` for residency", "Leave the argument out and take it as true."
            )
        return
    mode = _MODE.match(texts[-1]) if texts else None
    if mode is not None:
        sure = len(arguments) > 1 and mode[1] != b"Clamp"
        edits = [Edit(Span(arguments[-2].end, arguments[-1].end), b"")] if sure else []
        advice = "Leave the mode out; " + ("HIP's does that." if mode[1] == b"Zero" else "keep coordinates inside.")
        yield _finding(node, context, f"takes no cudaBoundaryMode{mode[1].decode()}", advice, edits)
    if name in _READS and len(texts) - (mode is not None) == _READS[name] + 1:
        yield _finding(node, context, "returns no value", "Pass a pointer to the value first.", _through(node, context))


def _through(node: Node, context: Context) -> list[Edit]:
    """`target = surf2Dread<T>(s, ..)` as a statement of its own; the target's address goes first."""
    holder = node.parent
    called, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if holder is None or called is None or listed is None or holder.type != "assignment_expression":
        return []
    target = holder.child_by_field_name("left")
    if target is None or holder.parent is None or holder.parent.type != "expression_statement":
        return []
    if context.code[target.end_byte : node.start_byte].strip() != b"=":
        return []
    plain = target.type in ("identifier", "subscript_expression", "field_expression")
    address = context.text(target) if plain else b"(" + context.text(target) + b")"
    start = Span(holder.start_byte, listed.start_byte + 1)
    return [Edit(start, context.callee(node) + b"(&" + address + b", ")]


def _finding(node: Node, context: Context, what: str, advice: str, edits: Iterable[Edit] = ()) -> Finding:
    made = tuple(edits)
    return context.finding(
        RULE,
        node,
        f"HIP's `{context.callee(node).decode()}` {what}.",
        severity=Severity.ERROR,
        effort=Effort.LOW if made else Effort.MEDIUM,
        suggestion=advice,
        edits=made,
        safety=Safety.UNSAFE,
    )


_K = "__global__ void k(cudaSurfaceObject_t s, cudaTextureObject_t t, float* o) "

RULE = Rule(
    code="CASS222",
    name="image-form",
    on=("call",),
    names=_NAMES,
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            _K + "{ surf2Dwrite(1.0f, s, 4, 5, cudaBoundaryModeZero); }\n",
            _K + "{ surf2Dwrite(1.0f, s, 4, 5); }\n",
        ),
        Example(_K + "{ o[0] = surf2Dread<float>(s, 4, 5); }\n", _K + "{ surf2Dread(&o[0], s, 4, 5); }\n"),
        Example(_K + "{ o[0] = 2 * surf2Dread<float>(s, 4, 5); }\n"),
        Example(_K + "{ bool there; o[0] = tex2D<float>(t, 1, 2, &there); }\n"),
    ),
    valid=(
        _K + "{ surf2Dwrite(1.0f, s, 4, 5); surf2Dread(o, s, 4, 5); o[1] = tex2D<float>(t, 1, 2); }\n",
        _K + "{ surf1Dread(o, s, 4); }\n",
    ),
)
