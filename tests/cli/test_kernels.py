"""Files without `main`: each kernel is started by itself and compared with the original's."""

import json

import pytest

from tests.cli.command import Command

pytestmark = pytest.mark.gpu_code

CUDA = """
struct Particle { float3 pos; float mass; int id; };
__constant__ float factor[4];
__device__ int moved;
static __device__ int calls;
__constant__ float never_used[2];
__global__ void move(Particle *particles, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  particles[i].pos.x += dt * factor[i & 3];
  particles[i].id += 1;
  atomicAdd(&moved, 1);
  atomicAdd(&calls, 1);
}
template <typename T, int B> __global__ void block_sum(const T *in, T *out, int n) {
  __shared__ T s[B];
  int i = blockIdx.x * B + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : T(0);
  __syncthreads();
  for (int d = B / 2; d > 0; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
void sum(const float *in, float *out, int n) { block_sum<float, 64><<<n / 64, 64>>>(in, out, n); }
"""
TABLE = "__global__ void look(const int *where, float *out) { out[threadIdx.x] = where[threadIdx.x * 100000]; }\n"


def kernels(report: str) -> dict[str, tuple[str, str]]:
    return {k["kernel"]: (k["outcome"], k["detail"]) for k in json.loads(report)["verdict"]["kernels"]}


def test_right_translations_pass(cass: Command) -> None:
    cass.write("k.cu", CUDA)
    said = cass("translate", "k.cu", "--arch", "gfx1100", "--require", "run")
    assert said.status == 0, said.out + said.err
    assert "PASSED 2 kernels, 12 launches" in said.out
    assert "block_sum<float, 64>" in said.out


@pytest.mark.parametrize(
    ("right", "wrong", "kernel", "said"),
    [
        ("i >= n", "i > n", "move", "particles[1000] at byte 0: expected"),
        ("id += 1", "id += 2", "move", "at byte 16: expected"),
        ("factor[i & 3]", "factor[i & 1]", "move", "expected"),
        ("&moved, 1", "&moved, 2", "move", "moved: expected"),
        ("d = B / 2", "d = B / 4", "block_sum<float, 64>", "input random: out[0]: expected"),
        ("out[blockIdx.x] = s[0]", "out[-1] = s[0]", "block_sum<float, 64>", "out"),
    ],
    ids=["bound", "member", "constant", "variable", "sum", "outside"],
)
def test_wrong_translations_do_not(cass: Command, right: str, wrong: str, kernel: str, said: str) -> None:
    cass.write("k.cu", CUDA)
    cass.write("k.hip", "#include <hip/hip_runtime.h>\n" + CUDA.replace(right, wrong))
    done = cass("verify", "k.hip", "--against", "k.cu", "--arch", "gfx1100", "--format", "json")
    assert done.status == 1
    outcome, detail = kernels(done.out)[kernel]
    assert outcome == "WRONG_OUTPUT"
    assert said in detail
    assert {k: o for k, (o, _) in kernels(done.out).items() if k != kernel and o != "PASSED"} == {}


def test_what_only_the_assembler_refuses_is_told(cass: Command) -> None:
    code = '__global__ void k(unsigned* p) { asm("vset.u32.u32.lt %0, %1, 1;" : "=r"(*p) : "r"(p[1])); }\n'
    cass.write("k.cu", code)
    said = cass("translate", "k.cu", "--arch", "gfx1100")
    assert said.status == 1
    line = next(line for line in said.out.splitlines() if line.startswith("  gfx1100 built: NOT_BUILT: "))
    assert "k.cu:1:" in line and "error: " in line


def test_a_kernel_that_is_gone_is_not_passed(cass: Command) -> None:
    cass.write("k.cu", CUDA)
    cass.write("k.hip", "#include <hip/hip_runtime.h>\n" + CUDA.replace("void move(", "void moves("))
    done = cass("verify", "k.hip", "--against", "k.cu", "--arch", "gfx1100", "--format", "json")
    assert done.status == 1
    assert kernels(done.out)["move"][0] == "NOT_BUILT"
    assert "undeclared identifier 'move'" in kernels(done.out)["move"][1]


def test_what_cannot_be_driven_comes_with_a_stanza_that_can_be_filled_in(cass: Command) -> None:
    cass.write("k.cu", TABLE)
    cass.write("k.hip", "#include <hip/hip_runtime.h>\n" + TABLE)
    words = ("verify", "k.hip", "--against", "k.cu", "--arch", "gfx1100")
    said = cass(*words)
    assert "kernel look was not tried by itself: the original itself fails with the inputs that were tried" in said.out
    assert '    name = "look"' in said.out
    cass.write(
        "cass.toml",
        '[[verify.kernel]]\nname = "look"\nblock = 4\ngrid = 1\ninputs = { where = { elements = 300001 } }\n',
    )
    said = cass(*words)
    assert said.status == 0, said.out
    assert "PASSED 1 kernel, 6 launches" in said.out


def test_kernels_of_a_program_are_tried_on_request(cass: Command) -> None:
    program = CUDA + "int main() { return 1; }\n"
    cass.write("k.cu", program)
    cass.write("k.hip", "#include <hip/hip_runtime.h>\n" + program)
    said = cass("verify", "k.hip", "--against", "k.cu", "--arch", "gfx1100", "--kernels")
    assert said.status == 0, said.out
    assert "only its kernels were asked for" in said.out


def test_parts_of_a_larger_program_with_guesses_at_templates_and_blocks(cass: Command) -> None:
    text = (
        "void elsewhere(); extern int other;\nvoid host() { elsewhere(); other = 3; }\n"
        "template <class T> __global__ void bits(T *p, int n) { if (threadIdx.x < n) p[threadIdx.x] &= 3; }\n"
    )
    cass.write("k.cu", text)
    cass.write("k.hip", "#include <hip/hip_runtime.h>\n" + text)
    done = cass("verify", "k.hip", "--against", "k.cu", "--arch", "gfx1100", "--format", "json")
    assert kernels(done.out) == {"bits<int>": ("PASSED", "6 inputs")}


NEEDS_MORE = """#include <no_such_library.h>
struct Pair { int a; class Symbol { float b; } h; };
no_such_handle handle;
void host(no_such_handle h);
template <typename T> __global__ void twice(const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 2;
}
template <typename U> void start(U *a, U *b, int n) { twice<U><<<(n + 63) / 64, 64>>>(a, b, n); }
__global__ void firsts(const Pair *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i].a;
}
__global__ void unbuildable(int *p) { *p = no_such_function(); }
int main() { host(handle); start<double>(nullptr, nullptr, 0); }
"""


def test_kernels_are_tried_without_the_libraries_that_host_code_needs(cass: Command) -> None:
    cass.write("k.cu", NEEDS_MORE)
    cass.write("k.hip", "#include <hip/hip_runtime.h>\n" + NEEDS_MORE)
    done = cass("verify", "k.hip", "--against", "k.cu", "--kernels", "--arch", "gfx1100", "--format", "json")
    assert done.status == 1, "the file itself does not build"
    found = kernels(done.out)
    assert {name: outcome for name, (outcome, _) in found.items()} == {
        "twice<double>": "PASSED",
        "firsts": "PASSED",
        "unbuildable": "NOT_TRIED",
    }
    assert "no_such_function" in found["unbuildable"][1]
    assert "built without no_such_library.h, which this machine lacks" in done.out


def test_one_bad_case_does_not_keep_the_others_from_being_tried(cass: Command) -> None:
    bad = "__global__ void far(int *out) { out[1 << 28] = 1; }\n"
    racing = "__global__ void race(int *out) { __shared__ int s; s = threadIdx.x; __syncthreads(); *out = s; }\n"
    good = "__global__ void ok(int *out) { out[threadIdx.x] = threadIdx.x; }\n"
    cass.write("k.cu", bad + racing + good)
    cass.write("k.hip", "#include <hip/hip_runtime.h>\n" + bad + racing + good)
    done = cass("verify", "k.hip", "--against", "k.cu", "--arch", "gfx1100", "--format", "json")
    found = kernels(done.out)
    assert {name: outcome for name, (outcome, _) in found.items()} == {
        "far": "NOT_TRIED",
        "race": "NOT_TRIED",
        "ok": "PASSED",
    }
    assert "out of bounds: write of 4 bytes" in found["far"][1]
    assert "kernel race" in found["race"][1]


LAST_BITS = """
__global__ void last_bits(const float *a, const float *b, const float *c, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float_as_int(a[i] * b[i] + c[i]) & 255;
}
"""


@pytest.mark.parametrize(
    ("change", "outcome", "said"),
    [
        (("", ""), "PASSED", "the original itself writes something else when its arithmetic is not fused"),
        (("& 255", "| 256"), "WRONG_OUTPUT", "out[0]: expected"),
    ],
    ids=["right", "wrong"],
)
def test_decisions_that_hang_on_rounding_are_not_held_against_a_translation(
    cass: Command, change: tuple[str, str], outcome: str, said: str
) -> None:
    cass.write("k.cu", LAST_BITS)
    cass.write("k.hip", "#include <hip/hip_runtime.h>\n#pragma clang fp contract(off)\n" + LAST_BITS.replace(*change))
    done = cass("verify", "k.hip", "--against", "k.cu", "--arch", "gfx1100", "--format", "json")
    found = kernels(done.out)["last_bits"]
    assert found[0] == outcome
    assert said in found[1]


NEEDS_A_LIBRARY = """
#include "no_such_library.h"
template <class T> __device__ T block_sum(T value) {
  return no_such_library::Sum<T>().of(value);
}
__global__ void summed(float *out) { out[threadIdx.x] = block_sum(1.0f); }
inline void host() { no_such_library::start(); }
__global__ void halves(const __half2 *a, __half2 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __hadd2(a[i], a[i]);
}
"""


def test_a_header_of_the_project_is_read_without_what_needs_a_library(cass: Command) -> None:
    cass.write("parts.h", "#pragma once\n" + NEEDS_A_LIBRARY)
    own = '#include "parts.h"\n__global__ void own(int *out) { out[threadIdx.x] = 7; }\n'
    cass.write("k.cu", "#include <cuda_fp16.h>\n" + own)
    cass.write("k.hip", "#include <hip/hip_runtime.h>\n#include <hip/hip_fp16.h>\n" + own)
    done = cass("verify", "k.hip", "--against", "k.cu", "--kernels", "--arch", "gfx1100", "--format", "json")
    found = kernels(done.out)
    assert {name: outcome for name, (outcome, _) in found.items()} == {
        "own": "PASSED",
        "halves": "PASSED",
        "summed": "NOT_TRIED",
    }


WORKS_LONG = """
__global__ void pairs(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int j = 0; j < n; ++j) sum += powf(fabsf(x[i] - x[j]) + 1.0f, 0.3f);
  out[i] = sum;
}
void start(const float *x, float *out, int thousands) {
  int n = 4096 * thousands;
  pairs<<<(n + 255) / 256, 256>>>(x, out, n);
}
"""


def test_sizes_that_take_too_long_are_followed_by_much_smaller_ones(cass: Command) -> None:
    cass.write("k.cu", WORKS_LONG)
    done = cass("translate", "k.cu", "--arch", "gfx1100", "--require", "run")
    assert done.status == 0, done.out + done.err


SPECIALISED = """
template <int N> __device__ float power(float x);
template <> __device__ float power<2>(float x) { return x * x; }
template <int N> __device__ float shifted(float x) { return power<N>(x) + 1; }
__global__ void squares(float *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = power<2>(values[i]);
}
"""


def test_template_arguments_that_nothing_is_defined_for_do_not_keep_kernels_from_being_tried(cass: Command) -> None:
    cass.write("k.cu", SPECIALISED)
    said = cass("translate", "k.cu", "--arch", "gfx1100", "--format", "json")
    found = kernels(json.dumps(json.loads(said.out)["files"][0]))
    assert found["squares"][0] == "PASSED", said.out
    outcome, why = found["cass_wrapper::shifted<4>"]
    assert (outcome, "power<4>" in why and "is not defined" in why) == ("NOT_TRIED", True), why
