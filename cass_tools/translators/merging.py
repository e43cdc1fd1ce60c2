"""From a model's answer to a candidate: its code takes the place of its passage, as an edit beside those of the rules.

What the rules have done elsewhere stays; in the passage their plain renames are made again, for models leave some.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import functions
from cass_tools.engine import apply, check
from cass_tools.model import Candidate, Edit, Safety, Severity, Source, Span
from cass_tools.substitutes import joined
from cass_tools.translators.lints import PIECE
from cass_tools.translators.passages import Passage
from cass_tools.translators.rules import translate


class Merged(NamedTuple):
    """A candidate with answers in it, and what is left in it that only CUDA has, in words."""

    candidate: Candidate
    left: tuple[str, ...]


def fitted(passage: Passage, data: bytes, answer: bytes, config: Config) -> bytes:
    """An answer as it goes into the file: the function alone, without the declarations that were shown with it,

    with the indentation and the line ends of what it replaces.
    """
    text = answer.replace(b"\r\n", b"\n")
    if passage.kind == "function":
        text = _function(passage, text, config)
    text = _indented(text, passage.text(data))
    if not passage.text(data).endswith(b"\n"):
        text = text.rstrip()
    elif not text.endswith(b"\n"):
        text += b"\n"
    return text.replace(b"\n", b"\r\n") if b"\r\n" in data else text


def merged(rules: Candidate, answers: Mapping[Passage, bytes], config: Config, origin: str) -> Merged:
    """The rules' candidate with fitted answers in place of their passages."""
    source = rules.source
    spans = [passage.span for passage in answers]
    kept = [edit for edit in rules.made if not any(_inside(edit.span, span) for span in spans)]
    edits = sorted([*kept, *(Edit(p.span, text) for p, text in answers.items())], key=lambda edit: edit.span)
    plain = config._replace(dual=False)
    mixed = Source(source.path, joined(apply(source.data, edits)))
    done = translate(mixed, plain._replace(user_rules=()), Safety.SAFE)
    data = joined(done.data)
    left = [f.message for f in check(Source(source.path, data), plain) if f.severity is Severity.ERROR and not f.fix]
    if config.dual:
        from cass_tools.translators.dual import weave  # few projects are built both ways

        edits = _renamed(source.data, edits, plain)
        data = joined(weave(Context(source, config), edits))
    return Merged(Candidate(source, data, rules.findings, origin, tuple(edits)), tuple(dict.fromkeys(left)))


def _renamed(data: bytes, edits: Sequence[Edit], config: Config) -> list[Edit]:
    """The edits with the plain renames made in their texts, for the form that keeps CUDA's lines beside them."""
    made = translate(Source(PIECE, apply(data, edits)), config._replace(user_rules=()), Safety.SAFE).made
    found, shift = [], 0
    for edit in edits:
        start = edit.span.start + shift
        shift += len(edit.text) - (edit.span.end - edit.span.start)
        own = [e for e in made if start <= e.span.start and e.span.end <= start + len(edit.text)]
        text = apply(edit.text, [Edit(Span(e.span.start - start, e.span.end - start), e.text) for e in own])
        found.append(Edit(edit.span, text))
    return found


def _inside(edit: Span, passage: Span) -> bool:
    """Whether an edit touches a passage; insertions at its edges do not."""
    if edit.start == edit.end:
        return passage.start < edit.start < passage.end
    return edit.start < passage.end and passage.start < edit.end


def _function(passage: Passage, answer: bytes, config: Config) -> bytes:
    """The definition of the passage's function in an answer, after device functions that it newly needs."""
    context = Context(Source(PIECE, answer), config)
    found = functions(context)
    own = next((f for f in found.all if f.name == passage.name), None)
    if own is None:
        return answer
    shown = {f.name for f in functions(Context(Source(PIECE, passage.before), config)).all}
    declared = set(re.findall(rb"[A-Za-z_]\w*", passage.before))
    parts = []
    for function in found.all:
        new = function.device and function.name and function.name not in shown | declared
        if function is own or (new and function.end <= own.start):
            parts.append(answer[_start(context, function.start) : function.end])
    return b"\n".join(parts)


def _start(context: Context, offset: int) -> int:
    start = functions(context).head(offset)
    while context.code[start : start + 1].isspace():
        start += 1
    return start


def _indented(text: bytes, old: bytes) -> bytes:
    """The text with its first line as far in as that of the old text, the others moved along."""
    lines = text.split(b"\n")
    while lines and not lines[0].strip():
        lines.pop(0)
    if not lines:
        return b""
    have, want = _margin(lines[0]), _margin(old)
    if have == want:
        return b"\n".join(lines)
    return b"\n".join(want + line[len(have) :] if line.startswith(have) and line.strip() else line for line in lines)


def _margin(text: bytes) -> bytes:
    return text[: len(text) - len(text.lstrip(b" \t"))]
