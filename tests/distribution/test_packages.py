"""The wheel and the sdist: complete, the same each time, without traces of this machine, and they work."""

import email
import re
import shutil
import tarfile
import zipfile
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from packaging.metadata import Metadata

from cass_tools import __version__, proc
from tests.distribution.conftest import BIN, ROOT, act

PACKAGES = ("cass_tools", "lsp/cass_lsp", "hooks/cass_hooks")
PROGRAMS = {"cass", "cass-hipcc", "cass-clang++", "cass-lsp", "cass-hook"}


def listed(*folders: str) -> set[str]:
    """What git knows below folders, or would take."""
    done = proc.run(["git", "ls-files", "-z", "-co", "--exclude-standard", "--", *folders], cwd=ROOT)
    if done.status != 0:
        pytest.skip("this is not a checkout by git")
    names = {name for name in done.stdout.decode().split("\0") if name}
    return {name for name in names if (ROOT / name).exists()}


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    names = {name for name in contents(wheel) if ".dist-info/" not in name and ".data/" not in name}
    assert names == {re.sub("^(lsp|hooks)/", "", name) for name in listed(*PACKAGES)}
    assert {"cass_tools/py.typed", "cass_tools/data/overloads.tsv"} <= names
    assert any(name.endswith(".cpp") for name in names) and any(name.endswith(".hpp") for name in names)


def test_the_wheel_holds_the_manual_and_the_licence(wheel: Path) -> None:
    names = contents(wheel)
    manual = {name.rpartition("/")[2] for name in names if f"{__version__}.data/data/share/man/man1/" in name}
    assert manual == {path.name for path in (ROOT / "docs/man").iterdir()}
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_sdist_gives_the_same_wheel_as_the_checkout(built: Path, wheel: Path) -> None:
    [direct] = (built / "direct").glob("*.whl")
    assert contents(direct) == contents(wheel)
    assert direct.read_bytes() == wheel.read_bytes()  # SOURCE_DATE_EPOCH is honoured


def test_the_sdist_holds_what_git_does(built: Path) -> None:
    [path] = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers()}
        assert {(member.uid, member.gid) for member in archive.getmembers()} == {(0, 0)}
    assert names - {"PKG-INFO"} == listed()


def test_nothing_tells_of_this_machine(built: Path, wheel: Path) -> None:
    [path] = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        texts = [archive.extractfile(member).read() for member in archive if member.isfile()]  # type: ignore[union-attr]
    for text in (*texts, *contents(wheel).values()):
        assert str(ROOT).encode() + b"/" not in text
        assert str(built).encode() not in text


def test_the_metadata_is_valid(wheel: Path) -> None:
    files = contents(wheel)
    [text] = [data for name, data in files.items() if name.endswith("/METADATA")]
    head = email.message_from_bytes(text)
    # The library lags behind the newest version of the format, of which nothing is used here.
    Metadata.from_email(re.sub(rb"^Metadata-Version: .*", b"Metadata-Version: 2.4", text, count=1), validate=True)
    assert (head["Name"], head["Version"], head["Requires-Python"]) == ("cass-tools", __version__, ">=3.11")
    assert head["License-Expression"] == "Apache-2.0" and head["Description-Content-Type"] == "text/markdown"
    act(BIN / "check-wheel-contents", "--toplevel", "cass_tools,cass_lsp,cass_hooks", wheel, cwd=wheel.parent)


def test_every_program_has_something_to_start(wheel: Path) -> None:
    [text] = [data.decode() for name, data in contents(wheel).items() if name.endswith("entry_points.txt")]
    rows = re.findall(r"^([\w+-]+) = (\S+)$", text, re.M)
    assert {name for name, _ in rows} == PROGRAMS
    assert all(callable(EntryPoint(name, value, "console_scripts").load()) for name, value in rows)


def test_the_programs_run_without_the_checkout(installed: Path, tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples/reduce.cu", tmp_path)
    where = act(installed / "python", "-c", "import cass_tools; print(cass_tools.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(installed.parent)
    assert act(installed / "cass", "--version", cwd=tmp_path) == f"cass {__version__}\n"
    assert act(installed / "cass-lsp", "--version", cwd=tmp_path) == f"cass-lsp {__version__}\n"
    assert "CASS121" in act(installed / "cass", "check", "reduce.cu", cwd=tmp_path, status=1)
    assert "CASS121" in act(installed / "cass-hook", "check", "reduce.cu", cwd=tmp_path, status=1)
    assert "GPUs to build for" in act(installed / "cass-hipcc", "--help", cwd=tmp_path)
    assert "cudaMalloc" in act(installed / "cass", "api", "cudaMallocPitch", cwd=tmp_path)
    act(installed / "cass", "translate", "--no-verify", "reduce.cu", cwd=tmp_path)
    assert "hip/hip_runtime.h" in (tmp_path / "reduce.hip").read_text()
    assert (installed.parent / "share/man/man1/cass-translate.1").is_file()


@pytest.mark.gpu_code
def test_a_port_is_built_run_and_written(installed: Path, tmp_path: Path) -> None:
    for path in (ROOT / "examples").glob("histogram.cu*"):
        shutil.copy(path, tmp_path)
    printed = act(installed / "cass", "translate", "histogram.cu", "--arch", "gfx1100", cwd=tmp_path)
    assert printed.count("PASSED") >= 3
    assert "equal to the CPU" in act(installed / "cass", "run", "histogram.hip", cwd=tmp_path)
    assert "HIP can be built here." in act(installed / "cass", "doctor", cwd=tmp_path)
