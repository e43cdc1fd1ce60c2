"""What looks like CUDA's."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.cuda.leftover import left_in, looks_cuda
from cass_tools.cuda.names import TORCH, Status, names_for
from cass_tools.model import Source
from cass_tools.translators.rules import translate


@pytest.mark.parametrize(
    "name",
    ["cudaFoo", "cudaFoo_t", "cuMemAllocX", "CUDA_FOO", "cublasXgemm", "CUFFT_FOO", "nvrtcFoo", "__nv_foo", "nvcuda"],
)
def test_cuda_names(name: str) -> None:
    assert looks_cuda(name.encode())


@pytest.mark.parametrize(
    "name", ["cube", "current", "cut", "cudawn", "curl_init", "custom", "hipMalloc", "nvme", "CUSTOM_X", "copy"]
)
def test_other_names(name: str) -> None:
    assert not looks_cuda(name.encode())


def test_only_code_counts() -> None:
    assert left_in(b'// cudaA\nint x = cudaB; "cudaC"; cudaB;') == {b"cudaB": 17}


def test_every_cuda_name_left_in_a_translation_is_named_by_a_finding() -> None:
    names = names_for((6, 3), (12, 8))
    kept = [
        name for name in sorted(names.keys()) if looks_cuda(name) and (api := names.get(name)) and api.kind != "header"
    ]
    text = b"int use = " + b" + ".join(kept) + b" + cudaNobodyKnows;\n"
    candidate = translate(Source(Path("x.cpp"), text), Config())
    left = left_in(candidate.data)
    assert b"cudaNobodyKnows" in left
    named = {text[f.span.start : f.span.end] for f in candidate.findings}
    assert left.keys() <= named
    rows = [api for name in left if (api := names.get(name)) is not None and api.library != TORCH]
    assert [api.name for api in rows if api.status is Status.RENAMED] == []
