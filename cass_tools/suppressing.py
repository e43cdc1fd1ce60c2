"""Edits that silence a finding: on its line, in its file, or in the project's cass.toml."""

import re
import tomllib

from cass_tools.errors import CassError
from cass_tools.file_kind import FileKind, kind_of
from cass_tools.model import Edit, Finding, Source, Span

_BOM = b"\xef\xbb\xbf"
_LISTED = rb"cass:[ \t]*%s[ \t]*\[([\w\s,-]+)\]"
_TABLE = r"^[ \t]*\[[ \t]*%s[ \t]*\][^\n]*\n?"
_IGNORE = re.compile(r"^[ \t]*ignore[ \t]*=[ \t]*\[", re.MULTILINE)
_NEXT_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)


def on_line(source: Source, finding: Finding) -> Edit:
    """A comment on the line before the finding; within a macro of several lines, on the line itself."""
    data = source.data
    begin = data.rfind(b"\n", 0, finding.span.start) + 1
    end = data.find(b"\n", finding.span.start)
    end = len(data) if end < 0 else end
    line = data[begin:end]
    if listed := re.search(_LISTED % rb"ignore", line):
        return _one_more(begin + listed.end(1), finding.code)
    above = data.rfind(b"\n", 0, max(begin - 1, 0)) + 1
    alone = re.match(rb"[ \t]*(?://|#|/\*)[ \t]*" + _LISTED % rb"ignore", data[above:begin])
    if alone:
        return _one_more(above + alone.end(1), finding.code)
    before = data[:begin].rstrip(b"\r\n")
    if before.endswith(b"\\"):
        body = line.rstrip(b"\r").removesuffix(b"\\").rstrip()
        return Edit(Span(begin + len(body), begin + len(body)), f" /* cass: ignore[{finding.code}] */".encode())
    indent = re.match(rb"[ \t]*", line.removeprefix(_BOM))
    margin = indent.group() if indent else b""
    text = margin + f"{_sign(source)} cass: ignore[{finding.code}]".encode() + _line_end(data)
    begin += len(_BOM) if line.startswith(_BOM) else 0
    return Edit(Span(begin, begin), text)


def in_file(source: Source, finding: Finding) -> Edit:
    """A comment at the top of the file, or one more code in the one that is there."""
    data = source.data
    if listed := re.search(_LISTED % rb"ignore-file", data):
        return _one_more(listed.end(1), finding.code)
    at = len(_BOM) if data.startswith(_BOM) else 0
    if data.startswith(b"#!"):
        at = data.find(b"\n") + 1 or len(data)
    return Edit(Span(at, at), f"{_sign(source)} cass: ignore-file[{finding.code}]".encode() + _line_end(data))


def in_project(text: str, code: str, *, shared: bool = False) -> str:
    """The text of a cass.toml with `code` among those that `[check] ignore` names; CassError for what is no TOML.

    `shared`: the text is that of a pyproject.toml, and the table `[tool.cass.check]`.
    """
    name = "tool.cass.check" if shared else "check"
    try:
        table = tomllib.loads(text)
        for key in name.split("."):
            table = table.get(key, {})
        listed = table.get("ignore", [])
    except (ValueError, AttributeError) as error:
        raise CassError(f"{'pyproject.toml' if shared else 'cass.toml'} cannot be changed: {error}") from error
    if code in listed:
        return text
    head_of = re.search(_TABLE % re.escape(name), text, re.MULTILINE)
    if head_of is None:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return f'{text}{gap}[{name}]\nignore = ["{code}"]\n'
    following = _NEXT_TABLE.search(text, head_of.end())
    ignore = _IGNORE.search(text, head_of.end(), following.start() if following else len(text))
    if ignore is None:
        head = text[: head_of.end()]
        return f'{head}{"" if head.endswith(chr(10)) else chr(10)}ignore = ["{code}"]\n{text[head_of.end() :]}'
    return f'{text[: ignore.end()]}"{code}"{", " if listed else ""}{text[ignore.end() :]}'


def _one_more(at: int, code: str) -> Edit:
    return Edit(Span(at, at), f", {code}".encode())


def _sign(source: Source) -> str:
    return "//" if kind_of(source.path) is FileKind.SOURCE else "#"


def _line_end(data: bytes) -> bytes:
    return b"\r\n" if b"\r\n" in data else b"\n"
