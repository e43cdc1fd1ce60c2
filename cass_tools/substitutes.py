"""Functions that stand in for what HIP lacks: each is brought into a translated file once, with the headers it needs.

A substitute is one file of `data/substitutes`: its opening lines `// include: hip/hip_fp16.h` name headers, the rest is
HIP code that is put into `namespace cass` after the file's opening includes. The result builds without cass.
"""

import functools
import re
from pathlib import Path
from typing import NamedTuple

from cass_tools.cuda.context import Context
from cass_tools.cuda.headers import MAIN, Fate, header_row
from cass_tools.cuda.lex import across_lines
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.whole import holds
from cass_tools.model import Edit, Span

FOLDER = Path(__file__).parent / "data" / "substitutes"
_INCLUDE = re.compile(r"// include: (\S+)\n")
HEADERS = (".h", ".cuh", ".hpp", ".hh", ".hxx", ".inl", ".inc", ".tcc")
_CODE = Pattern(rb"\{|\b(?:__device__|__global__|__host__|__shared__|__constant__|__managed__|template|class|struct)\b")


_OPEN, _CLOSE = "namespace cass {\n", "}  // namespace cass\n"


class Substitute(NamedTuple):
    """`text` declares `cass::name` and opens with a comment; `headers` are included before it."""

    name: str
    text: str
    headers: tuple[str, ...]


class Brought(NamedTuple):
    """`name` is how the substitute is called; `edits` bring it into the file."""

    name: bytes
    edits: tuple[Edit, ...]


@functools.cache
def load(name: str) -> Substitute:
    """The substitute of that name; KeyError where there is none."""
    file = FOLDER / f"{name}.h"
    if not file.is_file():
        raise KeyError(name)
    text, headers = file.read_text(encoding="utf-8"), list[str]()
    while match := _INCLUDE.match(text):
        headers.append(match[1])
        text = text[match.end() :]
    return Substitute(name, text, tuple(headers))


@functools.lru_cache(maxsize=16)
def bring(context: Context, name: str) -> Brought:
    """What to call in place of what HIP lacks, with the insertions that this needs; equal ones are made once.

    A file that a translation has left the function in already needs none.
    """
    substitute, at = load(name), opening_end(context)
    there = substitute.text.encode() in context.data.replace(b"\r\n", b"\n")
    edits = [] if there else [_insert(context, at, _declaration(context, substitute))]
    if not _hidden(context, substitute):
        edits += [_insert(context, at, f"#include <{h}>\n") for h in substitute.headers if not _included(context, h)]
    return Brought(f"cass::{name}".encode(), tuple(edits))


def _insert(context: Context, at: int, text: str) -> Edit:
    if holds(context.data, b"\r\n"):
        text = text.replace("\n", "\r\n")
    if at and context.data[at - 1 : at] not in (b"\n", b"\xbf"):  # the file's last line has no end
        text = "\n" + text
    return Edit(Span(at, at), text.encode())


def _declaration(context: Context, substitute: Substitute) -> str:
    """The text in its namespace; guarded where another file of the program may bring it too."""
    body, asked = f"{_OPEN}{substitute.text}{_CLOSE}", list[str]()
    if _hidden(context, substitute):
        asked.append("defined(__HIPCC__)")
        body = "".join(f"#include <{header}>\n" for header in (MAIN, *substitute.headers)) + body
    if not _alone(context):
        macro = f"CASS_{substitute.name.upper()}"
        asked.append(f"!defined({macro})")
        body = f"#define {macro}\n{body}"
    if not asked:
        return f"\n{body}"
    condition = f"#if {' && '.join(asked)}"
    if len(asked) == 1:
        condition = condition.replace("if !defined(", "ifndef ").replace("if defined(", "ifdef ").rstrip(")")
    return f"\n{condition}\n{body}#endif\n"


def _hidden(context: Context, substitute: Substitute) -> bool:
    """Whether a compiler of the host may read the file and could not read the substitute, which is device code."""
    return "__device__" in substitute.text and _seen_by_hosts(context)


@functools.lru_cache(maxsize=4)
def _alone(context: Context) -> bool:
    """Whether no other file of the project can be part of the same translation unit."""
    header = context.source.path.suffix.lower() in HEADERS
    own = (i for i in context.layout.includes if i.quoted and header_row(context.names, i.path) is None)
    return not header and not any(own)


@functools.lru_cache(maxsize=4)
def _seen_by_hosts(context: Context) -> bool:
    """Whether a compiler of the host may read the file: nothing includes HIP's main header without a condition."""
    return context.headers.main_at is None and not _included(context, MAIN) and not _is_included(context, MAIN)


def _is_included(context: Context, header: str) -> bool:
    return any(include.path == header and not include.branch for include in context.layout.includes)


def _included(context: Context, header: str) -> bool:
    decisions = context.headers.decisions
    return any(d.hip == header and d.fate is not Fate.REMOVE and not d.include.branch for d in decisions)


@functools.lru_cache(maxsize=4)
def opening_end(context: Context) -> int:
    """Where declarations can be added: after the last include before any code, or after the conditional around it."""
    limit = _first_code(context)
    at = context.headers.main_at or 0
    for include in context.layout.includes:
        end = include.line.end if not include.branch else _condition_end(context, include.line.end)
        if end <= limit:
            at = max(at, end)
    if at == 0 and context.headers.main_at is None:
        at = context.layout.after_guard or 0
    return next((end for start, end in across_lines(context.data) if start < at < end), at)


def _first_code(context: Context) -> int:
    """Where declarations begin: the first brace or specifier outside directives."""
    at = 0
    while match := _CODE.search(context.code, at):
        if context.defines.index(match.start()) is None:
            return match.start()
        at = match.end()
    return len(context.code)


def _condition_end(context: Context, offset: int) -> int:
    """The line after the `#endif` that ends the outermost conditional around `offset`."""
    while not context.layout.always(offset):
        following = context.code.find(b"\n", offset)
        if following < 0:
            return len(context.code) + 1
        offset = following + 1
    return offset


def joined(data: bytes) -> bytes:
    """Neighbouring declarations in one namespace, as a person would write them."""
    for end in ("\n", "\r\n"):
        seam = f"{_CLOSE}\n{_OPEN}".replace("\n", end).encode()
        data = data.replace(seam, end.encode())
    return data
