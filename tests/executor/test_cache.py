"""The executor's cache: keys, whole files, bounded size."""

import os
from pathlib import Path

import pytest

from cass_tools.executor import cache


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CASS_EXEC_HOME", str(tmp_path))
    return tmp_path


def test_the_home_is_the_users_to_choose(home: Path) -> None:
    assert cache.root() == home


def test_a_key_names_contents_names_and_words(tmp_path: Path) -> None:
    one, two = tmp_path / "a.cpp", tmp_path / "b.cpp"
    one.write_text("x")
    two.write_text("x")
    keys = {cache.key_of([one]), cache.key_of([two]), cache.key_of([one], "-O2"), cache.key_of([one, two])}
    assert len(keys) == 4
    assert cache.key_of([one, two]) == cache.key_of([two, one])
    one.write_text("y")
    assert cache.key_of([one]) not in keys


def test_the_processor_is_known_by_its_instruction_sets() -> None:
    flags = next((x for x in Path("/proc/cpuinfo").read_text().splitlines() if x.startswith("flags")), "")
    assert flags in cache.processor()


def test_a_write_replaces_whole_files_and_leaves_no_draft(tmp_path: Path) -> None:
    target = tmp_path / "new" / "kernel.so"
    cache.write(target, b"first")
    cache.write(target, b"second")
    assert target.read_bytes() == b"second"
    assert list(target.parent.iterdir()) == [target]


def test_pruning_removes_the_oldest_code_objects_first(home: Path) -> None:
    for age, name in enumerate(("newest", "older", "oldest")):
        folder = home / "kernels" / "key" / name
        folder.mkdir(parents=True)
        (folder / "kernel.so").write_bytes(bytes(100))
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    cache.prune(limit=250)
    assert sorted(f.name for f in (home / "kernels" / "key").iterdir()) == ["newest", "older"]
