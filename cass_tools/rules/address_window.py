"""`__cvta_generic_to_shared` and its like: addresses of shared memory as PTX wants them.

**Why it fails on AMD.** HIP does not declare them: its functions take plain pointers. What inline PTX calls a shared
address is the low half of a generic pointer on AMD GPUs, the offset in the workgroup's own memory.

**Example.**

    unsigned at = __cvta_generic_to_shared(tile);

**Instead.** A cast to `size_t` and `unsigned` for an address in shared memory, and a cast through a pointer of address
space 3 for the way back; global memory has no window of its own, so that a cast is enough. Where only inline PTX
needed the address, use the pointer.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule
from cass_tools.substitutes import bring

_TO_NUMBER = {
    b"__cvta_generic_to_shared": b"(size_t)(unsigned)(size_t)(",
    b"__cvta_generic_to_global": b"(size_t)(",
    b"__cvta_generic_to_constant": b"(size_t)(",
}
_TO_POINTER = {
    b"__cvta_shared_to_generic": b"(void*)cass::shared<char>((unsigned)(",
    b"__cvta_global_to_generic": b"(void*)(",
    b"__cvta_constant_to_generic": b"(void*)(",
}
_TEXTS = _TO_NUMBER | _TO_POINTER


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every call of a function that the file does not define itself."""
    called = node.child_by_field_name("function")
    name = context.callee(node)
    arguments = context.arguments(node)
    if called is None or len(arguments) != 1 or not context.scopes.is_api(name, called.start_byte):
        return
    opening = _TEXTS[name]
    text = opening + context.text(arguments[0]) + b")" * (opening.count(b"((") + 1)
    brought = bring(context, "shared").edits if b"cass::" in opening else ()
    yield context.finding(
        RULE,
        node,
        f"HIP has no `{name.decode()}`.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion="Use a cast, or the pointer itself.",
        edits=(Edit(context.span(node), text), *brought),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS171",
    name="address-window",
    on=("call",),
    names=frozenset(name.decode() for name in _TEXTS),
    needs=(b"__cvta_",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ unsigned f(const float* p) { return (unsigned)__cvta_generic_to_shared(p + 1); }",
            "__device__ unsigned f(const float* p) { return (unsigned)(size_t)(unsigned)(size_t)(p + 1); }",
        ),
        Example(
            "__device__ size_t f(const float* p) { return __cvta_generic_to_global(p); }",
            "__device__ size_t f(const float* p) { return (size_t)(p); }",
        ),
    ),
    valid=(
        "__device__ size_t __cvta_generic_to_shared(const void* p) { return (size_t)p & 0xffff; }\n"
        "__device__ size_t f(const void* p) { return __cvta_generic_to_shared(p); }",
    ),
)
