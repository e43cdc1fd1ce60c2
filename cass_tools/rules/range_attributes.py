"""NVTX ranges and marks with attributes: `nvtxEventAttributes_t` and the functions whose names end in `Ex`.

**Why it fails on AMD.** roctx marks ranges by a text alone and has no structure that says more: no colours, categories
and payloads.

**Example.**

    nvtxEventAttributes_t a = {};
    a.messageType = NVTX_MESSAGE_TYPE_ASCII;
    a.message.ascii = "step";
    nvtxRangePushEx(&a);

**Instead.** `roctxRangePushA("step")`. The fix brings a structure of the same members whose `push`, `start` and `mark`
hand its text to roctx, so that code which fills it stays. It takes no wide or registered texts and knows no domains;
those are reported as names that HIP does not have. In C, call roctx with the text. Link with `-lroctx64`.
"""

from collections.abc import Iterator

from cass_tools import substitutes
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.conditions import condition_at
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_NAME = "range_attributes"
INSTEAD = {
    "nvtxEventAttributes_t": "",
    "nvtxRangePushEx": "push",
    "nvtxRangeStartEx": "start",
    "nvtxMarkEx": "mark",
    "NVTX_VERSION": "release",
    "NVTX_COLOR_UNKNOWN": "color_none",
    "NVTX_COLOR_ARGB": "color_argb",
    "NVTX_MESSAGE_UNKNOWN": "message_none",
    "NVTX_MESSAGE_TYPE_ASCII": "message_ascii",
    "NVTX_PAYLOAD_UNKNOWN": "payload_none",
    "NVTX_PAYLOAD_TYPE_UNSIGNED_INT64": "payload_u64",
    "NVTX_PAYLOAD_TYPE_INT64": "payload_i64",
    "NVTX_PAYLOAD_TYPE_DOUBLE": "payload_double",
    "NVTX_PAYLOAD_TYPE_UNSIGNED_INT32": "payload_u32",
    "NVTX_PAYLOAD_TYPE_INT32": "payload_i32",
    "NVTX_PAYLOAD_TYPE_FLOAT": "payload_float",
}
_SIZE = "NVTX_EVENT_ATTRIB_STRUCT_SIZE"
NAMES = frozenset({*INSTEAD, _SIZE})


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each use of such a name."""
    for use in context.uses:
        name = use.api.name
        if name not in NAMES:
            continue
        edits: tuple[Edit, ...] = ()
        if name == "NVTX_VERSION" and condition_at(use.span.start, context.code):
            edits = (Edit(use.span, b"3"),)
        elif context.source.path.suffix != ".c":
            brought = substitutes.bring(context, _NAME)
            edits = (Edit(use.span, _written(name, brought.name)), *brought.edits)
        yield context.finding(
            RULE,
            use.span,
            f"roctx marks ranges by a text alone and has no `{name}`.",
            severity=Severity.ERROR,
            effort=Effort.LOW if edits else Effort.MEDIUM,
            suggestion="Call roctxRangePushA, roctxRangeStartA or roctxMarkA with the text.",
            edits=edits,
        )


def _written(name: str, structure: bytes) -> bytes:
    if name == _SIZE:
        return b"sizeof(" + structure + b")"
    member = INSTEAD[name].encode()
    return structure + b"::" + member if member else structure


_BROUGHT = f"\nnamespace cass {{\n{substitutes.load(_NAME).text}}}  // namespace cass\n"

RULE = Rule(
    code="CASS199",
    name="range-attributes",
    on=(FILE,),
    needs=tuple(name.encode() for name in sorted(NAMES)),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <nvtx3/nvToolsExt.h>\nvoid f() {\n  nvtxEventAttributes_t a = {};\n  a.version = NVTX_VERSION;\n"
            "  a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;\n  a.messageType = NVTX_MESSAGE_TYPE_ASCII;\n"
            '  a.message.ascii = "step";\n  nvtxRangePushEx(&a);\n}\n',
            f"#include <nvtx3/nvToolsExt.h>\n{_BROUGHT}void f() {{\n"
            "  cass::range_attributes a = {};\n  a.version = cass::range_attributes::release;\n"
            "  a.size = sizeof(cass::range_attributes);\n"
            "  a.messageType = cass::range_attributes::message_ascii;\n"
            '  a.message.ascii = "step";\n  cass::range_attributes::push(&a);\n}\n',
        ),
        Example("#if NVTX_VERSION >= 3\nint v;\n#endif\n", "#if 3 >= 3\nint v;\n#endif\n"),
    ),
    valid=('void f() { nvtxRangePushA("step"); }\n', "struct nvtxRangePushEx {};\n"),
)
