"""`cass model pull` and its kin against a server that stands in for the hub."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cass_tools.models.fetching import Remote, draft_of
from tests.cli.command import Command, Said
from tests.models.hub import REVISION, Hub, hub, tiny_gguf

pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed: pip install 'cass-tools[model]'")

MODEL = tiny_gguf(payload=1 << 20)


@pytest.fixture
def server() -> Iterator[Hub]:
    with hub({"model-Q8_0.gguf": tiny_gguf("other"), "model-Q4_K_M.gguf": MODEL, "README.md": b"# a model"}) as running:
        yield running


@pytest.fixture
def cass(tmp_path: Path) -> Command:
    folder = tmp_path / "work"
    folder.mkdir()
    return Command(folder, tmp_path / "state")


def model(cass: Command, server: Hub, *words: str | Path, **env: str) -> Said:
    return cass(
        "model", *words, CASS_MODELS=str(cass.folder / "models"), HF_ENDPOINT=server.url, HF_HOME=str(cass.state), **env
    )


def kept(cass: Command) -> list[str]:
    return sorted(path.name for path in (cass.folder / "models").glob("*"))


def part(cass: Command, server: Hub, file: str, mark: str) -> Path:
    """Where what has come of a file of the hub is kept."""
    url = f"{server.url}/some/model/resolve/{REVISION}/{file}"
    target = cass.folder / "models" / file
    target.parent.mkdir(exist_ok=True)
    return draft_of(target, Remote(url, mark))


def test_the_usual_quantisation_is_fetched_and_noted(cass: Command, server: Hub) -> None:
    said = model(cass, server, "pull", "some/model", "--accept-licence")
    assert said.status == 0, said.err
    assert (cass.folder / "models" / "model-Q4_K_M.gguf").read_bytes() == MODEL
    note = json.loads(cass.read("models/model-Q4_K_M.json"))
    digest = hashlib.sha256(MODEL).hexdigest()
    assert note == {"source": "some/model", "sha256": digest, "licence": "apache-2.0", "revision": REVISION}
    assert digest in said.out
    assert kept(cass) == ["model-Q4_K_M.gguf", "model-Q4_K_M.json"]


def test_a_licence_that_is_not_accepted_fetches_nothing(cass: Command, server: Hub) -> None:
    said = model(cass, server, "pull", "some/model")
    assert said.status == 2
    assert "comes under this licence: apache-2.0" in said.err
    assert "was not accepted; nothing was fetched" in said.err
    assert kept(cass) == []
    assert not [path for path, _ in server.asked if "resolve" in path]


def test_an_interrupted_fetch_goes_on_where_it_ended(cass: Command) -> None:
    large = tiny_gguf(payload=24 << 20)
    with hub({"model-Q4_K_M.gguf": large}) as server:
        server.cut = 11 << 20
        said = model(cass, server, "pull", "some/model", "--accept-licence")
    assert said.status == 0, said.err
    assert server.cuts == 3
    assert (cass.folder / "models" / "model-Q4_K_M.gguf").read_bytes() == large
    assert len([given for _, given in server.asked if given]) == 2


def test_a_part_from_an_earlier_run_is_gone_on_with(cass: Command, server: Hub) -> None:
    folder = cass.folder / "models"
    draft = part(cass, server, "model-Q4_K_M.gguf", hashlib.sha256(MODEL).hexdigest())
    draft.write_bytes(MODEL[:700_000])
    assert model(cass, server, "pull", "some/model", "--accept-licence").status == 0
    assert [given for _, given in server.asked if given] == ["bytes=700000-"]
    assert (folder / "model-Q4_K_M.gguf").read_bytes() == MODEL
    assert not draft.exists()


def test_a_wrong_digest_is_refused_and_the_file_removed(cass: Command, server: Hub) -> None:
    server.digests["model-Q4_K_M.gguf"] = "ab" * 32
    said = model(cass, server, "pull", "some/model", "--accept-licence")
    assert said.status == 2
    assert "is not what was expected: SHA-256" in said.err
    assert kept(cass) == []


def test_a_full_disk_is_told_and_leaves_nothing_in_place(cass: Command, server: Hub) -> None:
    part(cass, server, "model-Q4_K_M.gguf", hashlib.sha256(MODEL).hexdigest()).symlink_to("/dev/full")
    said = model(cass, server, "pull", "some/model", "--accept-licence")
    assert said.status == 2
    assert "No space left on device" in said.err
    assert [name for name in kept(cass) if not name.startswith(".")] == []


def test_offline_is_told(cass: Command, server: Hub) -> None:
    for words, env in ((("--offline",), {}), ((), {"HF_HUB_OFFLINE": "1"})):
        said = model(cass, server, "pull", "some/model", "--accept-licence", *words, **env)
        assert said.status == 2
        assert "this is offline" in said.err
    assert not server.asked


def test_what_is_not_on_the_hub_is_told(cass: Command, server: Hub) -> None:
    said = model(cass, server, "pull", "nobody/model", "--accept-licence")
    assert said.status == 2
    assert "the hub does not give nobody/model" in said.err
    said = model(cass, server, "pull", "some/model", "--file", "none.gguf", "--accept-licence")
    assert "has no file none.gguf; it has README.md" in said.err


def test_an_address_and_a_path(cass: Command, server: Hub) -> None:
    url = f"{server.url}/some/model/resolve/main/model-Q8_0.gguf"
    assert model(cass, server, "pull", url, "--name", "eight", "--accept-licence").status == 0
    said = model(cass, server, "pull", url, "--name", "nine", "--sha256", "00" * 32, "--accept-licence")
    assert "is not what was expected" in said.err
    cass.folder.joinpath("own.gguf").write_bytes(MODEL)
    assert model(cass, server, "pull", "./own.gguf", "--accept-licence").status == 0
    said = model(cass, server, "list")
    assert "eight" in said.out and "own" in said.out and "nine" not in said.out


def test_a_page_in_place_of_a_model_is_refused(cass: Command, server: Hub) -> None:
    server.files["model-Q4_K_M.gguf"] = b"<html>please log in</html>"
    said = model(cass, server, "pull", "some/model", "--accept-licence")
    assert said.status == 2
    assert "is no GGUF file" in said.err
    assert kept(cass) == []


def test_safetensors_are_fetched_and_want_the_converter(cass: Command) -> None:
    with hub({"model.safetensors": b"weights", "config.json": b"{}"}) as server:
        said = model(cass, server, "pull", "some/model", "--accept-licence")
    assert "came as safetensors" in said.out, said.err
    assert said.status == 2
    assert "converting needs" in said.err or "was not converted" in said.err


def test_use_info_remove(cass: Command, server: Hub) -> None:
    for file in ("model-Q8_0.gguf", "model-Q4_K_M.gguf"):
        assert model(cass, server, "pull", "some/model", "--file", file, "--accept-licence").status == 0
    assert model(cass, server, "use", "model-Q8_0").status == 0
    value = json.loads(model(cass, server, "info", "auto", "--format", "json").out)
    assert (value["name"], value["quantisation"], value["licence"]) == ("model-Q8_0", "Q4_K_M", "apache-2.0")
    said = model(cass, server, "info", "model")
    assert said.status == 2 and "say which" in said.err
    assert model(cass, server, "remove", "model-Q8_0").status == 0
    assert kept(cass) == ["in-use", "model-Q4_K_M.gguf", "model-Q4_K_M.json"]
    assert json.loads(model(cass, server, "info", "auto", "--format", "json").out)["name"] == "model-Q4_K_M"
    said = model(cass, server, "remove", "gone")
    assert said.status == 2 and "there is no model 'gone'" in said.err


def test_names_lead_nowhere_else(cass: Command, server: Hub) -> None:
    said = model(cass, server, "pull", "some/model", "--name", "../evil", "--accept-licence")
    assert said.status == 2 and "is no name for a model" in said.err
    assert [path.name for path in cass.folder.iterdir()] in (["models"], [])
