"""Translating with proof: asked for by a command, agreed to by the user, applied only where it passes."""

import asyncio
import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types as t

from cass_lsp import asking, fixing
from cass_lsp.convert import text_edits
from cass_lsp.documents import Document, digest, path_of, uri_of
from cass_lsp.progress import Progress
from cass_lsp.server import LOG, CassServer, RefusedError
from cass_lsp.text import Text
from cass_lsp.trials import Trial, attempt
from cass_tools.layout import Layout
from cass_tools.model import Outcome, StepKind
from cass_tools.report import reasons, verdict_value

if TYPE_CHECKING:
    from cass_tools.port import Ported

VERDICT = "cass/verdict"
RUN, ALWAYS = "Build and run", "Always in this session"


class Known(NamedTuple):
    """The last verdict on a document, and names for the contents that it is about: the source's, the translation's."""

    contents: tuple[str, ...]
    summary: str
    value: dict[str, Any]


class Prover:
    """Tries translations, and keeps their verdicts."""

    def __init__(self, server: CassServer) -> None:
        self._server = server
        self._verdicts: dict[str, Known] = {}
        self._running: set[str] = set()

    def known(self, document: Document, text: Text) -> str:
        """What is known of the translation of a document as it is now."""
        if document.uri in self._running:
            return "being verified"
        last = self._verdicts.get(document.uri)
        return last.summary if last is not None and digest(text.data) in last.contents else "not verified"

    async def verify(self, uri: str) -> dict[str, Any]:
        """Translate, build, run and compare; change nothing."""
        return await self._prove(uri, None)

    async def translate_verified(self, uri: str, place: str = "buffer") -> dict[str, Any]:
        """The same, and where it passes apply it: to the text in the editor, or `beside` it, as x.hip."""
        if place not in ("buffer", "beside"):
            raise RefusedError(f"place {place}: choose buffer or beside")
        return await self._prove(uri, place)

    async def translate_with_model(self, uri: str) -> dict[str, Any]:
        """The same, and where the rules do not get through a model is asked; what it says must pass as well."""
        if not self._server.options.model:
            raise RefusedError("no model is set: name one in the setting `model`, such as `auto` (docs/models.md)")
        return await self._prove(uri, "buffer", self._server.options.model)

    async def _prove(self, uri: str, place: str | None, model: str = "") -> dict[str, Any]:
        document = asking.opened(self._server, uri)
        if not await self.agreed(document.path):
            raise RefusedError("nothing was built or run: you did not agree")
        if uri in self._running:
            raise RefusedError(f"{document.path.name} is being verified already")
        self._running.add(uri)
        text, progress = document.text, Progress(self._server, f"cass: {document.path.name}", stoppable=True)
        await progress.begin()
        asking.refresh_lenses(self._server)
        try:
            result = await self._tried(document, text, progress, model)
        finally:
            self._running.discard(uri)
            progress.end()
            asking.refresh_lenses(self._server)
        if result is None:
            return {"outcome": "STOPPED", "applied": False, "problem": "you stopped it"}
        value = self._verdict(document, text, result)
        if place is not None and not isinstance(result, str) and value["passed"]:
            value |= await self._delivered(document, text, result, place)
        self._tell(document, value)
        return value

    async def _tried(self, document: Document, text: Text, progress: Progress, model: str) -> "Ported | str | None":
        settings = self._server.options.trying(self._server.config(document.path))
        commands = self._server.commands(document.path)
        gpus = ", ".join(target.arch for target in settings.targets)

        def going(seconds: float, words: str) -> bool:
            progress.report(f"{words or f'translating, building and running for {gpus}'} ({seconds:.0f} s)")
            return not progress.stopped

        progress.report(f"translating, building and running for {gpus}")
        return await attempt(Trial(document.path, text.data, settings, commands, model), going)

    def _verdict(self, document: Document, text: Text, result: "Ported | str") -> dict[str, Any]:
        """What is said about a trial, and kept for those who ask later."""
        value: dict[str, Any] = {"uri": document.uri, "version": document.version, "applied": False}
        if isinstance(result, str):
            value |= {
                "outcome": Outcome.NOT_TRIED.value,
                "passed": False,
                "problem": result,
                "reasons": [],
                "verdict": None,
            }
            summary = "not verified: could not be tried"
        else:
            verdict = result.verdict
            passed = result.refused is None and verdict.outcome is Outcome.PASSED
            told = list(reasons(verdict.steps))
            value |= {"outcome": verdict.outcome.value, "passed": passed, "problem": result.refused, "reasons": told}
            value |= {"verdict": verdict_value(verdict), "origin": result.candidate.origin}
            value |= {"suggestion": _suggestion(result), "remarks": list(result.remarks)}
            summary = _summary(result) if passed else f"not passed: {result.refused or verdict.outcome}"
        contents = [text.data] if isinstance(result, str) else [text.data, result.candidate.data]
        self._verdicts[document.uri] = Known(tuple(map(digest, contents)), summary, value | {"summary": summary})
        return value | {"summary": summary}

    async def _delivered(self, document: Document, text: Text, result: "Ported", place: str) -> dict[str, Any]:
        if document.text is not text:
            return {"problem": asking.CHANGED}
        if place == "buffer":
            edits = text_edits(text, fixing.of_candidate(result.candidate))
            label = f"Translate {document.path.name} to HIP, verified"
            if not await asking.apply(self._server, document, text, edits, label):
                return {"problem": asking.CHANGED}
            asking.refresh_lenses(self._server)
            return {"applied": True}
        from cass_tools.delivery import deliver  # a server that is asked for no proof need not wait

        done = await asyncio.to_thread(functools.partial(deliver, result, Layout((document.path,)), force=False))
        if done.problem:
            return {"problem": done.problem}
        await asking.show(self._server, uri_of(done.place))
        return {"applied": True, "wrote": uri_of(done.place)}

    def _tell(self, document: Document, value: dict[str, Any]) -> None:
        name, why = document.path.name, value["problem"] or value["summary"]
        more = list(value.get("remarks", ()))
        if suggested := value.get("suggestion"):
            more.append(f"what {suggested['origin']} came farthest with did not pass: {suggested['refused']}")
        passed = value["passed"] and not value["problem"]
        if self._server.options.notifications:
            self._server.protocol.notify(VERDICT, value)
            LOG.info("%s: %s", name, why)
            if more and not passed:  # which is not in the verdict that the client shows
                self._server.say("\n".join([f"{name}: {why}", *more]), t.MessageType.Warning)
        elif passed:
            self._server.say(f"{name}: {value['summary']}")
        else:
            self._server.say("\n".join([f"{name}: {why}", *value["reasons"][:4], *more]), t.MessageType.Warning)

    def verdict(self, uri: str) -> dict[str, Any] | None:
        """The last verdict on a document."""
        known = self._verdicts.get(uri)
        if known is None:
            self._server.say(f"{path_of(uri).name} has not been verified in this session")
            return None
        self._tell(asking.opened(self._server, uri), known.value)
        return known.value

    async def agreed(self, path: Path) -> bool:
        """Whether the user lets code of this workspace be built and run; asks where that is not known."""
        if self._server.trusts(path):
            return True
        question = f"This builds {path.name} and runs it in a sandbox on this machine. Do you trust what it does?"
        actions = [t.MessageActionItem(RUN), t.MessageActionItem(ALWAYS)]
        params = t.ShowMessageRequestParams(t.MessageType.Warning, question, actions)
        answer = await self._server.window_show_message_request_async(params)
        if answer is not None and answer.title == ALWAYS:
            self._server.trust(path)
        return answer is not None and answer.title in (RUN, ALWAYS)


def _suggestion(result: "Ported") -> dict[str, Any] | None:
    """What a model came farthest with where nothing passed: to be looked at, never applied."""
    best = result.suggestion
    if best is None:
        return None
    text = best.candidate.data.decode("utf-8", "replace")
    return {"origin": best.candidate.origin, "refused": best.refused, "text": text}


def _summary(result: "Ported") -> str:
    """`verified at 32, 64`, or what was done less than that."""
    compared = [s for s in result.verdict.steps if s.kind is StepKind.COMPARED and s.outcome is Outcome.PASSED]
    waves = sorted({s.target.wave for s in compared if s.target})
    return f"verified at {', '.join(map(str, waves))}" if waves else "only built, not run"
