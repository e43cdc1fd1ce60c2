"""What is read from one version of a file, all at once and as plain values: a process of its own does it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cass_lsp import pages
from cass_tools.config import Config
from cass_tools.file_kind import FileKind, kind_of
from cass_tools.model import Finding, Source, Span
from cass_tools.own_names import without_own
from cass_tools.scan import not_text
from cass_tools.tree import holds_cuda_text

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context
    from cass_tools.cuda.draft import Draft
    from cass_tools.cuda.kernels import Function as Definition
    from cass_tools.cuda.uses import Use


class Function(NamedTuple):
    """A function of the GPU; `head` is where its declaration begins, `name` where its name is."""

    title: str
    head: int
    name: Span
    end: int
    kernel: bool


class Named(NamedTuple):
    """A use of a name that HIP writes otherwise (`hip`), or that it lacks (empty); `aged`: CUDA or HIP gives it up."""

    span: Span
    hip: str
    kind: str
    aged: bool


class Reading(NamedTuple):
    """All that is known of a version. `cuda`: bytes that only CUDA has in its grammar (qualifiers, launches).

    `lanes` are uses of `warpSize`, `aged` those of names that CUDA or HIP give up. `pages` are files about the rules of
    the findings, by code. `error` says why there is nothing.
    """

    findings: tuple[Finding, ...] = ()
    functions: tuple[Function, ...] = ()
    names: tuple[Named, ...] = ()
    cuda: tuple[Span, ...] = ()
    lanes: tuple[Span, ...] = ()
    pages: tuple[tuple[str, str], ...] = ()
    aged: tuple[Span, ...] = ()
    error: str = ""


Rest = Callable[[], Reading]
"""Gives all that is known of a version of which the diagnostics are known already."""


def read(path: Path, data: bytes, config: Config, draft: "Draft | None" = None) -> Reading:
    """The reading of a file that holds `data`; of one without CUDA it is empty."""
    return begun(path, data, config, draft)[1]()


def begun(path: Path, data: bytes, config: Config, draft: "Draft | None" = None) -> tuple[Reading, Rest]:
    """What diagnostics need of a reading, and a function that gives all of it.

    `draft` has the version before, of a file that is being edited.
    """
    if reason := not_text(data):
        return _no_more(Reading(error=reason))
    words = [word.encode() for rule in config.user_rules for word in rule.words]
    if not holds_cuda_text(path, data, words):
        return _no_more(Reading())
    from cass_tools.engine import check  # only the processes that read need the rules

    source = Source(path, data)
    if kind_of(path) is not FileKind.SOURCE:
        return _no_more(_with_pages(Reading(check(source, config)), config))
    from cass_tools.cuda.context import Context
    from cass_tools.engine import check_context

    context = Context(source, config, draft)
    findings = without_own(source, check_context(context))
    aged = tuple(use.span for use in context.uses if _is_aged(use))
    found = _with_pages(Reading(findings, aged=aged), config)
    return found, lambda: _complete(found, context)


def _no_more(reading: Reading) -> tuple[Reading, Rest]:
    return reading, lambda: reading


def _with_pages(reading: Reading, config: Config) -> Reading:
    codes = dict.fromkeys(finding.code for finding in reading.findings)
    return reading._replace(pages=tuple((code, str(pages.file(code, config.user_rules))) for code in codes))


def _complete(reading: Reading, context: "Context") -> Reading:
    from cass_tools.cuda.kernels import functions
    from cass_tools.cuda.patterns import every
    from cass_tools.cuda.prep import QUALIFIERS

    known = functions(context)
    code = context.code
    found = [
        Function(f.name.decode(errors="replace"), _head(code, f), _name_of(code, f), f.end, f.kernel)
        for f in known.all
        if f.device and f.name
    ]
    names = [_named(use) for use in context.uses]
    cuda = [Span(at, at + len(word)) for word in QUALIFIERS & context.words.keys() for at in context.words[word]]
    cuda += [Span(at, at + 3) for mark in (b"<<<", b">>>") for at in every(context.code, mark)]
    lanes = [Span(at, at + 8) for at in context.words[b"warpSize"]] if b"warpSize" in context.words else []
    marks = tuple(sorted(cuda))
    return reading._replace(functions=tuple(found), names=tuple(names), cuda=marks, lanes=tuple(lanes))


def _named(use: "Use") -> Named:
    return Named(use.span, use.hip if use.renamed else "", use.api.kind, _is_aged(use))


def _is_aged(use: "Use") -> bool:
    return bool(use.api.cuda_deprecated or use.api.cuda_removed or use.api.hip_deprecated)


def _head(code: bytes, function: "Definition") -> int:
    """Where its declaration begins, without the space and the comments before that."""
    return function.start - len(code[function.head : function.start].lstrip())


def _name_of(code: bytes, function: "Definition") -> Span:
    """Where the name of a definition is, before its parameters; its beginning where that is not found."""
    at = code.rfind(function.name, function.start, function.body)
    while at >= 0 and not code[at + len(function.name) : function.body].lstrip().startswith((b"(", b"<")):
        at = code.rfind(function.name, function.start, at)
    at = max(at, function.start)
    return Span(at, at + len(function.name))
