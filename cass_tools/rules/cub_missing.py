"""Part of CUB that hipCUB does not have, or not in the release asked for: `cub::DeviceTransform`, `cub::DeviceFor`.

**Why it fails on AMD.** hipCUB follows CUB by some releases. Renamed, the call names what no header declares.

**Example.**

    cub::DeviceTransform::Transform(in, out, n, op, stream);

**Instead.** A release that has it (`--hip-version`), or what the finding names: mostly an algorithm of rocThrust or
rocPRIM that does the same, or an iterator that does it while an algorithm of hipCUB reads.
"""

import re
from collections.abc import Iterator

from cass_tools.config import Config
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.names import Api, Status, names_for
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._cub import is_cub, namespaces

_PATH = Pattern(rb"\b(\w+)\s*::\s*(\w+)(?:\s*::\s*(\w+))?")
_LOST = (Status.UNSUPPORTED, Status.TOO_NEW, Status.REMOVED)


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each place that names such a part."""
    own = any(context.code[at + 3 : at + 16].lstrip().startswith(b"{") for at in context.words.get(b"cub", ()))
    for match in _PATH.finditer(context.code):
        if match[1] not in namespaces(context) or not is_cub(match[2], match.start(2), context):
            continue
        if own and re.search(rb"\b(?:struct|class|using|enum)\s+" + match[2] + rb"\b", context.code):
            continue  # the project's own
        found = _row(match[2], match[3], context)
        if found is not None:
            api, parts = found
            yield context.finding(
                RULE,
                Span(match.start(1), match.end(1 + parts)),
                f"{api.name} has no counterpart in hipCUB." if api.status is Status.UNSUPPORTED else f"{api.reason}.",
                severity=Severity.ERROR,
                effort=Effort.MEDIUM,
                suggestion=f"{_begun(api.suggestion)}.",
            )


def _begun(words: str) -> str:
    """As a sentence begins, unless that is a name."""
    return words if "::" in words.partition(" ")[0] else words[:1].upper() + words[1:]


def _row(name: bytes, member: bytes | None, context: Context) -> tuple[Api, int] | None:
    """The row that says what is not there, and of how many names its own consists; None if all is there."""
    names = names_for(context.config.hip_version, context.config.cuda_version)
    for path in ((name, member), (name,)) if member else ((name,),):
        api = names.get(b"::".join((b"cub", *filter(None, path))))
        if api is not None and api.status in _LOST:
            return api, len(path)
    return None


RULE = Rule(
    code="CASS238",
    name="cub-missing",
    on=(FILE,),
    needs=(b"cub",),
    check=check,
    doc=__doc__,
    invalid=(
        Example("void f() { cub::DeviceTransform::Transform(in, out, n, op); }\n"),
        Example("void f() { ::cub::DeviceReduce::TransformReduce(t, b, in, out, n, max, op, 0); }\n"),
        Example("namespace c = cub;\nvoid f() { c::DeviceFor::Bulk(n, op); }\n", config=Config(hip_version=(6, 2))),
        Example("using cub::DeviceFind;\n"),
    ),
    valid=(
        "void f() { cub::DeviceReduce::Sum(t, b, in, out, n); cub::DeviceCopy::Batched(t, b, i, o, s, n); }\n",
        "void f() { mine::DeviceFor::Bulk(n, op); mine::cub::DeviceFor::Bulk(n, op); }\n",
        "namespace cub { struct DeviceFind {}; }\ncub::DeviceFind x;\n",
    ),
)
