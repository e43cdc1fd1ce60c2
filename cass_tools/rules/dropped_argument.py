"""Call whose HIP counterpart has no place for one of the arguments.

**Why it fails on AMD.** The HIP function knows nothing of what the argument says: a callback that computes the shared
memory of a block, the creation parameters of a context. Dropping it is right only where it said nothing of weight.

**Example.** `cuOccupancyMaxPotentialBlockSize(&g, &b, f, perBlock, 0, 0)` becomes
`hipModuleOccupancyMaxPotentialBlockSize(&g, &b, f, 0, 0)`.

Parameters of a context that are declared empty, `CUctxCreateParams p = {};`, and named in such calls only say nothing,
and go with their declaration.

**Instead.** The call without it, applied only where the result is verified; look at what it was for.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.calls import changed_calls
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

PARAMETERS = b"CUctxCreateParams"
_LOST = "; what it said is lost"
_NOTHING = (b"0", b"NULL", b"nullptr")
_MAY_FAIL = "__nv_atomic_compare_exchange_n"  # its argument allows a weak exchange; a strong one does as well
_EMPTY = re.compile(
    rb"(?P<line>^[ \t]*)?\b" + PARAMETERS + rb"\s+(?P<name>\w+)\s*=\s*\{\s*0?\s*\}\s*;(?(line)[ \t]*\r?\n)?", re.M
)


def empty_parameters(context: Context) -> dict[Span, bytes]:
    """Declarations of parameters of contexts that say nothing and are only named in calls: where, and the name."""
    found: dict[Span, bytes] = {}
    for match in _EMPTY.finditer(context.code) if PARAMETERS in context.code else ():
        name = match["name"]
        uses = len(re.findall(rb"\b" + name + rb"\b", context.code))
        declared = len(re.findall(rb"\b" + PARAMETERS + rb"\s+" + name + rb"\s*=\s*\{\s*0?\s*\}\s*;", context.code))
        passed = sum(
            _named(context, call.arguments[call.change.position]) == name for call in changed_calls(context, "drop")
        )
        if uses == declared + passed:
            found[Span(*match.span())] = name
    return found


def _named(context: Context, argument: Span) -> bytes:
    """The name whose address an argument is."""
    text = context.code[argument.start : argument.end].strip()
    return text[1:].strip() if text.startswith(b"&") else b""


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per call, and one per declaration that goes with it."""
    empty = empty_parameters(context)
    for where, name in empty.items():
        message = f"HIP has no parameters of contexts; {name.decode()} says nothing"
        yield context.finding(RULE, where, message, severity=Severity.INFO, edits=(Edit(where, b""),))
    for call in changed_calls(context, "drop"):
        position = call.change.position
        where = call.arguments[position]
        said = context.data[where.start : where.end]
        nothing = said in _NOTHING or call.change.name == _MAY_FAIL or _named(context, where) in empty.values()
        yield context.finding(
            RULE,
            where,
            f"{call.change.name}: HIP has no place for argument {position + 1}{'' if nothing else _LOST}",
            severity=Severity.INFO if nothing else Severity.WARNING,
            suggestion="" if nothing else "check that the program does not need it",
            edits=(Edit(Span(call.arguments[position - 1].end, where.end), b""),),
            safety=Safety.SAFE if nothing else Safety.UNSAFE,
        )


RULE = Rule(
    code="CASS109",
    name="dropped-argument",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"cuOccupancy", b"cuCtxCreate", _MAY_FAIL.encode()),
    invalid=(
        Example(
            "void f() { cuOccupancyMaxPotentialBlockSize(&g, &b, k, perBlock, 0, 0); }\n",
            "void f() { cuOccupancyMaxPotentialBlockSize(&g, &b, k, 0, 0); }\n",
        ),
        Example(
            "void f() { cuCtxCreate(&c, NULL, 0, device); }\n",
            "void f() { cuCtxCreate(&c, 0, device); }\n",
        ),
        Example(
            "void f() {\n  CUctxCreateParams p = {};\n  cuCtxCreate(&c, &p, 0, device);\n}\n",
            "void f() {\n  cuCtxCreate(&c, 0, device);\n}\n",
        ),
        Example(
            "__device__ bool f(int* p, int e) { return __nv_atomic_compare_exchange_n(p, &e, 1, true, s, f); }\n",
            "__device__ bool f(int* p, int e) { return __nv_atomic_compare_exchange_n(p, &e, 1, s, f); }\n",
        ),
    ),
    valid=("#include <hip/hip_runtime.h>\nvoid f() { hipCtxCreate(&c, 0, device); }\n",),
)
