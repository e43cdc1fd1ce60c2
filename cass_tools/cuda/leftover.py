"""Nothing stays silent: find identifiers that look like CUDA's and that nobody has named in a finding."""

import functools
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cass_tools.cuda.conditions import adapted, avoids_nvcc
from cass_tools.cuda.lex import IDENTIFIER, blank
from cass_tools.cuda.uses import defined_as_hip
from cass_tools.model import Span

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context
    from cass_tools.model import Finding

# Whole names only: an API family's prefix and then the capital letter (or `_`) its names go on with.
LOOKS_CUDA = re.compile(
    rb"(?:cuda(?:[A-Z]\w*|_\w*_t)|CUDA_\w+|CUDART_\w+|__CUDA\w*|__cuda\w+|cu(?:Init|Ctx|Device|Mem|Module|Launch|Stream|Event"
    rb"|Graph|Func|Link|Tex|Surf|Array|Occupancy|Pointer|Profiler|Get|Param|Library|Kernel)[A-Z]?\w*|CU(?:_(?!ASSERT|TEST|PASS|FAIL|SUITE|TRUE|FALSE)[A-Z]\w+|device|context"
    rb"|stream|event|module|function|array|result|deviceptr|texref)(?:_\w+)?|cu(?:blas|fft|rand|sparse|solver|tensor)(?:[A-Z]\w*|_\w+)"
    rb"|cudnn[A-Z]\w*|CU(?:BLAS|FFT|RAND|SPARSE|SOLVER|TENSOR|DNN)_\w+|nv(?:rtc|tx|ml|JitLink|jpeg)[A-Z]\w*|(?:NVRTC|NVTX|NVML)_\w+"
    rb"|npp[is]?[A-Z]\w*|cupti[A-Z]\w*|nvcuda|__nv_\w+|__nvvm_\w+|cuComplex|cu(?:Float|Double)Complex|CUDNN_\w+)\Z"
)

_STEMS = (b"cu", b"CU", b"nv", b"NV", b"npp", b"__cu", b"__CU", b"__nv")  # how all of these begin


@functools.lru_cache(maxsize=1 << 14)
def looks_cuda(name: bytes) -> bool:
    """Whether a name has the form of a CUDA API name."""
    return name[:1] in b"cC_nN" and LOOKS_CUDA.match(name) is not None


def may_begin_cuda(start: bytes) -> bool:
    """Whether a name that starts so can have the form of a CUDA API name."""
    return any(start.startswith(stem) or stem.startswith(start) for stem in _STEMS)


def left_in(data: bytes) -> dict[bytes, int]:
    """CUDA-looking identifiers in the code of `data`, each with the offset of its first use."""
    found: dict[bytes, int] = {}
    for match in IDENTIFIER.finditer(blank(data)):
        name = match.group()
        if name not in found and looks_cuda(name):
            found[name] = match.start()
    return found


def uncovered(context: "Context", findings: Iterable["Finding"]) -> Iterator[Span]:
    """The first place of each CUDA-looking identifier that is not the file's own and in no finding's span.

    A condition that asks for HIP as well has been thought about: `#if defined(__CUDACC__) || defined(__HIPCC__)`.
    """
    spans = [finding.span for finding in findings]
    begun = {start for start, end in spans if start < end}
    within: bytearray | None = None
    own = defined_as_hip(context)
    for name in (name for name in filter(looks_cuda, context.words) if name not in own):
        for start in context.words[name]:
            if start in begun:  # as nearly always
                continue
            within = _covered(spans, len(context.data)) if within is None else within
            if within[start] or adapted(start, context.code) or avoids_nvcc(start, context.code):
                continue
            if context.scopes.is_api(name, start):
                if not context.scopes.offers(name):  # in whichever branch of a condition
                    yield Span(start, start + len(name))
                break


def _covered(spans: Iterable[Span], size: int) -> bytearray:
    """1 for each byte that is in one of the spans."""
    covered = bytearray(size + 1)
    for start, end in spans:
        covered[start:end] = b"\1" * (end - start)
    return covered
