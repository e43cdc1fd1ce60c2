"""A loop in which lanes wait for a value that another lane of the same wavefront may have to write.

**Why it fails on AMD.** The lanes of a wavefront share one program counter. If the waiting side of a branch runs
first, the lane that would end the wait never does: the kernel hangs. CUDA GPUs since Volta run lanes apart; AMD GPUs
do not.

**Example.**

    while (atomicCAS(lock, 0, 1) != 0) { }   // every lane
    count += 1;
    atomicExch(lock, 0);

**Instead.** One lane per block takes the lock (`if (threadIdx.x == 0)`), the work is done inside the loop by the lane
that got it, or a barrier or shuffle hands the value over.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_WAITS = Pattern(rb"\batomic(?:CAS|Exch|Add|Or|And|Max)\w*\s*\(|\b\w*(?:[lL]ock|LOCK)\w*\s*\(")
_IDLE = Pattern(rb"[\s{};]*(?:__nanosleep\s*\([^()]*\)|__threadfence(?:_block)?\s*\(\s*\)|continue)?[\s{};]*")
_ONE_LANE = Pattern(
    rb"(?:\bthreadIdx\.\w|\b\w*(?i:lane|tid|thread_?id|leader|elected|rank)\w*(?:\s*\(\s*\))?)\s*==\s*\w+"
    rb"|!\s*(?:threadIdx\.x|\w*(?i:lane|tid)\w*)|\w+\s*==\s*threadIdx\.x|\b(?i:leader|is_?first|elect)\w*"
)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Looks for `while (atomicCAS(...) ...) { }` in device code that more than one lane of a wavefront can enter."""
    function = functions(context).at(node.start_byte)
    if node.type != "while_statement" or function is None or not function.device:
        return
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    if condition is None or body is None or not _IDLE.fullmatch(context.code, body.start_byte, body.end_byte):
        return
    if not _WAITS.search(context.code, condition.start_byte, condition.end_byte) or _one_lane(node, context):
        return
    yield context.finding(
        RULE,
        condition,
        "Lanes that wait here can keep the lane of their own wavefront from running that would end the wait: the "
        "kernel hangs.",
        severity=Severity.ERROR,
        effort=Effort.REWRITE,
        suggestion="Let one lane per block wait, do the work inside the loop, or hand the value over by a barrier.",
    )


def _one_lane(node: Node, context: Context) -> bool:
    """Whether an `if` around the loop lets a single lane in."""
    parent, child = node.parent, node
    while parent is not None and parent.type != "function_definition":
        condition = parent.child_by_field_name("condition") if parent.type == "if_statement" else None
        if (
            condition is not None
            and child == parent.child_by_field_name("consequence")
            and _ONE_LANE.search(context.code, condition.start_byte, condition.end_byte)
        ):
            return True
        child, parent = parent, parent.parent
    return False


RULE = Rule(
    code="CASS133",
    name="spin-in-warp",
    on=("loop",),
    needs=(b"atomic",),
    check=check,
    doc=__doc__,
    invalid=(
        Example("__device__ void lock(int* l) { while (atomicCAS(l, 0, 1) != 0) { } }"),
        Example("__device__ void lock(int* l) { while (atomicExch(l, 1)) ; }"),
        Example(
            "__global__ void k(int* f) { if (threadIdx.x == 0) atomicExch(f, 1);\n  else while (atomicAdd(f, 0) == "
            "0) { } }"
        ),
    ),
    valid=(
        "__global__ void k(int* l) { if (threadIdx.x == 0) { while (atomicCAS(l, 0, 1) != 0) { } } }",
        "__device__ double add(unsigned long long* p, double v) { unsigned long long old = *p, seen;\n"
        "  do { seen = old; old = atomicCAS(p, seen, seen + 1); } while (seen != old); return v; }",
        "void host(int* l) { while (atomicCAS(l, 0, 1) != 0) { } }",
        "__device__ void drain(int* n) { while (atomicAdd(n, 1) < 100) { n[1] += 1; } }",
    ),
)
