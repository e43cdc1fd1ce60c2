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

from cass_tools.cuda import ptx
from cass_tools.cuda.conditions import amd_never_reads
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule

_AMD = re.compile(r"^(?:s|v|ds|global|flat|buffer|scratch|image)_\w+")
_MOST = 4
_ALONE = {
    "trap": b"__builtin_trap()",
    "membar.cta": b"__threadfence_block()",
    "membar.gl": b"__threadfence()",
    "membar.sys": b"__threadfence_system()",
    "bar.sync 0": b"__syncthreads()",
}
_READS = re.compile(r"mov\.[us](?:32|64) %0, ?%%(\w+)")
_REGISTERS = {
    "laneid": b"__lane_id()",
    "lanemask_eq": b"1ull << __lane_id()",
    "lanemask_lt": b"(1ull << __lane_id()) - 1",
    "lanemask_le": b"(2ull << __lane_id()) - 1",
    "lanemask_ge": b"~((1ull << __lane_id()) - 1)",
    "lanemask_gt": b"~((2ull << __lane_id()) - 1)",
    "smid": b"__smid()",
    "clock": b"(unsigned)clock64()",
    "clock64": b"clock64()",
}
_ONE_OUTPUT = Pattern(rb':\s*"=[rl]"\s*\(([^()"]+)\)\s*(?::[\s:]*(?:"memory"\s*)?)?\)\s*\Z')


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
    yield context.finding(
        RULE,
        node,
        f"Inline PTX ({_list(named) or 'unreadable'}) cannot be assembled for an AMD GPU.",
        severity=Severity.ERROR,
        effort=Effort.HIGH,
        suggestion=_suggestion(named),
        edits=_edits(node, context, assembly.template),
        safety=Safety.UNSAFE,
    )


def _edits(node: Node, context: Context, template: str) -> tuple[Edit, ...]:
    """The builtin for a single instruction without operands, or for the reading of one special register."""
    words = " ".join(template.strip().rstrip(";").split())
    if builtin := _ALONE.get(words):
        return (Edit(context.span(node), builtin),)
    register, output = _READS.fullmatch(words), _ONE_OUTPUT.search(context.text(node))
    if register is None or output is None or register[1] not in _REGISTERS:
        return ()
    return (Edit(context.span(node), output[1].strip() + b" = " + _REGISTERS[register[1]]),)


def _empty(node: Node, context: Context) -> Finding:
    return context.finding(
        RULE,
        node,
        "This empty `asm` statement has operands with NVIDIA's constraints, which AMD's compiler rejects in device "
        "code.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion='Use the constraint "v" (vector register) or "s" (scalar register), or drop the statement.',
    )


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
            "__device__ void f(int a, int b, int& c) "
            '{ asm("lop3.b32 %0, %1, %2, 0, 0xEA;" : "=r"(c) : "r"(a), "r"(b)); }'
        ),
        Example('__device__ void half() { asm volatile("bar.sync 1, 64;"); }'),
        Example('__device__ void keep(float& x) { asm volatile("" : "+f"(x)); }'),
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
