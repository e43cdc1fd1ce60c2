"""The way of CASS models: safetensors of a Qwen2 to a GGUF, to Q4_K_M, loaded, asked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cass_tools.errors import CassError
from cass_tools.models import convert, gguf
from cass_tools.translators import local
from cass_tools.translators.asking import Request
from cass_tools.translators.local import Choices, LocalModel
from tests.cli.command import Command
from tests.models.hub import tiny_gguf

REASON = convert.missing() or local.missing()
HINT = (
    "./dev test installs it where pip finds torch for processors alone; CASS_CONVERT_TESTS=1 takes that for GPUs, 5 GB"
)


@pytest.mark.skipif(REASON is not None, reason=f"{REASON} ({HINT})")
def test_a_tiny_qwen_becomes_a_model_that_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights, models = tmp_path / "tiny", tmp_path / "models"
    python = os.environ.get(convert.PYTHON, sys.executable)
    subprocess.run([python, Path(__file__).with_name("tiny_qwen.py"), weights], check=True, timeout=600)
    cass = Command(tmp_path, tmp_path / "state")
    said = cass("model", "convert", weights, "--name", "tiny", CASS_MODELS=str(models))
    assert said.status == 0, said.err
    assert sorted(path.name for path in models.glob("[!.]*")) == ["tiny.gguf", "tiny.json"]
    head = gguf.read(models / "tiny.gguf")
    assert (head.architecture, head.quantisation, head.context) == ("qwen2", "Q4_K_M", 512)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    model = LocalModel(models / "tiny.gguf", "tiny", Choices(threads=1))
    try:
        first = model.answer(Request("Convert:\n```cuda", "\nint x;\n", "```", tokens=8))
        assert first.written == 8 or first.ended == "stop"
        assert model.answer(Request("Convert:\n```cuda", "\nint x;\n", "```", tokens=8)).text == first.text
    finally:
        model.stop()


def test_what_is_no_model_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(convert.PYTHON, sys.executable)
    for content, words in (({}, "holds no model"), ({"config.json": "{", "a.safetensors": ""}, "cannot be read")):
        folder = tmp_path / words.replace(" ", "-")
        folder.mkdir()
        for name, text in content.items():
            (folder / name).write_text(text)
        with pytest.raises(CassError, match=words):
            convert.convert(folder, tmp_path / "out.gguf")
    with pytest.raises(CassError, match="no folder"):
        convert.convert(tmp_path / "gone", tmp_path / "out.gguf")


def test_without_the_converter_it_is_said_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(convert.PYTHON, str(tmp_path / "none"))
    with pytest.raises(CassError, match="cannot be started"):
        convert.convert(tmp_path, tmp_path / "out.gguf")


CONVERTER = """#!/bin/sh
result=$5
for other in "$(dirname "$3")"/models "$(dirname "$result")"/..; do
    echo spoilt > "$other/own.gguf"
    echo spoilt > "$other/new.gguf"
    mv "$other/own.gguf" "$other/moved.gguf"
done 2>/dev/null
"""


@pytest.mark.parametrize(
    "ending", ["cp {given} $result", "ln -s {given} $result", "mkfifo $result", "mkdir $result", ""]
)
def test_a_converter_reaches_no_other_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    weights, models, python = tmp_path / "weights", tmp_path / "models", tmp_path / "env" / "bin" / "python"
    for folder in (weights, models, python.parent):
        folder.mkdir(parents=True)
    (weights / "config.json").write_text("{}")
    (weights / "a.safetensors").write_bytes(tiny_gguf())
    (models / "own.gguf").write_bytes(b"mine")
    python.write_text(CONVERTER + ending.format(given=f"{weights}/a.safetensors"))
    python.chmod(0o755)
    monkeypatch.setenv(convert.PYTHON, str(python))
    if ending.startswith("cp"):
        assert convert.convert(weights, models / ".new.whole").architecture == "llama"
        assert {path.name for path in models.iterdir()} == {"own.gguf", ".new.whole"}
    else:
        with pytest.raises(CassError, match=r"was not converted|not a regular file"):
            convert.convert(weights, models / ".new.whole")
        assert {path.name for path in models.iterdir()} == {"own.gguf"}
    assert (models / "own.gguf").read_bytes() == b"mine"
