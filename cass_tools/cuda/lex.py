"""Plain lexing of C++ bytes: blank what is not code, find `#define` bodies, at unchanged offsets.

Everything after this module may use simple patterns on `blank(data)`: comments, the text inside string and character
literals, and the message of `#error`/`#warning` are spaces there, line ends are kept. All patterns are linear in time.
"""

import re
from bisect import bisect_right

_BOM = b"\xef\xbb\xbf"
# A prefix byte before a raw string or a digit before an apostrophe decides what the quote means.
_SKIP = re.compile(
    rb"//(?:[^\\\n]|\\\r?\n|\\)*"  # line comment, continued by a backslash at the end of a line
    rb"|/\*(?s:.*?)(?:\*/|\Z)"
    rb'|(?<![A-Za-z0-9_])(?:u8|[uUL])?R"(?P<tag>[^()\\\s]{0,16})\((?s:.*?)(?:\)(?P=tag)"|\Z)'
    rb'|"(?:[^"\\\n]|\\\r?\n|\\.)*+"?'
    rb"|(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])"  # digit separator: matched to be kept
    rb"|'(?:[^'\\\n]|\\\r?\n|\\.)*+'?"
    rb"|^[ \t]*#[ \t]*(?:error|warning)\b(?P<message>(?:[^\\\n/]|\\\r?\n|\\|/(?![/*]))*)",
    re.MULTILINE,
)
_NOT_LINE_END = re.compile(rb"[^\r\n]")
# Bytes that are no C++ outside literals must not end or upset the parse: NUL is end of input to a C lexer.
_PLAIN = bytes(0x20 if c < 0x20 and c not in b"\t\n\r" else 0x5F if c > 0x7F else c for c in range(256))
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+[A-Za-z_]\w*(?:\([^()\n]*\))?(?P<body>(?:[^\\\n]|\\\r?\n|\\)*)", re.M)
_CONTINUATION = re.compile(rb"\\(?=\r?\n)")
IDENTIFIER = re.compile(rb"[A-Za-z_]\w*")


def _spaces(text: bytes) -> bytes:
    return _NOT_LINE_END.sub(b" ", text)


def _blank_match(match: re.Match[bytes]) -> bytes:
    text = match.group()
    first = text[:1]
    if first == b"/":
        return _spaces(text)
    if first == b'"':
        return b'"' + _spaces(text[1:-1]) + b'"' if len(text) > 1 and text.endswith(b'"') else _spaces(text)
    if first == b"'":
        if len(text) == 1:
            return b"0" if match.string[match.start() - 1 : match.start()].isalnum() else b" "
        return b"'" + b"x" * (len(text) - 2) + b"'" if text.endswith(b"'") else _spaces(text)
    if match["message"] is not None:
        kept = match.start("message") - match.start()
        return text[:kept] + _spaces(text[kept:])
    quote = text.index(b'"')
    return text[:quote] + b'"' + _spaces(text[quote + 1 : -1]) + (b'"' if text.endswith(b'"') else b" ")


def blank(data: bytes) -> bytes:
    """`data` with everything that is not code turned into spaces: same length, same line ends, pure ASCII."""
    body = b"   " + data[3:] if data.startswith(_BOM) else data
    return _SKIP.sub(_blank_match, body).translate(_PLAIN)


class Bodies:
    """The replacement texts of the `#define`s of a file, in order, as half open byte ranges."""

    def __init__(self, code: bytes) -> None:
        """`code` is blanked (see `blank`)."""
        found = [m.span("body") for m in _DEFINE.finditer(code)]
        self.spans = [(start, end) for start, end in found if not code[start:end].isspace() and start < end]
        self._starts = [start for start, _ in self.spans]

    def index(self, offset: int) -> int | None:
        """Number of the body that holds byte `offset`."""
        i = bisect_right(self._starts, offset) - 1
        return i if i >= 0 and offset < self.spans[i][1] else None


def join_lines(body: bytes) -> bytes:
    """A macro body with its line continuations turned into spaces, same length."""
    return _CONTINUATION.sub(b" ", body)
