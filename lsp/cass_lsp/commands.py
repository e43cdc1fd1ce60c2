"""Commands: explain, preview, translate, verify, silence in the project, fix the workspace.

Building and running happens here alone, after the user has agreed to it for this workspace.
"""

import asyncio
import functools
import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from lsprotocol import types as t

from cass_lsp import asking, fixing, pages
from cass_lsp.actions import edit_of
from cass_lsp.convert import range_of, text_edits
from cass_lsp.documents import Document, digest, path_of, uri_of
from cass_lsp.progress import Progress
from cass_lsp.proving import Prover
from cass_lsp.server import CassServer, RefusedError
from cass_lsp.survey import Survey
from cass_lsp.text import Text, decoded
from cass_tools import output
from cass_tools.cache_root import cache_root
from cass_tools.errors import CassError
from cass_tools.layout import Layout
from cass_tools.model import Candidate, Safety, Span
from cass_tools.output import Place
from cass_tools.project_file import FILE as PROJECT
from cass_tools.project_file import SHARED
from cass_tools.suppressing import in_project

P = ParamSpec("P")
T = TypeVar("T")


class Commander:
    """Carries out commands."""

    def __init__(self, server: CassServer, survey: Survey, project_changed: Callable[[], None]) -> None:
        self._server = server
        self._survey = survey
        self._project_changed = project_changed

    async def explain(self, code: str, uri: str = "") -> dict[str, str]:
        """Open the page of a rule."""
        own = self._server.config(path_of(uri)).user_rules if uri else ()
        page = await self._server.readers.run(pages.file, code, own)
        await asking.show(self._server, uri_of(page))
        return {"uri": uri_of(page), "markdown": await asyncio.to_thread(page.read_text, "utf-8")}

    async def preview(self, uri: str) -> dict[str, Any]:
        """The translation of a file beside it, as a file that nobody has saved."""
        document, _, candidate = await self._translated(uri, Safety.UNSAFE)
        place = Layout((document.path,)).place(document.path).path
        shown = cache_root() / "previews" / digest(str(document.path.absolute()).encode()) / place.name
        await asyncio.to_thread(_write_preview, shown, candidate.data)
        if not self._server.options.notifications:
            await asking.show(self._server, uri_of(shown))
        from cass_tools.delivery import left_over  # a server that is asked for no translation need not wait

        left = [{"code": f.code, "message": f.message} for f in left_over(candidate)]
        return {"uri": uri, "name": place.name, "preview": uri_of(shown), "text": decoded(candidate.data), "left": left}

    async def translate(self, uri: str) -> dict[str, Any]:
        """Translate a document by rules, in the editor, with nothing verified."""
        document, text, candidate = await self._translated(uri, Safety.UNSAFE)
        edits = text_edits(text, fixing.of_candidate(candidate))
        applied = await asking.apply(self._server, document, text, edits, f"Translate {document.path.name} to HIP")
        self._server.say(f"{document.path.name} was translated, not verified", t.MessageType.Warning)
        return {"applied": applied}

    async def _translated(self, uri: str, least: Safety) -> tuple[Document, Text, Candidate]:
        document = asking.opened(self._server, uri)
        text, config = document.text, self._server.config(document.path)
        run = self._server.readers.run
        return document, text, await run(fixing.translated, document.path, text.data, config, least)

    async def ignore_in_project(self, uri: str, code: str) -> dict[str, Any]:
        """Write a code into the cass.toml that counts for a file, or into a new one at the workspace's root."""
        path = path_of(uri).absolute()
        file = self._server.project_file(path)
        roots = [root for root in self._server.documents.roots if path.is_relative_to(root)]
        file = file or (max(roots, key=lambda root: len(root.parts)) if roots else path.parent) / PROJECT
        opened, shared = self._server.document(uri_of(file)), file.name == SHARED
        if opened is not None:
            after = in_project(decoded(opened.text.data), code, shared=shared)
            edits = [t.TextEdit(range_of(opened.text, Span(0, len(opened.text.data))), after)]
            return {
                "uri": opened.uri,
                "applied": await asking.apply(self._server, opened, opened.text, edits, f"Ignore {code}"),
            }
        before = file.read_bytes() if file.exists() else b""
        after = in_project(before.decode(), code, shared=shared)
        output.write(Place(file, file.parent), after.encode(), read_as=before if before else None, force=True)
        self._project_changed()
        return {"uri": uri_of(file), "applied": True}

    async def fix_workspace(self) -> dict[str, Any]:
        """Fix what is safe in all files of the workspace, in one edit."""
        await self._survey.done()
        progress = Progress(self._server, "cass: fixing what is safe", stoppable=True)
        await progress.begin()
        found: list[tuple[str, int | None, list[t.TextEdit]]] = []
        try:
            paths = sorted(self._survey.files)
            for number, path in enumerate(paths):
                progress.report(f"{number} of {len(paths)} files", 100 * number // max(1, len(paths)))
                if progress.stopped:
                    return {"applied": False, "files": 0}
                found += await self._safe_edits(path)
        finally:
            progress.end()
        if not found:
            self._server.say("there is nothing that is safe to fix")
            return {"applied": False, "files": 0}
        edit = edit_of(self._server, found)
        answer = await self._server.workspace_apply_edit_async(t.ApplyWorkspaceEditParams(edit, "Fix what is safe"))
        return {"applied": answer.applied, "files": len(found)}

    async def _safe_edits(self, path: Path) -> list[tuple[str, int | None, list[t.TextEdit]]]:
        document = self._server.document(uri_of(path))
        try:
            data = document.text.data if document else await asyncio.to_thread(path.read_bytes)
        except OSError:
            return []
        config = self._server.config(path)
        edits = await self._server.readers.run(fixing.of_file, path, data, config, Safety.SAFE)
        if not edits:
            return []
        text = document.text if document else Text(data, self._server.documents.encoding, hide_bom=True)
        return [(uri_of(path), document.version if document else None, text_edits(text, edits))]


def _write_preview(path: Path, data: bytes) -> None:
    """Put a preview where it can be opened; read only, for nothing becomes of what is changed in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(number, "wb") as written:
        written.write(data)
    Path(draft).chmod(0o444)
    Path(draft).replace(path)


def _refusing(act: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """The same; what a user can mend is refused in a sentence."""

    @functools.wraps(act)
    async def carried(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return await act(*arguments, **named)
        except CassError as error:
            raise RefusedError(str(error)) from error

    return carried


def register(server: CassServer, commander: Commander, prover: Prover) -> None:
    """Register all commands; an editor may name them in code actions, lenses and its own menus."""

    def command(name: str) -> Callable[[Callable[P, Awaitable[T]]], object]:
        return lambda act: server.command(name)(_refusing(act))

    @command("cass.explain")
    async def explain(code: str, *uri: str) -> dict[str, str]:
        return await commander.explain(code, *uri[:1])

    @command("cass.preview")
    async def preview(uri: str) -> dict[str, Any]:
        return await commander.preview(uri)

    @command("cass.translate")
    async def translate(uri: str) -> dict[str, Any]:
        return await commander.translate(uri)

    @command("cass.translateVerified")
    async def translate_verified(uri: str, *place: str) -> dict[str, Any]:
        return await prover.translate_verified(uri, *place[:1])

    @command("cass.translateWithModel")
    async def translate_with_model(uri: str) -> dict[str, Any]:
        return await prover.translate_with_model(uri)

    @command("cass.verify")
    async def verify(uri: str) -> dict[str, Any]:
        return await prover.verify(uri)

    @command("cass.showVerdict")
    async def show_verdict(uri: str) -> dict[str, Any] | None:
        return prover.verdict(uri)

    @command("cass.suppressInProject")
    async def ignore(uri: str, code: str) -> dict[str, Any]:
        return await commander.ignore_in_project(uri, code)

    @command("cass.fixAllInWorkspace")
    async def fix_all() -> dict[str, Any]:
        return await commander.fix_workspace()
