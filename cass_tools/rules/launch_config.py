"""A launch with a configuration: `cudaLaunchKernelEx(&config, kernel, arguments)`.

**Why it fails on AMD.** HIP has `hipLaunchConfig_t` and `hipLaunchKernelExC` from 7.0 on, and no function that takes
the kernel's arguments one by one.

**Example.**

    cudaLaunchConfig_t config = {};
    config.gridDim = blocks, config.blockDim = 128, config.stream = stream;
    cudaLaunchKernelEx(&config, kernel, data, n);

**Instead.** `kernel<<<blocks, 128, 0, stream>>>(data, n)`. For HIP before 7.0 the fix brings a structure of the same
members whose function does that, or a cooperative launch where an attribute asks for one. Attributes that say how
kernels may overlap, and priorities, change no result and are passed over; clusters and the others have no counterpart,
and nothing is written.
"""

import functools
from collections.abc import Iterator

from cass_tools import substitutes
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule

_NAME = "launch_config"
_WRITTEN = {
    "cudaLaunchConfig_t": b"",
    "cudaLaunchKernelEx": b"::launch",
    "cudaLaunchKernelExC": b"::launch",
}
_ATTRIBUTES = {
    "cudaLaunchAttribute": b"cass::launch_attribute",
    "cudaLaunchAttributeIgnore": b"cass::launch_attribute::ignored",
    "cudaLaunchAttributeCooperative": b"cass::launch_attribute::cooperative",
    "cudaLaunchAttributePriority": b"cass::launch_attribute::priority",
    "cudaLaunchAttributeProgrammaticStreamSerialization": b"cass::launch_attribute::may_overlap",
}


NAMES = frozenset({*_WRITTEN, *_ATTRIBUTES})


@functools.lru_cache(maxsize=4)
def writes(context: Context) -> bool:
    """Whether a file starts kernels so, the release cannot, and nothing is asked for by it that HIP cannot do."""
    if context.config.hip_version >= (7, 0) or context.source.path.suffix == ".c":
        return False
    asked = {word for word in context.words if word.startswith(b"cudaLaunchAttribute")}
    launched = any(name.encode() in context.words for name in _WRITTEN)
    return launched and not asked - {name.encode() for name in _ATTRIBUTES}


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each use of such a name that the release lacks."""
    if not writes(context):
        return
    release = ".".join(str(part) for part in context.config.hip_version)
    for use in context.uses:
        name = use.api.name
        if name not in NAMES:
            continue
        brought = substitutes.bring(context, _NAME)
        written = _ATTRIBUTES.get(name) or brought.name + _WRITTEN[name]
        yield context.finding(
            RULE,
            use.span,
            f"HIP {release} cannot start kernels by a configuration, so that `{name}` has nothing to be for.",
            effort=Effort.LOW,
            severity=Severity.ERROR,
            suggestion="Start the kernel with <<<grid, block, bytes, stream>>>.",
            edits=(Edit(use.span, written), *brought.edits),
            safety=Safety.UNSAFE,
        )


_SUBSTITUTE = substitutes.load(_NAME)
_BROUGHT = "".join(f"#include <{header}>\n" for header in _SUBSTITUTE.headers)
_BROUGHT += f"\nnamespace cass {{\n{_SUBSTITUTE.text}}}  // namespace cass\n"
_INCLUDED = "#include <cuda_runtime.h>\n"
_USE = "void f(float* p) {\n  %s c = {};\n  c.gridDim = 8, c.blockDim = 64;\n  %s(&c, k, p);\n}\n"

RULE = Rule(
    code="CASS232",
    name="launch-config",
    on=(FILE,),
    needs=(b"cudaLaunchConfig_t", b"cudaLaunchKernelEx"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            _INCLUDED + _USE % ("cudaLaunchConfig_t", "cudaLaunchKernelEx"),
            _INCLUDED + _BROUGHT + _USE % ("cass::launch_config", "cass::launch_config::launch"),
        ),
        Example(
            _INCLUDED + "void f(cudaLaunchAttribute* a) { a->id = cudaLaunchAttributeCooperative; }\n"
            "void g(const cudaLaunchConfig_t* c, void** p) { cudaLaunchKernelExC(c, (void*)k, p); }\n",
            _INCLUDED + _BROUGHT
            + "void f(cass::launch_attribute* a) { a->id = cass::launch_attribute::cooperative; }\n"
            "void g(const cass::launch_config* c, void** p) { cass::launch_config::launch(c, (void*)k, p); }\n",
        ),
    ),
    valid=(
        "void f(cudaLaunchAttribute* a, cudaLaunchConfig_t* c) { a->id = cudaLaunchAttributeClusterDimension; }\n",
        "struct cudaLaunchConfig_t {};\ncudaLaunchConfig_t c;\n",
    ),
)  # fmt: skip
