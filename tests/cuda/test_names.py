"""Looking up names by release."""

import pytest

from cass_tools.cuda.headers import header_row
from cass_tools.cuda.names import Names, Status, names_for, version

NEW = names_for((6, 3), (12, 8))


def _row(name: str, names: Names = NEW) -> tuple[str, Status]:
    api = names.get(name.encode())
    assert api is not None
    return api.hip, api.status


@pytest.mark.parametrize(
    ("name", "hip", "status"),
    [
        ("cudaMalloc", "hipMalloc", Status.RENAMED),
        ("cudaError_t", "hipError_t", Status.RENAMED),
        ("cuMemAlloc_v2", "hipMalloc", Status.RENAMED),
        ("CUDA_R_32F", "HIP_R_32F", Status.RENAMED),
        ("cublasSgemm", "hipblasSgemm", Status.RENAMED),
        ("nvtxRangePop", "roctxRangePop", Status.RENAMED),
        ("__nv_bfloat16", "__hip_bfloat16", Status.RENAMED),
        ("atomicAdd", "atomicAdd", Status.SAME),
        ("CUDNN_BACKEND_KERNEL_CACHE_DESCRIPTOR", "HIPDNN_BACKEND_KERNEL_CACHE_DESCRIPTOR", Status.UNSUPPORTED),
    ],
)
def test_names(name: str, hip: str, status: Status) -> None:
    assert _row(name) == (hip, status)


def test_no_name_is_matched_by_its_beginning() -> None:
    assert NEW.get(b"cudaMallo") is None
    assert NEW.get(b"cudaMallocX") is None
    assert _row("cudnnOpTensorDescriptor_t")[0] == "hipdnnOpTensorDescriptor_t"


def test_a_release_has_what_it_brought() -> None:
    old = names_for((5, 0), (12, 8))
    assert _row("cudaGetDriverEntryPoint")[1] is Status.RENAMED
    api = old.get(b"cudaGetDriverEntryPoint")
    assert api is not None
    assert api.status is Status.TOO_NEW
    assert "6.2" in api.reason and "5.0" in api.reason
    assert "6.2" in api.suggestion


def test_what_has_no_counterpart_says_so() -> None:
    api = NEW.get(b"cudaLibraryGetKernelCount")
    assert api is not None
    assert api.status is Status.UNSUPPORTED
    assert "no counterpart" in api.reason
    assert "hipLibraryGetKernelCount" in api.suggestion


@pytest.mark.parametrize(
    ("name", "roc", "status"),
    [
        ("cublasSgemm", "rocblas_sgemm", Status.RENAMED),
        ("cudnnCreate", "miopenCreate", Status.RENAMED),
        ("cublasInit", "rocblas_initialize", Status.RENAMED),
        ("cusolverDnSgetrf", "", Status.UNSUPPORTED),
        ("cusparseLtMatmul", "hipsparseLtMatmul", Status.RENAMED),
        ("cudaMalloc", "hipMalloc", Status.RENAMED),
        ("cufftPlan1d", "hipfftPlan1d", Status.RENAMED),
    ],
)
def test_names_of_rocms_own_libraries(name: str, roc: str, status: Status) -> None:
    assert _row(name, names_for((6, 3), (12, 8), "roc")) == (roc, status)


def test_rocms_own_libraries_have_releases_too() -> None:
    old = names_for((4, 0), (12, 8), "roc")
    assert _row("cusparseSpMV", old)[1] is Status.TOO_NEW
    assert _row("cusparseSpMV", names_for((4, 1), (12, 8), "roc")) == ("rocsparse_spmv", Status.RENAMED)


def test_a_name_of_two_libraries_is_the_first_ones() -> None:
    api = NEW.get(b"libraryPropertyType_t")
    assert api is not None
    assert api.library == "runtime"


@pytest.mark.parametrize(
    ("path", "hip"),
    [
        ("cuda.h", "hip/hip_runtime.h"),
        ("nccl.h", "rccl/rccl.h"),
        ("cub/device/device_scan.cuh", "hipcub/hipcub.hpp"),
        ("cub/warp/warp_merge_sort.cuh", "hipcub/hipcub.hpp"),
        ("thrust/system/cuda/execution_policy.h", "thrust/system/hip/execution_policy.h"),
        ("nvtx3/nvToolsExt.h", "roctracer/roctx.h"),
        ("device_launch_parameters.h", ""),
    ],
)
def test_headers(path: str, hip: str) -> None:
    api = header_row(NEW, path)
    assert api is not None
    assert api.hip == hip


@pytest.mark.parametrize("path", ["thrust/sort.h", "cuda/atomic", "my_cub/x.cuh", "cudaMalloc", "vector"])
def test_no_headers(path: str) -> None:
    assert header_row(NEW, path) is None


def test_versions() -> None:
    assert version("12.8") == (12, 8)
    assert version("") is None
    assert version("cudnn-9.0.0") is None
