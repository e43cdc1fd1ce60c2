"""The man pages and the reference of commands: current, complete, and what `man` reads without a warning."""

import re
import shutil
from pathlib import Path

import pytest

from bench.manual.__main__ import files, main
from bench.manual.commands import Command, commands
from bench.manual.markdown import page as reference
from bench.manual.roff import page
from cass_tools import proc

DOCS = Path(__file__).parents[2] / "docs"


def test_the_manual_is_current(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", str(DOCS)]) == 0, capsys.readouterr().out


def test_writing_adds_and_removes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", str(tmp_path)]) == 1
    assert main(["--write", str(tmp_path)]) == 0
    (tmp_path / "man/cass-gone.1").write_text("no such command\n")
    capsys.readouterr()
    assert main(["--check", str(tmp_path)]) == 1
    assert "cass-gone.1 is out of date" in capsys.readouterr().out
    assert main(["--write", str(tmp_path)]) == 0
    assert not (tmp_path / "man/cass-gone.1").exists()
    assert main(["--check", str(tmp_path)]) == 0


def test_every_command_and_option_has_its_place() -> None:
    found = {each.words: each for each in commands()}
    assert {"cass", "cass translate", "cass model pull", "cass-hipcc", "cass-lsp", "cass-hook verify"} <= found.keys()
    assert {row[0] for row in found["cass"].commands} <= found.keys()
    translate = "\n".join(name for name, _ in found["cass translate"].options)
    assert {"--output", "--in-place", "--arch", "--help"} <= set(re.findall(r"--[\w-]+", translate))
    assert all(does for each in found.values() for _, does in each.options)
    assert found["cass check"].usage == "cass check [OPTIONS] [PATH...]"
    assert "gfx1100" in found["cass-hipcc"].verbatim


def test_the_program_and_the_group_of_one_name_share_a_page() -> None:
    text = files()["man/cass-hook.1"]
    assert "cass\\-hook\\-verify(1)" in text and "cass\\-hook\\-install(1)" in text


ODD = Command("cass odd", "cass odd [X]", (".dots\\n", "`code` -x", "'quoted'"), (("X|Y", "a|b <c>"),), (("-x", "."),))


@pytest.mark.skipif(not shutil.which("man"), reason="man is not installed")
def test_odd_text_is_shown_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "odd.1").write_text(page(ODD, ["cass"]))
    done = proc.run(["man", "--warnings", "-E", "UTF-8", "-l", str(tmp_path / "odd.1")], timeout=60)
    shown = re.sub(r".\x08|\x1b\[\d*m", "", done.stdout.decode())
    for text in (".dots\\n", "code -x", "'quoted'", "X|Y", "a|b <c>", "\n       -x     .\n"):
        assert text in shown, shown
    assert done.stderr == b""
    table = reference([ODD])
    assert "<code>X&#124;Y</code>" in table and "a&#124;b &lt;c>" in table


@pytest.mark.skipif(not shutil.which("man"), reason="man is not installed")
def test_man_shows_them_without_a_warning() -> None:
    names = [DOCS / name for name in files() if name.endswith(".1") and "++" not in name]
    done = proc.run(["man", "--warnings", "-E", "UTF-8", "-l", *map(str, names)], timeout=120)
    assert done.status == 0
    assert done.stderr == b""
    shown = " ".join(re.sub(r".\x08|\x1b\[\d*m", "", done.stdout.decode()).split())
    assert "cass-translate - Translate CUDA to HIP" in shown
