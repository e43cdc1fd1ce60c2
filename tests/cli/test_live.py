"""What a user sees of a model that writes, and that it can be stopped."""

import signal
import threading
import time

import pytest

from cass_tools.cli import live
from cass_tools.cli.live import Live
from cass_tools.translators.asking import Progress
from tests.cli.command import Command
from tests.cli.terminal import Terminal
from tests.multicast import EXPECTED, PROGRAM, RIGHT
from tests.translators.scripted import hanging, says, scripted, slowly

WORDS = ("translate", "a.cu", "--expected", "expected.txt", "--arch", "gfx1100", "--model")


@pytest.fixture
def program(cass: Command) -> Command:
    cass.write("a.cu", PROGRAM)
    cass.write("expected.txt", EXPECTED)
    return cass


def on_terminal(cass: Command, model: str) -> Terminal:
    return Terminal(cass.folder, *WORDS, model, CASS_CACHE=str(cass.state / "cache"), XDG_STATE_HOME=str(cass.state))


@pytest.mark.gpu_code
def test_a_terminal_shows_how_far_an_answer_is(program: Command) -> None:
    with scripted(slowly, says(RIGHT)) as server:
        shown = on_terminal(program, f"{server.url},seconds=3,answers=3")
        shown.until("tokens written: x = x + 1;")
        assert shown.wait() == 1, shown.seen  # the seconds are for all answers of a file
    (line,) = [line for line in shown.seen.split("\r\n") if "tokens written" in line]
    assert line.count("\r") > 5  # it was written anew, in its place,
    _, taken_away, after = line.rpartition("\r\x1b[K")
    assert taken_away and "written" not in after  # and is not there any more where the next text is
    assert "took too long" in shown.seen


@pytest.mark.gpu_code
def test_the_bar_of_a_tree_has_room_for_it(cass: Command) -> None:
    for name in "ab":
        cass.write(f"src/{name}.cu", PROGRAM)
    cass.write("expected.txt", EXPECTED)
    words = ("translate", "src", "-o", "out", "--expected", "expected.txt", "--arch", "gfx1100", "--model")
    with scripted(slowly) as server:
        shown = Terminal(
            cass.folder,
            *(*words, f"{server.url},seconds=4,answers=1"),
            CASS_CACHE=str(cass.state / "cache"),
            XDG_STATE_HOME=str(cass.state),
        )
        assert shown.wait() == 1, shown.seen
    bars = [line for line in shown.seen.split("\r") if "translating" in line]
    assert any("tokens written" in bar for bar in bars), shown.seen
    assert "0 of 2 files written" in shown.seen


@pytest.mark.gpu_code
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("script", [slowly, hanging])
def test_a_model_that_writes_can_be_stopped(program: Command, number: signal.Signals, script: object) -> None:
    with scripted(script) as server:  # type: ignore[arg-type]
        shown = on_terminal(program, server.url)
        shown.until("answer 1 of 5")
        while not server.asked:
            time.sleep(0.05)
        time.sleep(0.5)
        began = time.monotonic()
        shown.process.send_signal(number)
        status = shown.wait()
    assert status == {signal.SIGINT: 130, signal.SIGTERM: 143}[number], shown.seen
    assert time.monotonic() - began < 10  # not the ten minutes that it may take
    assert len(server.asked) == 1
    assert not (program.folder / "a.hip").exists()


def test_a_log_shows_it_seldom(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(live, "SELDOM", 0.2)
    shown = Live()
    shown.line("asking it about line 5\x1b[2J")
    for number in range(1, 4):
        shown.watcher.told(Progress(written=number, line="\x1b]0;title\x07"))
    time.sleep(0.25)
    shown.watcher.told(Progress(written=4))
    shown.watcher.told(Progress())
    told = capsys.readouterr().err.splitlines()
    assert told == [
        "cass: asking it about line 5\\x1b[2J",
        "cass: 1 token written: \\x1b]0;title\\x07",
        "cass: 4 tokens written",
    ]


def test_several_may_be_told_at_once(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SELDOM", 0.0)
    shown = Live()
    tellers = [
        threading.Thread(target=lambda: [shown.watcher.told(Progress(written=n)) for n in range(1, 100)])
        for _ in range(4)
    ]
    for teller in tellers:
        teller.start()
    for teller in tellers:
        teller.join()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4 * 99
    assert all(line.startswith("cass: ") and line.endswith(" written") for line in lines)
