"""Hints on what to keep in the L2 cache: `accessPolicyWindow`, `cudaLimitPersistingL2CacheSize`.

**Why it fails on AMD.** AMD GPUs let nobody set aside a part of their caches, and HIP before 7.0 has no attributes of
streams at all. The hint changes how fast a kernel is, never what it computes.

**Example.**

    attribute.accessPolicyWindow.base_ptr = data;
    cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute);

**Instead.** Nothing. The fix brings a structure of the same members and calls that do nothing, so that the code which
fills it stays; take all of it out where the port need not look like the original.
"""

import re
from collections.abc import Iterator

from cass_tools import substitutes
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.uses import Use
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_NAME = "l2_window"
_TYPES = ("cudaStreamAttrValue", "CUstreamAttrValue", "cudaKernelNodeAttrValue", "CUkernelNodeAttrValue")
_ID_TYPES = ("cudaStreamAttrID", "CUstreamAttrID", "cudaKernelNodeAttrID", "CUkernelNodeAttrID")
_SETS = (
    "cudaStreamSetAttribute",
    "cuStreamSetAttribute",
    "cudaGraphKernelNodeSetAttribute",
    "cuGraphKernelNodeSetAttribute",
)
_IDS = (
    "cudaStreamAttributeAccessPolicyWindow",
    "CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW",
    "cudaKernelNodeAttributeAccessPolicyWindow",
    "CU_KERNEL_NODE_ATTRIBUTE_ACCESS_POLICY_WINDOW",
    "cudaLaunchAttributeAccessPolicyWindow",
    "CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW",
)
_RESETS = ("cudaCtxResetPersistingL2Cache", "cuCtxResetPersistingL2Cache")
_LIMITS = ("cudaLimitPersistingL2CacheSize", "CU_LIMIT_PERSISTING_L2_CACHE_SIZE")
_CALL = re.compile(rb"\b(?:cudaDeviceSetLimit|cuCtxSetLimit)\s*\(\s*\Z")
_LIMIT = re.compile(rb"\s*\(\s*(?:" + "|".join(_LIMITS).encode() + rb")\b")
_MEMBERS = ((_TYPES, "::attribute"), (_ID_TYPES, "::id"), (_IDS, "::access_policy"))
NAMES = frozenset({*_TYPES, *_ID_TYPES, *_SETS, *_IDS, *_RESETS, *_LIMITS})


def concerns(context: Context) -> bool:
    """Whether the attributes of a file's streams and nodes are about the cache, and about nothing else."""
    asked = {
        name for name in context.words if b"Attribute" in name and name.startswith((b"cudaStreamA", b"cudaKernelN"))
    }
    others = asked - {name.encode() for name in _IDS} - {b"cudaStreamAttributeID"}
    return not others and any(name.encode() in context.words for name in (*_IDS, *_RESETS, *_LIMITS))


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each use of such a name."""
    if not concerns(context):
        return
    for use in context.uses:
        if use.renamed or use.api.name not in NAMES:
            continue
        call = _CALL.search(context.code[: use.span.start], max(0, use.span.start - 80))
        where = Span(call.start(), use.span.end) if call is not None else use.span
        edits = _written(use, where, context) if context.source.path.suffix != ".c" else ()
        yield context.finding(
            RULE,
            where,
            f"AMD GPUs take no hints on what to keep in the L2 cache, so no `{use.api.name}`.",
            effort=Effort.LOW,
            severity=Severity.WARNING,
            suggestion="Take it out, with what it is given: it changes no result.",
            edits=edits,
        )


SETTERS = ("cudaDeviceSetLimit", "cuCtxSetLimit")


def sets_limit(use: Use, context: Context) -> bool:
    """Whether a use is the call that sets the cache's limit, which this rule writes anew."""
    if use.api.name not in SETTERS:
        return False
    return _LIMIT.match(context.code, use.span.end) is not None and concerns(context)


def _written(use: Use, where: Span, context: Context) -> tuple[Edit, ...]:
    name, brought = use.api.name, substitutes.bring(context, _NAME)
    if name in _LIMITS:
        member = "::set(0"
        if where == use.span:
            return ()
    else:
        member = next((member for names, member in _MEMBERS if name in names), "::set")
    return (Edit(where, brought.name + member.encode()), *brought.edits)


_BROUGHT = f"\nnamespace cass {{\n{substitutes.load(_NAME).text}}}  // namespace cass\n"
_INCLUDED = "#include <cuda_runtime.h>\n"

RULE = Rule(
    code="CASS229",
    name="l2-window",
    on=(FILE,),
    needs=tuple(name.encode() for name in sorted(NAMES)),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            _INCLUDED + "void f(cudaStream_t s, void* p) {\n  cudaStreamAttrValue a = {};\n"
            "  a.accessPolicyWindow.base_ptr = p;\n"
            "  cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &a);\n}\n",
            _INCLUDED + _BROUGHT + "void f(cudaStream_t s, void* p) {\n  cass::l2_window::attribute a = {};\n"
            "  a.accessPolicyWindow.base_ptr = p;\n"
            "  cass::l2_window::set(s, cass::l2_window::access_policy, &a);\n}\n",
        ),
        Example(
            _INCLUDED + "void f(cudaStream_t s, cudaStreamAttrValue* v) {\n"
            "  cudaStreamAttrID id = cudaStreamAttributeAccessPolicyWindow;\n  cudaStreamSetAttribute(s, id, v);\n}\n",
            _INCLUDED + _BROUGHT + "void f(cudaStream_t s, cass::l2_window::attribute* v) {\n"
            "  cass::l2_window::id id = cass::l2_window::access_policy;\n  cass::l2_window::set(s, id, v);\n}\n",
        ),
        Example(
            _INCLUDED + "void f(size_t n) {\n  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, n);\n"
            "  cudaCtxResetPersistingL2Cache();\n}\n",
            _INCLUDED + _BROUGHT + "void f(size_t n) {\n  cass::l2_window::set(0, n);\n  cass::l2_window::set();\n}\n",
        ),
    ),
    valid=(
        "void f(cudaStream_t s, void* v) { cudaStreamSetAttribute(s, cudaStreamAttributePriority, v); }\n",
        "void f() { cudaDeviceSetLimit(cudaLimitStackSize, 4096); }\n",
    ),
)
