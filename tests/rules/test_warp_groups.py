"""Warps keep their 32 lanes on every GPU (`--warp-policy logical32`, the default): what each lane operation becomes."""

import pytest

from tests.rules.findings import fixed, found


def _device(body: str) -> str:
    return f"#include <cstdio>\n__device__ int f(int v, unsigned m, bool p, int lane) {{ {body} }}\n"


def _body(code: str, body: str) -> str:
    text = fixed(code, _device(body))
    return text.split("int lane) { ", 1)[1].rsplit(" }\n", 1)[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("__shfl_sync(~0u, v, 3)", "__shfl(v, 3, 32)"),
        ("__shfl_up_sync(m, v, lane)", "__shfl_up(v, lane, 32)"),
        ("__shfl_down_sync(0xffff, v, 8, 16)", "__shfl_down(v, 8, 16)"),
        ("__shfl_xor_sync(m, v, 16)", "__shfl_xor(v, 16)"),
        ("__shfl_xor_sync(m, v, 48)", "__shfl_xor(v, 48, 32)"),
        ("__ballot_sync(0xffffffff, p)", "cass::ballot32(p)"),
        ("__ballot_sync(__activemask(), p)", "cass::ballot32(p)"),
        ("__ballot_sync(m, p)", "m & cass::ballot32(p)"),
        ("__ballot_sync(m >> 1, p)", "(m >> 1) & cass::ballot32(p)"),
        ("__any_sync(-1, p)", "cass::any32(p)"),
        ("__all_sync(~0u, p)", "cass::all32(p)"),
        ("__any_sync(m, p)", "(m & cass::ballot32(p)) != 0"),
        ("__all_sync(m, p || v)", "(m & cass::ballot32(!(p || v))) == 0"),
        ("__any_sync(m, __any_sync(~0u, p))", "(m & cass::ballot32(cass::any32(p))) != 0"),
        ("1 + __ballot_sync(m, p)", "1 + (m & cass::ballot32(p))"),
        ("__any_sync(m, p) && v", "((m & cass::ballot32(p)) != 0) && v"),
        ("v == __any_sync(m, p)", "v == ((m & cass::ballot32(p)) != 0)"),
        ("__ballot_sync(~0u, /* all */ p)", "cass::ballot32(/* all */ p)"),
    ],
)
def test_lane_operations_with_a_mask(before: str, after: str) -> None:
    assert _body("CASS121", f"return {before};") == f"return {after};"


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        ("CASS122", "__activemask()", "cass::activemask32()"),
        ("CASS122", "__ballot(p)", "cass::ballot32(p)"),
        ("CASS122", "__any(p)", "cass::any32(p)"),
        ("CASS124", "__shfl_down(v, 4)", "__shfl_down(v, 4, 32)"),
        ("CASS129", "lane % warpSize", "lane % 32"),
        ("CASS135", "__reduce_max_sync(m, v)", "cass::reduce_max32(m, v)"),
        ("CASS136", "__match_any_sync(m, v)", "cass::match_any32(m, v)"),
    ],
)
def test_other_lane_operations(code: str, before: str, after: str) -> None:
    assert _body(code, f"return {before};") == f"return {after};"


def test_a_mask_that_only_ever_holds_the_active_lanes_says_nothing() -> None:
    assert _body("CASS121", "unsigned all = __activemask(); return __ballot_sync(all, p);").endswith("ballot32(p);")
    assert _body("CASS121", "unsigned s = ~0u; s >>= v; return __ballot_sync(s, p);").endswith("s & cass::ballot32(p);")


def test_a_substitute_comes_once_after_the_includes() -> None:
    text = fixed("CASS121", _device("return __ballot_sync(~0u, p) + __ballot_sync(m, p);"))
    assert text.count("inline unsigned ballot32") == 1
    assert text.startswith("#include <cstdio>\n\nnamespace cass {\n// The votes")
    assert text.index("namespace cass") < text.index("__device__ int f")


def test_a_substitute_is_guarded_where_another_file_may_bring_it_too() -> None:
    text = fixed("CASS121", '#include "mine.cuh"\n' + _device("return __any_sync(~0u, p);"))
    assert "\n#ifndef CASS_ANY32\n#define CASS_ANY32\nnamespace cass {" in text
    assert "\n}  // namespace cass\n#endif\n" in text


def test_numbers_of_lanes_need_no_care_where_groups_stay() -> None:
    text = _device("unsigned b = __ballot_sync(~0u, p); return __popc(b & ((1u << (lane & 31)) - 1));")
    for code in ("CASS123", "CASS125", "CASS127"):
        assert found(code, text) == []


def test_a_device_s_warp_size_becomes_32_only_where_it_counts() -> None:
    text = _device("return __any_sync(~0u, p);") + (
        'int h(cudaDeviceProp p) { printf("%d", p.warpSize); p.warpSize = 1; return 128 / p.warpSize; }\n'
    )
    assert "return 128 / 32;" in fixed("CASS129", text)
    assert 'printf("%d", p.warpSize); p.warpSize = 1;' in fixed("CASS129", text)
    assert found("CASS129", "int h(cudaDeviceProp p) { return 128 / p.warpSize; }\n") == []


def test_a_name_of_the_project_stays() -> None:
    assert found("CASS129", "__device__ int f(int v) { const int warpSize = 32; return v % warpSize; }\n") == []


def test_hip_code_is_not_put_into_groups() -> None:
    text = "#include <hip/hip_runtime.h>\n__device__ int f(bool p) { return __popcll(__ballot(p)) % warpSize; }\n"
    assert [c for c in ("CASS121", "CASS122", "CASS123", "CASS129") if found(c, text)] == []


def test_a_macro_s_mask_may_be_any_expression() -> None:
    text = "#define VOTES(m, p) __ballot_sync(m, p)\n"
    assert fixed("CASS121", text).endswith("#define VOTES(m, p) ((m) & cass::ballot32(p))\n")


def test_what_a_mask_does_besides_is_done() -> None:
    assert _body("CASS121", "return __shfl_sync(next(), v, 5);") == "return ((void)(next()), __shfl(v, 5, 32));"


def test_nothing_is_added_next_to_a_directive() -> None:
    text = _device("return __shfl_sync(~0u, v,\n#ifdef Q\n 0\n#else\n 1\n#endif\n);")
    assert found("CASS121", text)
    assert fixed("CASS121", text) == text


def test_members_called_warp_size_of_other_types_stay() -> None:
    text = _device("return __any_sync(~0u, p);") + (
        "struct Info { int warpSize; Info() : warpSize(64) {} };\nint f(Info i) { return i.warpSize; }\n"
    )
    assert found("CASS129", text) == []


def test_threads_that_run_together_stay_in_32_where_the_function_counts_in_32_or_votes() -> None:
    text = "namespace cg = cooperative_groups;\n__device__ void f(int* o) { auto g = cg::coalesced_threads();"
    assert "cass::coalesced_threads32();" in fixed("CASS144", f"{text} o[threadIdx.x / 32] = g.size(); }}\n")
    assert "cass::coalesced_threads32();" in fixed("CASS144", f"{text} o[0] = g.any(o[1]); }}\n")
    assert found("CASS144", f"{text} o[g.thread_rank()] = 1; }}\n") == []


def test_a_header_that_hosts_read_too_asks_for_hip() -> None:
    text = "#include <stddef.h>\n#ifdef __CUDACC__\n__device__ int b(int p) { return __any_sync(~0u, p); }\n#endif\n"
    after = fixed("CASS121", text)
    assert "\n#ifdef __HIPCC__\n#include <hip/hip_runtime.h>\nnamespace cass {" in after
    assert after.index("#ifdef __HIPCC__") < after.index("__device__")


def test_a_substitute_stands_in_no_comment_and_in_no_braces() -> None:
    kernel = "__global__ void k(int* p) { p[0] = __any_sync(~0u, 1); }\n"
    after = fixed("CASS121", f"#include <cstdio> /* two\nlines */ {kernel}")
    assert after.startswith("#include <cstdio> /* two\nlines */\n\nnamespace cass {")
    after = fixed("CASS121", f'extern "C" {{\n#include "c.h"\n}}\n{kernel}')
    assert after.index("namespace cass") < after.index('extern "C"')


@pytest.mark.parametrize("mask", ["uint32_t(-1)", "static_cast<unsigned>(-1)", "unsigned(~0)", "(unsigned)-1"])
def test_a_mask_that_is_a_cast_number_goes(mask: str) -> None:
    text = "__device__ float s(float v) {{ return v + {0}v, 16); }}\n"
    assert fixed("CASS121", text.format(f"__shfl_xor_sync({mask}, ")) == text.format("__shfl_xor(")
