"""The cache of translations: found again, never damaged, never too large, whoever writes at the same time."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cass_tools.cli.main import run
from cass_tools.wrapper import store
from cass_tools.wrapper.store import Kept, Remark
from tests.wrapper.command import PROGRAM, Project

KEY = "ab" + "0" * 62


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CASS_CACHE", str(tmp_path / "cache"))
    yield


@pytest.mark.parametrize(
    "kept", [Kept(b"a\nb\n", (Remark(1, 2, "CASS104", "left"),)), Kept(None), Kept(b""), Kept(bytes(range(256)))]
)
def test_what_was_put_is_found(kept: Kept) -> None:
    assert store.get(KEY) is None
    store.put(KEY, kept)
    assert store.get(KEY) == kept


def test_damage_is_noticed() -> None:
    store.put(KEY, Kept(b"int x;\n"))
    (file,) = (path for path in store.stats().place.rglob("*") if path.is_file())
    whole = file.read_bytes()
    for damaged in (whole[:-1], whole + b"x", whole[:5], b"", b"{}\n", b"[]\nint x;\n", whole.replace(b"int", b"inx")):
        file.write_bytes(damaged)
        assert store.get(KEY) is None
    file.unlink()
    file.mkdir()
    assert store.get(KEY) is None
    store.put(KEY, Kept(b"x"))  # no error


def test_what_was_used_longest_ago_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "LIMIT", 256 * 3000)
    for number in range(10):
        store.put(f"ab{number:062}", Kept(bytes(1000)))
    kept = [number for number in range(10) if store.get(f"ab{number:062}")]
    assert kept == list(range(10 - len(kept), 10))
    assert 1 <= len(kept) <= 3
    assert store.stats().size <= 3000


def test_many_writers() -> None:
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda number: store.put(KEY, Kept(b"the same" * (number // 100 + 1))), range(99)))
    assert store.get(KEY) == Kept(b"the same")
    assert store.stats().files == 1


def test_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    store.put(KEY, Kept(b"x" * 5000))
    assert run(["cache", "stats"]) == 0
    assert capsys.readouterr().out.startswith("1 translations, 0.0 of 512 MiB, in ")
    assert run(["cache", "stats", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"] == 1
    assert run(["cache", "clear"]) == 0
    assert store.stats().files == 0


@pytest.mark.gpu_code
def test_a_change_of_a_header_or_of_the_rules_is_seen(project: Project) -> None:
    assert project("-MM", "main.cu").status == 0
    before = store.stats().files
    assert project("-MM", "main.cu").status == 0
    assert store.stats().files == before > 1
    project.write(main__cu=PROGRAM + "// more\n")
    assert project("-MM", "main.cu").status == 0
    assert store.stats().files == before + 1
    (project.folder / "cass.toml").write_text('[[rules.rename]]\nfrom = "myMalloc"\nto = "yourMalloc"\n')
    assert project("-MM", "main.cu").status == 0
    assert store.stats().files == 2 * before + 1


@pytest.mark.gpu_code
def test_a_cache_that_cannot_be_written_is_no_error(project: Project, tmp_path: Path) -> None:
    assert project("-MM", "main.cu").status == 0  # headers of ours that have to be somewhere
    place = store.stats().place
    for file in place.rglob("*"):
        if file.is_file():
            file.unlink()
            file.mkdir()
    assert project("-MM", "main.cu").status == 0
