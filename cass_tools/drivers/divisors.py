"""Which parameters of a kernel hold integers that it divides by.

What a GPU makes of an integer division by zero is its own affair: NVIDIA's and AMD's give other numbers, so inputs with
zeros there say nothing of a translation.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.kernels import functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.drivers.signatures import Kernel
from cass_tools.drivers.wrappers import NAMESPACE

OPERATOR = re.compile(rb"[/%]=?(?![/*=])")
ASSIGNED = re.compile(rb"\b([A-Za-z_]\w*)\s*=(?!=)([^;,]*)")
ENDS, OPEN, CLOSED = b";,?:+-*/%<>=&|", b"([", b")]"
MOST, STEPS = 200, 4  # bytes of an operand, and variables that are set to others in a row


def divisors(kernel: Kernel) -> frozenset[str]:
    """The names of the parameters of which an element, a member or the value may be a divisor, on the way through
    variables too; of a kernel that only calls a function the arguments, by what that does."""
    code = kernel.home.code[kernel.function.body : kernel.function.end]
    if f"{NAMESPACE}::" in kernel.expression:
        called = (f for f in functions(kernel.home).all if f.device and not f.kernel and f.name == kernel.name.encode())
        code += b"".join(kernel.home.code[f.body : f.end] for f in called)
    found = {word for match in OPERATOR.finditer(code) for word in IDENTIFIER.findall(_operand(code, match.end()))}
    set_to = list(ASSIGNED.findall(code))
    for _ in range(STEPS):
        found |= {word for name, text in set_to if name in found for word in IDENTIFIER.findall(text)}
    return frozenset(p.name for p in kernel.parameters if p.name.encode() in found)


def _operand(code: bytes, start: int) -> bytes:
    """What stands behind an operator, up to the next one outside of its brackets."""
    return bytes(_until_its_end(code[start : start + MOST].lstrip(b" \t\n*&-+~!").replace(b"->", b"..")))


def _until_its_end(text: bytes) -> Iterator[int]:
    depth = 0
    for byte in text:
        depth += (byte in OPEN) - (byte in CLOSED)
        if depth < 0 or (depth == 0 and byte in ENDS):
            return
        yield byte
