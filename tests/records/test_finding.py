"""The record that belongs to a source: the same text, headers, flags and arguments, beside it or in a folder."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from cass_tools.errors import CassError
from cass_tools.records import finding, form
from cass_tools.records.form import Record
from cass_tools.trial import Unit


@pytest.fixture
def unit(tmp_path: Path) -> Unit:
    (tmp_path / "x.cu").write_text('#include "x.h"\nint main() {}\n')
    (tmp_path / "x.h").write_text("// one\n")
    return Unit(tmp_path / "x.cu", (tmp_path / "x.cu").read_bytes())


def recorded(unit: Unit, args: tuple[str, ...] = (), flags: tuple[str, ...] = ()) -> Path:
    """A record of the unit and its header, where it belongs."""
    sources = finding.sources(unit, (unit.path.parent / "x.h",))
    made = Record("x.cu", "sm_90", sources, flags, args, {"gpu": "NVIDIA H200", "driver": "1"}, 0, b"5\n")
    path = finding.place(unit.path, args)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(form.write(made))
    return path


def test_it_lies_beside_the_source(unit: Unit) -> None:
    assert "no run of x.cu was recorded" in finding.find(unit, ()).reason
    path = recorded(unit)
    assert path == unit.path.parent / "x.cu.cass-record.json"
    assert finding.find(unit, ()).path == path


def test_arguments_have_records_of_their_own(unit: Unit) -> None:
    paths = {recorded(unit), recorded(unit, ("-n", "5")), recorded(unit, ("-n 5",))}
    assert len(paths) == 3
    for args in ((), ("-n", "5"), ("-n 5",)):
        found = finding.find(unit, args)
        assert found.record and found.record.args == args
    assert finding.find(unit, ("-n", "6")).near


def test_a_folder_may_be_named(unit: Unit, tmp_path: Path) -> None:
    (tmp_path / "cass.toml").write_text('[verify]\nrecords = "kept"\n')
    inner = tmp_path / "sub" / "x.cu"
    assert finding.place(unit.path, ()) == tmp_path / "kept" / "x.cu.cass-record.json"
    inner.parent.mkdir()
    assert finding.place(inner, ()) == tmp_path / "kept" / "sub" / "x.cu.cass-record.json"


@pytest.mark.parametrize(("text", "said"), [("[verify]\nrecords = 5", "is the name of a folder"), ("[", "cass.toml")])
def test_a_folder_that_is_none_is_told(unit: Unit, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "cass.toml").write_text(text)
    with pytest.raises(CassError, match=said):
        finding.find(unit, ())


def test_another_source_header_or_flag_is_another_program(unit: Unit) -> None:
    path = recorded(unit)
    other = replace(unit, data=unit.data + b"//")
    assert finding.find(other, ()).reason == f"{path.name} was made of another x.cu; record it again (cass record)"
    assert "with the flags (none)" in finding.find(replace(unit, flags=("-DN=2",)), ()).reason
    (unit.path.parent / "x.h").write_text("// two\n")
    assert "was made of another x.h" in finding.find(unit, ()).reason
    (unit.path.parent / "x.h").unlink()
    assert "was made of another x.h" in finding.find(unit, ()).reason


def test_folders_of_one_machine_do_not_count_as_flags() -> None:
    flags = ("-I", "/a", "-DN=2", "-isystem/b", "-O3", "-L/c")
    assert finding.named_flags(flags) == ("-DN=2", "-O3")


def test_a_named_record_must_be_one(unit: Unit, tmp_path: Path) -> None:
    with pytest.raises(CassError, match="No such file"):
        finding.find(unit, (), tmp_path / "none.json")
    (tmp_path / "some.json").write_text("{}")
    with pytest.raises(CassError, match="is not a record"):
        finding.find(unit, (), tmp_path / "some.json")


def test_digests_are_of_the_text() -> None:
    unit = Unit(Path("x.cu"), b"int main() {}")
    assert finding.sources(unit, ()) == {"x.cu": hashlib.sha256(unit.data).hexdigest()}
