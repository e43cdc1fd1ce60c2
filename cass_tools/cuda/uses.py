"""Where a file uses names of the API tables: the look-up that renaming, unsupported names and headers share."""

import functools
from collections.abc import Iterable
from itertools import repeat
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from cass_tools.cuda.calls import is_overloaded, overload
from cass_tools.cuda.gemm import with_compute_types
from cass_tools.cuda.names import TORCH, Api, Names, Status, names_for
from cass_tools.model import Span, rows

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

_TORCH_HEADERS = (b"torch/", b"ATen/", b"c10/", b"caffe2/", b"gloo/", b"tensorpipe/")


class Use(NamedTuple):
    """An identifier that means `api`; `hip` is what to write there, for overloads by the number of arguments.

    `renamed`: the name becomes `hip` in the target release.
    """

    span: Span
    api: Api
    hip: str
    renamed: bool


def is_plain(names: Names, word: bytes) -> bool:
    """Whether a word means nothing of the tables, or something that is the same in HIP; headers are looked up apart."""
    api = names.get(word)
    return api is None or api.status is Status.SAME or api.kind in ("header", "namespace")


def is_legacy_blas(context: "Context") -> bool:
    """Whether the file uses cuBLAS by its oldest interface, `cublas.h`, whose functions take no handle."""
    paths = {include.path for include in context.layout.includes}
    with_handle = b"cublasCreate" in context.words or b"cublasHandle_t" in context.words
    return "cublas.h" in paths and "cublas_v2.h" not in paths and not with_handle


def _legacy(api: Api) -> Api:
    """A function of that interface: the one of the same name in HIP has other parameters."""
    reason = f"{api.name} of cublas.h takes no handle: it has no counterpart in HIP"
    suggestion = f"move to cublas_v2.h, whose {api.name} becomes {api.hip}"
    return api._replace(status=Status.UNSUPPORTED, reason=reason, suggestion=suggestion)


def _with_data_type(api: Api, context: "Context") -> Api:
    """CUDA has one enumeration of element types, ROCm one per library: that of the one that the file uses."""
    words = context.words.keys()
    if any(word.startswith(b"cublas") and not word.startswith(b"cublasLt") for word in words):
        return api
    if any(word.startswith(b"cusparse") and not word.startswith(b"cusparseLt") for word in words):
        return api._replace(hip=api.hip.replace("rocblas_", "rocsparse_"))
    config = context.config
    return names_for(config.hip_version, config.cuda_version).get(api.name.encode()) or api


def defined_as_hip(context: "Context") -> set[bytes]:
    """Names that the file itself defines as HIP's, `#define cudaMalloc hipMalloc`."""
    return {define.name for define in context.defines.all if context.defines.text(define).strip().startswith(b"hip")}


def _places(context: "Context", name: bytes) -> list[int]:
    """Where the name is the API's; with those, macros that stand in for it under a condition keep its new name."""
    places = context.scopes.api_places(name)
    if places and name in context.defines.names:
        return [start for start in context.words[name] if not context.scopes.is_elsewhere(name, start)]
    return places


@functools.lru_cache(maxsize=2)
def _has_torch(data: bytes) -> bool:
    return any(prefix in data for prefix in _TORCH_HEADERS)


def find_uses(context: "Context") -> list[Use]:
    """All uses of names that change or have no counterpart; names that are the same in HIP are left out.

    PyTorch's names count only in a file that includes PyTorch; a name that the file itself defines as HIP's does not.
    """
    found: list[Use] = []
    words = context.words
    own = defined_as_hip(context)
    for name in (words.keys() & context.names.keys()) - own:
        api = context.names.get(name)
        if api is None or is_plain(context.names, name) or (api.library == TORCH and not _has_torch(context.data)):
            continue
        if api.hip.startswith("rocblas_datatype") and name.startswith((b"cuda", b"CUDA")):
            api = _with_data_type(api, context)
        if api.support == "supported-v2-only" and is_legacy_blas(context):
            api = _legacy(api)
        starts = _places(context, name)
        ends = [start + len(name) for start in starts]
        hip: Iterable[str] = repeat(api.hip)
        if is_overloaded(name):
            hip = [overload(context, name, end) or api.hip for end in ends]
        renamed = api.status is Status.RENAMED and api.library != TORCH
        found += rows(Use, rows(Span, starts, ends), repeat(api), hip, repeat(renamed))
    found.sort(key=itemgetter(0))
    return with_compute_types(context, found)
