"""Rules about CUDA's macros in conditions: every way to ask, and what the same question means on AMD."""

import pytest

from cass_tools.model import Effort, Safety
from tests.rules.findings import fixed, found, lines

DEVICE = "__HIP_DEVICE_COMPILE__"


def condition(text: str) -> str:
    return f"#if {text}\nint a;\n#else\nint b;\n#endif\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("defined(__CUDA_ARCH__)", f"defined({DEVICE})"),
        ("defined __CUDA_ARCH__", f"defined({DEVICE})"),
        ("!defined( __CUDA_ARCH__ )", f"!defined({DEVICE})"),
        ("__CUDA_ARCH__", DEVICE),
        ("defined(__CUDA_ARCH__) && defined(FAST)", f"defined({DEVICE}) && defined(FAST)"),
    ],
)
def test_presence_tests_are_always_right(before: str, after: str) -> None:
    assert fixed("CASS137", condition(before), Safety.SAFE) == condition(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("__CUDA_ARCH__ >= 700", f"defined({DEVICE})"),
        ("(__CUDA_ARCH__ >= 600)", f"(defined({DEVICE}))"),
        ("600 <= __CUDA_ARCH__", f"defined({DEVICE})"),
        ("__CUDA_ARCH__ > 600", f"defined({DEVICE})"),
        ("__CUDA_ARCH__ < 600", f"!defined({DEVICE})"),
        ("defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 530)", f"defined({DEVICE})"),
        ("defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700", f"defined({DEVICE})"),
    ],
)
def test_old_generations_are_answered_only_when_the_result_is_verified(before: str, after: str) -> None:
    assert fixed("CASS137", condition(before), Safety.SAFE) == condition(before)
    assert fixed("CASS137", condition(before), Safety.UNSAFE) == condition(after)


@pytest.mark.parametrize(
    "text", ["__CUDA_ARCH__ >= 800", "__CUDA_ARCH__ == 700", "__CUDA_ARCH__ / 100 >= 7", "__CUDA_ARCH__ % 100 == 0"]
)
def test_what_cannot_be_known_is_only_reported(text: str) -> None:
    assert lines("CASS137", condition(text)) == [1]
    assert fixed("CASS137", condition(text)) == condition(text)


def compiled(condition_text: str, arch: int | None) -> bool:
    """What the preprocessor of CUDA (`arch` on the device, None on the host) would answer; an oracle for the table."""
    text = (
        condition_text.replace("defined(__CUDA_ARCH__)", str(arch is not None))
        .replace("!T", "not T")
        .replace("!F", "not F")
    )
    text = text.replace("__CUDA_ARCH__", str(arch or 0)).replace("&&", " and ").replace("||", " or ")
    return bool(eval(text))  # noqa: S307 - only the texts below


@pytest.mark.parametrize("operator", [">=", ">", "<", "<="])
@pytest.mark.parametrize("number", [200, 350, 600])
@pytest.mark.parametrize("device", [True, False])
def test_fixed_tests_agree_with_a_gpu_of_generation_7(operator: str, number: int, device: bool) -> None:
    before = f"__CUDA_ARCH__ {operator} {number}"
    after = fixed("CASS137", condition(before)).splitlines()[0].removeprefix("#if ")
    answer = after.replace(f"defined({DEVICE})", str(device)).replace("!", "not ")
    if operator.startswith("<") and not device:
        return  # on the host CUDA takes the branch for old GPUs by accident; AMD's answer is the same for both
    assert eval(answer) == compiled(before, 700 if device else None)  # noqa: S307 - the two words above


def test_continued_conditions_are_one_condition() -> None:
    text = "#if defined(__CUDA_ARCH__) && \\\n    __CUDA_ARCH__ >= 600\n#endif\n"
    assert lines("CASS137", text) == [1]
    assert fixed("CASS137", text).count(DEVICE) == 1


def test_comments_and_other_macros_are_left_alone() -> None:
    assert found("CASS137", "#if defined(A) // __CUDA_ARCH__\n#endif\n#ifdef MY__CUDA_ARCH__X\n#endif\n") == []


def test_cudacc_is_renamed_in_defines_too() -> None:
    text = "#define IS_CUDA defined(__CUDACC__)\n#if !defined(__CUDACC__) && 1\n#endif\n"
    assert fixed("CASS139", text, Safety.SAFE) == text.replace("__CUDACC__", "__HIPCC__")


@pytest.mark.parametrize("code", ["CASS137", "CASS138", "CASS139"])
def test_a_condition_that_knows_hip_is_left_alone(code: str) -> None:
    text = "#if defined(__CUDACC__) || CUDA_VERSION > 1 || defined(__CUDA_ARCH__) || defined(__HIP__)\n#endif\n"
    assert found(code, text) == []


def test_unread_branches_are_told_from_read_ones() -> None:
    ptx = '__device__ void stop() { asm("trap;"); }\n'
    assert found("CASS120", f"#ifndef __HIPCC__\n{ptx}#endif\n") == []
    assert found("CASS120", f"#if !defined(__HIP_PLATFORM_AMD__)\n{ptx}#endif\n") == []
    assert found("CASS120", f"#ifdef USE_ROCM\nint x;\n#else\n#if 1\n{ptx}#endif\n#endif\n") == []
    assert lines("CASS120", f"#ifdef __HIPCC__\n{ptx}#else\nint x;\n#endif\n") == [2]
    assert lines("CASS120", f"#ifndef __HIPCC__\nint x;\n#endif\n{ptx}") == [4]


ASM = '  asm volatile("cp.async.wait_all;");\n'
STOP = '  asm volatile("wgmma.fence.sync.aligned;");\n'


def guarded(test: str, *branches: str) -> str:
    lines = f"#if {test}\n" + "#else\n".join(branches) + "#endif\n"
    return f"__device__ void f(int* p) {{\n{lines}}}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("__CUDA_ARCH__ >= 800", ASM), f"defined({DEVICE})"),
        (("defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900", ASM, "  __trap();\n"), f"defined({DEVICE})"),
        (("__CUDA_ARCH__ >= 800", ASM, '#error "needs sm_80"\n'), f"defined({DEVICE})"),
        (("__CUDA_ARCH__ < 750", '  assert(false && "old");\n  return;\n', ASM), f"!defined({DEVICE})"),
        (("__CUDA_ARCH__ > 700", ASM, "  NO_DEVICE_CODE;\n"), f"defined({DEVICE})"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_newer_generations_are_let_in_where_all_behind_them_is_translated(before: tuple[str, ...], after: str) -> None:
    text = guarded(*before)
    assert fixed("CASS137", text) == text.replace(before[0], after)


@pytest.mark.parametrize(
    "branches",
    [
        (STOP,),
        ("  cudaNobodyKnowsThis();\n",),
        ("#define FAST\n",),
        (ASM, "  p[0] = 1;\n"),
        (ASM + STOP, "  __trap();\n"),
    ],
    ids=["untranslated", "unknown", "a macro", "older code", "partly translated"],
)
def test_newer_generations_stay_outside_otherwise(branches: tuple[str, ...]) -> None:
    text = guarded("__CUDA_ARCH__ >= 800", *branches)
    assert lines("CASS137", text) == [2]
    assert fixed("CASS137", text) == text


def test_code_for_older_gpus_is_what_amd_takes_and_said_so() -> None:
    (finding,) = found("CASS137", guarded("__CUDA_ARCH__ >= 800", ASM, "  p[0] = 1;\n"))
    assert finding.effort is Effort.LOW
    assert "takes the branch for GPUs older than 8.0" in finding.message


def test_a_branch_before_another_test_is_looked_at_alone() -> None:
    text = f"__device__ void f() {{\n#if __CUDA_ARCH__ >= 900\n{STOP}#elif __CUDA_ARCH__ >= 800\n{ASM}#endif\n}}\n"
    assert fixed("CASS137", text) == text.replace("elif __CUDA_ARCH__ >= 800", f"elif defined({DEVICE})")


def test_what_follows_a_decided_test_is_settled_by_its_fix() -> None:
    text = "#if __CUDACC_VER_MAJOR__ %s 11 || (__CUDACC_VER_MAJOR__ == 11 && __CUDACC_VER_MINOR__ >= 4)\n#endif\n"
    assert [finding.fix is not None for finding in found("CASS138", text % ">")] == [True] * 3
    assert [finding.fix is not None for finding in found("CASS138", text % "<")] == [True, False, False]
