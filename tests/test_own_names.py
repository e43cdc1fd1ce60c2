"""Names of the project that look like CUDA's: what its headers declare is not reported."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.model import Finding, Safety, Source
from cass_tools.own_names import without_own
from cass_tools.scan import check_all, found_before, translate_all

USE = '#include "util.h"\nvoid f() { cudaOwn(1); cudaStray(2); }\n'


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def unknown(found: tuple[Finding, ...]) -> list[str]:
    return [f.message.split()[0] for f in found if f.code == "CASS119"]


def write(folder: Path, **files: str) -> Path:
    (folder / ".git").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_h", ".h").replace("_cu", ".cu")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder / "src/x.cu"


@pytest.mark.parametrize(
    "header",
    [
        "#define cudaOwn(x) x\n",
        "void cudaOwn(int);\n",
        "namespace n {\nextern int cudaOwn;\n}\n",
        "#ifdef A\ntypedef int cudaOwn;\n#endif\n",
        "inline int cudaOwn(int x) { return x; }\n",
    ],
)
def test_what_a_header_declares_is_the_projects(tmp_path: Path, header: str) -> None:
    path = write(tmp_path / "p", src__x_cu=USE, src__util_h=header)
    checked = next(iter(check_all([path], Config(), 1)))
    assert unknown(checked.findings) == ["cudaStray"]
    assert unknown(next(iter(translate_all([path], Config(), Safety.UNSAFE, 1))).findings) == ["cudaStray"]


@pytest.mark.parametrize(
    "header", ["void g() { int cudaOwn = 1; cudaOwn++; }\n", "void g(int cudaOwn);\n", "// cudaOwn\n"]
)
def test_what_holds_in_a_function_is_not(tmp_path: Path, header: str) -> None:
    path = write(tmp_path / "p", src__x_cu=USE, src__util_h=header)
    assert unknown(next(iter(check_all([path], Config(), 1))).findings) == ["cudaOwn", "cudaStray"]


def test_headers_of_headers_and_of_the_include_folder_are_read(tmp_path: Path) -> None:
    path = write(
        tmp_path / "p",
        src__x_cu=USE,
        include__util_h='#include "deep/own.h"\n',
        include__deep__own_h="void cudaOwn(int);\n",
    )
    assert unknown(next(iter(check_all([path], Config(), 1))).findings) == ["cudaStray"]


def test_nothing_above_the_repository_is_read(tmp_path: Path) -> None:
    (tmp_path / "util.h").write_text("void cudaOwn(int);\n")
    path = write(tmp_path / "p", src__x_cu=USE)
    assert unknown(next(iter(check_all([path], Config(), 1))).findings) == ["cudaOwn", "cudaStray"]


def test_a_changed_header_counts_at_once(tmp_path: Path) -> None:
    path = write(tmp_path / "p", src__x_cu=USE, src__util_h="void cudaOwn(int);\n")
    source = Source(path, path.read_bytes())
    assert unknown(found_before(source, Config())) == ["cudaStray"]
    path.with_name("util.h").write_text("void cudaStray(int, int);\n")
    assert unknown(found_before(source, Config())) == ["cudaOwn"]


def test_headers_in_a_circle_and_what_cannot_be_read_end_well(tmp_path: Path) -> None:
    path = write(tmp_path / "p", src__x_cu=USE, src__util_h='#include "util.h"\n#include "x.cu"\n#include "dir"\n')
    (path.parent / "dir").mkdir()
    (path.parent / "loop.h").symlink_to("loop.h")
    assert unknown(next(iter(check_all([path], Config(), 1))).findings) == ["cudaOwn", "cudaStray"]
    nowhere = Source(Path("nowhere/x.cu"), USE.encode())
    found = next(iter(check_all([path], Config(), 1))).findings
    assert without_own(nowhere, found) == found
