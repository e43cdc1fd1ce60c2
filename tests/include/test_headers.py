"""The shipped headers do what CUDA's and HIP's own do: programs that check themselves, run by the executor."""

import re
from pathlib import Path

import pytest

from cass_tools.compilers import BuildRequest, Language, cuda_headers, pick
from cass_tools.config import Config
from cass_tools.model import Outcome, Target
from cass_tools.runners import Limits, load

PROGRAMS = Path(__file__).parent / "programs"


def run(source: Path, arch: str, language: Language, folder: Path, *flags: str) -> str:
    """What the program prints on that GPU."""
    request = BuildRequest(source, folder / source.stem, Target(arch), language=language, flags=flags)
    made = pick(Config()).build(request)
    assert made.outcome is Outcome.PASSED, made.log
    assert made.binary
    done = load("exec").run(made.binary, Target(arch), (), limits=Limits(timeout=60), cwd=folder, keep_files=())
    assert done.outcome is Outcome.PASSED, done.detail
    return done.stdout.decode()


# Values that a person can work out from the definition of each function; none was copied from a run.
WARP = """\
down 5 31
up 0 3
xor 4 6
index 1 1 9
segment 7 15
ballot 55555555 16
any 1 0 all 1 0
match 11111111 22222222
reduce 496 0 31 3
"""


@pytest.mark.gpu_code
def test_cudas_warp_functions_at_32_lanes(tmp_path: Path) -> None:
    assert run(PROGRAMS / "warp.cu", "gfx1100", "cuda", tmp_path) == WARP


@pytest.mark.gpu_code
def test_cudas_integer_half_and_byte_functions(tmp_path: Path) -> None:
    assert run(PROGRAMS / "numbers.cu", "gfx1100", "cuda", tmp_path) == "all right\n"


@pytest.mark.gpu_code
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_hips_newer_names_with_older_headers(tmp_path: Path, arch: str) -> None:
    assert run(PROGRAMS / "sync.hip", arch, "hip", tmp_path) == "all right\n"


@pytest.mark.gpu_code
@pytest.mark.parametrize("checks", ["-U_GLIBCXX_ASSERTIONS", "-D_GLIBCXX_ASSERTIONS"])
def test_the_standard_library_may_check_on_the_gpu(tmp_path: Path, checks: str) -> None:
    assert run(PROGRAMS / "checked.hip", "gfx1100", "hip", tmp_path, "-std=c++17", checks) == "2 3 4 -1\n"


@pytest.mark.gpu_code
def test_a_mask_of_32_bits_is_refused_as_in_hip(tmp_path: Path) -> None:
    source = tmp_path / "mask.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n"
        "__global__ void k(int *p) { p[0] = __shfl_sync(0xffffffffu, p[1], 0); }\nint main() {}\n"
    )
    made = pick(Config()).build(BuildRequest(source, tmp_path / "mask", Target("gfx1100")))
    assert made.outcome is Outcome.NOT_BUILT
    assert "The mask must be a 64-bit integer" in made.log


def test_generated_names_follow_the_tables(tmp_path: Path) -> None:
    cuda_headers.generate(tmp_path)
    runtime = (tmp_path / "cass_names/runtime.h").read_text()
    assert "#define cudaMalloc hipMalloc\n" in runtime
    assert "__CUDACC__" not in runtime
    assert (tmp_path / "cublas_v2.h").read_text().count("#error") == 1
    again = tmp_path / "again"
    cuda_headers.generate(again)
    for file in again.rglob("*.h"):
        assert file.read_bytes() == (tmp_path / file.relative_to(again)).read_bytes()


def test_a_written_header_is_not_generated_over(tmp_path: Path) -> None:
    cuda_headers.generate(tmp_path)
    for file in cuda_headers.WRITTEN.rglob("*.h"):
        assert not (tmp_path / file.relative_to(cuda_headers.WRITTEN)).exists()


@pytest.mark.gpu_code
@pytest.mark.parametrize(("release", "outcome"), [((6, 3), Outcome.NOT_BUILT), ((7, 0), Outcome.PASSED)])
def test_names_of_a_later_release_need_that_release(tmp_path: Path, release: tuple[int, int], outcome: Outcome) -> None:
    source = tmp_path / "later.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n"
        "__global__ void k(int *p) { __syncwarp(); p[0] = __reduce_add_sync(~0ull, p[1]); }\nint main() {}\n"
    )
    request = BuildRequest(source, tmp_path / "later", Target("gfx1100"))
    assert pick(Config(hip_version=release)).build(request).outcome is outcome


@pytest.mark.gpu_code
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_every_device_function_of_the_headers_becomes_code(tmp_path: Path, arch: str) -> None:
    source = PROGRAMS / "every_function.hip"
    made = pick(Config()).build(BuildRequest(source, tmp_path / "all", Target(arch), flags=("-O1", "-w")))
    holders = re.findall(r">>> [^\n]*\.o:\((\w+)", made.log)
    assert made.outcome is Outcome.PASSED or holders, made.log
    assert {name for name in holders if not name.startswith("cass_old_")} == set()  # those nothing can call


@pytest.mark.gpu_code
@pytest.mark.parametrize(("language", "arch"), [("cuda", "gfx1100"), ("hip", "gfx1100"), ("hip", "gfx90a")])
def test_atomics_that_wrap(tmp_path: Path, language: Language, arch: str) -> None:
    def up(old: int) -> int:
        return 0 if old >= 6 else old + 1

    def down(old: int) -> int:
        return 7 if old == 0 or old > 7 else old - 1

    counters = [9, 9, 0, 0]
    for _ in range(100):
        counters = [step(old) for step, old in zip((up, down, up, down), counters, strict=True)]
    source = PROGRAMS / f"wrapping.{'cu' if language == 'cuda' else 'hip'}"
    assert run(source, arch, language, tmp_path) == " ".join(map(str, counters)) + "\n"


@pytest.mark.gpu_code
def test_memory_for_pointers_of_every_type(tmp_path: Path) -> None:
    source = tmp_path / "typed.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\nint main() {\n"
        "  float *a = nullptr, *b = nullptr, *c = nullptr;\n  void *d = nullptr;\n  size_t pitch = 0;\n"
        "  bool good = hipMallocPitch(&a, &pitch, 64, 4) == hipSuccess && pitch >= 64 && a;\n"
        "  good &= hipMallocPitch(&d, &pitch, 64, 4) == hipSuccess && d;\n"
        "  good &= hipHostAlloc(&b, 64, hipHostAllocDefault) == hipSuccess && b;\n"
        "  good &= hipMallocAsync(&c, 64, nullptr) == hipSuccess && c;\n"
        '  puts(good ? "all right" : "wrong");\n}\n'
    )
    assert run(source, "gfx1100", "hip", tmp_path) == "all right\n"


@pytest.mark.gpu_code
def test_a_mask_with_absent_lanes_is_explained_where_it_traps(tmp_path: Path) -> None:
    source = tmp_path / "absent.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n__global__ void k(int *p) { *p = __shfl_sync(~0ull, 7, 0); }\n"
        "int main() {\n  int *p;\n  (void)hipMalloc(&p, 4);\n  k<<<1, 32>>>(p);\n"
        "  return hipDeviceSynchronize() != hipSuccess;\n}\n"
    )
    made = pick(Config()).build(BuildRequest(source, tmp_path / "absent", Target("gfx90a")))
    assert made.binary, made.log
    done = load("exec").run(made.binary, Target("gfx90a"), (), limits=Limits(timeout=60), cwd=tmp_path, keep_files=())
    assert done.outcome is Outcome.CRASHED
    assert "a *_sync function whose mask does not name exactly the lanes that make the call" in done.detail


@pytest.mark.gpu_code
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_the_devices_heap(tmp_path: Path, arch: str) -> None:
    assert run(PROGRAMS / "heap.hip", arch, "hip", tmp_path) == "3 5 129\n"
