"""Headers that are parsed once: the same binaries as without, and only where a unit would read the same files."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.compilers import BuildRequest, pick, precompiled
from cass_tools.config import Config
from cass_tools.executor import cache as executor_cache
from cass_tools.model import Build, Outcome, Target

KERNEL = "__global__ void twice(float *p) { p[threadIdx.x] *= 2; }\n"
HIP = f"// A program.\n#include <cstdio>\n\n#include <hip/hip_runtime.h>\n{KERNEL}"
CUDA = f"#include <stdio.h>\n{KERNEL}"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASS_EXEC_HOME", str(executor_cache.root()))  # which is slow to make again
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """The command lines that were run."""
    seen: list[list[str]] = []
    real = proc.run

    def run(argv: list[str], **options: object) -> proc.Completed:
        seen.append([str(word) for word in argv])
        return real(argv, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(proc, "run", run)
    yield seen


def build(folder: Path, name: str, text: str, **more: object) -> Build:
    source = folder / name
    source.write_text(text)
    values = {"target": Target("gfx1100"), "object_only": True, **more}
    return pick(Config()).build(BuildRequest(source, folder / f"{name}.o", **values))  # type: ignore[arg-type]


def used(commands: list[list[str]]) -> int:
    """How many compilations took parsed headers since the last count."""
    count = sum("-include-pch" in command for command in commands)
    commands.clear()
    return count


@pytest.mark.gpu_code
@pytest.mark.parametrize(("name", "text", "language"), [("x.hip", HIP, "hip"), ("x.cu", CUDA, "cuda")])
def test_the_object_is_the_same(tmp_path: Path, commands: list[list[str]], name: str, text: str, language: str) -> None:
    first = build(tmp_path, name, text, language=language)
    assert (first.outcome, used(commands)) == (Outcome.PASSED, 0)
    without = (tmp_path / f"{name}.o").read_bytes()
    shutil.rmtree(tmp_path / "cache" / "cass-tools" / "builds")
    other = build(tmp_path, name, text, language=language)
    assert (other.outcome, used(commands)) == (Outcome.PASSED, 2)
    assert (tmp_path / f"{name}.o").read_bytes() == without


@pytest.mark.gpu_code
def test_the_hosts_side_is_shared_between_gpus(tmp_path: Path, commands: list[list[str]]) -> None:
    for number, arch in enumerate(("gfx1100", "gfx90a", "gfx1100", "gfx90a")):
        assert build(tmp_path, "x.hip", f"{HIP}// {number}\n", target=Target(arch)).outcome is Outcome.PASSED
    made = [command for command in commands if "-emit-pch" in command]
    assert sorted("--cuda-host-only" in command for command in made) == [False, False, True]


@pytest.mark.gpu_code
def test_a_users_header_of_the_same_name_is_read(tmp_path: Path, commands: list[list[str]]) -> None:
    for number in range(2):
        build(tmp_path, "x.hip", f"{HIP}// {number}\n")
    assert used(commands) == 2
    own = tmp_path / "own"
    (own / "hip").mkdir(parents=True)
    (own / "hip" / "hip_runtime.h").write_text('#error "the user\'s own"\n')
    refused = build(tmp_path, "x.hip", f"{HIP}// own\n", flags=(f"-I{own}",))
    assert refused.outcome is Outcome.NOT_BUILT
    assert "the user's own" in refused.log
    assert used(commands) == 0


@pytest.mark.gpu_code
def test_what_stands_before_the_runtimes_header_holds_in_it(tmp_path: Path) -> None:
    text = '#define __HIP_PLATFORM_NVIDIA__ 1\n#ifdef HIP_INCLUDE_HIP_HIP_RUNTIME_H\n#error "read already"\n#endif\n'
    for number in range(3):
        assert build(tmp_path, "x.hip", f"{text}// {number}\n").outcome is Outcome.PASSED


@pytest.mark.gpu_code
def test_an_error_reads_as_without(tmp_path: Path, commands: list[list[str]]) -> None:
    broken = f"{HIP}int x = y;\n"
    plain = build(tmp_path, "x.hip", broken)
    for number in range(2):
        build(tmp_path, "x.hip", f"{HIP}// {number}\n")
    commands.clear()
    again = build(tmp_path, "x.hip", broken)
    assert used(commands) == 1
    assert (again.outcome, again.log) == (plain.outcome, plain.log)


@pytest.mark.gpu_code
def test_a_changed_header_is_parsed_again(tmp_path: Path, commands: list[list[str]]) -> None:
    header = tmp_path / "first.h"
    header.write_text("constexpr int VALUE = 1;\n")
    flags = ("-include", str(header))
    for number in range(2):
        build(tmp_path, "x.hip", f"{HIP}static_assert(VALUE == 1); // {number}\n", flags=flags)
    assert used(commands) == 2
    header.write_text("constexpr int VALUE = 22;\n")
    assert build(tmp_path, "x.hip", f"{HIP}static_assert(VALUE == 22);\n", flags=flags).outcome is Outcome.PASSED


@pytest.mark.gpu_code
def test_a_cache_that_cannot_be_written_costs_nothing_else(tmp_path: Path, commands: list[list[str]]) -> None:
    (tmp_path / "cache" / "cass-tools").mkdir(parents=True)
    (tmp_path / "cache" / "cass-tools" / "precompiled").touch()
    for number in range(2):
        assert build(tmp_path, "x.hip", f"{HIP}// {number}\n").outcome is Outcome.PASSED
    assert used(commands) == 0


def test_folders_are_taken_apart_from_the_options() -> None:
    kept, folders = precompiled.apart(("-O3", "-Iinc", "-I", "two", "-iquotethree", "-DX=1"))
    assert kept == ["-O3", "-DX=1"]
    assert folders == [Path("inc"), Path("two"), Path("three")]
