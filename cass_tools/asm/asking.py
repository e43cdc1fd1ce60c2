"""A model asked for AMD's assembly of NVIDIA's kernels, in the words of the CASS paper; what comes back is only tried.

Each answer is checked and repaired (`cass asm check --fix`); one that does not assemble even then is none.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cass_tools.asm import joining
from cass_tools.asm.fixing import repaired
from cass_tools.errors import CassError
from cass_tools.model import Finding, Severity
from cass_tools.models.registry import Profile
from cass_tools.positions import Lines
from cass_tools.translators.asking import Answer, Request
from cass_tools.translators.fences import bytes_of, code_in
from cass_tools.translators.proposals import WARM, Asker

ENDED = {"length": "it did not end", "time": "it took too long", "cancelled": "it was cancelled"}
LONGEST = 1 << 20  # characters of an answer that are looked at


class Question(NamedTuple):
    """Kernels of one cubin and one GPU: `sass` is their text as models read it."""

    kernels: tuple[str, ...]
    sass: str
    arch: str


class Answered(NamedTuple):
    """One answer: assembly that assembles, or None; `why` says what is wrong with it, or what was repaired."""

    text: str | None
    why: str = ""


@dataclass(slots=True)
class Conversation:
    """The answers to one question, one at a time; `count` of them so far."""

    asker: Asker
    question: Question
    count: int = 0

    @property
    def where(self) -> str:
        """The kernels and the number of the answer, for messages."""
        return f"{', '.join(self.question.kernels)} ({self.question.arch}), answer {self.count}"

    def answers(self) -> Iterator[Answered]:
        """The model's likeliest answer, then others by seeds, as many as the user allows."""
        for seed in range(self.asker.wish.answers):
            self.count = seed + 1
            self.asker.told(f"asking {self.asker.name} about {self.where}")
            try:
                answer = self.asker.ask(self._request(seed))
            except CassError as error:  # it cannot be had, or the question is too long: the next would be no better
                yield Answered(None, str(error))
                return
            yield read(answer, self.asker.profile, self.question)

    def _request(self, seed: int) -> Request:
        form = self.asker.profile
        return Request(
            opening=f"{form.prompt}\n```{form.fence}",
            input=f"\n{self.question.sass}",
            closing="```",
            tokens=self.asker.wish.tokens,
            seconds=self.asker.wish.seconds,
            temperature=WARM if seed else 0.0,
            seed=seed,
        )


def read(answer: Answer, profile: Profile, question: Question) -> Answered:
    """The assembly of an answer, repaired where that is sure."""
    code = code_in(answer.text[:LONGEST], profile.answers)
    if code is None:
        return Answered(None, ENDED.get(answer.ended, "there is no code in it"))
    text = bytes_of(code).decode() + "\n"
    if why := joining.refused(text, question.kernels):
        return Answered(None, why)
    try:
        done = repaired(text.encode(), question.arch)
    except CassError as error:
        return Answered(None, str(error))
    errors = [each for each in done.after.findings if each.severity is Severity.ERROR]
    if errors or not done.after.assembled:
        return Answered(None, _first(errors, done.data) if errors else "it does not assemble")
    made = f"repaired: {', '.join(sorted({each.rule for each in done.made}))}" if done.made else ""
    return Answered(done.data.decode(), made)


def _first(errors: list[Finding], data: bytes) -> str:
    lines = Lines(data)
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"line {lines.at(errors[0].span.start).line}: {errors[0].message}{more}"
