"""`cass verify` on what it cannot pass: nothing to compare with, CUDA as candidate, words for the wrong program."""

import json

import pytest

from tests.cli.command import Command

HIP = '#include <hip/hip_runtime.h>\n#include <cstdio>\nint main() { hipDeviceSynchronize(); std::puts("5"); }\n'
CUDA = HIP.replace("hip/hip_runtime.h", "cuda_runtime.h").replace("hip", "cuda")


@pytest.mark.gpu_code
def test_a_program_that_was_compared_with_nothing_has_not_passed(cass: Command) -> None:
    cass.write("x.hip", HIP)
    cass.write("wanted", "5\n")
    said = cass("verify", "x.hip", "--arch", "gfx1100")
    assert said.status == 1
    assert "PASSED" in said.out
    assert "error: not passed: it was compared with nothing; give --against FILE.cu or --expected FILE" in said.out
    report = json.loads(cass("verify", "x.hip", "--arch", "gfx1100", "--format", "json").out)
    assert (report["passed"], "compared with nothing" in report["problem"]) == (False, True)
    said = cass("verify", "x.hip", "--arch", "gfx1100", "--expected", "wanted")
    assert (said.status, said.out.splitlines()[-1]) == (0, "x.hip: PASSED (built, run, compared)")


@pytest.mark.gpu_code
def test_a_file_without_main_is_said_to_be_built_only(cass: Command) -> None:
    cass.write("k.hip", "#include <hip/hip_runtime.h>\n__global__ void k(int *p) { *p = 1; }\n")
    said = cass("verify", "k.hip", "--arch", "gfx1100")
    assert (said.status, said.out.splitlines()[-1]) == (0, "k.hip: PASSED (only built: it has no main)")


@pytest.mark.parametrize("words", [["1000", "5"], ["-O3", "input.txt"], ["other.cu"]])
def test_arguments_of_the_program_are_no_flags(cass: Command, words: list[str]) -> None:
    cass.write("x.cu", CUDA)
    cass.write("x.hip", HIP)
    stray = " ".join(word for word in words if word != "-O3")
    for command in (["verify", "x.hip", "--against", "x.cu"], ["translate", "x.cu"]):
        said = cass(*command, "--", *words)
        assert said.status == 2
        assert said.err.startswith(f"cass: {stray}: no option of the compiler; ")
        assert "arguments of the program go into --args" in said.err


def test_values_of_flags_are_flags(cass: Command) -> None:
    cass.write("x.cu", CUDA)
    words = ["-D", "N=3", "-include", "x.h", "--unknown-option", "value", "lib.a", "-x", "cu"]
    assert cass("translate", "x.cu", "--no-verify", "--", *words).status == 0


def test_cuda_as_candidate_is_named(cass: Command) -> None:
    cass.write("x.cu", CUDA)
    said = cass("verify", "x.cu", "--against", "x.cu")
    assert said.status == 2
    assert said.err.startswith("cass: x.cu is CUDA")
    assert "cass verify FILE.hip --against x.cu" in said.err


def test_compare_file_needs_an_original(cass: Command) -> None:
    cass.write("x.hip", HIP)
    said = cass("verify", "x.hip", "--expected", "x.hip", "--compare-file", "out.txt")
    assert (said.status, "--compare-file needs the original" in said.err) == (2, True)


def test_words_after_two_dashes_are_paths_where_no_program_is_run(cass: Command) -> None:
    cass.write("x.cu", CUDA)
    assert "1 file" in cass("check", "--", "x.cu").out


COPIES = """#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x * 2; }
int main() {
  int *d, h[32] = {1, 2, 3};
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  k<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\\n", h[5]);
}
"""
# The second launch writes what is there already, unless its arguments are swapped.
TWICE = """#include <cstdio>
__global__ void twice(const int *in, int *out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }
int main() {
  int *from, *to, h[32];
  for (int i = 0; i < 32; ++i) h[i] = i + 1;
  cudaMalloc(&from, sizeof h);
  cudaMalloc(&to, sizeof h);
  cudaMemcpy(from, h, sizeof h, cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(from, to);
  twice<<<1, 32>>>(from, to);
  cudaMemcpy(h, to, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\\n", h[5]);
}
"""


@pytest.mark.gpu_code
@pytest.mark.parametrize(
    ("arch", "said"), [("gfx1100", "kernel twice changed allocation 1 (128 bytes), which"), ("gfx90a", "")]
)
def test_what_only_a_candidate_changes_is_told(cass: Command, arch: str, said: str) -> None:
    """For the same warp size: with another a program may go another way."""
    cass.write("k.cu", TWICE)
    cass("translate", "k.cu", "-o", "k.hip", "--no-verify")
    first, second, rest = (cass.folder / "k.hip").read_text().split("(from, to);")
    cass.write("k.hip", f"{first}(from, to);{second}(to, from);{rest}")
    done = cass("verify", "k.hip", "--against", "k.cu", "--arch", arch)
    assert (done.status, said in done.out) == (1 if said else 0, True), done.out + done.err


PINNED = COPIES.replace("*d, h[32] = {1, 2, 3};", "*d, *h;\n  cudaMallocHost(&h, 128);\n  h[5] = 1;").replace(
    "sizeof h", "128"
)


@pytest.mark.gpu_code
@pytest.mark.parametrize(
    ("original", "wrong", "said"),
    [
        (COPIES, "HostToDevice", "a copy from device to host goes out of memory of the host"),
        (COPIES, "DeviceToHost", "a copy from device to device goes into memory of the host"),
        (COPIES.replace("DeviceToHost", "Default"), "Default", ""),
        (PINNED, "DeviceToHost", "a copy from host to device goes out of memory of the device"),
        (PINNED, "HostToDevice", "a copy from device to host goes into memory of the device"),
        (PINNED.replace("DeviceToHost", "HostToDevice"), "HostToDevice", ""),  # the original's own fault
    ],
)
def test_kinds_of_copies_must_fit_their_pointers(cass: Command, original: str, wrong: str, said: str) -> None:
    cass.write("k.cu", original)
    cass("translate", "k.cu", "-o", "k.hip", "--no-verify")
    kinds = {
        "HostToDevice": "DeviceToHost",
        "DeviceToHost": "HostToDevice" if "Host(" in original else "DeviceToDevice",
    }
    kind = kinds.get(wrong, wrong) if said else wrong
    port = (cass.folder / "k.hip").read_text().replace(f"hipMemcpy{wrong}", f"hipMemcpy{kind}")
    cass.write("k.hip", port)
    done = cass("verify", "k.hip", "--against", "k.cu", "--arch", "gfx1100")
    assert done.status == (1 if said else 0), done.out + done.err
    assert said in done.out
