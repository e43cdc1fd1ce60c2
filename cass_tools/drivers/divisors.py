"""Whether a kernel divides by integers that it reads from memory, or that are among what a driver makes up.

What a GPU makes of an integer division by zero is its own affair: NVIDIA's and AMD's give other numbers, so inputs with
such zeros say nothing of a translation.
"""

import re
from collections.abc import Collection

from cass_tools.cuda.kernels import functions
from cass_tools.drivers.signatures import Kernel, parameters
from cass_tools.drivers.wrappers import NAMESPACE

OPERATOR = re.compile(rb"[/%]=?\s*\(?\s*([A-Za-z_]\w*)((?:\s*(?:\[|->|\.)\s*\w*)*)")
BUILT_IN = frozenset((b"threadIdx", b"blockIdx", b"blockDim", b"gridDim", b"sizeof"))
READ = rb"\b(?!float|double|half|__half|return)\w[\w:]*[\s&*]+%s\s*=[^;]*(?:\[|->|\.\s*(?![xyz]\b|\d))"


def divides_by_data(kernel: Kernel) -> bool:
    """Whether a kernel divides by what it finds in its buffers; where it only calls a function, whether that does so,
    or by one of its arguments."""
    code = kernel.home.code
    if _divides(code[kernel.function.body : kernel.function.end]):
        return True
    if f"{NAMESPACE}::" not in kernel.expression:
        return False
    called = [f for f in functions(kernel.home).all if f.device and not f.kernel and f.name == kernel.name.encode()]
    return any(
        _divides(code[f.body : f.end], {p.name.encode() for p in parameters(kernel.home, f.node) if p.is_integer})
        for f in called
    )


def _divides(code: bytes, made_up: Collection[bytes] = ()) -> bool:
    """Whether code divides by an element of an array, a member, a variable that is set to such a thing and is not
    declared with a fraction, or one of these names."""
    for match in OPERATOR.finditer(code):
        name, access = match[1], match[2].strip()
        if name in BUILT_IN:
            continue
        if access or name in made_up or re.search(READ % re.escape(name), code):
            return True
    return False
