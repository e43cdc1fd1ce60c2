"""Translation to ROCm's own libraries: `--api roc`."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.model import Finding, Severity, Source
from cass_tools.translators.rules import translate

ROC = Config(api="roc")


def _translate(text: str) -> tuple[str, tuple[Finding, ...]]:
    done = translate(Source(Path("x.cu"), text.encode()), ROC)
    return done.data.decode(), done.findings


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cublasSgemm(h, CUBLAS_OP_N, m);", "rocblas_sgemm(h, rocblas_operation_none, m);"),
        ("cublasHandle_t h; cuComplex z;", "rocblas_handle h; rocblas_float_complex z;"),
        (
            "curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MTGP32);",
            "rocrand_create_generator(&g, ROCRAND_RNG_PSEUDO_MTGP32);",
        ),
        ("cudnnHandle_t h; cudaStream_t s; cufftHandle p;", "miopenHandle_t h; hipStream_t s; hipfftHandle p;"),
        (
            "cudnnSoftmaxForward(h, CUDNN_SOFTMAX_FAST, f(a, b), &a, xd, x, &b, yd, y);",
            "miopenSoftmaxForward_V2(h, &a, xd, x, &b, yd, y, MIOPEN_SOFTMAX_FAST, f(a, b));",
        ),
        (
            "cusparseCsr2cscEx2_bufferSize(h, m, n, k, v, r, c, w, p, q, type, action, base, alg, &size);",
            "rocsparse_csr2csc_buffer_size(h, m, n, k, r, c, action, &size);",
        ),
        (
            "cusparseSgtsvInterleavedBatch(h, 0, m, dl, d, du, x, f(n, 2), buffer);",
            "rocsparse_sgtsv_interleaved_batch(h, 0, m, dl, d, du, x, f(n, 2), f(n, 2), buffer);",
        ),
        (
            "cusparseScsric02_analysis(h, m, k, d, v, r, c, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer);",
            "rocsparse_scsric0_analysis(h, m, k, d, v, r, c, info,"
            " rocsparse_analysis_policy_force, rocsparse_solve_policy_auto, buffer);",
        ),
        (
            "cusparseSpMV(h, op, &a, A, x, &b, y, type, CUSPARSE_SPMV_ALG_DEFAULT, buffer);",
            "rocsparse_spmv(h, op, &a, A, x, &b, y, type, rocsparse_spmv_alg_default,"
            " rocsparse_spmv_stage_compute, nullptr, buffer);",
        ),
        ("#define MV cusparseSpVV(h, op, x, y, r, t, b)", "#define MV rocsparse_spvv(h, op, x, y, r, t, nullptr, b)"),
        (
            "cublasHandle_t h; cudaDataType t = CUDA_R_16F;",
            "rocblas_handle h; rocblas_datatype t = rocblas_datatype_f16_r;",
        ),
        ("cusparseHandle_t h; auto t = CUDA_R_32F;", "rocsparse_handle h; auto t = rocsparse_datatype_f32_r;"),
        ("cublasLtHandle_t h; cudaDataType_t t;", "hipblasLtHandle_t h; hipDataType t;"),
        ("cusparseLtHandle_t h;", "hipsparseLtHandle_t h;"),
    ],
)
def test_names_and_arguments(before: str, after: str) -> None:
    head = "#include <hip/hip_runtime.h>\n"
    out, _ = _translate(f"{head}{before}\n")
    assert out == f"{head}{after}\n"
    assert _translate(out)[0] == out


def test_headers_are_those_of_the_libraries() -> None:
    out, _ = _translate(
        '#include <cuda_runtime.h>\n#include "cublas_v2.h"\n#include <cusparse.h>\n#include <cudnn.h>\n'
    )
    assert out.splitlines() == [
        "#include <hip/hip_runtime.h>",
        "#include <rocblas/rocblas.h>",
        "#include <rocsparse/rocsparse.h>",
        "#include <miopen/miopen.h>",
    ]


def test_what_only_hips_library_has_stays_and_says_so() -> None:
    out, findings = _translate("int f() { return cusparseSpSV_solve(h); }\n")
    assert "cusparseSpSV_solve(h)" in out
    [finding] = findings
    assert finding.severity is Severity.ERROR
    assert "rocSPARSE" in finding.message
    assert "hipsparseSpSV_solve" in finding.suggestion and "--api hip" in finding.suggestion


def test_a_pointer_to_an_int_is_not_cast_to_one_to_a_size() -> None:
    out, findings = _translate("void f() { int n; cusparseSgemvi_bufferSize(h, op, m, k, z, &n); }\n")
    assert "rocsparse_sgemvi_buffer_size(h, op, m, k, z, &n)" in out
    assert [f.suggestion for f in findings if f.severity is Severity.ERROR] == ["declare what &n points to as size_t"]


def test_hipblas_needs_no_definition_where_it_is_not_used() -> None:
    out, _ = _translate("#include <cublas_v2.h>\nint f() { return cublasGemmEx(h); }\n")
    assert "HIPBLAS_V2" not in out
