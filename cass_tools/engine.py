"""check, choose, apply: a source to findings, findings to edits, edits to bytes. Pure, nothing is written."""

import functools
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import attrgetter

from cass_tools.config import Config
from cass_tools.cuda.captures import FILE, GPU_WORDS, JUDGED, LEFTOVER, Dispatch, needed, walk
from cass_tools.cuda.conditions import amd_never_reads, has_unread
from cass_tools.cuda.context import Context
from cass_tools.cuda.embedded import Embedded, embedded
from cass_tools.cuda.leftover import looks_cuda, uncovered
from cass_tools.cuda.long_lines import first_word
from cass_tools.cuda.names import Names
from cass_tools.cuda.silent import Silent
from cass_tools.cuda.suppress import Suppressions
from cass_tools.file_kind import FileKind, kind_of
from cass_tools.model import Edit, Finding, Safety, Source, Span
from cass_tools.rule import Outline
from cass_tools.rules import rules_for
from cass_tools.rules._outline import outlines

_MAIN_HEADER = "CASS104"


def check(source: Source, config: Config) -> tuple[Finding, ...]:
    """All findings of all rules in the order of the file, without those that a `cass: ignore` comment suppresses."""
    if kind_of(source.path) is not FileKind.SOURCE:
        return _check_build_file(source, config)
    return check_context(Context(source, config))


def _check_build_file(source: Source, config: Config) -> tuple[Finding, ...]:
    """The same for CMake, make and their like, which have grammars and rules of their own."""
    from cass_tools.build_files.leftover import uncovered as uncovered_words  # sources need none of it
    from cass_tools.build_files.reading import read

    context = read(source, config)
    rules = rules_for(context.kind)
    found = [finding for rule in rules if FILE in rule.on for finding in rule.check(context.root, context)]
    for span in uncovered_words(context, found):
        found += [finding for rule in rules if LEFTOVER in rule.on for finding in rule.check(span, context)]
    found.sort(key=_place)
    return Suppressions(context).filter(found)


def check_context(context: Context) -> tuple[Finding, ...]:
    """`check` for a source that is being read already; GPU code in its strings included."""
    if is_silent(context):
        return ()
    found: list[Finding] = []
    for rule, node in walk(context, _dispatch()):
        found.extend(rule.check(node, context))
    own: list[Finding] = []
    if context.config.user_rules:
        from cass_tools.user_rules.finding import findings, without_rivals  # few projects have any

        own = findings(context, found)
        found = without_rivals(found, own)
    context.found = (*found, *own)
    if _listening(JUDGED):
        held = needed(context, _dispatch())
        for outline in _listening(JUDGED):
            if not held.isdisjoint(outline.needs):
                found.extend(outline.rule.check(context.root, context))
    last = [outline.rule for outline in _listening(LEFTOVER)]
    if last:
        for span in (*uncovered(context, [*found, *own]), *_unread(context)):
            for rule in last:
                found.extend(rule.check(span, context))
    for text in embedded(context.data, context.code):
        found.extend(_inside(text, context))
    codes = {finding.code for finding in own}
    read = _without_replaced(_without_unread([*found, *own], context.code))
    if own:
        read.sort(key=lambda finding: (finding.span.start, finding.code not in codes, _place(finding)))
    else:
        read.sort(key=_place)
    return Suppressions(context).filter(read)


def _unread(context: Context) -> Iterable[Span]:
    """What is left of lines that are too long to be read, from the first word of CUDA on."""
    data = context.source.data
    for line in context.unread:
        word = first_word(data, line, lambda word: _is_cuda(word, context))
        if word is not None:
            yield Span(word.start, line.end)


def _is_cuda(word: bytes, context: Context) -> bool:
    return looks_cuda(word) or word in GPU_WORDS or (word.startswith(b"__") and word in context.names)


def _inside(text: Embedded, context: Context) -> Iterable[Finding]:
    """What is found in GPU code that is a string of the file; hipRTC includes the main header by itself."""
    found = check_context(Context(Source(context.source.path, text.data), context.config))
    return (text.finding(finding) for finding in found if finding.code != _MAIN_HEADER)


@functools.cache
def _dispatch() -> Dispatch:
    return Dispatch(outlines())


def is_silent(context: Context) -> bool:
    """Whether the bytes of a file say already that nothing can be found in it."""
    return _silent(context.names)(context)


@functools.lru_cache(maxsize=8)
def _silent(names: Names) -> Silent:
    return Silent(_dispatch(), names)


@functools.cache
def _listening(capture: str) -> tuple[Outline, ...]:
    return tuple(outline for outline in outlines() if capture in outline.on)


def _without_unread(found: list[Finding], code: bytes) -> list[Finding]:
    """Without those in branches for other compilers."""
    if not has_unread(code):  # as with most
        return found
    return [finding for finding in found if not amd_never_reads(finding.span.start, code)]


# Findings that say no more than that HIP has no such name, or has it with a wider mask.
_ABOUT_NAMES = frozenset({"CASS101", "CASS102", "CASS121"})


def _without_replaced(found: list[Finding]) -> list[Finding]:
    """Without those about a name that another finding's fix writes anew: nothing of it is left to do."""
    if not any(finding.code in _ABOUT_NAMES for finding in found):
        return found
    edits = [edit for finding in found if finding.fix for edit in finding.fix.edits]
    written = sorted({edit.span for edit in edits if edit.span.start < edit.span.end})
    furthest = list(accumulate((span.end for span in written), max))
    return [
        finding
        for finding in found
        if finding.code not in _ABOUT_NAMES or finding.fix or not _overlaps(finding.span, written, furthest)
    ]


def _overlaps(span: Span, written: list[Span], furthest: list[int]) -> bool:
    """Whether one of the sorted spans overlaps; `furthest` is where those up to each end at most."""
    before = bisect_left(written, span.end, key=attrgetter("start"))
    return before > 0 and span.start < furthest[before - 1]


_place = attrgetter("span", "code", "message")


def choose(findings: Iterable[Finding], least: Safety = Safety.SAFE) -> tuple[Edit, ...]:
    """The edits of all fixes at least as safe as `least`, sorted, without overlaps; a fix is taken whole or not at all.

    Of two fixes that overlap the earlier finding wins. Equal edits of several fixes are made once; insertions at one
    place are ordered by what they are and by their text, so that the same findings always give the same bytes.
    """
    chosen: list[Edit] = []
    taken = _Taken()
    for finding in findings:
        fix = finding.fix
        if fix is None or fix.safety < least:
            continue
        fresh = [edit for edit in dict.fromkeys(fix.edits) if edit not in taken]
        if any(taken.overlaps(edit.span) for edit in fresh):
            continue
        taken.add(fresh)
        chosen += fresh
    return tuple(sorted(chosen, key=_order))


def _order(edit: Edit) -> tuple[Span, bool, bytes]:
    """Where an edit goes: of insertions at one place, includes and definitions come before declarations."""
    return edit.span, not edit.text.lstrip().startswith((b"#include", b"#define")), edit.text


class _Taken:
    """Edits already chosen, by blocks of the file, so that a conflict is found without looking at all of them."""

    _BLOCK = 9  # bits: spans are filed under each 512-byte block they touch

    def __init__(self) -> None:
        self._edits: set[Edit] = set()
        self._blocks: dict[int, list[Span]] = {}

    def __contains__(self, edit: Edit) -> bool:
        return edit in self._edits

    def add(self, edits: Sequence[Edit]) -> None:
        for edit in edits:
            self._edits.add(edit)
            for block in self._touched(edit.span):
                self._blocks.setdefault(block, []).append(edit.span)

    def overlaps(self, span: Span) -> bool:
        """Insertions may touch each other and the ends of replacements, but not lie inside one."""
        near = (other for block in self._touched(span) for other in self._blocks.get(block, ()))
        return any(span.start < other.end and other.start < span.end for other in near)

    def _touched(self, span: Span) -> range:
        return range(span.start >> self._BLOCK, (span.end >> self._BLOCK) + 1)


def apply(data: bytes, edits: Iterable[Edit]) -> bytes:
    """`data` with sorted edits without overlaps made; every other byte stays."""
    parts: list[bytes] = []
    done = 0
    for edit in edits:
        parts += (data[done : edit.span.start], edit.text)
        done = edit.span.end
    parts.append(data[done:])
    return b"".join(parts)
