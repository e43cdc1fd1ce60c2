"""Rules about how threads wait, leave, share and launch, on tricky texts."""

import pytest

from cass_tools.config import NATIVE
from tests.rules.findings import fixed, found, lines


def kernel(body: str, parameters: str = "int* p, int n") -> str:
    return f"__global__ void k({parameters}) {{\n{body}\n}}\n"


@pytest.mark.parametrize(
    ("condition", "reported"),
    [
        ("threadIdx.x >= n", True),
        ("i >= n", True),
        ("p[i] == 0", True),
        ("tid > 3", True),
        ("blockIdx.x >= n", False),
        ("n == 0", False),
        ("p == nullptr", False),
        ("gridDim.x < b", False),
    ],
)
def test_returns_before_a_barrier_matter_where_threads_differ(condition: str, reported: bool) -> None:
    body = "#define tid threadIdx.y\n  int b = blockIdx.x;\n  int i = b * blockDim.x + threadIdx.x;\n"
    body += f"  if ({condition}) return;\n  __syncthreads();\n  p[i] = 1;"
    assert lines("CASS132", kernel(body)) == ([5] if reported else [])


def test_only_barriers_after_the_return_count_and_helpers_are_no_kernels() -> None:
    late = "__syncthreads();\nif (threadIdx.x > 3) return;\np[0] = 1;"
    assert found("CASS132", kernel(late)) == []
    helper = "__device__ int f(int* p) { if (threadIdx.x) return 1; __syncthreads(); return 0; }\n"
    assert found("CASS132", helper) == []
    nested = "auto f = [&](int v) { if (threadIdx.x > v) return; p[v] = 1; };\nf(1);\n__syncthreads();"
    assert found("CASS132", kernel(nested.replace("[&](int v)", "[&] __device__ (int v)"))) == []


@pytest.mark.parametrize(
    ("guard", "reported"),
    [
        ("", True),
        ("if (n > 3) ", True),
        ("if (threadIdx.x == 0) ", False),
        ("if (!threadIdx.x) ", False),
        ("if (lane == leader) ", False),
        ("if (block.thread_rank() == 0) ", False),
        ("if (threadIdx.x == 0) p[0] = 1; else ", True),
    ],
)
def test_spinning_is_for_one_lane(guard: str, reported: bool) -> None:
    assert bool(found("CASS133", kernel(f"{guard}while (atomicCAS(p, 0, 1) != 0) {{ __nanosleep(20); }}"))) is reported


@pytest.mark.parametrize(
    "loop",
    [
        "while (atomicCAS(p, 0, 1) == 0) { p[1]++; }",
        "do { n = atomicCAS(p, n, n + 1); } while (n > 5);",
        "while (n-- > 0) { }",
    ],
)
def test_loops_that_work_are_no_spinning(loop: str) -> None:
    assert found("CASS133", kernel(loop)) == []


def test_a_tail_is_reported_once_and_knows_volatile() -> None:
    tail = "\n".join(f"if (n >= {2 * d}) s[t] += s[t + {d}];" for d in (32, 16, 8, 4, 2, 1))
    (plain,) = found("CASS131", kernel(tail, "float* s, int t, int n"))
    (volatile,) = found("CASS131", kernel(tail, "volatile float* s, int t, int n"))
    assert (plain.severity, volatile.severity) == ("error", "warning")
    synced = tail.replace(";\n", "; __syncwarp();\n")
    assert found("CASS131", kernel(synced, "float* s, int t, int n")) == []


def test_launch_bounds_are_converted_for_the_user() -> None:
    (finding,) = found("CASS130", "#define T 256\n__global__ void __launch_bounds__(T, 4) k() {}\n")
    assert "4 on gfx9" in finding.suggestion
    template = "template <int N> __global__ __launch_bounds__(N * 32, (f(N, 2))) void k() {}\n"
    assert lines("CASS130", template) == [1]


def test_only_the_gpu_itself_launching_is_reported() -> None:
    text = "__global__ void c();\nvoid host() {\n  c<<<1, 1>>>();\n}\nstruct S {\n  void m() { c<<<1, 1>>>(); }\n"
    text += "  __device__ void d() { c<<<1, 1>>>(); }\n};\n"
    assert lines("CASS147", text) == [7]


@pytest.mark.parametrize(
    ("declaration", "reported"),
    [
        ("__shared__ double s[64][129];", True),
        ("__shared__ float4 s[N];", False),
        ("__shared__ float4 s[N + 1];", True),
        ("__shared__ unsigned char s[65536];", False),
        ("__shared__ T s[65537];", False),
        ("extern __shared__ float s[];", False),
    ],
)
def test_static_shared_memory_is_added_up(declaration: str, reported: bool) -> None:
    assert bool(found("CASS148", f"#define N 4096\n{kernel(declaration)}")) is reported


def test_warp_size_is_a_number_at_run_time_only() -> None:
    text = kernel(
        "__shared__ int a[warpSize];\nint b = a[threadIdx.x / warpSize];\nswitch (n) { case 1: b = warpSize; }"
    )
    assert lines("CASS129", text, NATIVE) == [2]


def test_lane_numbers_past_32_elements() -> None:
    text = kernel("__shared__ int s[32];\nint lane = __lane_id();\ns[lane] = 1;")
    assert lines("CASS128", text, NATIVE) == [4]
    guarded = kernel("__shared__ int s[32];\nint lane = __lane_id();\nif (lane < 32) s[lane] = 1;")
    assert found("CASS128", guarded, NATIVE) == []


def test_hinted_accesses_nest_and_keep_their_meaning() -> None:
    text = "__device__ void f(float* o, float4* a) { __stcs(&o[1], __ldcs(&a->x) + __ldcg(o + 2)); }\n"
    expected = "__device__ void f(float* o, float4* a) { o[1] = (*(&a->x)) + (*(o + 2)); }\n"
    assert fixed("CASS155", text) == expected


def test_atomics_are_judged_by_types() -> None:
    text = kernel(
        "atomicAdd(h + 1, v);\natomicAdd((__half*)p, v);\natomicAdd(p, 1);\natomicAdd(&f[n], v);",
        "__half* h, float* f, int* p, int n, T v",
    )
    assert lines("CASS158", text) == [2, 3]


def test_large_shared_memory_stays_where_not_every_launch_is_known() -> None:
    kernel = "__global__ void big(int* o) { extern __shared__ int s[]; s[0] = 1; o[0] = s[0]; }\n"
    launch = "void f(int* d) { big<<<1, 64, 90000>>>(d); }\n"
    assert "block_memory_view" in fixed("CASS148", kernel + launch)
    attribute = "void f() { cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 90000); }\n"
    others = (
        attribute,
        launch + "auto kernel = &big;\n",
        launch + "void g(int* d) { LAUNCH(big, d); }\n",
        launch + "__device__ int h() { extern __shared__ int t[]; return t[0]; }\n",
        "#define RUN(d) big<<<1, 64, 90000>>>(d)\nvoid f(int* d) { RUN(d); }\n" + launch,
    )
    for rest in others:
        assert "block_memory" not in fixed("CASS148", kernel + rest)
