"""Findings of unchanged files come from the cache; whatever they depend on makes them be looked for again."""

import os
from pathlib import Path

import pytest

from cass_tools import engine, findings_cache, scan
from cass_tools.config import Config, PathConfig
from cass_tools.model import Finding, Source
from tests.teams.conftest import put

SOURCE = '#include "helper_cuda.h"\nint main() { cudaMalloc(0, 1); asm("x"); }\n__device__ void f() { asm("a.b;"); }\n'


@pytest.fixture
def looks(here: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were really looked at."""
    seen: list[Path] = []
    real = engine.check

    def check(source: Source, config: Config) -> tuple[Finding, ...]:
        seen.append(source.path)
        return real(source, config)

    monkeypatch.setattr(engine, "check", check)
    return seen


def findings(path: Path, config: Config = Config()) -> tuple[Finding, ...]:  # noqa: B008 - frozen
    [checked] = scan.check_all([path], config, 1, cached=True)
    assert not checked.error
    return checked.findings


def test_an_unchanged_file_is_not_looked_at_again(looks: list[Path]) -> None:
    path = put("a.cu", SOURCE)
    first = findings(path)
    assert (findings(path), looks) == (first, [path])
    assert first == engine.check(Source(path, SOURCE.encode()), Config())
    copy = put("elsewhere/b.cu", SOURCE)
    assert findings(copy) == first
    assert len(looks) == 2  # one of them by this test


def test_all_that_findings_depend_on_makes_them_be_looked_for_again(looks: list[Path]) -> None:
    path = put("a.cu", SOURCE)
    findings(path)
    for config in (
        Config(hip_version=(5, 0)),
        Config(ignored=frozenset({"CASS100"})),
        Config(per_path=(PathConfig(Path.cwd(), ("*.cu",), frozenset({"CASS120"})),)),
    ):
        before = len(looks)
        findings(path, config)
        assert len(looks) == before + 1
    assert not [f for f in findings(path, config) if f.code == "CASS120"]
    count = len(looks)
    put("helper_cuda.h", "")  # its own header now, not the samples'
    findings(path)
    put("a.cpp", SOURCE)
    findings(Path("a.cpp"))
    assert len(looks) == count + 2


def test_a_damaged_entry_or_a_cache_that_cannot_be_written_is_no_error(
    looks: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put("a.cu", SOURCE)
    first = findings(path)
    [entry] = (tmp_path / "cache/findings").glob("*/*")
    for damage in (b"", entry.read_bytes()[:-1], b"\0" * 100):
        entry.write_bytes(damage)
        assert findings(path) == first
    assert len(looks) == 4
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CASS_CACHE", str(tmp_path / "file/below"))
    assert findings(path) == first
    assert os.listdir(tmp_path / "cache/findings")  # noqa: PTH208


def test_the_cache_forgets_what_is_old(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings_cache, "SELDOM", 1)
    monkeypatch.setattr(findings_cache, "LIMIT", 256 * 100)
    for number in range(20):
        findings_cache.put(f"00{number:038}", ())
    files, size = findings_cache.stats()
    assert 0 < files < 20
    assert size <= 100
    assert findings_cache.clear() == (files, size)
    assert findings_cache.stats() == (0, 0)
