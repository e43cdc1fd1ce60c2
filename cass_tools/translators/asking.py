"""What a language model is asked, and what comes back; whatever answers is an `Engine`."""

import threading
import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

LINE = 200  # characters that are shown of what is being written


class Request(NamedTuple):
    """One question: `opening` is the same for many (its reading is done once), `input` follows it.

    `closing` ends the user's turn. At most `tokens` come back, within `seconds`. Temperature 0 is greedy; the same
    `seed` gives the same answer. `grammar` is GBNF, for engines that keep to one.
    """

    opening: str
    input: str
    closing: str
    tokens: int = 1024
    seconds: float = 120.0
    temperature: float = 0.0
    seed: int = 0
    grammar: str = ""

    @property
    def text(self) -> str:
        """The whole of the user's turn."""
        return f"{self.opening}{self.input}{self.closing}"


class Answer(NamedTuple):
    """What came back. `ended`: stop (by itself), length (too many tokens), time, or cancelled.

    `read` counts the tokens of the question, `written` those of the answer; `seconds` of wall time.
    """

    text: str
    ended: str
    read: int = 0
    written: int = 0
    seconds: float = 0.0


class Progress(NamedTuple):
    """How far an answer is: `waiting` for other clients, `read` of `to_read` tokens of the question, then `written`.

    `line` is what is being written. Where nothing is known or going on, all are empty.
    """

    waiting: int = 0
    read: int = 0
    to_read: int = 0
    written: int = 0
    line: str = ""

    @property
    def words(self) -> str:
        """The same for a user; empty where nothing is going on."""
        if self.written:
            return f"{_counted(self.written, 'token')} written{': ' if self.line else ''}{self.line}"
        if self.waiting:
            return f"waiting for {_counted(self.waiting, 'other question')}"
        return f"{self.read} of {self.to_read} tokens of the question read" if self.to_read else ""


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def last_line(text: str) -> str:
    """The last line of an answer so far that holds anything, at most `LINE` characters."""
    return text.rstrip()[-LINE:].rpartition("\n")[2].strip()


def paced(told: Callable[[str], None], seconds: float) -> Callable[[Progress], None]:
    """Who is told of progress in words, once in so many seconds; that nothing is going on any more at once."""
    last = -seconds

    def tell(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if not progress.words:
            told("")
        elif now - last >= seconds:
            last = now
            told(progress.words)

    return tell


class Watcher:
    """Somebody who looks on while a model writes, and may `cancel` it from another thread."""

    def __init__(self, told: Callable[[Progress], None] = lambda _: None) -> None:
        self.told = told
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        """End the answer as soon as can be."""
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        """Whether somebody has asked for the end."""
        return self._cancelled.is_set()


class Engine(Protocol):
    """What can be asked: a model on this machine, or an endpoint."""

    @property
    def name(self) -> str:
        """How it is shown to a user."""

    @property
    def identity(self) -> str:
        """What its answers depend on besides the question: a model's digest, an endpoint's model."""

    def answer(self, request: Request, watcher: Watcher | None = None) -> Answer:
        """The answer; CassError with a sentence where there is none."""
