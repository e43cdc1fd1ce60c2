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
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from cass_tools.cuda import ptx
from cass_tools.cuda.asm_macros import Asm, by_unknown_macro, expansions, statements
from cass_tools.cuda.conditions import amd_never_reads
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

if TYPE_CHECKING:
    from cass_tools.ptx.replace import Replacement

_AMD = re.compile(r"^(?:s|v|ds|global|flat|buffer|scratch|image)_\w+")
_MOST = 4
_CONSTRAINT = Pattern(rb'"([=+]?&?)[rlfdh]"(?=\s*\()')


def check(node: Node, context: Context) -> Iterable[Finding]:
    """One finding per `asm` statement that is PTX, or that cannot be anything else since it is device code.

    Where arguments of a macro make the text, that is each use of the macro.
    """
    del node
    by_arguments = dict[bytes, Asm]()
    for asm in statements(context):
        if amd_never_reads(asm.span.start, context.code):
            continue
        if asm.from_arguments and asm.define is not None:
            by_arguments.setdefault(asm.define.name, asm)
        else:
            yield from _statement(asm, context)
    yield from _made(by_arguments, context)
    for asm in by_unknown_macro(context):
        if ptx.read(asm.text).is_ptx and not amd_never_reads(asm.span.start, context.code):
            name = asm.text.partition(b"(")[0].strip().decode("ascii", "replace")
            why = f"The statement comes from the macro `{name}`, which this file does not define."
            yield _refused(asm.span, context, why, _list(_named(ptx.read(asm.text))))


def _statement(asm: Asm, context: Context) -> Iterable[Finding]:
    assembly = ptx.read(asm.text)
    device = functions(context).on_device(asm.span.start) or (asm.define is not None and _for_gpus(context))
    if asm.unknown and not assembly.is_ptx:
        if device:
            yield _unreadable(asm, context)
        return
    if not assembly.template:
        if assembly.operands and functions(context).on_device(asm.span.start):
            yield _empty(asm.span, context)
        return
    on_device = functions(context).on_device(asm.span.start)
    if not assembly.is_ptx and (not on_device or _AMD.match(assembly.template)):
        return
    from cass_tools.ptx.replace import replacement  # few files have any, and it is much to load

    yield _translated(asm.span, assembly, lambda: replacement(asm.span, context), context)


def _made(macros: dict[bytes, Asm], context: Context) -> Iterable[Finding]:
    """The uses of macros whose arguments make the text, and the macros that the file does not use."""
    from cass_tools.ptx.macro_use import made, use_replacement

    used = set[bytes]()
    for one in expansions(context, frozenset(macros)) if macros else ():
        used |= {name for name in macros if one.comes_from(name, context)}
        span = Span(one.use.start, one.use.end)
        assembly, device = made(one.text, context)
        if not assembly.is_ptx and not device and not functions(context).on_device(span.start):
            continue
        yield _translated(span, assembly, partial(use_replacement, span, one.text, context), context)
    for name in macros.keys() - used:
        if _for_gpus(context) or ptx.read(macros[name].text).is_ptx:
            yield _unreadable(macros[name], context)


def _for_gpus(context: Context) -> bool:
    """Whether the file holds device code: assembly that cannot be read is not a processor's then."""
    return context.source.path.suffix in (".cu", ".cuh") or any(f.device for f in functions(context).all)


def _unreadable(asm: Asm, context: Context) -> Finding:
    names = ", ".join(f"`{name.decode()}`" for name in asm.unknown)
    macro = f", arguments of the macro `{asm.define.name.decode()}`" if asm.define and asm.from_arguments else ""
    return _refused(asm.span, context, f"Its text comes from {names}{macro}, whose value is not known here.", "")


def _named(assembly: ptx.Assembly) -> list[str]:
    registers = [f"%{name}" for name in assembly.registers]
    moves = registers and all(name.partition(".")[0] == "mov" for name in assembly.instructions)
    return registers if moves else [*assembly.instructions, *registers]


def _translated(
    span: Span, assembly: ptx.Assembly, translate: "Callable[[], Replacement]", context: Context
) -> Finding:
    from cass_tools.ptx.refusal import Refusal

    named = _named(assembly)
    try:
        done = translate()
    except Refusal as refusal:
        return _refused(span, context, str(refusal), _list(named), refusal.names)
    return context.finding(
        RULE,
        span,
        f"Inline PTX ({_list(named) or 'directives only'}) cannot be assembled for an AMD GPU.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=". ".join(filter(None, (_suggestion(named).rstrip("."), done.note))),
        edits=done.edits,
        safety=Safety.UNSAFE,
    )


def _refused(span: Span, context: Context, why: str, listed: str, names: Iterable[str] = ()) -> Finding:
    return context.finding(
        RULE,
        span,
        f"Inline PTX ({listed or 'unreadable'}) cannot be assembled for an AMD GPU. {why}",
        severity=Severity.ERROR,
        effort=Effort.HIGH,
        suggestion=_suggestion(list(names)),
    )


def _empty(span: Span, context: Context) -> Finding:
    return context.finding(
        RULE,
        span,
        "This empty `asm` statement has operands with NVIDIA's constraints, which AMD's compiler rejects in device "
        "code.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion='Use the constraint "v" (vector register) or "s" (scalar register), or drop the statement.',
        edits=_vector_constraints(span, context),
        safety=Safety.UNSAFE,
    )


def _vector_constraints(span: Span, context: Context) -> tuple[Edit, ...]:
    """The statement keeps the compiler from seeing through its operands: on AMD too, in vector registers."""
    text = context.text(span)
    found = _CONSTRAINT.finditer(text)
    return tuple(Edit(Span(span.start + m.start(), span.start + m.end()), b'"' + m[1] + b'v"') for m in found)


def _list(names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_MOST])
    return shown if len(names) <= _MOST else f"{shown} and {len(names) - _MOST} more"


def _suggestion(names: list[str]) -> str:
    parts = [f"{name}: {text}" for name in names if (text := ptx.advice(name))]
    return "; ".join(parts) or "Write the operation in C++ or with a HIP builtin."


RULE = Rule(
    code="CASS120",
    name="inline-ptx",
    on=("file",),
    needs=(b"asm", b"ASM", b"ptx", b"PTX"),
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
        Example(
            '#define ADD(t) asm("add." #t " %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b))\n'
            "__device__ int f(int a, int b) { int c; ADD(s32); return c; }\n",
            '#define ADD(t) asm("add." #t " %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b))\n'
            "__device__ int f(int a, int b) { int c; c = (unsigned)a + (unsigned)b; return c; }\n",
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
