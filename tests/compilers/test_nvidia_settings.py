"""The decision about NVIDIA's machine code: never assumed, asked once, kept, and a sentence where it is missing."""

from pathlib import Path

import pytest

from cass_tools.compilers import nvidia_settings as settings
from cass_tools.errors import CassError


@pytest.fixture(autouse=True)
def _undecided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv(settings.VARIABLE, raising=False)
    (tmp_path / "project" / "src").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "project" / "src")


def refuse(question: str) -> str:
    raise AssertionError("asked")


def test_nobody_is_asked_without_a_terminal() -> None:
    with pytest.raises(CassError, match="not used unless you agree to it: say so with CASS_NVIDIA_TOOLS=1"):
        settings.require()
    assert not settings.own_file().exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [("cass.toml", "nvidia-tools = true\n"), ("pyproject.toml", "[tool.cass]\nnvidia-tools = true\n")],
)
def test_a_project_decides_for_the_folders_below_it(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / "project" / name).write_text(text)
    settings.require(ask=refuse)


def test_the_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "project" / "cass.toml").write_text("nvidia-tools = false\n")
    assert settings.decided() is False
    monkeypatch.setenv(settings.VARIABLE, "1")
    assert settings.decided() is True
    monkeypatch.setenv(settings.VARIABLE, "0")
    assert settings.decided() is False
    monkeypatch.setenv(settings.VARIABLE, "yes")
    with pytest.raises(CassError, match="CASS_NVIDIA_TOOLS is yes; it can be 1 or 0"):
        settings.decided()


@pytest.mark.parametrize("answer", ["y\n", "YES\n"])
def test_a_yes_is_kept_and_the_terms_were_shown(answer: str) -> None:
    shown: list[str] = []
    settings.own_file().parent.mkdir(parents=True)
    settings.own_file().write_text('cuda-home = "/opt/cuda"\n')
    settings.require(ask=lambda question: shown.append(question) or answer)  # type: ignore[func-returns-value]
    assert "restricts disassembling" in shown[0]
    assert settings.LICENCE in shown[0]
    settings.require(ask=refuse)
    assert settings.cuda_home() == Path("/opt/cuda")


@pytest.mark.parametrize("answer", ["", "\n", "no\n", "yep\n"])
def test_anything_but_yes_is_a_no_that_is_kept(answer: str) -> None:
    with pytest.raises(CassError, match="as you decided"):
        settings.require(ask=lambda _: answer)
    with pytest.raises(CassError, match="as you decided"):
        settings.require(ask=refuse)


@pytest.mark.parametrize(("text", "said"), [("nvidia-tools = 1\n", "true or false"), ("nvidia-tools =\n", "cass.toml")])
def test_a_value_that_is_none_is_told(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "project" / "cass.toml").write_text(text)
    with pytest.raises(CassError, match=said):
        settings.decided()


def test_a_project_cannot_name_the_toolkit(tmp_path: Path) -> None:
    (tmp_path / "project" / "cass.toml").write_text('cuda-home = "/evil"\n')
    assert settings.cuda_home() is None
