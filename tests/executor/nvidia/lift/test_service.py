"""Fat binaries lifted by the helper process, over its own protocol."""

from pathlib import Path

import pytest

from cass_tools.compilers import toolchain
from cass_tools.errors import CassError
from cass_tools.executor import service
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.nvidia.fatbin import Entry
from cass_tools.executor.nvidia.lift import service as lifter
from tests.executor.nvidia.committed import DATA
from tests.executor.nvidia.lift.disassembler import fake

SOURCE = DATA / "kernels.fatbin"


@pytest.mark.gpu_code
def test_a_fat_binary_becomes_a_code_object_and_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clang = toolchain.find_clang()
    assert clang
    nvdisasm = fake(tmp_path, "kernels", 90)
    for name, value in lifter.environment(nvdisasm, clang.path, "gfx1100").items():
        monkeypatch.setenv(name, value)
    request = f"lift\t{SOURCE}\t{tmp_path}\t90\tgfx1100"
    verb, made = service.answer(request).split("\t")
    assert verb == "ok", made
    assert Path(made).name == f"lifted-{lifter.version(str(nvdisasm), str(clang.path))}-90.hsaco"
    kernels = CodeObject(Path(made).read_bytes()).kernels
    assert "k01_vadd" in kernels
    notes = [line.split("\t") for line in Path(made).with_suffix(".notes").read_text().splitlines()]
    refused = {row[1]: row[2] for row in notes if row[0] == "refused"}
    assert refused.keys().isdisjoint(kernels)
    assert all(reason.startswith("sm_90 ") for reason in refused.values())
    said = {row[1]: row[2:] for row in notes if row[0] == "kernel"}
    assert said.keys() == kernels.keys() | refused.keys()
    assert said["k01_vadd"][1:] == ["0", "0", "0"]
    nvdisasm.unlink()
    assert service.answer(request) == f"ok\t{made}"  # from the cache


@pytest.mark.parametrize(
    ("environment", "said"), [({}, "asks for your consent"), ({lifter.LACKING: "nvdisasm is gone"}, "nvdisasm is gone")]
)
def test_nothing_is_lifted_without_consent(
    environment: dict[str, str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (lifter.NVDISASM, lifter.CLANG, lifter.VERSION, lifter.LACKING):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    verb, sentence = service.answer(f"lift\t{SOURCE}\t{tmp_path}\t90\tgfx1100").split("\t")
    assert verb == "refused"
    assert said in sentence
    assert list(tmp_path.iterdir()) == []


def cubins(*architectures: int) -> list[Entry]:
    return [Entry("cubin", sm, b"") for sm in architectures]


def test_the_newest_code_that_the_gpu_runs_is_chosen() -> None:
    assert lifter.chosen(cubins(75, 80, 86, 90), 89).sm == 86
    assert lifter.chosen(cubins(75, 80, 86, 90), 80).sm == 80
    with pytest.raises(CassError, match="holds machine code for sm_75, sm_90, not for sm_80"):
        lifter.chosen(cubins(75, 90), 80)
    with pytest.raises(CassError, match="only PTX; build it with -gencode"):
        lifter.chosen([Entry("ptx", 80, b"")], 80)
