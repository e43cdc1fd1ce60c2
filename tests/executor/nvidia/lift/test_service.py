"""Fat binaries lifted by the helper process, over its own protocol."""

from collections.abc import Collection
from pathlib import Path

import pytest

from cass_tools.compilers import toolchain
from cass_tools.errors import CassError
from cass_tools.executor import service
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.nvidia import parse
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.fatbin import Entry
from cass_tools.executor.nvidia.instruction import Instruction
from cass_tools.executor.nvidia.lift import build, whole
from cass_tools.executor.nvidia.lift import service as lifter
from cass_tools.executor.nvidia.lift.module import Lifted
from tests.executor.nvidia.committed import DATA, cubin, sections
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
    notes = [line.split("\t") for line in Path(f"{made}.notes").read_text().splitlines()]
    refused = {row[1]: row[2] for row in notes if row[0] == "refused"}
    assert refused.keys().isdisjoint(kernels)
    assert all(reason.startswith("sm_90 ") for reason in refused.values())
    said = {row[1]: row[2:] for row in notes if row[0] == "kernel"}
    assert said.keys() == kernels.keys() | refused.keys()
    assert said["k01_vadd"][1:4] == ["0", "0", "0"]
    assert said["k01_vadd"][5:] == ["0", "0", "0", "0", "0:8,8:8,16:8,24:4"]
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


def test_what_fails_for_one_kernel_does_not_concern_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = cubin("kernels", 90).kernels
    unread, refuses, complains, *others = kernels

    def listed(cubin: Cubin, nvdisasm: Path, *, broken: dict[str, str]) -> dict[str, tuple[Instruction, ...]]:
        found = dict(sections("kernels", 90))
        del found[kernels[unread].section]
        broken[kernels[unread].section] = "an instruction that is not known"
        return found

    def lifts(cubin: Cubin, code: object, platform: object, chosen: Collection[str]) -> Lifted:
        done = tuple(name for name in cubin.kernels if name in chosen and name != refuses)
        return Lifted("", done, {refuses: "sm_90 RARE"} if refuses in chosen else {})

    def compiles(lifted: Lifted, *more: object) -> bytes:
        if complains in lifted.kernels:
            raise CassError("clang cannot compile it")
        return " ".join(lifted.kernels).encode()

    monkeypatch.setattr(parse, "disassemble", listed)
    monkeypatch.setattr(whole, "lift", lifts)
    monkeypatch.setattr(build, "code_object", compiles)
    for name, value in {lifter.NVDISASM: "nvdisasm", lifter.CLANG: "clang", lifter.VERSION: "test"}.items():
        monkeypatch.setenv(name, value)
    made = Path(lifter.answer(SOURCE, tmp_path, 90, "gfx1100").removeprefix("ok\t"))
    assert made.read_text().split() == others
    notes = [line.split("\t") for line in Path(f"{made}.notes").read_text().splitlines()]
    assert {row[1]: row[2] for row in notes if row[0] == "refused"} == {
        unread: "an instruction that is not known",
        refuses: "sm_90 RARE",
        complains: "clang cannot compile it",
    }
