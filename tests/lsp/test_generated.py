"""What is compiled during an import is kept for the next start; a file that cannot be used does no harm."""

import os
import types
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import pytest
from cass_lsp.generated import Kept, kept


def uses() -> types.ModuleType:
    """A module that compiles, as attrs does."""
    module = types.ModuleType("made")
    exec("def run(text): return eval(compile(text, '<made>', 'eval'))", module.__dict__)  # noqa: S102
    return module


def test_what_was_compiled_once_is_not_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, folder = uses(), tmp_path / "new"
    with kept(module, folder):
        assert module.run("6 * 7") == 42
    (file,) = folder.iterdir()
    written = file.stat().st_mtime_ns
    monkeypatch.setattr("builtins.compile", None)
    with kept(module, folder):
        assert module.run("6 * 7") == 42
    assert "compile" not in module.__dict__ and file.stat().st_mtime_ns == written


def test_another_text_is_compiled_and_takes_its_place(tmp_path: Path) -> None:
    module = uses()
    for text, value in (("1 + 1", 2), ("2 + 2", 4), ("1 + 1", 2)):
        with kept(module, tmp_path):
            assert module.run(text) == value
        assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    "data", [b"", b"xx", MAGIC_NUMBER, MAGIC_NUMBER + b"\xfb\xff\xff", MAGIC_NUMBER + b"N", b"\0" * 99]
)
def test_a_file_that_cannot_be_used_is_written_anew(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(data)
    cache = Kept(file)
    assert eval(cache("6 * 7", "<made>", "eval")) == 42  # noqa: S307
    cache.save()
    assert file.read_bytes()[: len(MAGIC_NUMBER)] == MAGIC_NUMBER and len(file.read_bytes()) > 50


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_somebody_elses_file_is_not_read(tmp_path: Path) -> None:
    module = uses()
    with kept(module, tmp_path):
        module.run("6 * 7")
    (file,) = tmp_path.iterdir()
    os.chown(file, 12345, -1)
    assert not Kept(file)._before


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    module = uses()
    with kept(module, tmp_path / "file"):
        assert module.run("6 * 7") == 42
