"""Candidates with a model's answers where the rules have none, each made after the last has failed.

The first answer to each place is the model's likeliest; then the same place is asked about in its other form, then with
seeds, and at last with what was wrong (one round of repair). Which place is asked about again follows from the verdict:
the one that a compiler's message is at, else each in turn.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.model import Candidate
from cass_tools.models.registry import Profile
from cass_tools.translators.asking import Answer, Engine, Progress, Request, Watcher
from cass_tools.translators.fences import bytes_of, code_in, grammar
from cass_tools.translators.lints import faults, reaching
from cass_tools.translators.merging import Merged, fitted, merged
from cass_tools.translators.passages import Passage, Place, chunks, places, refused

WARM = 0.7  # temperature of answers after the first
BYTES_A_TOKEN = 3  # of code, at least
SHORTEST = 192  # tokens that any answer may have
TRIALS = 24  # candidates that are built for one file, whatever the number of places
MOST_REASON = 300  # characters of what was wrong that a model is told
_ERROR = r":(\d+):\d+: (?:fatal )?error: "


class Wish(NamedTuple):
    """What asking may cost: answers for each place, seconds and tokens for each file. `whole_file`: no passages."""

    answers: int = 5
    seconds: float = 600.0
    tokens: int = 16384
    whole_file: bool = False


@dataclass(frozen=True, slots=True)
class Asker:
    """A model and how it is asked; `told` gets what is going on, in words, the `watcher` how far an answer is."""

    engine: Engine
    profile: Profile
    wish: Wish
    told: Callable[[str], None] = lambda _: None
    watcher: Watcher = field(default_factory=Watcher)

    @property
    def name(self) -> str:
        """The model's name."""
        return self.engine.name

    def ask(self, request: Request) -> Answer:
        """The model's answer; the watcher is told at the end that nothing is going on any more."""
        try:
            return self.engine.answer(request, self.watcher)
        finally:
            self.watcher.told(Progress())

    def request(
        self, passage: Passage, data: bytes, *, seed: int = 0, wrong: str = "", strict: bool = False
    ) -> Request:
        """The question about a passage, in the model's own words; seed 0 is the likeliest answer.

        `strict`: by a grammar.
        """
        code = passage.shown(data).decode("utf-8", "replace").replace("```", "'''").strip("\n")
        note = f"\n// A translation was tried: {wrong[:MOST_REASON]}" if wrong else ""
        form = self.profile
        return Request(
            opening=f"{form.prompt}\n```{form.fence}",
            input=f"\n{code}{note}\n",
            closing="```",
            tokens=min(self.wish.tokens, SHORTEST + 2 * len(code) // BYTES_A_TOKEN),
            seconds=self.wish.seconds,
            temperature=WARM if seed else 0.0,
            seed=seed,
            grammar=grammar(form.answers[0]) if strict or not form.tuned else "",
        )


class Try(NamedTuple):
    """One way to ask about a place."""

    passage: Passage
    seed: int = 0
    repair: bool = False


@dataclass(slots=True)
class _Open:
    """A place with the answers so far; `wrong` is what is known to be wrong with the last.

    `closed`: it has no answer, and none is to be had. `strict`: its last answer was in no form to be read.
    """

    place: Place
    tries: Iterator[Try]
    answer: tuple[Passage, bytes] | None = None
    seen: set[bytes] = field(default_factory=set)
    count: int = 0
    closed: bool = False
    strict: bool = False
    wrong: str = ""


class Proposals:
    """The candidates for one file; after each, `hear` what became of it, then take the next."""

    def __init__(self, asker: Asker, rules: Candidate, config: Config, wrong: str) -> None:
        """`wrong` says what kept the rules' candidate `rules` from passing."""
        self.asker = asker
        self.rules = rules
        self.config = config
        self.remarks: list[str] = []  # answers that were not tried, and why
        self._data = rules.source.data
        self._until = time.monotonic() + asker.wish.seconds
        self._tokens = asker.wish.tokens
        self._made: set[bytes] = {rules.data}
        self._open = [_Open(place, self._tries(place)) for place in self._places(wrong)]
        self._turn = 0

    def __iter__(self) -> Iterator[Candidate]:
        return self

    def __next__(self) -> Candidate:
        for _ in range(TRIALS):
            if not self._open or not self._advance():
                raise StopIteration
            if (done := self._merged()) is not None:
                return done
        raise StopIteration

    def hear(self, wrong: str) -> None:
        """What kept the last candidate from passing: chooses the place to ask about next."""
        lines = self._refused(wrong)
        at = self._at(lines[0]) if lines else None
        for number, one in enumerate(self._open):
            if at is None or number == at:
                one.wrong = wrong
        self._turn = at if at is not None else self._next_turn()

    @property
    def places(self) -> Sequence[Place]:
        """What is asked about."""
        return [one.place for one in self._open]

    def _places(self, wrong: str) -> tuple[Place, ...]:
        context = Context(self.rules.source, self.config)
        if self.asker.wish.whole_file:
            profile = self.asker.profile
            tokens = min(profile.longest, getattr(self.asker.engine, "context", profile.context))
            room = tokens * BYTES_A_TOKEN // 3
            return tuple(
                Place((part,), "the whole file was asked for", part.span.start) for part in chunks(context, room)
            )
        form = self.asker.profile
        lines = self._refused(wrong)
        if re.search(_ERROR, wrong) and not lines and not any(map(refused, self.rules.findings)):
            return ()  # what the compiler refuses is in another file
        return places(
            context,
            self.rules.findings,
            lines,
            statement_first=form.unit == "statement",
            declarations=form.declarations,
        )

    def _refused(self, wrong: str) -> list[int]:
        """The lines of this file, not of one that it includes, in a compiler's messages."""
        name = re.escape(self.rules.source.path.name)
        return [int(line) for line in re.findall(rf"(?<![^/\s]){name}{_ERROR}", wrong)]

    def _tries(self, place: Place) -> Iterator[Try]:
        """The likeliest answer of each form, then others of each form in turn, at last a repair."""
        most = self.asker.wish.answers
        forms = place.passages[:most]
        ways = [Try(passage) for passage in forms]
        for number in range(len(ways), most - 1):
            ways.append(Try(forms[number % len(forms)], seed=number))
        if most > len(forms):
            ways.append(Try(forms[0], repair=True))
        return iter(ways)

    def _advance(self) -> bool:
        """Get an answer to each place that has none, and another to the one whose turn it is; False at the end."""
        lacking = [one for one in self._open if one.answer is None and not one.closed]
        for one in lacking:
            one.closed = not self._ask(one)
        if any(one.answer for one in lacking):
            return True
        order = [*self._open[self._turn :], *self._open[: self._turn]]
        return any(self._ask(one) for one in order)

    def _ask(self, one: _Open) -> bool:
        """The next answer to a place that may be tried; False where there is none any more."""
        for way in one.tries:
            if time.monotonic() > self._until or self._tokens <= 0 or self.asker.watcher.cancelled:
                self._remark(one, "the time or the tokens for it are used up")
                return False
            if way.repair and not one.wrong:
                continue
            one.count += 1
            number = f"answer {one.count} of {self.asker.wish.answers}"
            self.asker.told(f"asking {self.asker.name} about line {self._line(one)}, {number}")
            if self._took(one, way):
                return True
        return False

    def _took(self, one: _Open, way: Try) -> bool:
        """Ask, and keep the answer if nothing is wrong with it at first sight."""
        request = self.asker.request(
            way.passage, self._data, seed=way.seed, wrong=one.wrong if way.repair else "", strict=one.strict
        )
        left = self._until - time.monotonic()
        answer = self.asker.ask(request._replace(seconds=max(left, 0.1), tokens=min(request.tokens, self._tokens)))
        self._tokens -= max(answer.written, 1)
        text = self._read(way.passage, answer)
        if isinstance(text, str):
            one.strict = True
            self._remark(one, text)
            return False
        if text in one.seen or text == way.passage.text(self._data):
            self._remark(one, "the same as before" if text in one.seen else "it is the original, unchanged")
            return False
        one.seen.add(text)
        if found := faults(way.passage, way.passage.text(self._data), text, self.config):
            self._remark(one, found[0])
            one.wrong = one.wrong or found[0]
            return False
        one.answer = (way.passage, text)
        return True

    def _read(self, passage: Passage, answer: Answer) -> bytes | str:
        """The code of an answer as it goes into the file, or what is wrong with the answer."""
        code = code_in(answer.text, self.asker.profile.answers)
        if code is None:
            cut = {"length": "it did not end", "time": "it took too long", "cancelled": "it was cancelled"}
            return cut.get(answer.ended, "there is no code in it")
        data = bytes_of(code)
        # What means harm somewhere is not to be trusted in part.
        if found := next(reaching(passage.text(self._data), data), None):
            return found
        return fitted(passage, self._data, data, self.config)

    def _merged(self) -> Candidate | None:
        """The candidate with all answers; None where it is not worth building."""
        answers = dict(one.answer for one in self._open if one.answer)
        done: Merged = merged(self.rules, answers, self.config, self.asker.name)
        if done.candidate.data in self._made:
            self.hear("it is the same as before")
            return None
        self._made.add(done.candidate.data)
        if done.left:
            self.remarks.append(f"not built: {done.left[0]}")
            self.hear(done.left[0])
            return None
        return done.candidate

    def _remark(self, one: _Open, text: str) -> None:
        self.remarks.append(f"line {self._line(one)}, answer {one.count}: {text}")

    def _line(self, one: _Open) -> int:
        return self._data.count(b"\n", 0, one.place.offset) + 1

    def _at(self, line: int) -> int | None:
        """The place whose lines hold a line of the file."""
        for number, one in enumerate(self._open):
            span = one.answer[0].span if one.answer else one.place.passages[0].span
            first = self._data.count(b"\n", 0, span.start) + 1
            if first <= line <= first + self._data.count(b"\n", span.start, span.end):
                return number
        return None

    def _next_turn(self) -> int:
        return (self._turn + 1) % max(len(self._open), 1)
