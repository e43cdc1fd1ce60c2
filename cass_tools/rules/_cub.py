"""Which names in a file are CUB's, by what it calls CUB's namespace."""

import functools

from cass_tools.cuda.context import Context
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.whole import holds

_ALIAS = Pattern(rb"\bnamespace\s+(\w+)\s*=\s*(?:::\s*)?cub\s*;")
_USING = Pattern(rb"\busing\s+(?:::\s*)?cub\s*::\s*(\w+)\s*;")
_SCOPE = Pattern(rb"(?:^|[^\w:]|[^\w:]\s*::\s*)(\w+)\s*::\s*$")
_LOOK_BACK = 80  # bytes


@functools.lru_cache(maxsize=4)
def namespaces(context: Context) -> frozenset[bytes]:
    """`cub`, and the file's other names for it."""
    return frozenset({b"cub", *(match[1] for match in _ALIAS.finditer(context.code))})


@functools.lru_cache(maxsize=4)
def _declared(context: Context) -> frozenset[bytes]:
    return frozenset(match[1] for match in _USING.finditer(context.code))


def is_cub(name: bytes, start: int, context: Context) -> bool:
    """Whether `name` at byte `start` is that of CUB: behind its namespace, or brought into the file by `using`."""
    before = context.code[max(0, start - _LOOK_BACK) : start]
    if before.rstrip().endswith(b"::"):
        scope = _SCOPE.search(before)
        return scope is not None and scope[1] in namespaces(context)
    return name in _declared(context) or holds(context.code, b"using namespace cub")
