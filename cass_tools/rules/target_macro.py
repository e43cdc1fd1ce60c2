"""Code chosen by `NV_IF_TARGET` and its like, of <nv/target> and of CUDA's own headers.

**Why it fails on AMD.** No header of HIP defines the macros. Their conditions say where the code runs:
`NV_IS_DEVICE` and `NV_IS_HOST`; and for which GPUs: `NV_PROVIDES_SM_80` is compute capability 8.0 or later, and
`NV_IS_EXACTLY_SM_80` this one alone.

**Example.**

    NV_IF_TARGET(NV_PROVIDES_SM_80, (fast(x);), (slow(x);))

**Instead.** `#ifdef __HIP_DEVICE_COMPILE__` ... `#else` ... `#endif` for device and host, and for compute capabilities
up to 7.0, which AMD GPUs are taken for (CASS137); of branches for later ones the other. The fix writes that. Of
`NV_DISPATCH_TARGET` take the branch that needs nothing of NVIDIA's GPUs, mostly the last.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.calls import call_arguments
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.lines import line_start
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_NAMES = frozenset({"NV_IF_TARGET", "NV_IF_ELSE_TARGET", "NV_DISPATCH_TARGET"})
_LIKE = 70  # as cuda-arch-guard has it
_END = re.compile(rb"\s*\)[ \t]*;?[ \t]*(?:\r?\n)?")
_CONDITION = re.compile(rb"\s*\(\s*(\w+)")


def check(node: Node, context: Context) -> Iterator[Finding]:
    """One finding for each use."""
    name, found = context.text(node), _CONDITION.match(context.code, node.end_byte)
    if not context.scopes.is_api(name, node.start_byte):
        return
    condition = found[1].decode() if found is not None else ""
    yield context.finding(
        RULE,
        node,
        f"HIP has no `{name.decode()}`.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=_advice(condition),
        edits=_written(node, condition, context) if name != b"NV_DISPATCH_TARGET" else (),
        safety=Safety.UNSAFE,
    )


def _written(node: Node, condition: str, context: Context) -> tuple[Edit, ...]:
    """The branches on lines of their own; nothing in the text of a macro, which no directive may stand in."""
    arguments = call_arguments(context.code, node.end_byte)
    meaning = _meaning(condition)
    if context.defines.index(node.start_byte) is not None or meaning is None or arguments is None:
        return ()
    texts = [context.data[each.start : each.end] for each in arguments[1:]]
    if len(texts) not in (1, 2) or not all(text[:1] == b"(" and text[-1:] == b")" for text in texts):
        return ()
    first, second = (text[1:-1].strip() for text in (*texts, b"()")[:2])
    start = line_start(context.code, node.start_byte)
    alone = not context.code[start : node.start_byte].strip()
    indent = context.data[start : node.start_byte] if alone else b"  "
    end = _END.match(context.code, arguments[-1].end)
    if end is None:
        return ()
    where = Span(start if alone else node.start_byte, end.end())
    if meaning != b"":
        lines = [b"#if " + meaning, indent + first, *([b"#else", indent + second] if second else []), b"#endif"]
    else:
        lines = [indent + second] if second else []
    text = b"".join(line + b"\n" for line in lines)
    return (Edit(where, text if alone else b"\n" + text),)


def _meaning(condition: str) -> bytes | None:
    """The condition of `#if` on AMD; empty where it never holds, None where it is not known."""
    number = condition.rpartition("_")[2]
    if condition in ("NV_IS_DEVICE", "NV_ANY_TARGET") or condition.startswith("NV_PROVIDES_SM_"):
        newer = number.isdigit() and int(number) > _LIKE
        return b"1" if condition == "NV_ANY_TARGET" else b"" if newer else b"defined(__HIP_DEVICE_COMPILE__)"
    if condition == "NV_IS_HOST":
        return b"!defined(__HIP_DEVICE_COMPILE__)"
    return b"" if condition.startswith("NV_IS_EXACTLY_SM_") or condition == "NV_NO_TARGET" else None


def _advice(condition: str) -> str:
    if condition in ("NV_IS_DEVICE", "NV_IS_HOST"):
        negation = "" if condition == "NV_IS_DEVICE" else "!"
        return f"Write `#if {negation}defined(__HIP_DEVICE_COMPILE__)`, `#else` and `#endif` around the branches."
    number = condition.rpartition("_")[2]
    if number.isdigit():
        what = "exactly" if "EXACTLY" in condition else "at least"
        return (
            f"`{condition}` is compute capability {number[:-1]}.{number[-1]}, {what}: write the branch that AMD GPUs "
            "can run, mostly the last."
        )
    return "Write the branch that AMD GPUs can run, within `#ifdef __HIP_DEVICE_COMPILE__` where it is device code."


RULE = Rule(
    code="CASS226",
    name="target-macro",
    on=("identifier",),
    names=_NAMES,
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ void f() {\n  NV_IF_TARGET(NV_PROVIDES_SM_80, (a();), (b();))\n}\n",
            "__device__ void f() {\n  b();\n}\n",
        ),
        Example(
            "__host__ __device__ void f() {\n  NV_IF_TARGET(NV_IS_DEVICE, (a();), (b();));\n}\n",
            "__host__ __device__ void f() {\n#if defined(__HIP_DEVICE_COMPILE__)\n  a();\n#else\n  b();\n#endif\n}\n",
        ),
        Example("#define BODY NV_IF_TARGET(NV_IS_DEVICE, (a();), (b();))\n"),
        Example("__device__ void f() { NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_70, (a();), NV_ANY_TARGET, (b();)) }\n"),
    ),
    valid=("#define NV_IF_TARGET(c, t, f) f\n__device__ void f() { NV_IF_TARGET(x, (a();), (b();)) }\n",),
)
