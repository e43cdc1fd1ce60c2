"""The compiled host runtime as programs see it."""

import re
from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.errors import CassError
from cass_tools.executor import stand_in
from tests.executor.host.rig import succeed

COMPILERS = [c for c in ("g++", "clang++-19") if proc.run(["which", c]).status == 0]


def symbols(*arguments: str) -> str:
    done = proc.run(["readelf", "-W", *arguments, stand_in.folder() / "libamdhip64.so"])
    return done.stdout.decode()


def test_it_is_compiled_once() -> None:
    folder = stand_in.folder()
    before = (folder / "libamdhip64.so").stat().st_mtime_ns
    assert stand_in.folder() == folder
    assert (folder / "libamdhip64.so").stat().st_mtime_ns == before
    assert {path.name for path in folder.iterdir()} == {*stand_in.NAMES, stand_in.LINKED}
    assert {path.name for path in (folder / stand_in.LINKED).iterdir()} == {"5", "6", "7", "cuda"}


def test_it_exports_hip_and_nothing_else() -> None:
    rows = (line.split() for line in symbols("--dyn-syms").splitlines())
    exported = {
        row[7].split("@")[0] for row in rows if len(row) > 7 and row[4] == "GLOBAL" and row[6] not in ("UND", "ABS")
    }
    assert {"hipMalloc", "__hipRegisterFatBinary", "hipGetDevicePropertiesR0600"} <= exported
    known = re.compile(r"(__|_Z\d+)?hip|(__)?cuda[A-Z]|cu[A-Z]|__gnu_(f2h|h2f)_ieee|cass_(access_image|refuse)$")
    # Of the last two one is for tests, the other for CUDA-on-HIP headers.
    assert [name for name in exported if not known.match(name)] == []


def test_it_has_every_version_that_programs_ask_for() -> None:
    versions = symbols("-V")
    assert all(f"Name: hip_{version}" in versions for version in ("4.2", "5.2", "6.0", "6.4", "7.0"))


def test_no_compiler_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stand_in, "compiler", lambda: None)
    with pytest.raises(CassError, match=r"no C\+\+ compiler .* apt-get install"):
        stand_in.folder()


def test_a_source_that_does_not_compile_is_a_sentence(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.cpp"
    wrong.write_text("int f( {")
    program = stand_in.compiler()
    assert program is not None
    with pytest.raises(CassError, match="cannot be compiled"):
        stand_in.compile_sources(program, [wrong], tmp_path)


@pytest.mark.parametrize("program", COMPILERS)
def test_no_compiler_warns(program: str, tmp_path: Path) -> None:
    everything = tmp_path / "everything.cpp"
    headers = sorted(stand_in.SOURCES.glob("*.hpp"))
    everything.write_text("".join(f'#include "{header}"\n' for header in headers))
    succeed(program, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", everything)


@pytest.mark.parametrize("name", ["cass-hipcc", "cass-clang++", "nvcc", "amdclang++"])
def test_a_compiler_for_gpus_that_a_build_exports_is_none_of_ours(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make CXX=cass-hipcc`: it would wait for itself."""
    for each in (name, "own-c++"):
        (tmp_path / each).write_text("#!/bin/sh\n")
        (tmp_path / each).chmod(0o755)
    monkeypatch.setenv("CXX", str(tmp_path / name))
    assert stand_in.compiler.__wrapped__() != str(tmp_path / name)
    monkeypatch.setenv("CXX", str(tmp_path / "own-c++"))
    assert stand_in.compiler.__wrapped__() == str(tmp_path / "own-c++")
