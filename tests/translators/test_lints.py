"""Answers that are not worth building, each with its reason; and that a good one has none."""

import pytest

from cass_tools.config import Config
from cass_tools.model import Span
from cass_tools.translators.lints import faults
from cass_tools.translators.passages import Passage

BEFORE = b"""\
__global__ void k(cudaStream_t s, const float* in, float* out) {
    float v;
    asm volatile("odd.f32 %0, %1;" : "=f"(v) : "f"(in[0]));
    if (v < 0) printf("CUDA: %f\\n", v);
    out[0] = v;
}"""
AFTER = b"""\
__global__ void k(hipStream_t s, const float* in, float* out) {
    float v;
    v = in[0];
    if (v < 0) printf("CUDA: %f\\n", v);
    out[0] = v;
}"""


def told(after: bytes, before: bytes = BEFORE, kind: str = "function") -> tuple[str, ...]:
    return faults(Passage(kind, Span(0, len(before)), b"k"), before, after, Config())  # type: ignore[arg-type]


def test_a_good_answer_has_no_fault() -> None:
    assert told(AFTER) == ()
    assert told(b"__device__ float helper(float a) { return a; }\n" + AFTER) == ()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"CUDA: %f', b'"HIP: %f', 'it lacks the string "CUDA: %f'),
        (b"printf(", b"fprintf(stderr, ", "it uses"),
        (b"const float* in", b"float* in", "signature"),
        (b"void k(", b"void k2(", "defines k 0 times"),
        (b"__global__", b"__device__", "signature"),
        (b"v = in[0];", b"v = in[0;", "brackets do not match"),
        (b"v = in[0];", b'v = in[0]; system("rm -rf ~");', "it calls system"),
        (b"v = in[0];", b'v = *(float*)fopen("/etc/passwd", "r");', "it calls fopen"),
        (b"v = in[0];", b"v = in[0];\n#include </etc/passwd>\n", "directive"),
        (b"v = in[0];", b"v = in[0]; auto f = &system;", "it calls system"),
        (b"v = in[0];", b"v = in[0]; (::system)(0);", "it calls system"),
        (b"__global__ void", b"__global__ __launch_bounds__(64) void", "signature"),
        (b"__global__ void", b"template <int N> __global__ void", "signature"),
        (b"__global__ void", b"__global__ int", "signature"),
        (b"__global__", b"int now = 1;\n__global__", "more at the top level"),
        (b"__global__", b"struct A { A() {} } a;\n__global__", "more at the top level"),
        (b"__global__", b"__attribute__((constructor)) void f() {}\n__global__", "runs by itself"),
    ],
)
def test_a_fault_has_its_reason(old: bytes, new: bytes, words: str) -> None:
    assert old in AFTER
    found = told(AFTER.replace(old, new, 1))
    assert any(words in fault for fault in found), found


@pytest.mark.parametrize("kind", ["file", "declaration"])
def test_what_is_computed_at_the_start_of_a_program_is_the_originals(kind: str) -> None:
    before = b"static int n = cudaMalloc(&p, 8);\n" + BEFORE
    after = b"static int n = hipMalloc(&p, 8);\n" + AFTER
    assert told(after, before, kind) == ()
    for more in (b"static int z = []() { return 1; }();\n", b"namespace { int z = work(); }\n"):
        assert "runs by itself" in told(more + after, before, kind)[0]


def test_scopes_of_builtins_are_no_strings_of_the_program() -> None:
    assert told(b'__builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");', b"__syncwarp();", "statement") == ()


def test_launches_are_kept() -> None:
    before = b"void k(float* p) { work<<<n / 64, 64, 0, s>>>(p); odd(p); }"
    assert told(before.replace(b"odd(p);", b""), before) == ()
    assert "launches" in told(before.replace(b"n / 64", b"n / 32"), before)[0]
    assert told(b"void k(float* p) { hipLaunchKernelGGL(work, n / 64, 64, 0, s, p); }", before) == ()


def test_what_the_original_does_itself_may_stay() -> None:
    before = b'void k() { FILE* f = fopen("a", "r"); odd(f); exit(1); }'
    assert told(before.replace(b"odd", b"even"), before) == ()


def test_a_statement_is_no_function() -> None:
    assert told(b"v = 1;", b"odd(v);", "statement") == ()
    assert "defines a function" in told(b"int g() { return 1; }", b"odd(v);", "statement")[0]
    assert told(b"} int x; {", b"odd(v);", "statement")


def test_an_answer_that_goes_on_and_on_is_none() -> None:
    assert "many times" in told(AFTER + b"// more\n" * 5000)[0]
    assert "empty" in told(b"\n")[0]
