"""What a language model is asked, and what comes back; whatever answers is an `Engine`."""

import threading
from collections.abc import Callable
from typing import NamedTuple, Protocol


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
    """How far an answer is: `waiting` for other clients, `read` of `to_read` tokens of the question, then `written`."""

    waiting: int = 0
    read: int = 0
    to_read: int = 0
    written: int = 0


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
