"""A loop in which lanes wait for a value that another lane of the same wavefront may have to write.

**Why it fails on AMD.** The lanes of a wavefront share one program counter. If the waiting side of a branch runs
first, the lane that would end the wait never does: the kernel hangs. CUDA GPUs since Volta run lanes apart; AMD GPUs
do not.

**Example.**

    while (atomicCAS(lock, 0, 1) != 0) { }   // every lane
    count += 1;
    atomicExch(lock, 0);

Where all threads of a block reach an `if` one of whose sides sets a flag in shared memory while the other waits for it,
a barrier behind the side that sets it does the same.

**Instead.** One lane per block takes the lock (`if (threadIdx.x == 0)`), or a barrier or shuffle hands the value over,
or the lane that got the lock does its work and gives the lock back inside the loop. In that form clang may still move
the lane's work behind the loop, since it is the lane's last turn, and then the kernel hangs as well:
`__builtin_amdgcn_wave_barrier()` as the last statement of the loop's body keeps it inside.

    for (bool done = false; !done;) {
      if (atomicCAS(lock, 0, 1) == 0) {
        count += 1;
        atomicExch(lock, 0);
        done = true;
      }
      __builtin_amdgcn_wave_barrier();
    }
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_WAITS = Pattern(rb"\batomic(?:CAS|Exch|Add|Or|And|Max)\w*\s*\(|\b\w*(?<![bcBC])(?:[lL]ock|LOCK)\w*\s*\(")
_TAKEN = (b"atomicCAS", b"atomicExch", b"volatile")
_WAITED = Pattern(rb"while\s*\([^;]*?(?:\batomic(?:Add|Or|And|Max)|[lL]ock|LOCK)\w*\s*\(")
_TAKES = Pattern(rb"\batomic(?:CAS|Exch)\w*\s*\(")
_GIVES = Pattern(rb"\batomic(?:Exch|CAS|And|Sub|Add)\w*\s*\(|\b\w*[uU]n[lL]ock\w*\s*\(")
_LEAVES = Pattern(rb"\b(?:break|return|goto)\b")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_VOLATILE = rb"\bvolatile\b[^;{}()%s]*\b%s\b"
_SET = rb"\b%s\s*(?:\[[^\]]*\]\s*)?=(?!=)|\batomic\w+\s*\(\s*(?:\([^()]*\)\s*)?&?\s*%s\b"
_TYPES = frozenset(b"int unsigned long bool volatile const".split())
_KEEP = b"__builtin_amdgcn_wave_barrier();"
_IDLE = Pattern(rb"[\s{};]*(?:__nanosleep\s*\([^()]*\)|__threadfence(?:_block)?\s*\(\s*\)|continue)?[\s{};]*")
_ONE_LANE = Pattern(
    rb"(?:\bthreadIdx\.\w|\b\w*(?i:lane|tid|thread_?id|leader|elected|rank)\w*(?:\s*\(\s*\))?)\s*==\s*\w+"
    rb"|!\s*(?:threadIdx\.x|\w*(?i:lane|tid)\w*)|\w+\s*==\s*threadIdx\.x|\b(?i:leader|is_?first|elect)\w*"
)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Looks for `while (atomicCAS(...) ...) { }` in device code that more than one lane of a wavefront can enter."""
    function = functions(context).at(node.start_byte)
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    if function is None or not function.device or body is None:
        return
    yield from _given_back(node, body, context)
    if (
        node.type != "while_statement"
        or condition is None
        or not _IDLE.fullmatch(context.code, body.start_byte, body.end_byte)
    ):
        return
    waits = _WAITS.search(context.code, condition.start_byte, condition.end_byte) or _polled(
        condition, function, context
    )
    if not waits or _one_lane(node, context):
        return
    yield context.finding(
        RULE,
        condition,
        "Lanes that wait here can keep the lane of their own wavefront from running that would end the wait: the "
        "kernel hangs.",
        severity=Severity.ERROR,
        effort=Effort.HIGH,
        suggestion="Let one lane per block wait, do the work inside the loop, or hand the value over by a barrier.",
        edits=_by_barrier(node, condition, function, context),
        safety=Safety.UNSAFE,
    )


def _may_wait(start: int, end: int, context: Context) -> bool:
    """Whether bytes [start, end) hold what the loops do that are looked for: most atomics are in none."""
    code = context.code
    return any(code.find(word, start, end) >= 0 for word in _TAKEN) or _WAITED.search(code, start, end) is not None


def _polled(condition: Node, function: Function, context: Context) -> bool:
    """Whether the loop reads nothing but a volatile variable that the function itself writes."""
    names = set(_WORD.findall(context.code, condition.start_byte, condition.end_byte))
    if len(names) != 1:
        return False
    (name,) = names
    taken, body = context.code[function.start : function.body], context.code[function.body : function.end]
    if not re.search(_SET % (name, name), body):
        return False
    return bool(re.search(_VOLATILE % (b",", name), taken) or re.search(_VOLATILE % (b"", name), body))


def _by_barrier(node: Node, condition: Node, function: Function, context: Context) -> tuple[Edit, ...]:
    """The side of an `if` that waits for a flag in shared memory becomes a barrier, if all threads get there."""
    clause = node.parent
    if clause is not None and clause.type == "compound_statement" and len(clause.named_children) == 1:
        clause = clause.parent
    branch = clause.parent if clause is not None and clause.type == "else_clause" else None
    work = branch.child_by_field_name("consequence") if branch is not None else None
    if (
        branch is None
        or work is None
        or not function.kernel
        or branch.parent != function.node.child_by_field_name("body")
    ):
        return ()
    code = context.code
    words = set(_WORD.findall(code, condition.start_byte, condition.end_byte)) - _TYPES
    before = code[function.body : branch.start_byte]
    flags = [name for name in words if re.search(rb"__shared__[^;]*\b%s\b" % name, before)]
    written = code[work.start_byte : work.end_byte]
    is_set = len(flags) == 1 and re.search(_SET % (flags[0], flags[0]), written)
    leaves = _LEAVES.search(code, function.body, work.end_byte) is not None
    if leaves or not is_set:
        return ()
    return (Edit(Span(work.end_byte, branch.end_byte), b"\n    __syncthreads();"),)


def _given_back(node: Node, body: Node, context: Context) -> Iterable[Finding]:
    """A lock that the lane which got it gives back, in the last statement of the loop's body."""
    last = body.named_children[-1] if body.type == "compound_statement" and body.named_children else None
    if last is None or last.type != "if_statement" or last.child_by_field_name("alternative") is not None:
        return
    condition, work = last.child_by_field_name("condition"), last.child_by_field_name("consequence")
    if condition is None or work is None or not _TAKES.search(context.code, condition.start_byte, condition.end_byte):
        return
    if not _GIVES.search(context.code, work.start_byte, work.end_byte) or _one_lane(node, context):
        return
    leaves = _LEAVES.search(context.code, work.start_byte, work.end_byte) is not None
    yield context.finding(
        RULE,
        condition,
        "The compiler may move what the lane with the lock does behind the loop, where it waits for the other lanes of "
        "its wavefront, which wait for the lock: the kernel hangs.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion=("Leave the loop by a flag in its condition, and end" if leaves else "End")
        + f" the loop's body with `{_KEEP.decode()}`.",
        edits=() if leaves else (Edit(Span(last.end_byte, last.end_byte), b" " + _KEEP),),
        safety=Safety.UNSAFE,
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
    needs=(b"atomic", b"volatile"),
    check=check,
    where=_may_wait,
    doc=__doc__,
    invalid=(
        Example("__device__ void lock(int* l) { while (atomicCAS(l, 0, 1) != 0) { } }"),
        Example("__device__ void lock(int* l) { while (atomicExch(l, 1)) ; }"),
        Example(
            "__global__ void k(int* f) { if (threadIdx.x == 0) atomicExch(f, 1);\n  else while (atomicAdd(f, 0) == "
            "0) { } }"
        ),
        Example(
            "__global__ void k(int* o) {\n  __shared__ volatile int ready, value;\n  if (threadIdx.x == 0) ready = 0;\n"
            "  __syncthreads();\n  if (threadIdx.x == 0) { value = 3; ready = 1; }\n  else { while (!ready) ; }\n"
            "  o[threadIdx.x] = value;\n}\n",
            "__global__ void k(int* o) {\n  __shared__ volatile int ready, value;\n  if (threadIdx.x == 0) ready = 0;\n"
            "  __syncthreads();\n  if (threadIdx.x == 0) { value = 3; ready = 1; }\n    __syncthreads();\n"
            "  o[threadIdx.x] = value;\n}\n",
        ),
        Example(
            "__global__ void k(int* o, int n) {\n  __shared__ int ready;\n  if (n < threadIdx.x) return;\n"
            "  if (threadIdx.x == 0) atomicExch(&ready, 1);\n  else while (atomicAdd(&ready, 0) == 0) { }\n}\n"
        ),
        Example(
            "__global__ void k(int* l) { bool go = true; while (go) { if (atomicCAS(l, 0, 1) == 0) { l[1] += 1; go = 0;"
            " atomicExch(l, 0); } } }",
            "__global__ void k(int* l) { bool go = true; while (go) { if (atomicCAS(l, 0, 1) == 0) { l[1] += 1; go = 0;"
            " atomicExch(l, 0); } __builtin_amdgcn_wave_barrier(); } }",
        ),
        Example(
            "__global__ void k(int* l) { bool done = false; do { if (atomicCAS(l, 0, 1) == 0) { done = true; "
            "atomicExch(l, 0); } } while (!done); }",
            "__global__ void k(int* l) { bool done = false; do { if (atomicCAS(l, 0, 1) == 0) { done = true; "
            "atomicExch(l, 0); } __builtin_amdgcn_wave_barrier(); } while (!done); }",
        ),
        Example(
            "__global__ void k(int* l) { for (;;) { if (!atomicExch(l, 1)) { l[1] += 1; atomicExch(l, 0); break; } } }"
        ),
    ),
    valid=(
        "__global__ void k(int* l) { if (threadIdx.x == 0) { while (atomicCAS(l, 0, 1) != 0) { } } }",
        "__device__ double add(unsigned long long* p, double v) { unsigned long long old = *p, seen;\n"
        "  do { seen = old; old = atomicCAS(p, seen, seen + 1); } while (seen != old); return v; }",
        "__global__ void k(volatile int* go, int n) { if (threadIdx.x == 0) while (!*go) ; while (n) ; }",
        "__global__ void k(volatile unsigned* latch) { while (latch[0] < 1) ; }",
        "void host(int* l) { while (atomicCAS(l, 0, 1) != 0) { } }",
        "__device__ int n;\n__device__ void rest(int t) { long long s = clock64(); while (clock64() - s < t) { } "
        "atomicAdd(&n, 1); }",
        "__device__ void drain(int* n) { while (atomicAdd(n, 1) < 100) { n[1] += 1; } }",
    ),
)
