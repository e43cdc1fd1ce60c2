"""Kernels that a model proposes: only what assembles, was started and did the same is written."""

from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.asm.joining import joined, refused
from cass_tools.cli.main import run
from cass_tools.compilers import device_libs, toolchain
from cass_tools.translators.local import missing
from tests.asm.test_recombining import compiled
from tests.asm.test_refusals import MEETS
from tests.translators.scripted import malformed, says, scripted
from tests.translators.test_local import GGUF

TWIN = """#include <hip/hip_runtime.h>
__global__ void meets(int *a) {
  if (threadIdx.x < 32) a[threadIdx.x] = 1;
  __syncthreads();
  a[threadIdx.x + 32 & 63] += STEP;
}
"""


def answer(folder: Path, step: int, arch: str = "gfx90a") -> str:
    """What a good model would say: the assembly that clang makes of the same kernel, but for `step`."""
    clang, headers = toolchain.find_clang(), toolchain.find_headers()
    assert clang is not None
    assert headers is not None
    source, made = folder / "twin.hip", folder / "twin.s"
    source.write_text(TWIN)
    argv: list[str | Path] = [clang.path, "-x", "hip", "--cuda-device-only", "-S", f"-DSTEP={step}", "-O2"]
    argv += [f"--offload-arch={arch}", f"--rocm-path={headers.root}"]
    argv += [f"--rocm-device-lib-path={device_libs.folder_for(clang, arch)}", source, "-o", made]
    done = proc.run(argv, timeout=120, env={"HIP_PLATFORM": "amd"})
    assert done.status == 0, done.stderr
    return made.read_text().strip()


def words(app: Path, made: Path, url: str, *more: str) -> list[str]:
    """The command for a program with a kernel that the lifter refuses, which `--args x` starts."""
    return ["asm", "translate", str(app), "-o", str(made), "--arch", "gfx90a", "--model", url, "--args", "x", *more]


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_a_model_is_asked_for_what_the_lifter_refuses(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    app, made = compiled(tmp_path, source=MEETS), tmp_path / "app.amd"
    right = answer(tmp_path, 1)
    script = (
        says("I cannot", "text"),
        says(right.replace("_Z5meetsPi", "_Z4elsePi"), "hipasm"),
        says(right.replace("s_endpgm", "s_ends_program"), "hipasm"),
        says(answer(tmp_path, 2), "hipasm"),
        says(right, "hipasm"),
    )
    with scripted(*script) as endpoint:
        assert run(words(app, made, endpoint.url)) == 0
        prompt = endpoint.asked[0]["messages"][0]["content"]
    said = capfd.readouterr()
    assert "written by a model: _Z5meetsPi" in said.out
    for part in ("no code in it", "no kernel _Z5meetsPi", "and 1 more", "for gfx90a: stdout"):
        assert part in said.err, part
    assert run(["run", str(made), "--arch", "gfx90a", "--", "x"]) == 0
    assert capfd.readouterr().out == "190 0\n"
    assert prompt.startswith(
        "Convert the following CUDA device assembly code to HIP device assembly:\n```cudaasm\ncode for sm_80\n"
        'Function : _Z5meetsPi\n.headerflags @"EF_CUDA_TEXMODE_UNIFIED'
    )
    assert "BAR.SYNC" in prompt
    assert "/*" not in prompt
    assert "_Z5plainPi" not in prompt  # the lifter has it


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_nothing_of_a_model_is_written_unproven(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    app, made = compiled(tmp_path, source=MEETS), tmp_path / "app.amd"
    with scripted(says(answer(tmp_path, 1), "hipasm")) as endpoint:
        command = words(app, made, endpoint.url)
        idle = [word for word in command if word not in ("--args", "x")]
        assert run([*idle[:-1], f"{endpoint.url},answers=1"]) == 1
        assert "the run does not start _Z5meetsPi, which a model wrote" in capfd.readouterr().err
        assert run([*command, "--no-verify"]) == 2
        assert "never written untried" in capfd.readouterr().err
    with scripted(says(answer(tmp_path, 2), "hipasm")) as endpoint:
        assert run(words(app, made, f"{endpoint.url},answers=1")) == 1
        assert "_Z5meetsPi (gfx90a) is not translated" in capfd.readouterr().err
    with scripted(malformed) as endpoint:
        assert run(words(app, made, f"{endpoint.url}")) == 1
    assert not made.exists()


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_a_model_is_asked_for_everything(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = MEETS.replace("plain<<<1, 64>>>(a);", "").replace("__global__ void plain", "__device__ void plain")
    app, made = compiled(tmp_path, source=source), tmp_path / "app.amd"
    with scripted(says(answer(tmp_path, 1, "gfx1100"), "amdasm")) as endpoint:
        command = words(app, made, endpoint.url, "--route", "model")
        assert run([*command, "--arch", "gfx1100"]) == 0
    assert "written by a model: _Z5meetsPi" in capfd.readouterr().out
    assert run([*words(app, made, "x"), "--route", "lifter"]) == 2
    assert run([*words(app, made, "x"), "--route", "both"]) == 2


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
@pytest.mark.skipif(missing() is not None or GGUF is None, reason="no model is installed")
def test_a_real_model_that_cannot_do_it_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CASS_MODEL_CONTEXT", "4096")
    monkeypatch.setenv("CASS_MODEL_IDLE", "5")
    app, made = compiled(tmp_path, source=MEETS), tmp_path / "app.amd"
    assert run(words(app, made, f"{GGUF},answers=1,tokens=48,seconds=200")) == 1
    said = capfd.readouterr().err
    assert "_Z5meetsPi (gfx90a), answer 1: " in said
    assert "nothing was written" in said
    assert not made.exists()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('.incbin "/etc/passwd"', ".incbin in line"),
        ('/* x */ .include "x"', ".include in line"),
        (".rept 1000000", ".rept in line"),
        (".fill 4000000000, 4, 0", ".fill in line"),
        (".space 1<<40", ".space in line"),
        ("s_nop 0", "no metadata"),
    ],
)
def test_answers_that_are_not_even_assembled(line: str, why: str) -> None:
    text = f".text\n.amdhsa_kernel k\n.end_amdhsa_kernel\n{line}\n"
    assert why in str(refused(text, ["k"]))
    assert refused(text, ["other"]) is not None


def metadata(*names: str, indent: str = "  ") -> str:
    """As LLVM writes it."""
    kernels = "".join(f"{indent}- .name: {name}\n{indent}  .args:\n{indent}    - .size: 8\n" for name in names)
    head = "amdhsa.kernels:\n" if names else "amdhsa.kernels:  []\n"
    tail = "amdhsa.target: t\namdhsa.version:\n  - 1\n  - 2\n...\n\t.end_amdgpu_metadata\n"
    return f"\t.amdgpu_metadata\n---\n{head}{kernels}{tail}"


@pytest.mark.parametrize("own", [(), ("first",)])
@pytest.mark.parametrize("indent", ["  ", "", "    "])
def test_joining(own: tuple[str, ...], indent: str) -> None:
    module = f".text\n.amdgcn_target x\ntotal:\n.LBB0_1:\ns_branch .LBB0_1\n{metadata(*own)}"
    body = ".amdgcn_target x\n.LBB0_1:\nBB0_2:\ns_branch .LBB0_1\ns_branch BB0_2\n"
    variable = "\t.type\ttotal,@object\n\t.globl\ttotal\ntotal:\n\t.long\t0\n\t.size\ttotal, 4\nother:\n"
    made = joined(module, body + variable + metadata("second", indent=indent), "m0")
    text, _, block = made.partition(".amdgpu_metadata")
    assert text.count(".amdgcn_target") == 1
    assert text.count("total:") == 1
    assert ".Lm0_BB0_1:\n.Lm0_BB0_2:\ns_branch .Lm0_BB0_1\ns_branch .Lm0_BB0_2\n" in text
    assert "other:" in text
    assert block == metadata(*own, "second").partition(".amdgpu_metadata")[2].replace("...\n", "...\n\n")
