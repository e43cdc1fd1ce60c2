"""GPU code taken out of files of both vendors, against what the files are known to hold."""

import json
from pathlib import Path

import pytest

from cass_tools.cli.main import run
from cass_tools.compilers import nvidia_tools
from tests.asm.test_recombining import compiled
from tests.executor.nvidia.committed import DATA, cubin, sections
from tests.executor.nvidia.lift.disassembler import fake

OPENCL = """__kernel void add(__global const float *a, __global float *b, int n) {
  __local float part[64];
  int i = get_global_id(0);
  part[get_local_id(0)] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) b[i] = part[63 - get_local_id(0)];
}
"""


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cubin of data/lines.cu for sm_90, and in nvdisasm's place a program that says what that said."""
    monkeypatch.setenv("CASS_NVIDIA_TOOLS", "1")
    program = fake(tmp_path, "lines", 90)
    monkeypatch.setattr(nvidia_tools, "find", lambda name: program)
    file = tmp_path / "lines.cubin"
    file.write_bytes(cubin("lines", 90).elf.data)
    return file


def test_a_cubin_kernel_by_kernel(listed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["asm", "extract", str(listed), "--format", "json"]) == 0
    printed = capsys.readouterr().out
    ((image,),) = (pieces["images"] for pieces in json.loads(printed))
    assert (image["vendor"], image["form"], image["arch"]) == ("nvidia", "sass", "sm_90")
    known = cubin("lines", 90).kernels
    assert [kernel["name"] for kernel in image["kernels"]] == list(known)
    for kernel in image["kernels"]:
        there = known[kernel["name"]]
        assert [(p["offset"], p["size"]) for p in kernel["parameters"]] == [
            (p.offset, p.size) for p in there.parameters
        ]
        assert kernel["registers"]["registers"] == there.registers
        offsets = [line["offset"] for line in kernel["instructions"]]
        assert offsets == [instruction.address for instruction in sections("lines", 90)[there.section]]
        assert any(source.partition(":")[0].endswith("lines.cu") for source in kernel["sources"])
    assert run(["asm", "extract", str(listed), "--format", "json"]) == 0
    assert capsys.readouterr().out == printed


def test_files_are_written(listed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["asm", "extract", str(listed), "-o", str(tmp_path / "out")]) == 0
    written = {path.name: path for path in (tmp_path / "out").iterdir()}
    assert written.keys() == {"0.sm_90.sass", "0.sm_90.cubin", "index.json"}
    assert written["0.sm_90.cubin"].read_bytes() == listed.read_bytes()
    assert written["0.sm_90.sass"].read_text().startswith("kernel ")
    assert str(written["index.json"]) in capsys.readouterr().out


def test_without_consent_nothing_is_disassembled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CASS_NVIDIA_TOOLS", "0")
    assert run(["asm", "extract", str(DATA / "kernels.fatbin")]) == 2
    assert "NVIDIA's machine code is not used, as you decided" in capsys.readouterr().err
    assert run(["asm", "translate", str(DATA / "kernels.fatbin"), "-o", str(tmp_path / "x"), "--no-verify"]) == 2
    assert not (tmp_path / "x").exists()


def test_what_holds_no_gpu_code_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for content, said in ((b"", "no code for a GPU"), (b"text", "neither a program nor"), (b"\x7fELF", "")):
        (tmp_path / "odd name\n").write_bytes(content)
        assert run(["asm", "extract", str(tmp_path / "odd name\n")]) == 2
        assert said in capsys.readouterr().err
    assert run(["asm", "extract", "/bin/true", str(tmp_path / "none")]) == 2
    said = capsys.readouterr().err
    assert "/bin/true holds no code for a GPU of NVIDIA or AMD" in said
    assert "none: No such file or directory" in said


@pytest.mark.gpu_code
def test_opencl_for_amd(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "add.cl").write_text(OPENCL)
    assert run(["asm", "extract", str(tmp_path / "add.cl"), "--arch", "gfx1100,gfx90a", "--format", "json"]) == 0
    images = json.loads(capsys.readouterr().out)[0]["images"]
    assert [image["arch"] for image in images] == ["gfx1100", "gfx90a"]
    for image, lanes in zip(images, (32, 64), strict=True):
        (kernel,) = image["kernels"]
        assert (kernel["name"], kernel["shared"], kernel["registers"]["lanes"]) == ("add", 256, lanes)
        assert [(p["name"], p["offset"], p["size"]) for p in kernel["parameters"]] == [
            ("a", 0, 8),
            ("b", 8, 8),
            ("n", 16, 4),
        ]
        assert any("s_barrier" in line["text"] for line in kernel["instructions"])
        assert any(source.endswith("add.cl:5") for source in kernel["sources"])


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_a_program_has_device_and_host_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app = compiled(tmp_path, "-cudart", "shared")
    assert run(["asm", "extract", str(app), "--host", "--format", "json"]) == 0
    (pieces,) = json.loads(capsys.readouterr().out)
    forms = [(image["vendor"], image["form"]) for image in pieces["images"] if image["kernels"]]
    assert forms == [("nvidia", "sass"), ("nvidia", "ptx")]
    assert "<main>:" in pieces["host"]
    assert run(["asm", "translate", str(app), "-o", str(tmp_path / "made" / "app")]) == 0
    capsys.readouterr()
    assert run(["asm", "extract", str(tmp_path / "made" / "app"), "--format", "json"]) == 0
    (pieces,) = json.loads(capsys.readouterr().out)
    assert [image["arch"] for image in pieces["images"] if image["vendor"] == "amd" and image["kernels"]] == ["gfx1100"]
