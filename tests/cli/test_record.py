"""`cass record` without a GPU: what it says, and what `--check` and `cass verify` do with a record made elsewhere."""

import shutil
from pathlib import Path

import pytest

from cass_tools.records import machine
from tests.cli.command import Command

RECORDS = Path(__file__).parent.parent / "data" / "records" / "001_ballot_popcount"
HIP = "#include <hip/hip_runtime.h>\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n"
GPUS = any(Path(device).exists() for device in ("/dev/nvidia0", "/dev/kfd"))


def brought(cass: Command) -> Path:
    """A program and its record in the directory."""
    for path in RECORDS.iterdir():
        shutil.copy(path, cass.folder)
    return cass.folder / "input.cu"


@pytest.mark.skipif(GPUS, reason="a GPU is here")
def test_without_a_gpu_nothing_is_recorded(cass: Command) -> None:
    cass.write("x.hip", HIP)
    cass.write("x.cu", HIP.replace("hip/hip_runtime.h", "cuda_runtime.h"))
    said = cass("record", "x.cu")
    assert (said.status, said.out) == (2, "")
    assert "nothing was recorded: There is no NVIDIA GPU with its kernel driver on this machine." in said.err
    said = cass("record", "--amd", "x.hip")
    assert (said.status, said.out) == (2, "")
    assert "nothing was recorded: There is no AMD GPU with its kernel driver (amdgpu) on this machine." in said.err
    assert not list(cass.folder.glob("*.json"))


def test_what_cannot_be_recorded_is_said(cass: Command) -> None:
    cass.write("k.cu", "__global__ void k() {}\n")
    cass.write("x.cu", "int main() {}\n")
    assert "k.cu has no main" in cass("record", "k.cu").err
    assert "x.cu is CUDA; cass translate x.cu makes HIP of it" in cass("record", "--amd", "x.cu").err
    assert "no run of x.cu was recorded" in cass("record", "--check", "x.cu").err
    assert "none.cu: No such file" in cass("record", "none.cu").err


def test_checking_needs_consent(cass: Command) -> None:
    brought(cass)
    said = cass("record", "--check", "input.cu", CASS_NVIDIA_TOOLS="0")
    assert said.status == 2
    assert "is not used unless you agree to it" in said.err or "not installed" in said.err


@pytest.mark.gpu_code
@pytest.mark.nvidia_tools
def test_checking_says_what_differs(cass: Command) -> None:
    brought(cass)
    said = cass("record", "--check", "input.cu")
    assert said.status == 0
    assert "input.cu: this CPU, sm_90 does the same as NVIDIA H200 (driver 580.159.04), 1 launches" in said.out
    other = cass.write("other.cu", "int main() {}\n")
    assert cass("record", "--check", other, "--record", "input.cu.cass-record.json").status == 2


@pytest.mark.gpu_code
def test_verify_compares_with_the_record(cass: Command) -> None:
    source = brought(cass)
    assert cass("translate", "input.cu", "--arch", "gfx1100", "--no-verify").status == 0
    said = cass("verify", "input.hip", "--against", "input.cu", "--arch", "gfx1100")
    assert said.status == 0, said.out
    assert "compared with a record of the CUDA original on NVIDIA H200 (driver 580.159.04)" in said.out
    source.write_text(source.read_text() + "// edited\n")
    said = cass("verify", "input.hip", "--against", "input.cu", "--arch", "gfx1100", "--reference", "record")
    assert said.status == 1
    assert "input.cu.cass-record.json was made of another input.cu; record it again (cass record)" in said.out
    said = cass("verify", "input.hip", "--against", "input.cu", "--record", "x", "--reference", "sass")
    assert "--record x and --reference sass exclude each other" in said.err


def test_the_gpu_is_named_as_its_driver_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "nvidia-smi"
    program.write_text("#!/bin/sh\necho NVIDIA H200, 580.159.04, 9.0\necho other, 1, 8.0\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    target, known = machine.nvidia()
    assert (target.arch, known["gpu"], known["driver"]) == ("sm_90", "NVIDIA H200", "580.159.04")
    program.write_text("#!/bin/sh\necho No devices were found\nexit 6\n")
    with pytest.raises(Exception, match="nvidia-smi does not say which GPU is here: No devices were found"):
        machine.nvidia()
