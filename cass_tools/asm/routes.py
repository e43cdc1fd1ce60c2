"""Kernels that a model proposes, tried like all others: in place of those that the lifter refuses, or of all.

Rounds of answers: in each, every question gets its next answer that assembles; the program with these is run beside the
original. The first that does the same is taken. What a model wrote and the run does not start is not proven by it.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from cass_tools.asm import programs
from cass_tools.asm.asking import Answered, Conversation, Question
from cass_tools.asm.joining import joined
from cass_tools.asm.normalised import normalised
from cass_tools.asm.programs import Part, Proof, Recombined
from cass_tools.asm.recombining import Program
from cass_tools.asm.translating import Tools, Translation, translate
from cass_tools.errors import CassError
from cass_tools.executor.nvidia import parse
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.lift import build
from cass_tools.translators.proposals import Asker
from cass_tools.trial import Settings


class Route(StrEnum):
    """What a model is asked: nothing, the kernels that the lifter refuses, or all kernels."""

    LIFTER = "lifter"
    HYBRID = "hybrid"
    MODEL = "model"


class Tried(NamedTuple):
    """A program that a model had a part in, and how its run compares; `proof` is None where kernels are lacking."""

    made: Recombined
    proof: Proof | None


@dataclass(slots=True)
class Open:
    """A question about some kernels of a part, the answers to come, and the one that is used."""

    part: int
    conversation: Conversation
    answers: Iterator[Answered]
    text: str | None = None

    def next(self, remarks: list[str]) -> bool:
        """Take the next answer that assembles; False where there is none any more."""
        for answer in self.answers:
            if answer.text is not None:
                self.text = answer.text
                return True
            remarks.append(f"{self.conversation.where}: {answer.why}")
        return False


@dataclass(slots=True)
class Asking:
    """A program, its parts without what the model is asked about, and the questions. `remarks` say what was wrong."""

    program: Program
    sm: int
    archs: Sequence[str]
    using: Tools
    parts: list[Part]
    questions: list[Open]
    remarks: list[str] = field(default_factory=list)

    def candidates(self) -> Iterator[Recombined]:
        """The program with answers in it, one after the other, and at last without any."""
        while sum(each.next(self.remarks) for each in self.questions):  # of each one, not up to the first
            yield self._made()
        for each in self.questions:
            each.text = None
        yield self._made()

    def _made(self) -> Recombined:
        parts = list(self.parts)
        for number, each in enumerate(self.questions):
            if each.text is not None:
                held = parts[each.part]
                try:
                    parts[each.part] = held._replace(translation=self._with(held.translation, each, f"m{number}"))
                except CassError as error:
                    self.remarks.append(f"{each.conversation.where}: not with the rest of the code: {error}")
        return programs.assembled(self.program, self.sm, self.archs, parts)

    def _with(self, held: Translation, asked: Open, tag: str) -> Translation:
        kernels = asked.conversation.question.kernels
        text = joined(held.assembly, asked.text or "", tag)
        return replace(
            held,
            assembly=text,
            code=build.assemble(text, self.using.clang.path, held.arch),
            kernels=(*held.kernels, *kernels),
            refused={name: why for name, why in held.refused.items() if name not in kernels},
            proposed=(*held.proposed, *kernels),
        )


def asking(  # noqa: PLR0917  as programs.recombine, with whom to ask what
    program: Program, archs: Sequence[str], wanted: int | None, using: Tools, asker: Asker, route: Route
) -> Asking:
    """Translate what the route leaves to the lifter, and put the rest into questions."""
    sm = programs.architecture(program, wanted)
    parts: list[Part] = []
    questions: list[Open] = []
    for address, cubin in programs.cubins(program, sm):
        for arch in archs:
            without = cubin.kernels.keys() if route is Route.MODEL else ()
            done = translate(cubin, arch, using, without)
            for kernels in [tuple(without)] if without else [(name,) for name in done.refused]:
                conversation = Conversation(asker, question(cubin, kernels, arch, using))
                questions.append(Open(len(parts), conversation, conversation.answers()))
            missing = dict.fromkeys(without, f"no answer of {asker.name} is right")
            parts.append(Part(address, cubin, replace(done, refused=done.refused | missing)))
    return Asking(program, sm, archs, using, parts, questions)


def question(cubin: Cubin, kernels: Collection[str], arch: str, using: Tools) -> Question:
    """Kernels as a model is shown them."""
    code = parse.disassemble(cubin, using.nvdisasm, broken={})
    return Question(tuple(kernels), normalised(cubin, code, kernels), arch)


def tried(asked: Asking, settings: Settings, *, partial: bool) -> Iterator[Tried]:
    """Each candidate with its proof; the last is the one that passed, or the one that a model has no part in."""
    for made in asked.candidates():
        if made.refused and not partial:
            yield Tried(made, None)
            continue
        proof = programs.prove(asked.program, made, settings)
        if not proof.passed and any(map(made.proposed, made.archs)):
            asked.remarks.append(proof.reason)
        yield Tried(made, proof)
        if proof.passed:
            return
