"""What `cass exec-info` says against what the executor does."""

import json
from pathlib import Path

import pytest

from cass_tools.cli.main import run
from cass_tools.executor import inventory
from cass_tools.runners.exec import ARCHS


def test_every_gpu_that_can_be_run_is_a_card() -> None:
    cards = {str(card["arch"]): card for card in inventory.cards()}
    assert set(ARCHS) == set(cards)
    assert cards["gfx1100"]["memory"] == 24 << 30
    assert cards["gfx90a"]["lds"] == 64 << 10
    assert (cards["gfx90a"]["wave"], cards["gfx1201"]["wave"]) == (64, 32)


def test_coverage_caches_and_how_to_clear_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CASS_EXEC_HOME", str(tmp_path))
    kept = tmp_path / "kernels" / "key" / "hash" / "kernel.so"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(bytes(1 << 20))
    assert run(["exec-info", "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    for isa in said["instruction_sets"]:
        assert isa["translated"] + len(isa["refused"]) == isa["decoded"]
        assert isa["translated"] > 1200
        assert "VOP2:v_add_f32" not in isa["refused"]
    assert {c["name"]: c["bytes"] for c in said["caches"]} == {"translated kernels": 1 << 20, "host runtime": 0}
    assert run(["exec-info", "--clear"]) == 0
    assert not kept.exists()
    assert f"removed 1.0 MiB in {tmp_path}" in capsys.readouterr().err
