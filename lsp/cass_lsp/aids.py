"""Reading aids: what a name is in HIP, hints beside it, kernels and what is known of them, tokens, completion."""

import functools
import re
from bisect import bisect_left
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as t

from cass_lsp import assembly
from cass_lsp.convert import command, range_of, span_of
from cass_lsp.documents import uri_of
from cass_lsp.reading import Function, Reading
from cass_lsp.server import CassServer
from cass_lsp.text import Text, decoded
from cass_tools.config import Config
from cass_tools.cuda.names import Names, names_for
from cass_tools.model import Finding, Span
from cass_tools.naming import headline, remarks
from cass_tools.report import is_plain_rename

if TYPE_CHECKING:
    from cass_lsp.proving import Prover
    from cass_lsp.survey import Survey

WORD = re.compile(rb"[A-Za-z_][\w]*(?:::\w+)*")
HEADER = re.compile(rb'[<"]([\w./-]+)[>"]')
PREFIX = re.compile(rb"(?:hip|roc|HIP|miopen|MIOPEN)[\w/]*$|hip/[\w./-]*$")
TYPES = ("keyword", "function", "type", "enumMember", "macro", "variable", "operator")
MODIFIERS = ("deprecated", "cuda", "unsupported")
_TYPE_OF = {"function": "function", "type": "type", "enum": "enumMember", "macro": "macro"}
MOST_COMPLETIONS = 200


def names_of(config: Config) -> Names:
    """The tables for a configuration."""
    return names_for(config.hip_version, config.cuda_version, config.api, config.style)


async def hover(server: CassServer, params: t.HoverParams) -> t.Hover | None:
    """The HIP counterpart of a name, and the findings there. The tables alone answer while the file is being read."""
    document = server.document(params.text_document.uri)
    if document is None:
        return None
    text, config = document.text, server.config(document.path)
    at = text.offset(params.position.line, params.position.character)
    if document.is_assembly:
        return assembly.hover(text, params.position.line, at)
    span = _word_at(text, params.position.line, at)
    row = names_of(config).get(text.data[span.start : span.end]) if span else None
    parts = []
    if row is not None:
        parts.append(f"**{headline(row, config)}**\n\n{row.kind} of the {row.library} tables")
        parts[0] += "".join(f"\n- {label}: {words}" for label, words in remarks(row))
    if span and text.data[span.start : span.end] == b"warpSize":
        parts.append(_lanes(server))
    task = server.reading(document)
    reading = task.result() if task.done() and not task.cancelled() and task.exception() is None else Reading()
    pages = dict(reading.pages)
    told = reading.findings if server.options.hover_findings else ()
    found = [f for f in told if f.span.start <= at < max(f.span.end, f.span.start + 1)]
    parts += [_told(f, pages) for f in found if row is None or not is_plain_rename(f)]
    if not parts:
        return None
    where = span or found[0].span
    return t.Hover(t.MarkupContent(t.MarkupKind.Markdown, "\n\n---\n\n".join(parts)), range_of(text, where))


def _told(finding: Finding, pages: dict[str, str]) -> str:
    page = pages.get(finding.code)
    code = f"[{finding.code}]({uri_of(Path(page))})" if page else finding.code
    words = f"{code} {finding.rule}: {finding.message}"
    return f"{words}\n\n*Instead:* {finding.suggestion}" if finding.suggestion else words


def _lanes(server: CassServer) -> str:
    sizes = ", ".join(f"{target.wave} on {target.arch}" for target in server.options.targets)
    return f"**warpSize** is 32 in CUDA; the wavefront has {sizes}"


def _word_at(text: Text, number: int, at: int) -> Span | None:
    if number >= len(text.starts):
        return None
    start, line = text.starts[number], text.line(number)
    if line.lstrip().startswith(b"#") and (header := HEADER.search(line)):
        return Span(start + header.start(1), start + header.end(1))
    for match in WORD.finditer(line):
        if start + match.start() <= at <= start + match.end():
            return Span(start + match.start(), start + match.end())
    return None


async def hints(server: CassServer, params: t.InlayHintParams) -> list[t.InlayHint]:
    """HIP's name after each of CUDA's, and how wide a wavefront is."""
    if not server.options.inlay_hints:
        return []
    _, text, reading = await server.read(params.text_document.uri)
    asked = span_of(text, params.range)
    wide = "|".join(str(w) for w in sorted({target.wave for target in server.options.targets}))
    wanted = [(named.span.end, f"→ {named.hip}") for named in reading.names if named.hip]
    wanted += [(span.end, f"= {wide}") for span in reading.lanes]
    return [
        t.InlayHint(t.Position(*text.place(at)), label, padding_left=True)
        for at, label in sorted(wanted)
        if asked.start <= at <= asked.end
    ]


async def symbols(
    server: CassServer, params: t.DocumentSymbolParams
) -> list[t.DocumentSymbol] | list[t.SymbolInformation]:
    """The functions that run on the GPU."""
    document, text, reading = await server.read(params.text_document.uri)
    able = server.client_capabilities.text_document
    nested = bool(able and able.document_symbol and able.document_symbol.hierarchical_document_symbol_support)
    if not nested:
        return [
            t.SymbolInformation(t.Location(document.uri, _whole(text, f)), f.title, t.SymbolKind.Function)
            for f in reading.functions
        ]
    return [
        t.DocumentSymbol(f.title, t.SymbolKind.Function, _whole(text, f), range_of(text, f.name), detail=_what(f))
        for f in reading.functions
    ]


def _what(function: Function) -> str:
    return "kernel" if function.kernel else "device function"


def _whole(text: Text, function: Function) -> t.Range:
    return range_of(text, Span(function.head, function.end))


async def lenses(server: CassServer, prover: "Prover", params: t.CodeLensParams) -> list[t.CodeLens]:
    """Above each kernel: its findings, what is known of the file, and a way to know more."""
    if not server.options.code_lens:
        return []
    document, text, reading = await server.read(params.text_document.uri)
    known = prover.known(document, text)
    found = []
    for function in reading.functions:
        if not function.kernel:
            continue
        inside = [f for f in reading.findings if function.head <= f.span.start < function.end]
        where = range_of(text, function.name)
        count = f"{len(inside)} finding{'' if len(inside) == 1 else 's'}"
        explain = command(f"{count} · {known}", "cass.showVerdict", document.uri)
        found.append(t.CodeLens(where, explain))
        found.append(t.CodeLens(where, command("Verify now", "cass.verify", document.uri)))
    return found


async def tokens(server: CassServer, uri: str, where: t.Range | None = None) -> t.SemanticTokens:
    """What only CUDA has: qualifiers and launches, and names of its API."""
    _, text, reading = await server.read(uri)
    asked = span_of(text, where) if where else Span(0, len(text.data))
    found = [(span, "operator" if span.end - span.start == 3 else "keyword", 2) for span in reading.cuda]
    for named in reading.names:
        bits = 2 | (1 if named.aged else 0) | (0 if named.hip else 4)
        found.append((named.span, _TYPE_OF.get(named.kind, "variable"), bits))
    data: list[int] = []
    line = character = 0
    for span, kind, bits in sorted(found):
        if not asked.start <= span.start <= asked.end:
            continue
        start, end = text.place(span.start), text.place(span.end)
        step = start.line - line
        data += [step, start.character - (0 if step else character), end.character - start.character]
        data += [TYPES.index(kind), bits]
        line, character = start
    return t.SemanticTokens(data)


@functools.lru_cache(maxsize=4)
def _written(config: Config) -> tuple[list[str], dict[str, tuple[str, str]]]:
    """Every name that can be written in HIP, sorted, with CUDA's and its kind."""
    names = names_of(config)
    found: dict[str, tuple[str, str]] = {}
    for key in sorted(names.keys()):
        row = names.get(key)
        known = row is not None and row.hip and not row.reason
        if row is not None and known and (row.hip not in found or row.library == "runtime"):
            found[row.hip] = (row.name, row.kind)
    return sorted(found), found


_ITEM_KINDS = {
    "function": t.CompletionItemKind.Function,
    "type": t.CompletionItemKind.Struct,
    "header": t.CompletionItemKind.File,
    "macro": t.CompletionItemKind.Constant,
}


async def completion(server: CassServer, params: t.CompletionParams) -> t.CompletionList:
    """Names of HIP, where the beginning of one is written."""
    document = server.document(params.text_document.uri)
    if document is None:
        return t.CompletionList(False, [])
    text = document.text
    at = text.offset(params.position.line, params.position.character)
    before = text.data[max(0, at - 120) : at]
    match = PREFIX.search(before)
    if match is None or before[match.start() - 1 : match.start()] in (b":", b".") or _in_word(before, match.start()):
        return t.CompletionList(False, [])
    config = server.config(document.path)._replace(user_rules=(), ignored=frozenset())
    ordered, known = _written(config)
    prefix = decoded(match.group())
    include = before[before.rfind(b"\n") + 1 :].lstrip().startswith(b"#")
    first = bisect_left(ordered, prefix)
    found: list[str] = []
    for name in ordered[first:]:
        if not name.startswith(prefix) or len(found) > MOST_COMPLETIONS:
            break
        if (known[name][1] == "header") == include:
            found.append(name)
    where = range_of(text, Span(at - len(match.group()), at))
    items = [_item(name, *known[name], where) for name in found[:MOST_COMPLETIONS]]
    return t.CompletionList(len(found) > MOST_COMPLETIONS, items)


def _in_word(before: bytes, start: int) -> bool:
    return before[max(0, start - 1) : start].isalnum() or before[max(0, start - 1) : start] == b"_"


def _item(name: str, cuda: str, kind: str, where: t.Range) -> t.CompletionItem:
    detail = f"{cuda} in CUDA" if cuda != name else "as in CUDA"
    item_kind = _ITEM_KINDS.get(kind, t.CompletionItemKind.Constant)
    return t.CompletionItem(name, kind=item_kind, detail=detail, text_edit=t.TextEdit(where, name))


def workspace_symbols(survey: "Survey", query: str) -> list[t.SymbolInformation]:
    """Each file with how ready it is to be ported, the readiest last, and its kernels."""
    found = []
    wanted = query.lower()
    order = ("errors", "warnings", "infos", "renames")
    files = sorted(survey.files.items(), key=lambda item: ([-item[1].counts[kind] for kind in order], item[0]))
    for path, known in files:
        uri = uri_of(path)
        left = [f"{known.counts[kind]} {kind}" for kind in order if known.counts[kind]]
        title = f"{path.name}: {', '.join(left) or 'nothing left to port'}"
        entries = [(title, t.SymbolKind.File, t.Range(t.Position(0, 0), t.Position(0, 0)))]
        entries += [(name, t.SymbolKind.Function, where) for name, where in known.kernels]
        found += [
            t.SymbolInformation(t.Location(uri, where), name, kind, container_name="port readiness")
            for name, kind, where in entries
            if wanted in name.lower()
        ]
    return found


def register(server: CassServer, prover: "Prover", survey: "Survey") -> None:
    """Register everything of this module."""

    @server.feature(t.TEXT_DOCUMENT_HOVER)
    async def _hover(params: t.HoverParams) -> t.Hover | None:
        return await hover(server, params)

    @server.feature(t.TEXT_DOCUMENT_INLAY_HINT)
    async def _hints(params: t.InlayHintParams) -> list[t.InlayHint]:
        return await hints(server, params)

    @server.feature(t.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def _symbols(params: t.DocumentSymbolParams) -> list[t.DocumentSymbol] | list[t.SymbolInformation]:
        return await symbols(server, params)

    @server.feature(t.TEXT_DOCUMENT_CODE_LENS)
    async def _lenses(params: t.CodeLensParams) -> list[t.CodeLens]:
        return await lenses(server, prover, params)

    legend = t.SemanticTokensLegend(list(TYPES), list(MODIFIERS))

    @server.feature(t.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    async def _tokens(params: t.SemanticTokensParams) -> t.SemanticTokens:
        return await tokens(server, params.text_document.uri)

    @server.feature(t.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)
    async def _range_tokens(params: t.SemanticTokensRangeParams) -> t.SemanticTokens:
        return await tokens(server, params.text_document.uri, params.range)

    @server.feature(t.TEXT_DOCUMENT_COMPLETION, t.CompletionOptions(trigger_characters=["/"]))
    async def _completion(params: t.CompletionParams) -> t.CompletionList:
        return await completion(server, params)

    @server.feature(t.WORKSPACE_SYMBOL)
    async def _workspace_symbols(params: t.WorkspaceSymbolParams) -> list[t.SymbolInformation]:
        await survey.done()
        return workspace_symbols(survey, params.query)
