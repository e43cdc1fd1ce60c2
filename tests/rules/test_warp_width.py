"""Rules about 32 and 64 lanes with `--warp-policy native`: what is found, at which line, and what must stay silent."""

from functools import partial

import pytest

from cass_tools.config import NATIVE, Config
from cass_tools.model import Safety
from tests.rules import findings

fixed, found = partial(findings.fixed, config=NATIVE), partial(findings.found, config=NATIVE)
lines, spans = partial(findings.lines, config=NATIVE), partial(findings.spans, config=NATIVE)


@pytest.mark.parametrize(
    "mask",
    [
        "0xffffffff",
        "0xFFFFFFFFu",
        "0xffff'ffff",
        "~0u",
        "~0",
        "-1",
        "(unsigned)-1",
        "unsigned(-1)",
        "UINT_MAX",
        "4294967295u",
    ],
)
def test_every_spelling_of_a_full_mask_is_left_out(mask: str) -> None:
    text = f"__device__ int f(int v) {{ return __shfl_sync({mask}, v, 0, 32); }}"
    assert fixed("CASS121", text) == text.replace(f"_sync({mask}, ", "(", 1)


def test_a_mask_stays_where_its_function_without_a_mask_is_the_sources_own() -> None:
    text = (
        "__device__ long __shfl_down(long v, int o) { return __shfl_down_sync(~0u, (int)v, o, 32); }\n"
        "__device__ int f(int v) { return __shfl_xor_sync(~0u, /* all */ v, 1, 32); }\n"
    )
    assert fixed("CASS121", text) == text.replace("~0u", "__activemask()", 1).replace("_sync(~0u, ", "(")


def test_a_kernels_mask_comes_from_the_host() -> None:
    text = "__global__ void k(unsigned m) { __shfl_sync(m, 1, 0, 32); }\nvoid h() { k<<<1, 32>>>(0xffffffff); }\n"
    wide = text.replace("unsigned m", "unsigned long long m").replace("(0xffffffff)", "(0xffffffffffffffffull)")
    assert fixed("CASS121", text) == wide


def test_a_mask_is_found_behind_a_chain_of_names_and_in_a_macro_body() -> None:
    text = (
        "#define ALL_LANES 0xffffffffu\nconstexpr unsigned kAll = ALL_LANES;\n"
        "#define SUM(v) \\\n  v += __shfl_down_sync(kAll, \\\n v, 16, 32)\n"
    )
    assert spans("CASS121", text) == ["kAll"]
    assert fixed("CASS121", text) == text.replace("_sync(kAll, ", "(")


def test_arguments_with_commas_do_not_shift_the_mask() -> None:
    text = "__device__ int f(P p) { return __shfl_sync(mask<int, 2>(p, 1), g(1, 0xffffffff), 0, 32); }"
    assert found("CASS121", text) == []


def test_bytes_outside_the_mask_survive_any_encoding_and_line_end() -> None:
    text = b"\xef\xbb\xbf// caf\xe9\r\n__device__ int f(int v) { return __any_sync(~0u, v); }\r\n"
    finding = found("CASS121", text)[0]
    assert finding.fix is not None
    assert text[finding.span.start : finding.span.end] == b"~0u"


def test_a_comment_or_string_about_a_mask_stays_silent() -> None:
    assert found("CASS121", '// __any_sync(~0u, v)\nconst char* s = "__any_sync(~0u, v)";\n') == []


def test_ballots_keep_all_lanes_where_the_declaration_can_be_widened() -> None:
    text = "__device__ int f(bool p) { const unsigned int v = __ballot_sync(~0ull, p); return v & 1; }"
    assert "const unsigned long long v" in fixed("CASS122", text)
    two = "__device__ int f(bool p) { unsigned v = __ballot(p), w = 0; return v + w; }"
    assert found("CASS122", two) and fixed("CASS122", two) == two


@pytest.mark.parametrize(
    "use",
    [
        "bool any = __ballot(p) != 0;",
        "if (__ballot(p)) return 1;",
        "unsigned mine = __ballot(p) >> (__lane_id() & 32);",
        "auto all = __ballot(p);",
        "uint64_t all = __ballot(p);",
        "g(__ballot(p));",
        "int n = __popcll(__ballot(p));",
    ],
)
def test_uses_of_a_ballot_that_lose_nothing_stay_silent(use: str) -> None:
    assert found("CASS122", f"__device__ int f(bool p) {{ {use} return 0; }}") == []


def test_bit_counts_follow_masks_through_variables_but_not_through_counts() -> None:
    text = (
        "__device__ int f(bool p, unsigned below) {\n"
        "  auto all = __ballot_sync(~0ull, p == (3 > 2));\n"
        "  auto mine = all & below;\n"
        "  int n = __popc(mine);\n"
        "  int m = __popc(n);\n"
        "  return m;\n}\n"
    )
    assert lines("CASS123", text) == [4]
    assert "__popcll(mine)" in fixed("CASS123", text)


def test_shuffles_that_cannot_leave_a_group_of_32_stay_silent() -> None:
    inside = "__device__ int f(int x) { for (int o = 1; o < 32; o *= 2) x += __shfl_xor_sync(~0ull, x, o); return x; }"
    assert found("CASS124", inside) == []
    across = "__device__ int f(int x) { return __shfl_xor_sync(~0ull, x, 32); }"
    assert len(found("CASS124", across)) == 1


def test_the_width_is_shown_but_never_inserted_unasked() -> None:
    text = "__device__ int f(int x) { return __shfl_up_sync(~0ull, x, 1); }"
    assert fixed("CASS124", text, Safety.UNSAFE) == text
    assert "x, 1, 32)" in fixed("CASS124", text, Safety.DISPLAY)


COOPERATIVE = "__device__ int sum(int v) { return __shfl_down_sync(~0ull, v, 1); }\n"


@pytest.mark.parametrize(
    ("expression", "reported"),
    [
        ("threadIdx.x & 31", True),
        ("threadIdx.x & 0x1f", True),
        ("(threadIdx.x + blockDim.x * threadIdx.y) % 32", True),
        ("tid >> 5", True),
        ("tid / WARP", True),
        ("tid & (WARP - 1)", True),
        ("blockDim.x / 32", True),
        ("n / 32", False),
        ("n & 31", False),
        ("tid % warpSize", False),
        ("tid % 16", False),
        ("tid << 5", False),
        ("blockIdx.x % 32", False),
    ],
)
def test_lane_arithmetic_needs_a_thread_number(expression: str, reported: bool) -> None:
    text = f"#define WARP 32\n{COOPERATIVE}__global__ void k(int* o, int n) {{\n"
    text += f"  int tid = threadIdx.x;\n  int x = {expression};\n  o[x] = sum(x);\n}}\n"
    assert lines("CASS125", text) == ([5] if reported else [])


def test_lane_arithmetic_is_a_number_like_any_other_without_lanes_that_work_together() -> None:
    text = "__global__ void k(int* o) { int lane = threadIdx.x & 31; o[lane] = threadIdx.x >> 5; }\n"
    assert found("CASS125", text) == []
    host = f"{COOPERATIVE}int f(int tid) {{ return tid & 31; }}\n"
    assert found("CASS125", host) == []


def test_a_function_works_together_through_the_functions_that_it_calls() -> None:
    text = f"{COOPERATIVE}__device__ int outer(int v) {{ return sum(v); }}\n"
    text += "__global__ void k(int* o) { o[threadIdx.x / 32] = outer(1); }\n"
    assert lines("CASS125", text) == [3]


def test_a_file_that_chooses_its_warp_size_is_left_alone() -> None:
    text = "#if defined(__HIP__)\n#define WARP_SIZE 64\n#else\n#define WARP_SIZE 32\n#endif\n"
    text += f"{COOPERATIVE}__global__ void k(int* o) {{ o[threadIdx.x % WARP_SIZE] = sum(1); }}\n"
    assert found("CASS125", text) == []


def test_half_wave_loops_are_found_through_a_constant_and_a_wrapper() -> None:
    text = "constexpr int kHalf = 16;\ntemplate <class T> __device__ T f(T v) {\n#pragma unroll\n"
    text += "  for (int o = kHalf; o > 0; o >>= 1)\n    v += my_shfl_down<T>(v, o);\n  return v;\n}\n"
    assert lines("CASS126", text) == [4]


def test_the_way_out_of_syncwarp_depends_on_the_release() -> None:
    text = "__device__ void f() { __syncwarp(); }"
    assert found("CASS134", text, config=NATIVE._replace(hip_version=(6, 4)))
    assert found("CASS134", text, config=NATIVE._replace(hip_version=(7, 0))) == []


def test_the_opt_in_goes_above_the_first_include_and_only_where_it_is_needed() -> None:
    text = "#pragma once\n#include <cstdio>\n__device__ int f(int p) { return __any_sync(~0ull, p); }\n"
    assert fixed("CASS164", text).splitlines()[1] == "#define HIP_ENABLE_WARP_SYNC_BUILTINS 1"
    assert found("CASS164", text, config=NATIVE._replace(hip_version=(7, 0))) == []
    assert fixed("CASS164", text, config=NATIVE._replace(hip_version=(6, 0))) == text


PLACES = """struct Votes { unsigned mask; unsigned long long wide; };
__device__ unsigned votes(int p) { return __ballot(p); }
__device__ int low(unsigned m) { return __ffs(m) - 1; }
__device__ int far(unsigned long long m) { return __ffsll(m) - 1; }
__global__ void k(const int* in, int* out) {
  Votes v, w = {__ballot(in[0]), 2};
  unsigned list[2];
  unsigned long long both[2];
  v.mask = __ballot(in[1]);
  v.wide = __ballot(in[1]);
  list[0] = __ballot(in[2]);
  both[0] = __ballot(in[2]);
  unsigned own = votes(in[3]);
  auto cut = static_cast<unsigned>(__ballot(in[4]));
  auto kept = static_cast<unsigned long long>(__ballot(in[4]));
  switch (__ballot(in[5])) { case 0xffffffffu: out[0] = 1; }
  switch (__ballot(in[5])) { case 0: out[0] = 1; }
  out[1] = low(__ballot(in[6])) + far(__ballot(in[6]));
}
"""


def test_the_native_policy_tells_of_every_narrow_place() -> None:
    assert sorted(lines("CASS122", PLACES)) == [2, 6, 9, 11, 13, 14, 16, 18]
    texts = {finding.message.partition("; ")[2] for finding in found("CASS122", PLACES)}
    assert "a 32-bit element of `list` loses lanes 32 to 63." in texts
    assert "the 32-bit variable `own` loses lanes 32 to 63." in texts


def test_a_name_that_is_replaced_is_not_called_too_new() -> None:
    old = Config(hip_version=(5, 7))
    text = "__device__ int f(int x) { return __shfl_sync(~0u, x, 3); }\n"
    assert findings.found("CASS102", text, config=old) == []
    kept = "__device__ int f(int x) { auto* shuffle = &__shfl_sync; return shuffle(~0u, x, 3, 32); }\n"
    assert len(findings.found("CASS102", kept, config=old)) == 1


def test_a_bfloat16_is_shuffled_over_the_whole_wavefront() -> None:
    head = "#include <cuda_bf16.h>\n__device__ __nv_bfloat16 f(__nv_bfloat16 x) "
    after = fixed("CASS121", head + "{ return __shfl_xor_sync(0xffffffff, x, 16); }\n")
    assert "return cass::shfl_xor(x, 16, warpSize);" in after
    assert "inline T shfl_xor(T value, int mask, int width = 32)" in after
    after = fixed("CASS121", head + "{ return __shfl_sync(0xffffffff, x, 0, 8); }\n")
    assert "return cass::shfl(x, 0, 8);" in after
