"""Assembly of open sources as virtual documents (`cass-asm:`), and what an instruction is where the cursor is.

`cass-asm:/folder/x.cu.gfx1100.s?amd&SOURCE` is AMD's assembly of the document SOURCE (a URI, quoted) for gfx1100; `ir`
stands for LLVM IR, `sass` for NVIDIA's code. Nothing of it is on disk. A text is made again when the source changes.
"""

import re
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from lsprotocol import types as t

from cass_lsp import asking
from cass_lsp.convert import range_of
from cass_lsp.documents import SCHEME, digest
from cass_lsp.proving import Prover
from cass_lsp.server import CassServer, RefusedError
from cass_lsp.text import Text
from cass_tools.errors import CassError
from cass_tools.model import Span

KINDS = {"amd": "s", "ir": "ll", "sass": "sass"}
NVIDIA = "sm_80"
LATEST = 16  # texts that are kept
_MNEMONIC = re.compile(rb"[vs]_\w+|(?:global|flat|scratch|buffer|tbuffer|image|ds)_\w+")


class Assembler:
    """Makes texts, and keeps the latest."""

    def __init__(self, server: CassServer, prover: Prover) -> None:
        self._server = server
        self._prover = prover
        self._texts: dict[tuple[str, ...], str] = {}

    async def show(self, uri: str, kind: str = "amd", gpu: str = "") -> dict[str, str]:
        """The URI of the assembly of an open source; the client is asked to show it."""
        if kind not in KINDS:
            raise RefusedError(f"kind {kind}: choose {', '.join(KINDS)}")
        document = asking.opened(self._server, uri)
        arch = NVIDIA if kind == "sass" else gpu or self._server.options.targets[0].arch
        path = urlsplit(uri).path or f"/{document.path.name}"
        shown = f"{SCHEME}:{path}.{quote(arch, safe=':')}.{KINDS[kind]}?{kind}&{quote(uri, safe='')}"
        await self.text(shown)
        if not self._server.options.notifications:
            await asking.show(self._server, shown)
        return {"uri": shown, "kind": kind, "arch": arch}

    async def text(self, uri: str) -> str:
        """The text of a virtual document; RefusedError where it cannot be made, with the compiler's reason."""
        kind, arch, source = parts(uri)
        document = asking.opened(self._server, source)
        key = (kind, arch, source, digest(document.text.data))  # clients write one URI in several ways
        if key not in self._texts:
            if not await self._prover.agreed(document.path):
                raise RefusedError("nothing was built: you did not agree")
            from cass_tools.asm.viewed import text_of  # few look at assembly

            try:
                made = await self._server.readers.run(text_of, document.path, document.text.data, kind, arch)
            except CassError as error:
                raise RefusedError(str(error)) from error
            self._texts[key] = made
            for old in list(self._texts)[:-LATEST]:
                del self._texts[old]
        return self._texts[key]


def parts(uri: str) -> tuple[str, str, str]:
    """Kind, GPU and source of a `cass-asm:` URI; RefusedError for another."""
    split = urlsplit(uri)
    kind, _, source = unquote(split.query).partition("&")
    arch = split.path.removesuffix(f".{KINDS.get(kind, '')}").rpartition(".")[2]
    if split.scheme != SCHEME or kind not in KINDS or not re.fullmatch(r"(?:gfx|sm_)[\w:+-]+", arch) or not source:
        raise RefusedError(f"{uri} is no document of {SCHEME}:")
    return kind, arch, source


def hover(text: Text, line: int, at: int) -> t.Hover | None:
    """What the instruction at an offset is."""
    if line >= len(text.starts):
        return None
    from cass_tools.asm.assembler import gpu_named
    from cass_tools.asm.opcodes import isa_named, page

    start = text.starts[line]
    for found in _MNEMONIC.finditer(text.line(line).partition(b";")[0]):
        if start + found.start() <= at <= start + found.end():
            gpu = gpu_named(text.data)
            words = page(found[0].decode(), isa_named(gpu) if gpu else None)
            if words is None:
                return None
            where = range_of(text, Span(start + found.start(), start + found.end()))
            return t.Hover(t.MarkupContent(t.MarkupKind.Markdown, words), where)
    return None


def register(server: CassServer, assembler: Assembler) -> None:
    """Register the commands, and the protocol's own request for such documents (LSP 3.18)."""

    @server.command("cass.assembly")
    async def show(uri: str, *words: str) -> dict[str, str]:
        return await assembler.show(uri, *words[:2])

    @server.command("cass.assemblyText")
    async def text(uri: str) -> dict[str, Any]:
        return {"uri": uri, "text": await assembler.text(uri)}

    @server.feature(t.WORKSPACE_TEXT_DOCUMENT_CONTENT)
    async def content(params: t.TextDocumentContentParams) -> t.TextDocumentContentResult:
        return t.TextDocumentContentResult(await assembler.text(params.uri))
