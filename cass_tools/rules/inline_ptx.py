"""Inline PTX: `asm` statements that hold NVIDIA's virtual assembly.

**Why it fails on AMD.** The text reaches AMD's assembler, which knows neither the instructions nor the special
registers nor constraints such as `"r"` and `"l"`; the compiler stops there. Host assembly (x86, Arm) and empty
barriers stay silent.

**Example.**

    asm volatile("mov.u32 %0, %%smid;" : "=r"(s));

**Instead.** The C++ expression or HIP builtin that the message names for each instruction. Do not write AMD loads by
hand: without `s_waitcnt` in the same statement the value is read too early.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cass_tools.cuda import ptx
from cass_tools.cuda.conditions import amd_never_reads
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

if TYPE_CHECKING:
    from cass_tools.ptx.refusal import Refusal

_AMD = re.compile(r"^(?:s|v|ds|global|flat|buffer|scratch|image)_\w+")
_MOST = 4
_CONSTRAINT = Pattern(rb'"([=+]?&?)[rlfdh]"(?=\s*\()')


def check(node: Node, context: Context) -> Iterable[Finding]:
    """One finding per `asm` statement that is PTX, or that cannot be anything else since it is device code."""
    if amd_never_reads(node.start_byte, context.code):
        return
    assembly = ptx.read(context.text(node))
    device = functions(context).on_device(node.start_byte)
    if not assembly.template:
        if assembly.operands and device:
            yield _empty(node, context)
        return
    if not assembly.is_ptx and (not device or _AMD.match(assembly.template)):
        return
    registers = [f"%{name}" for name in assembly.registers]
    moves = registers and all(name.partition(".")[0] == "mov" for name in assembly.instructions)
    named = registers if moves else [*assembly.instructions, *registers]
    from cass_tools.ptx.refusal import Refusal  # few files have any, and it is much to load
    from cass_tools.ptx.replace import replacement

    try:
        done = replacement(node, context)
    except Refusal as refusal:
        yield _refused(node, context, refusal, _list(named))
        return
    yield context.finding(
        RULE,
        node,
        f"Inline PTX ({_list(named)}) cannot be assembled for an AMD GPU.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=" ".join(filter(None, (_suggestion(named), done.note))),
        edits=done.edits,
        safety=Safety.UNSAFE,
    )


def _refused(node: Node, context: Context, refusal: "Refusal", listed: str) -> Finding:
    advice = _suggestion(list(refusal.names))
    return context.finding(
        RULE,
        node,
        f"Inline PTX ({listed or 'unreadable'}) cannot be assembled for an AMD GPU. {refusal}",
        severity=Severity.ERROR,
        effort=Effort.HIGH,
        suggestion=advice,
    )


def _empty(node: Node, context: Context) -> Finding:
    return context.finding(
        RULE,
        node,
        "This empty `asm` statement has operands with NVIDIA's constraints, which AMD's compiler rejects in device "
        "code.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion='Use the constraint "v" (vector register) or "s" (scalar register), or drop the statement.',
        edits=_vector_constraints(node, context),
        safety=Safety.UNSAFE,
    )


def _vector_constraints(node: Node, context: Context) -> tuple[Edit, ...]:
    """The statement keeps the compiler from seeing through its operands: on AMD too, in vector registers."""
    text = context.text(node)
    found = _CONSTRAINT.finditer(text)
    return tuple(Edit(Span(node.start_byte + m.start(), node.start_byte + m.end()), b'"' + m[1] + b'v"') for m in found)


def _list(names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_MOST])
    return shown if len(names) <= _MOST else f"{shown} and {len(names) - _MOST} more"


def _suggestion(names: list[str]) -> str:
    parts = [f"{name}: {text}" for name in names if (text := ptx.advice(name))]
    return "; ".join(parts) or "Write the operation in C++ or with a HIP builtin."


RULE = Rule(
    code="CASS120",
    name="inline-ptx",
    on=("asm",),
    needs=(b"asm",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            '__device__ unsigned sm() { unsigned s; asm volatile("mov.u32 %0, %%smid;" : "=r"(s)); return s; }',
            "__device__ unsigned sm() { unsigned s; s = __smid(); return s; }",
        ),
        Example('#define FENCE() asm volatile("membar.gl;" ::: "memory")\n', "#define FENCE() __threadfence()\n"),
        Example(
            "__device__ void f(unsigned a, unsigned b, unsigned k, unsigned& c) "
            '{ asm("lop3.b32 %0, %1, %2, %3, 0xEA;" : "=r"(c) : "r"(a), "r"(b), "r"(k)); }',
            "__device__ void f(unsigned a, unsigned b, unsigned k, unsigned& c) { c = (a & b) | k; }",
        ),
        Example(
            "__device__ void put(int* p, int x) {\n"
            '    asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 0; @p st.release.gpu.global.s32 [%0], %1; }"\n'
            '                 :: "l"(p), "r"(x) : "memory");\n}\n',
            "__device__ void put(int* p, int x) {\n    {\n        bool p_ = x > 0;\n        if (p_) "
            "__hip_atomic_store(p, x, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);\n    }\n}\n",
        ),
        Example(
            '__device__ void keep(float& x) { asm volatile("" : "+f"(x)); }',
            '__device__ void keep(float& x) { asm volatile("" : "+v"(x)); }',
        ),
        Example('__device__ void later() { asm volatile("wgmma.wait_group.sync.aligned 0;"); }'),
    ),
    valid=(
        '#ifdef __HIP__\n#else\n__device__ void stop() { asm("trap;"); }\n#endif\n',
        'unsigned long long now() { unsigned lo, hi; asm volatile("rdtsc" : "=a"(lo), "=d"(hi)); return lo; }',
        'void barrier() { asm volatile("" ::: "memory"); }',
        'int add(int a, int b) { asm("add %1, %0\\n\\tmovl %0, %%eax" : "+r"(a) : "r"(b)); return a; }',
        '__device__ void wait() { asm volatile("s_waitcnt vmcnt(0)" ::: "memory"); }',
        'const char* text = "asm volatile(\\"mov.u32 %0, %%smid;\\")";',
    ),
)
