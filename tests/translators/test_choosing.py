"""What `--model` means, and that nothing on another machine is asked unless that was said, then or before."""

from pathlib import Path

import pytest

from cass_tools.errors import CassError
from cass_tools.translators.choosing import chosen, engine_of, use
from cass_tools.translators.proposals import Wish

ELSEWHERE = "http://192.0.2.1:8000/v1#coder"


@pytest.fixture(autouse=True)
def _own_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASS_MODELS", str(tmp_path))
    monkeypatch.delenv("CASS_MODEL_REMOTE", raising=False)


def test_words_and_limits() -> None:
    assert chosen("auto") == ("auto", Wish(), False)
    wish = Wish(answers=3, seconds=60, tokens=4000, whole_file=True)
    assert chosen(f"{ELSEWHERE},answers=3,seconds=60,tokens=4000,whole-file,remote") == (ELSEWHERE, wish, True)
    for text in ("auto,answers=0", "auto,many", "auto,answers=-1", "auto,Remote"):
        with pytest.raises(CassError, match="is none of answers=N"):
            chosen(text)


def test_what_was_chosen_on_another_machine_stays_allowed() -> None:
    with pytest.raises(CassError, match="your source would be sent there"):
        use(ELSEWHERE)
    assert use(f"{ELSEWHERE},remote") == (
        "coder at 192.0.2.1:8000, on another machine: what is asked about is sent there"
    )
    assert engine_of("auto")[0].name == "coder at 192.0.2.1:8000"
    with pytest.raises(CassError, match="your source would be sent there"):
        engine_of(ELSEWHERE)  # it was allowed as what auto means only


def test_what_the_environment_allows_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASS_MODEL_REMOTE", "1")
    assert use(ELSEWHERE).endswith("is sent there as long as CASS_MODEL_REMOTE=1 is set")
    assert engine_of("auto")[0].name == "coder at 192.0.2.1:8000"
    monkeypatch.delenv("CASS_MODEL_REMOTE")
    with pytest.raises(CassError, match="your source would be sent there"):
        engine_of("auto")
    assert engine_of("auto", remote=True)[0].name == "coder at 192.0.2.1:8000"  # --model auto,remote


def test_an_endpoint_of_this_machine_needs_no_leave() -> None:
    assert use("http://127.0.0.1:8080/v1") == "default at 127.0.0.1:8080"
    assert engine_of("auto")[0].name == "default at 127.0.0.1:8080"
