"""Drafts that are gone on with: never over the bytes of another file, another revision, another command."""

import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cass_tools.errors import CassError
from cass_tools.models import store
from cass_tools.models.fetching import draft_of, look
from cass_tools.models.pull import Wanted, Weights, pull
from tests.cli.command import Command
from tests.models.hub import Hub, hub, tiny_gguf

pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed: pip install 'cass-tools[model]'")

ONE, OTHER = tiny_gguf("one", payload=1 << 20), tiny_gguf("two", payload=1 << 20)


@pytest.fixture
def server() -> Iterator[Hub]:
    with hub({"a.gguf": ONE}) as running:
        yield running


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "models"
    place.mkdir()
    monkeypatch.setenv("CASS_MODELS", str(place))
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    return place


def address(server: Hub, folder: str = "main") -> str:
    return f"{server.url}/some/model/resolve/{folder}/a.gguf"


def fetched(url: str, name: str = "", sha256: str = "") -> store.Installed:
    found = pull(Wanted(url, name, sha256=sha256), lambda model, licence: True)
    assert isinstance(found, store.Installed)
    return found


def begin(server: Hub, models: Path, url: str, size: int = 500_000) -> Path:
    """A draft with the first bytes of a file, as an interrupted fetch leaves it."""
    draft = draft_of(models / "a.gguf", look(url))
    draft.write_bytes(server.files["a.gguf"][:size])
    server.asked.clear()
    return draft


def test_the_same_file_is_gone_on_with(server: Hub, models: Path) -> None:
    begin(server, models, address(server))
    assert fetched(address(server)).path.read_bytes() == ONE
    assert [given for _, given in server.asked if given] == ["bytes=500000-"]


@pytest.mark.parametrize("change", ["file", "address"])
def test_another_file_begins_anew(server: Hub, models: Path, change: str) -> None:
    draft = begin(server, models, address(server))
    if change == "file":
        server.files["a.gguf"] = OTHER
        server_url = address(server)
    else:
        server_url = address(server, "other")
    assert fetched(server_url).path.read_bytes() == server.files["a.gguf"]
    assert not [given for _, given in server.asked if given]
    assert not draft.exists()


@pytest.mark.parametrize("lacking", ["heads", "tagged"])
def test_a_file_that_cannot_be_told_from_another_begins_anew(server: Hub, models: Path, lacking: str) -> None:
    setattr(server, lacking, False)
    begin(server, models, address(server)).write_bytes(OTHER[:500_000])
    assert fetched(address(server)).path.read_bytes() == ONE
    assert not [given for _, given in server.asked if given]


def test_a_whole_draft_is_put_in_place(server: Hub, models: Path) -> None:
    for sized in (True, False):
        server.sized = sized
        begin(server, models, address(server), len(ONE))
        assert fetched(address(server)).path.read_bytes() == ONE


def test_what_is_longer_than_announced_is_refused(server: Hub, models: Path) -> None:
    server.announced = len(ONE) - 8
    with pytest.raises(CassError, match="longer than the"):
        fetched(address(server))
    assert list(models.iterdir()) == []


def test_what_is_not_there_leaves_nothing(server: Hub, models: Path) -> None:
    with pytest.raises(CassError, match="404"):
        fetched(address(server).replace("a.gguf", "none.gguf"))
    assert list(models.iterdir()) == []


@pytest.mark.parametrize(
    "url", ["http://[::1/a.gguf", "http://localhost:abc/a.gguf", "http:///a.gguf", "ftp://h/a.gguf"]
)
def test_what_is_no_address(models: Path, url: str) -> None:
    with pytest.raises(CassError, match="is no address of a file"):
        fetched(url)
    assert list(models.iterdir()) == []


def test_one_command_at_a_time_makes_a_model(server: Hub, models: Path) -> None:
    own = models.parent / "a.gguf"
    own.write_bytes(ONE)
    with store.alone(models / "a.gguf"):
        for word in (address(server), str(own)):
            with pytest.raises(CassError, match="another command is making the model a"):
                fetched(word)
        assert fetched(address(server), name="b").path.read_bytes() == ONE
    assert fetched(address(server)).path.read_bytes() == ONE


def test_the_original_of_a_copy_stays_and_is_not_said_to_be_removed(models: Path) -> None:
    own = models.parent / "own.gguf"
    own.write_bytes(ONE)
    with pytest.raises(CassError, match="nothing was installed"):
        fetched(str(own), sha256="00" * 32)
    assert own.read_bytes() == ONE
    assert store.installed() == ()


@pytest.mark.parametrize(
    ("wanted", "words"), [(Wanted(""), "say which model"), (Wanted("http://h/a.gguf", sha256="00"), "is no SHA-256")]
)
def test_what_cannot_be_meant_is_told_before_anything_is_fetched(models: Path, wanted: Wanted, words: str) -> None:
    with pytest.raises(CassError, match=words):
        pull(wanted, lambda model, licence: True)
    assert list(models.iterdir()) == []


def test_two_commands_at_once_leave_one_whole_model(server: Hub, models: Path) -> None:
    server.files["a.gguf"] = whole = tiny_gguf(payload=32 << 20)
    cass = Command(models.parent, models.parent / "state")
    with ThreadPoolExecutor(2) as both:
        words = ("model", "pull", address(server), "--accept-licence")
        said = [one.result() for one in [both.submit(cass, *words) for _ in range(2)]]
    assert {one.status for one in said} <= {0, 2}
    assert any(one.status == 0 for one in said)
    assert all("another command is making" in one.err for one in said if one.status)
    assert (models / "a.gguf").read_bytes() == whole


def weights(server: Hub, revision: str, monkeypatch: pytest.MonkeyPatch) -> Weights:
    from huggingface_hub import constants

    server.revision = hashlib.sha1(revision.encode()).hexdigest()  # noqa: S324  as git names a commit
    monkeypatch.setattr(constants, "ENDPOINT", server.url)
    monkeypatch.setattr("huggingface_hub.hf_api.constants.ENDPOINT", server.url)
    monkeypatch.setattr(
        constants, "HUGGINGFACE_CO_URL_TEMPLATE", server.url + "/{repo_id}/resolve/{revision}/{filename}"
    )
    found = pull(Wanted("some/model", revision=revision), lambda model, licence: True)
    assert isinstance(found, Weights)
    return found


def test_each_revision_has_its_own_weights(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with hub({"model.safetensors": b"first", "config.json": b"{}"}) as server:
        first = weights(server, "rev1", monkeypatch)
        assert (first.folder / "model.safetensors").read_bytes() == b"first"
        (first.folder / "config.json").write_bytes(b"cut")
        server.asked.clear()
        assert (weights(server, "rev1", monkeypatch).folder / "config.json").read_bytes() == b"{}"
        assert not [path for path, _ in server.asked if path.endswith("safetensors")]
        server.files["model.safetensors"] = b"other"
        other = weights(server, "rev2", monkeypatch)
    assert (other.folder / "model.safetensors").read_bytes() == b"other"
    assert not first.folder.exists()
    other.done()
    assert not other.folder.exists()


def test_a_folder_of_the_users_own_is_not_removed(models: Path) -> None:
    own = models.parent / "own"
    own.mkdir()
    found = pull(Wanted(str(own)), lambda model, licence: True)
    assert isinstance(found, Weights)
    found.done()
    assert own.is_dir()
