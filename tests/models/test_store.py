"""The models of a machine: odd files among them, names that are none, folders that cannot be written."""

import json
import os
from pathlib import Path

import pytest

from cass_tools.errors import CassError
from cass_tools.models import store
from tests.cli.command import Command, Said
from tests.models.hub import tiny_gguf

ODD = "mit\x1b]0;owned\x07\nno licence\x9b2J\u202e"


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "models"
    place.mkdir()
    monkeypatch.setenv("CASS_MODELS", str(place))
    (place / "good-one.gguf").write_bytes(tiny_gguf())
    return place


def cass(models: Path, *words: str) -> Said:
    return Command(models.parent, models.parent / "state")("model", *words)


def test_odd_files_do_not_end_the_list(models: Path) -> None:
    (models / "bad.gguf").write_bytes(b"GGUF" + b"\xff" * 26)
    (models / "folder.gguf").mkdir()
    os.mkfifo(models / "pipe.gguf")
    os.mkfifo(models / "good-one.json")
    (models / "gone.gguf").symlink_to(models / "nowhere")
    (models / "noted.gguf").write_bytes(tiny_gguf())
    (models / "noted.json").write_text('{"source": 5}')
    (models / "deep.gguf").write_bytes(tiny_gguf())
    (models / "deep.json").write_text("[" * 100_000)
    (models / "in-use").write_bytes(b"\xff\x00")
    (models / "e\x1b[2Jvil.gguf").write_bytes(b"GGUF")
    said = cass(models, "list")
    assert said.status == 0, said.err
    rows = {line.split()[0]: line for line in said.out.splitlines() if line.strip()}
    for name in ("bad", "folder", "pipe", "gone", r"e\x1b[2Jvil"):
        assert "broken" in rows[name], rows
    for name in ("good-one", "noted", "deep"):
        assert "Q4_K_M" in rows[name]
    assert "\x1b" not in said.out
    found = {one["name"]: one for one in json.loads(cass(models, "list", "--format", "json").out)}
    assert "version" in found["bad"]["broken"]
    assert found["noted"]["source"] == ""
    assert store.find("auto").name in ("good-one", "noted", "deep")


@pytest.mark.parametrize("word", ["", "g", "good", "GOOD-ONE", "auto", " "])
def test_only_a_whole_name_removes(models: Path, word: str) -> None:
    with pytest.raises(CassError, match="there is no model"):
        store.remove(word)
    assert (models / "good-one.gguf").is_file()


def test_a_name_and_a_path_remove(models: Path) -> None:
    (models / "other.gguf").write_bytes(tiny_gguf())
    assert store.remove("good-one").name == "good-one"
    assert store.remove(str(models / "other.gguf")).name == "other"
    assert store.installed() == ()


@pytest.mark.parametrize("word", ["", " "])
def test_no_name_finds_nothing(models: Path, word: str) -> None:
    with pytest.raises(CassError, match="the name of a model is wanted"):
        store.find(word)
    assert store.find("good").name == "good-one"


def test_a_folder_that_cannot_be_written_is_told(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    for change, function in ((store.use, "write_bytes"), (store.remove, "unlink")):
        monkeypatch.setattr(Path, function, refused)
        with pytest.raises(CassError, match="cannot be changed: Read-only file system"):
            change("good-one")
    assert [path.name for path in models.iterdir()] == ["good-one.gguf"]


def test_a_small_file_that_cannot_be_put_in_place_leaves_no_draft(models: Path) -> None:
    (models / "in-use").mkdir()
    with pytest.raises(CassError, match="cannot be changed"):
        store.use("good-one")
    assert {path.name for path in models.iterdir()} == {"good-one.gguf", "in-use"}


def test_control_characters_of_a_licence_are_shown_as_escapes(models: Path) -> None:
    (models.parent / "odd.gguf").write_bytes(tiny_gguf(licence=ODD))
    said = cass(models, "pull", "./odd.gguf")
    assert said.status == 2
    assert r"under this licence: mit\x1b]0;owned\x07\nno licence\x9b2J\u202e" in said.err
    (models / "odd.gguf").write_bytes(tiny_gguf(licence=ODD))
    shown = said.err + cass(models, "info", "odd").out
    assert not [character for character in ODD if not character.isprintable() and character in shown.replace("\n", "")]


def test_what_has_been_fetched_in_part_is_shown_and_given_up(models: Path) -> None:
    part = models / ".big-one.0123456789ab.part"
    part.write_bytes(b"x" * 2048)
    (models / ".other.part").write_bytes(b"")  # of somebody else
    assert store.begun() == {"big-one": 2048}
    assert "big-one" in cass(models, "list").out
    said = cass(models, "remove", "big-one")
    assert (said.status, said.out) == (0, "what was fetched of big-one was removed\n")
    assert not part.exists() and (models / ".other.part").exists()
    assert cass(models, "remove", "big-one").status == 2


def test_a_part_is_kept_while_it_is_fetched(models: Path) -> None:
    part = models / ".big-one.0123456789ab.part"
    part.write_bytes(b"x")
    with store.alone(models / "big-one.gguf"), pytest.raises(CassError, match="let it end first"):
        store.give_up("big-one")
    assert part.exists()


def test_the_list_for_programs_names_an_address_that_is_used(models: Path) -> None:
    store.use_address("http://127.0.0.1:8080/v1")
    listed = json.loads(cass(models, "list", "--format", "json").out)
    assert [one["name"] for one in listed] == ["http://127.0.0.1:8080/v1", "good-one"]
    assert [one["in_use"] for one in listed] == [True, False]
