"""NVIDIA's tools: found, installed or explained; cubins and programs for each architecture, and the build cache."""

import re
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from cass_tools.compilers import BuildRequest, clang, nvidia_tools
from cass_tools.compilers.nvcc import NvccCompiler
from cass_tools.compilers.request import FOR_HOST
from cass_tools.errors import CassError
from cass_tools.executor.amd.elf import Elf
from cass_tools.model import Build, Outcome, Target

PROGRAM = """#include <cuda_runtime.h>
#include "near.h"
__global__ void twice(int *p) { p[threadIdx.x] *= TWO; }
int other();
int main() { twice<<<1, 32>>>(nullptr); return other(); }
"""
ARCHITECTURES = ["sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"]
Usage = namedtuple("Usage", "free")


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def build(tmp_path: Path, text: str = PROGRAM, arch: str = "sm_80", **more: object) -> Build:
    (tmp_path / "user").mkdir(exist_ok=True)
    (tmp_path / "user/near.h").write_text("#define TWO 2\n")
    source = tmp_path / "source.cu"
    source.write_text(text)
    values = {"language": "nvidia", "virtual_path": tmp_path / "user/prog.cu", **more}
    request = BuildRequest(source=source, output=tmp_path / "out", target=Target(arch), **values)  # type: ignore[arg-type]
    return NvccCompiler().build(request)


def test_the_named_folder_comes_before_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "cuda/bin/nvdisasm"
    tool.parent.mkdir(parents=True)
    tool.write_text("#!/bin/sh\necho 'Cuda compilation tools, release 13.1, V13.1.5'\n")
    monkeypatch.setenv("CUDA_HOME", str(tmp_path / "cuda"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert nvidia_tools.find("nvdisasm") != tool  # it cannot be started
    tool.chmod(0o755)
    assert nvidia_tools.find("nvdisasm") == tool
    assert nvidia_tools.version_of(tool) == (13, 1)


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "the disk is full"),
        ("WARNING: Retrying ... Temporary failure in name resolution\nERROR: No matching distribution", "no network"),
        ("ERROR: No matching distribution found for nvidia-nvvm==13", "PyPI has no such package for this machine"),
        ("/usr/bin/python: No module named pip", "Python has no pip"),
        ("ERROR: something new\nERROR: at the end", "pip said: at the end"),
        ("", "pip failed without saying why"),
    ],
)
def test_what_pip_says_becomes_a_sentence(log: str, said: str) -> None:
    assert said in nvidia_tools.why(log)


def test_nothing_is_fetched_onto_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(5 << 20))
    with pytest.raises(CassError, match="has 5 MB of free space; NVIDIA's tools need 1024 MB"):
        nvidia_tools.install(tmp_path / "tools")
    assert not (tmp_path / "tools").exists()


def test_other_compilers_leave_this_language_alone(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(PROGRAM)
    request = BuildRequest(source=source, output=tmp_path / "out", target=Target("sm_80"), language="nvidia")
    assert clang.ClangCompiler().build(request).outcome is Outcome.NOT_TRIED


@pytest.mark.nvidia_tools
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"language": "cuda"}, "not cuda"),
        ({"arch": "gfx1100"}, "gfx1100 is no NVIDIA architecture"),
        ({"object_only": True, "others": (Path("b.cu"),)}, "a cubin is made of one source"),
        ({"overlay": ((Path("a.h"), Path("b.h")),)}, "in the place of another"),
        ({"arch": "sm_30", "object_only": True}, "sm_30|compute_30"),
    ],
)
def test_what_nvcc_cannot_do_is_not_tried(tmp_path: Path, more: dict[str, object], said: str) -> None:
    made = build(tmp_path, **more)  # type: ignore[arg-type]
    assert made.outcome is Outcome.NOT_TRIED
    assert re.search(said, made.log), made.log


@pytest.mark.nvidia_tools
@pytest.mark.parametrize("arch", ARCHITECTURES)
def test_a_cubin_for_each_architecture(tmp_path: Path, arch: str) -> None:
    made = build(tmp_path, arch=arch, object_only=True)
    assert made.outcome is Outcome.PASSED, made.log
    assert made.binary is not None
    assert Elf(made.binary.read_bytes()).flags >> 8 & 0xFF == int(arch[3:])


@pytest.mark.nvidia_tools
def test_the_level_for_the_hosts_code_wins(tmp_path: Path) -> None:
    text = PROGRAM + "int other() { return 0; }\n#ifdef __OPTIMIZE__\n#error optimised\n#endif\n"
    assert build(tmp_path, text, flags=("-O3", FOR_HOST, "-O0")).outcome is Outcome.PASSED
    assert "#error optimised" in build(tmp_path, text, flags=("-O3",)).log


@pytest.mark.nvidia_tools
def test_a_program_of_several_sources_takes_the_shared_runtime(tmp_path: Path) -> None:
    other = tmp_path / "other.cpp"
    other.write_text("int other() { return 0; }\n")
    made = build(tmp_path, others=(other,))
    assert made.outcome is Outcome.PASSED, made.log
    assert made.binary is not None
    assert b"libcudart.so" in made.binary.read_bytes()


@pytest.mark.nvidia_tools
def test_messages_name_the_users_file_and_a_changed_header_counts(tmp_path: Path) -> None:
    failed = build(tmp_path, PROGRAM.replace("TWO;", "TOO;"), object_only=True)
    assert failed.outcome is Outcome.NOT_BUILT
    assert f'{tmp_path}/user/prog.cu(3): error: identifier "TOO" is undefined' in failed.log
    first = build(tmp_path, object_only=True)
    again = build(tmp_path, object_only=True)
    assert again.outcome is Outcome.PASSED
    assert again.seconds < first.seconds / 5
    (tmp_path / "user/near.h").write_text("#define TWO 3\n")
    before = (tmp_path / "out").read_bytes()
    request = BuildRequest(
        source=tmp_path / "source.cu",
        output=tmp_path / "out",
        target=Target("sm_80"),
        language="nvidia",
        virtual_path=tmp_path / "user/prog.cu",
        object_only=True,
    )
    assert NvccCompiler().build(request).outcome is Outcome.PASSED
    assert (tmp_path / "out").read_bytes() != before


@pytest.mark.nvidia_tools
def test_line_markers_that_name_no_file_do_not_keep_a_build_from_being_kept(tmp_path: Path) -> None:
    text = PROGRAM.replace("int other();", '#line 1 "made by a tool"\nint other();')
    first = build(tmp_path, text, object_only=True)
    again = build(tmp_path, text, object_only=True)
    assert (first.outcome, again.outcome) == (Outcome.PASSED, Outcome.PASSED)
    assert again.seconds < first.seconds / 5
