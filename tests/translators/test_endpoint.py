"""Endpoints: what is sent, and that no answer, however bad, holds up or breaks who asks."""

import threading
import time

import pytest

from cass_tools.errors import CassError
from cass_tools.translators import endpoint
from cass_tools.translators.asking import Request, Watcher
from cass_tools.translators.endpoint import Endpoint, is_loopback
from tests.translators.scripted import endless, hanging, malformed, raw, redirects, refuses, says, scripted

QUESTION = Request("Convert:\n```cuda", "\nint x;\n", "```", tokens=50, seconds=3.0, seed=7, temperature=0.5)


def test_the_question_is_one_turn_with_its_limits() -> None:
    with scripted(says("int y;")) as server:
        answer = Endpoint(f"{server.url}#coder").answer(QUESTION)
    assert answer.text.rstrip() == "```amd\nint y;\n```"
    assert answer.ended == "stop"
    (asked,) = server.asked
    assert asked["messages"] == [{"role": "user", "content": "Convert:\n```cuda\nint x;\n```"}]
    assert (asked["model"], asked["max_tokens"], asked["seed"], asked["temperature"]) == ("coder", 50, 7, 0.5)


def test_an_endless_answer_ends_at_its_number_of_tokens() -> None:
    with scripted(endless) as server:
        answer = Endpoint(server.url).answer(QUESTION)
    assert (answer.ended, answer.written) == ("length", 50)


def test_one_that_hangs_ends_with_its_time() -> None:
    began = time.monotonic()
    with scripted(hanging) as server:
        answer = Endpoint(server.url).answer(QUESTION._replace(seconds=0.5))
    assert answer.ended == "time"
    assert time.monotonic() - began < 5


def test_an_answer_can_be_cancelled() -> None:
    watcher = Watcher()
    threading.Timer(0.3, watcher.cancel).start()
    with scripted(hanging) as server:
        answer = Endpoint(server.url).answer(QUESTION._replace(seconds=60), watcher)
    assert answer.ended == "cancelled"


def test_progress_is_told() -> None:
    told: list[int] = []
    with scripted(says("int y;")) as server:
        Endpoint(server.url).answer(QUESTION, Watcher(lambda progress: told.append(progress.written)))
    assert told == sorted(told)
    assert told[-1] > 1


def test_what_is_no_answer_is_an_error_in_words() -> None:
    with scripted(malformed, refuses, redirects) as server:
        for words in ("no JSON", "503", "307"):
            with pytest.raises(CassError, match=words):
                Endpoint(server.url).answer(QUESTION)


def test_nobody_there_is_an_error_in_words() -> None:
    with pytest.raises(CassError, match="cannot be reached"):
        Endpoint("http://127.0.0.1:9/v1").answer(QUESTION)


def test_another_machine_is_asked_only_if_that_is_wanted() -> None:
    with pytest.raises(CassError, match="your source would be sent there"):
        Endpoint("http://192.0.2.1:8080/v1")
    assert Endpoint("http://192.0.2.1:8080/v1", remote=True).name == "default at 192.0.2.1:8080"


def test_a_name_that_leads_elsewhere_later_is_sent_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with scripted(says("int y;")) as server:
        engine = Endpoint(server.url)
        monkeypatch.setattr(endpoint, "is_loopback", lambda host: False)  # as if another machine had answered
        with pytest.raises(CassError, match=r"127\.0\.0\.1 \(127\.0\.0\.1\) is not this machine"):
            engine.answer(QUESTION)
        assert not server.asked
        assert Endpoint(server.url, remote=True).answer(QUESTION).text


@pytest.mark.parametrize("text", ["[" * 100_000, '{"choices": ' * 50_000])
def test_an_answer_of_endless_depth_is_an_error_in_words(text: str) -> None:
    with scripted(raw(text)) as server, pytest.raises(CassError, match="no JSON"):
        Endpoint(server.url).answer(QUESTION)


def test_a_key_that_is_none_is_told_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("secret\n", "sécret"):
        monkeypatch.setenv("CASS_MODEL_KEY", key)
        with scripted(says("int y;")) as server, pytest.raises(CassError, match="CASS_MODEL_KEY holds") as error:
            Endpoint(server.url).answer(QUESTION)
        assert "cret" not in str(error.value)


ADDRESSES = [
    "http://localhost:abc/v1",
    "http://localhost:99999",
    "http://localhost:0",
    "http://[::1/v1",
    "http://::1/é",
]


@pytest.mark.parametrize("url", ["ftp://localhost/", "http://", "localhost:8080", *ADDRESSES])
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(CassError, match="no address"):
        Endpoint(url)


@pytest.mark.parametrize("host", ["a" * 300, ".", "a..b"])
def test_a_host_that_cannot_be_one_is_told(host: str) -> None:
    with pytest.raises(CassError, match="is not known"):
        Endpoint(f"http://{host}/v1")


@pytest.mark.parametrize(
    ("host", "own"),
    [("localhost", True), ("127.1.2.3", True), ("::1", True), ("192.0.2.1", False), ("198.51.100.7", False)],
)
def test_this_machine_by_its_names(host: str, own: bool) -> None:
    assert is_loopback(host) is own
