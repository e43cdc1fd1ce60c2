"""Rules about headers, namespaces, macros and types of CUDA's libraries, on tricky texts."""

from pathlib import Path

import pytest

from cass_tools.config import NATIVE, Config
from cass_tools.model import Source
from cass_tools.translators.rules import translate
from tests.rules.findings import fixed, found, lines, spans


def test_names_of_other_libraries_are_not_libcu() -> None:
    text = "#include <cuda/std/tuple>\nthrust::cuda::par_t p;\ncv::cuda::Stream s;\ncuda::std::tuple<int> t;\n"
    assert lines("CASS143", text) == [1, 4]
    assert found("CASS143", "#include <opencv2/core/cuda.hpp>\nusing cuda::GpuMat;\nvoid f() { cuda::sync(); }\n") == []


def test_names_that_follow_an_opened_namespace_are_declared_but_the_file_s_own() -> None:
    text = "#include <cuda/std/bit>\nusing namespace cuda::std;\n__device__ int rotl(int a) { return a; }\n"
    text += "__device__ double f() { return rotl(1) + popcount(1u) + numbers::pi; }\n"
    after = fixed("CASS143", text)
    assert "using namespace std;\nnamespace numbers = cass::numbers;\nusing cass::popcount;\n__device__ int r" in after
    assert "namespace numbers {" in after and "constexpr int popcount(T x)" in after and "#include <cuda" not in after


@pytest.mark.parametrize(
    ("use", "standard", "is_fixed"), [("expected<int, int>", "c++23", True), ("mdspan<int, E>", "c++23", False)]
)
def test_what_a_later_c_plus_plus_alone_has_says_so(use: str, standard: str, is_fixed: bool) -> None:
    (finding,) = found("CASS143", f"#include <cuda/std/span>\nvoid f(cuda::std::{use} a);\n")[1:]
    assert f"`-std={standard}`" in finding.suggestion
    assert (finding.fix is not None) == is_fixed


def test_atomics_scopes_and_orders_become_what_is_brought_into_the_file() -> None:
    text = "#include <cuda/atomic>\n__device__ void f(int* p) {\n"
    text += "  cuda::atomic_ref<int, cuda::thread_scope_device>(*p).store(1, cuda::std::memory_order_relaxed);\n}\n"
    after = fixed("CASS143", text)
    assert after.count("struct atomic_ref") == 1
    assert after.endswith(
        "{\n  cass::atomic_ref<int, cass::thread_scope_device>(*p).store(1, cass::memory_order_relaxed);\n}\n"
    )


@pytest.mark.parametrize(
    ("version", "name", "reported"),
    [
        ((6, 3), "reduce", True),
        ((7, 13), "reduce", False),
        ((7, 13), "labeled_partition", True),
        ((6, 3), "tiled_partition<32>", False),
    ],
)
def test_groups_depend_on_the_release(version: tuple[int, int], name: str, reported: bool) -> None:
    text = (
        f"namespace g = cooperative_groups;\ntemplate <class T> __device__ int f(T t) {{ return g::{name}(t, 1); }}\n"
    )
    assert bool(found("CASS144", text, Config(hip_version=version))) is reported


def test_a_cooperative_launch_that_is_checked_stays_silent() -> None:
    text = "void f() {\n  cudaLaunchCooperativeKernel(k, g, b, a);\n  CHECK(cudaLaunchCooperativeKernel(k, g, b, a));\n"
    text += "  auto e = cudaLaunchCooperativeKernel(k, g, b, a);\n}\n"
    assert lines("CASS145", text) == [2]


def test_wmma_moves_to_rocwmma_with_its_alias() -> None:
    text = "#include <mma.h>\n"
    text += "using namespace nvcuda;\n__device__ void f() { wmma::fragment<wmma::matrix_a, 16, 16, 16, half> a; }\n"
    after = fixed("CASS142", text)
    assert after.startswith("#include <rocwmma/rocwmma.hpp>\nnamespace wmma = rocwmma;\n")
    assert found("CASS142", after) == []


def test_classes_called_texture_are_the_projects_own() -> None:
    assert found("CASS146", "namespace gl { template <class T> class texture; }\ngl::texture<float> t;\n") == []
    assert lines("CASS146", "static texture<float4, cudaTextureType2D> t;\nvoid f() { cudaUnbindTexture(t); }\n") == [
        1,
        2,
    ]


@pytest.mark.parametrize(
    ("body", "reported"),
    [
        ("cuda##name", True),
        ("CUBLAS_##name", True),
        ("name##_cuda##name", False),
        ("my##name", False),
        ("#name", False),
        ("name ## cudaStream", True),
    ],
)
def test_pasting_is_found_by_its_prefix(body: str, reported: bool) -> None:
    assert bool(found("CASS141", f"#define M(name) {body}\n")) is reported


def test_pragmas_leave_their_lines_and_comments() -> None:
    text = "int a;\r\n#pragma nv_diag_suppress 177 // unused\r\n#pragma unroll(2)\r\nfor (;;) {}\r\n"
    assert fixed("CASS140", text) == "int a;\r\n// unused\r\n#pragma unroll 2\r\nfor (;;) {}\r\n"


def test_the_width_goes_behind_nested_template_arguments() -> None:
    text = "using A = cub::WarpScan<std::pair<int, float>>;\nusing B = cub::WarpReduce<T, 8>;\n"
    assert fixed("CASS152", text) == text.replace(", float>>", ", float>, 32>")


def test_capabilities_are_compared_not_printed() -> None:
    text = "void f(cudaDeviceProp& q) {\n  if (q.major >= 8 && q.minor > 0) g();\n"
    text += '  printf("%d", q.major);\n  int v = q.major * 10 + q.minor;\n}\n'
    assert lines("CASS149", text) == [2]


def test_operators_in_a_row_are_kept_for_cuda_together() -> None:
    one = "inline __host__ __device__ void operator{}=(float2 &a, float2 b)\n{{\n  a.x {}= b.x;\n}}\n"
    text = "#include <a.h>\n\n" + "\n".join(one.format(o, o) for o in "+-*/") + "\nint x;\n"
    after = fixed("CASS159", text)
    assert after.count("#ifndef __HIPCC__") == after.count("#endif") == 1
    assert len(found("CASS159", text)) == 1
    assert found("CASS159", after) == []


def test_functions_of_the_project_are_not_missing() -> None:
    text = "__device__ inline unsigned __vadd4(unsigned a, unsigned b) { return a + b; }\n"
    text += "__device__ unsigned f(unsigned a) { return __vadd4(a, a); }\n"
    assert found("CASS156", text) == []
    assert spans("CASS156", "__device__ float f(float a) { return __fsqrt_rd(a) + s.saturate(a); }\n") == ["__fsqrt_rd"]


def test_removed_attributes_leave_the_declaration() -> None:
    text = "__global__ void __maxnreg__(f(1, 2)) k(const __grid_constant__ P p, __grid_constant__ const Q q) {}\n"
    assert fixed("CASS163", text) == "__global__ void k(const P p, const Q q) {}\n"


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("namespace s = cuda::std;\ns::array<int, 2> a;\n", "namespace s = std;\nstd::array<int, 2> a;\n"),
        ("namespace s = cuda::std;\ns::atomic<int> a;\n", "namespace s = std;\ncass::atomic<int> a;\n"),
        ("namespace c = cuda;\nc::atomic<int> a;\n", "\ncass::atomic<int> a;\n"),
        ("namespace c = cuda;\nc::std::array<int, 2> a;\n", "\nstd::array<int, 2> a;\n"),
        ("using namespace cuda;\natomic<int> a;\n", "using namespace cass;\natomic<int> a;\n"),
        ("using cuda::atomic_ref;\n", "using cass::atomic_ref;\n"),
        ("using namespace cuda::std;\narray<int, 2> a;\n", "using namespace std;\narray<int, 2> a;\n"),
    ],
)
def test_names_of_libcudacxx_are_known_under_other_names(code: str, after: str) -> None:
    includes = "#include <cuda/atomic>\n#include <cuda/std/array>\n"
    changed = fixed("CASS143", includes + code)
    assert changed.startswith("#include <array>\n")
    assert ("#include <atomic>\n" in changed) == ("namespace cass {" in changed)
    assert changed.endswith(after)
    assert "cuda" not in changed.replace("CUDA's cuda::atomic and cuda::atomic_ref", "")


def test_function_objects_for_extremes_are_brought_into_the_file() -> None:
    text = "#include <cuda/functional>\nauto f = cuda::maximum<>{};\nauto g = cuda::minimum<int>{};\n"
    after = fixed("CASS143", text)
    assert after.count("struct maximum_of") == after.count("struct minimum_of") == 2  # for a type, and for any
    assert after.endswith("auto f = cass::maximum_of<>{};\nauto g = cass::minimum_of<int>{};\n")
    assert "cuda/functional" not in after


def test_a_name_brought_in_by_using_stays_for_a_human() -> None:
    text = "#include <cuda/functional>\nusing cuda::maximum;\nauto f = maximum<>{};\n"
    assert fixed("CASS143", text).endswith("using cuda::maximum;\nauto f = maximum<>{};\n")


def test_another_namespace_called_cuda_stays() -> None:
    assert found("CASS143", "namespace cv { namespace cuda { int f(); } }\nusing namespace cuda;\n") == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("void f() { nvmlInit_v2(); }\n", "rsmi_init"),
        ("nvmlMemory_t m;\n", "rsmi_dev_memory_total_get"),
        ("void f() { ncclDevCommCreate(c, &r, &d); }\n", "ncclSend"),
    ],
)
def test_calls_of_libraries_without_counterpart_name_what_does_it(text: str, says: str) -> None:
    (finding,) = found("CASS101", text)
    assert says in finding.suggestion


@pytest.mark.parametrize(("release", "there"), [((6, 3), False), ((7, 1), True)])
def test_nccl_names_are_those_of_the_release(release: tuple[int, int], there: bool) -> None:
    text = "ncclWindow_t w;\nvoid f() { ncclCommWindowRegister(c, p, 8, &w, 0); ncclAllReduce(p); }\n"
    assert lines("CASS102", text, Config(hip_version=release)) == ([] if there else [1, 2])


def test_machine_code_of_nvrtc_is_hiprtcs_code() -> None:
    text = "void f() { nvrtcGetCUBINSize(p, &n); nvrtcGetCUBIN(p, c); }\n"
    assert fixed("CASS100", text) == "void f() { hiprtcGetCodeSize(p, &n); hiprtcGetCode(p, c); }\n"


def test_an_element_type_for_computing_becomes_a_compute_type() -> None:
    before = "int r = cublasGemmEx(h, o, o, m, n, k, &a, A, CUDA_R_32F, 1, B, t, 1, &b, C, t, 1, CUDA_R_32F, g);\n"
    after = fixed("CASS100", before)
    assert after == before.replace("cublas", "hipblas").replace("CUDA_R_32F, g", "HIPBLAS_COMPUTE_32F, g").replace(
        "CUDA_R_32F", "HIP_R_32F"
    )
    assert "HIPBLAS_COMPUTE_32F" not in fixed("CASS100", before, config=Config(hip_version=(5, 7)))


def test_fragments_of_bf16_are_rocwmmas_in_a_whole_translation() -> None:
    text = (
        "#include <mma.h>\n#include <cuda_bf16.h>\nusing namespace nvcuda;\n"
        "__global__ void k(const __nv_bfloat16* p) {\n"
        "  wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> a[2];\n"
        "  wmma::load_matrix_sync(a[1], p + 16, 16);\n}\n"
    )
    after = translate(Source(Path("x.cu"), text.encode()), Config()).data.decode()
    assert "16, rocwmma::bfloat16_t, wmma::row_major> a[2];" in after
    assert "load_matrix_sync(a[1], (const rocwmma::bfloat16_t*)(p + 16), 16);" in after
    assert "k(const __hip_bfloat16* p)" in after


def test_constants_of_cub_become_numbers_where_groups_of_32_are_kept_and_hipcubs_elsewhere() -> None:
    text = "int f(int x) { return x / CUB_PTX_WARP_THREADS + cub::LaneId(); }\n"
    for config, expected in (
        (Config(), "x / 32 + (hipcub::LaneId() & 31)"),
        (NATIVE, "x / HIPCUB_WARP_THREADS + hipcub::LaneId()"),
    ):
        after = translate(Source(Path("x.cu"), text.encode()), config).data.decode()
        assert f"return {expected}; }}" in after


def test_the_branch_for_thrusts_gpu_system_is_kept() -> None:
    text = "#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA\nint a;\n#endif\n"
    assert fixed("CASS100", text) == text.replace("_CUDA", "_HIP")
