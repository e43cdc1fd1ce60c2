"""CUDA name with another name in HIP.

**Why it fails on AMD.** HIP declares the same function, type, enumerator or macro under a name of its own, so that the
CUDA name is undeclared there. The names are rows of `data/api`; which ones exist depends on the HIP release asked for.

**Example.** `cudaMalloc(&p, n)` becomes `hipMalloc(&p, n)`. A function `sim::cudaFree` of your own, a member
`x.cudaFree` and a name that the file declares itself stay as they are.

**Instead.** The HIP name; the fix is safe.
"""

import functools
import re
from collections.abc import Iterator
from itertools import repeat

from cass_tools.cuda import textures
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.textures import BOUND
from cass_tools.cuda.uses import Use
from cass_tools.model import Edit, Effort, Finding, Fix, Safety, Severity, Span, rows
from cass_tools.rule import Example, Rule
from cass_tools.rules import cub_lane_number, l2_window, launch_config, wmma_type

# What HIP declares by typedef only: "struct" or "enum" before it is an error there.
_TYPEDEFS = re.compile(
    r"hipGraphicsResource|hipLaunchParams|hipUUID|hipExternal(?:Memory(?:Handle|Buffer)Desc|MemoryHandleType"
    r"|Semaphore(?:Handle(?:Desc|Type)|SignalParams|WaitParams))"
)
_DIMENSIONS = (b"cudaTextureType", b"cudaSurfaceType")  # of references that become objects
_KEYWORD = Pattern(rb"\b(?:struct|enum)[ \t]+\Z")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each use of a renamed name."""
    spans, messages, names = list[Span](), list[str](), list[bytes]()
    places: list[Span] = []
    for use in context.uses:
        if not use.renamed:
            continue
        message, hip, typedef, doubtful = _told(use.api.name, use.hip)
        if doubtful and _is_others(use, context):
            continue
        spans.append(use.span)
        messages.append(message)
        names.append(hip)
        places.append(_with_keyword(context, use.span) if typedef else use.span)
    # Made here, not by `RULE.finding`: most findings of most files are such ones.
    fixes = rows(Fix, messages, zip(rows(Edit, places, names)), repeat(Safety.SAFE))
    same = (repeat(Severity.INFO), repeat(Effort.LOW), repeat(""))
    return rows(Finding, repeat(RULE.code), repeat(RULE.name), messages, spans, *same, fixes)


def _is_others(use: Use, context: Context) -> bool:
    """Whether another rule writes this use anew."""
    if l2_window.sets_limit(use, context) or wmma_type.names_element(use, context):
        return True
    if use.api.name in launch_config.NAMES:
        return launch_config.writes(context)
    name = use.api.name.encode()
    if (name in BOUND or name.startswith(_DIMENSIONS)) and textures.writes(context, use.span.start):
        return True
    return cub_lane_number.is_number(name, context)


@functools.lru_cache(maxsize=4096)
def _told(name: str, hip: str) -> tuple[str, bytes, bool, bool]:
    """What is said of a name, what to write, whether that is a typedef only, and whether another rule may write it.

    A file has few names, but often.
    """
    doubtful = name.startswith(("CUB_", *l2_window.SETTERS)) or name.endswith(wmma_type.ELEMENT)
    doubtful = doubtful or name in launch_config.NAMES
    doubtful = doubtful or name.encode() in BOUND or name.encode().startswith(_DIMENSIONS)
    return f"{name} is {hip} in HIP", hip.encode(), _TYPEDEFS.fullmatch(hip) is not None, doubtful


def _with_keyword(context: Context, name: Span) -> Span:
    """The name's place, together with a keyword before it that HIP's name does not take."""
    if context.config.style == "hipify":
        return name
    keyword = _KEYWORD.search(context.code, max(0, name.start - 20), name.start)
    return Span(keyword.start(), name.end) if keyword else name


RULE = Rule(
    code="CASS100",
    name="api-renamed",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example("void f(float** p) { cudaMalloc(p, 8); }\n", "void f(float** p) { hipMalloc(p, 8); }\n"),
        Example("cudaStream_t s;\n", "hipStream_t s;\n"),
        Example("struct cudaGraphicsResource *r;\n", "hipGraphicsResource *r;\n"),
        Example("#define OK(x) ((x) == cudaSuccess)\n", "#define OK(x) ((x) == hipSuccess)\n"),
        Example(
            "#ifndef PROFILE\n#define nvtxRangePop()\n#endif\nvoid f() { nvtxRangePop(); }\n",
            "#ifndef PROFILE\n#define roctxRangePop()\n#endif\nvoid f() { roctxRangePop(); }\n",
        ),
    ),
    valid=(
        "namespace sim { void cudaFree(int); }\nvoid f() { sim::cudaFree(3); }\n",
        "void f(Pool& pool) { pool.cudaFree(3); }\n",
        '// cudaMalloc\nconst char* s = "cudaMalloc";\n',
        "void hipOnly(float** p) { hipMalloc(p, 8); }\n",
    ),
)
