"""Compute types in calls of `cublasGemmEx` and its like, which CUDA 10 gave as element types."""

import functools
import re
from typing import TYPE_CHECKING

from cass_tools.cuda.calls import call_arguments

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context
    from cass_tools.cuda.uses import Use
    from cass_tools.model import Span

_CALLS = {"cublasGemmEx": (19, 17), "cublasGemmBatchedEx": (20, 18), "cublasGemmStridedBatchedEx": (23, 21)}
_CALLS |= {f"{name}_64": places for name, places in _CALLS.items()}
_COMPUTE = {
    "CUDA_R_16F": "HIPBLAS_COMPUTE_16F",
    "CUDA_R_32F": "HIPBLAS_COMPUTE_32F",
    "CUDA_C_32F": "HIPBLAS_COMPUTE_32F",
    "CUDA_R_64F": "HIPBLAS_COMPUTE_64F",
    "CUDA_C_64F": "HIPBLAS_COMPUTE_64F",
    "CUDA_R_32I": "HIPBLAS_COMPUTE_32I",
}
_SINCE = (6, 0)  # before it hipBLAS takes element types too


@functools.cache
def _called() -> frozenset[bytes]:
    return frozenset(name.encode() for name in _CALLS)


def compute_types(context: "Context", uses: "list[Use]") -> "list[Span]":
    """The arguments that are compute types; none where the target's library takes element types there."""
    config, found = context.config, list["Span"]()
    if config.api == "roc" or config.style == "hipify" or config.hip_version < _SINCE:
        return found
    if context.words.keys().isdisjoint(_called()):  # as in most files
        return found
    for use in uses:
        arity, place = _CALLS.get(use.api.name, (0, 0))
        arguments = call_arguments(context.code, use.span.end) if arity and use.renamed else None
        if arguments is not None and len(arguments) == arity:
            found.append(arguments[place])
    return found


def with_compute_types(context: "Context", uses: "list[Use]") -> "list[Use]":
    """The uses, of which element types that are given as compute types become hipBLAS's compute types."""
    places = compute_types(context, uses)
    if not places:
        return uses
    return [u._replace(hip=_COMPUTE.get(u.api.name, u.hip)) if u.span in places else u for u in uses]


def element_variables(context: "Context", uses: "list[Use]") -> "list[Span]":
    """The arguments that are compute types, but variables that the file declares as element types."""
    found = []
    for span in compute_types(context, uses):
        name = context.code[span.start : span.end]
        declared = rb"\bcudaDataType(?:_t)?\s+(?:const\s+)?" + re.escape(name) + rb"\b"
        if re.fullmatch(rb"\w+", name) and re.search(declared, context.code):
            found.append(span)
    return found
