"""Whether a kernel divides by integers that it reads from memory.

What a GPU makes of an integer division by zero is its own affair: NVIDIA's and AMD's give other numbers, so inputs with
such zeros say nothing of a translation.
"""

import re

OPERATOR = re.compile(rb"[/%]=?\s*\(?\s*([A-Za-z_]\w*)((?:\s*(?:\[|->|\.)\s*\w*)*)")
BUILT_IN = frozenset((b"threadIdx", b"blockIdx", b"blockDim", b"gridDim", b"sizeof"))
READ = rb"\b(?!float|double|half|__half|return)\w[\w:]*[\s&*]+%s\s*=[^;]*(?:\[|->|\.\s*(?![xyz]\b|\d))"


def divides_by_data(code: bytes) -> bool:
    """Whether the code of a function divides by an element of an array, a member, or a variable that is set to such a
    thing and is not declared with a fraction."""
    for match in OPERATOR.finditer(code):
        name, access = match[1], match[2].strip()
        if name in BUILT_IN:
            continue
        if access or re.search(READ % re.escape(name), code):
            return True
    return False
