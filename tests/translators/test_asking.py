"""How far an answer is, in words, and how often that is told."""

import pytest

from cass_tools.translators.asking import LINE, Progress, last_line, paced


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress(), ""),
        (Progress(waiting=1), "waiting for 1 other question"),
        (Progress(waiting=2), "waiting for 2 other questions"),
        (Progress(read=128, to_read=512), "128 of 512 tokens of the question read"),
        (Progress(0, 512, 512, 1), "1 token written"),
        (Progress(0, 512, 512, 40, "int x;"), "40 tokens written: int x;"),
    ],
)
def test_progress_in_words(progress: Progress, words: str) -> None:
    assert progress.words == words


@pytest.mark.parametrize(
    ("text", "line"),
    [("", ""), ("```amd\nint x;\n    y = ", "y ="), ("int x;\n\n", "int x;"), ("a\n" + "b" * 900, "b" * LINE)],
)
def test_the_line_that_is_being_written(text: str, line: str) -> None:
    assert last_line(text) == line


def test_progress_is_told_now_and_then_and_its_end_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    told: list[str] = []
    tell = paced(told.append, 0.5)
    for number in range(1, 17):  # 2 seconds of eight tokens each
        tell(Progress(written=number))
        now += 0.125
    tell(Progress())
    assert told == [*(f"{n} token{'s' if n > 1 else ''} written" for n in (1, 5, 9, 13)), ""]
