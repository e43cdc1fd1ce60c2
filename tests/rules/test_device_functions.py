"""Functions that only CUDA has: programs with all of them, whose output NVIDIA's machine code has given."""

import re
from pathlib import Path

import pytest

from cass_tools import proc, substitutes
from cass_tools.cli.main import run
from cass_tools.compilers import nvidia_tools
from cass_tools.rules.device_function_differs import differences
from cass_tools.rules.device_function_missing import advice
from tests.cli.command import CASS
from tests.rules.findings import fixed, found

PROGRAMS = Path(__file__).parent / "programs"
NAMES = sorted(path.stem for path in PROGRAMS.glob("*.cu"))
REPLACED = {name: same for name, (same, _) in (advice() | differences()).items() if same.startswith("cass::")}


@pytest.mark.parametrize("name", NAMES)
def test_the_translation_prints_what_cuda_does_on_both_gpus(name: str, tmp_path: Path) -> None:
    words = ["translate", str(PROGRAMS / f"{name}.cu"), "-o", str(tmp_path / "out.hip"), "--require", "run"]
    assert run([*words, "--expected", str(PROGRAMS / f"{name}.stdout"), "--tolerance", "0"]) == 0


@pytest.mark.parametrize("name", ["halves", "memory"])
def test_the_headers_of_cuda_names_have_the_functions_too(name: str, tmp_path: Path) -> None:
    words = ["translate", str(PROGRAMS / f"{name}.cu"), "-o", str(tmp_path / "out.hip"), "--require", "run"]
    assert run([*words, "--reference", "header", "--arch", "gfx1100"]) == 0


@pytest.mark.nvidia_tools
@pytest.mark.parametrize("name", NAMES)
def test_the_output_is_that_of_nvidia_s_machine_code(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert nvidia_tools.find("nvcc")
    assert run(["run", "--as", "cuda", str(PROGRAMS / f"{name}.cu")]) == 0
    assert capfd.readouterr().out == (PROGRAMS / f"{name}.stdout").read_text()


def test_the_programs_call_every_function_that_is_replaced() -> None:
    text = "".join((PROGRAMS / f"{name}.cu").read_text() for name in NAMES)
    called = set(re.findall(r"\b(\w+)\(", text))
    elsewhere = {"mulhi", "mul64hi", "umul24"}  # nvcc no longer has them
    rest = {name for name in REPLACED if name not in called and name not in elsewhere}
    assert rest == set()


@pytest.mark.parametrize("name", sorted({same[6:].partition("<")[0].partition("(")[0] for same in REPLACED.values()}))
def test_a_substitute_declares_its_name_and_says_what_it_does(name: str) -> None:
    text = substitutes.load(name).text
    assert text.startswith("// ")
    assert re.search(rf"__device__ inline [\w *]+[* ]{name}\(", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("__fadd_rd(x, x)", "cass::add_rounded<float, -1>(x, x)"),
        ("__frcp_ru(x)", "cass::divide_rounded<float, 1>(1, x)"),
        ("__vcmpgtu4(u, v)", "cass::packed_compare<unsigned char, -1, false, false, true>(u, v)"),
        ("__vimin_s32_relu(u, v)", "cass::min3<int, true>(0x7fffffff, u, v)"),
        ("__pipeline_wait_prior(0)", "((void)0)"),
        ("__fadd_rd(__fadd_ru(x, x), x)", "cass::add_rounded<float, -1>(cass::add_rounded<float, 1>(x, x), x)"),
    ],
)
def test_calls_are_replaced(before: str, after: str) -> None:
    text = f"#include <cmath>\n__device__ void f(float x, unsigned u, unsigned v, void* p) {{ {before}; }}\n"
    assert fixed("CASS156", text).endswith(f"void* p) {{ {after}; }}\n")


def test_one_substitute_serves_all_calls_of_a_file() -> None:
    text = "__device__ unsigned f(unsigned a) { return __vadd4(a, __vadd2(a, __vadd4(a, a))); }\n"
    assert fixed("CASS156", text).count("inline unsigned packed_add(") == 1


def test_the_type_decides_where_hip_has_one_of_two() -> None:
    assert found("CASS156", "__device__ __nv_bfloat162 f(__nv_bfloat162 a) { return __hmax2(a, a); }") == []
    assert "cass::hmax2(a, a)" in fixed("CASS156", "__device__ __half2 f(__half2 a) { return __hmax2(a, a); }")
    assert found("CASS156", "__device__ __half f(__half a) { return __hmin_nan(a, a); }") == []
    text = "__device__ __nv_bfloat16 f(__nv_bfloat16 a) { return __hmin_nan(a, a); }"
    assert "cass::hmin_nan(a, a)" in fixed("CASS156", text)


def test_names_that_cuda_keeps_for_itself_are_replaced_beside_own_headers_too() -> None:
    text = '#include "mine.h"\n__device__ unsigned f(unsigned a) { return umin(a, 3u); }\n'
    assert "return min(a, 3u);" in fixed("CASS156", text)


def test_old_functions_for_upper_halves_build(tmp_path: Path) -> None:
    (tmp_path / "old.hip").write_text(
        fixed(
            "CASS156",
            "#include <hip/hip_runtime.h>\n#include <cstdio>\n"
            "__global__ void k(int* o) { o[0] = mulhi(-7, 1 << 30); o[1] = mulhi(0xfffffff9u, 1 << 30);\n"
            "  o[2] = mul64hi(-1ll, 2ll); o[3] = mul64hi(~0ull, 2ll); }\n"
            "int main() { int *d, r[4]; hipMalloc(&d, 16); k<<<1, 1>>>(d);\n"
            "  hipMemcpy(r, d, 16, hipMemcpyDeviceToHost);\n"
            '  printf("%d %d %d %d\\n", r[0], r[1], r[2], r[3]); }\n',
        )
    )
    done = proc.run([CASS, "run", "old.hip"], cwd=tmp_path, timeout=120)
    assert done.stdout == b"-2 1073741822 -1 1\n"


def test_a_definition_for_old_gpus_alone_does_not_stand_in_for_the_function() -> None:
    own = "__device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }\n"
    use = "__device__ __nv_bfloat162 f(__nv_bfloat16 x) { return make_bfloat162(x, x); }\n"
    old = f"#if __CUDACC_VER_MAJOR__ < 12 && __CUDA_ARCH__ < 800\n{own}#endif\n"
    assert "return __halves2bfloat162(x, x);" in fixed("CASS156", old + use)
    assert fixed("CASS156", own + use) == own + use
