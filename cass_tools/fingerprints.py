"""Names of findings that stay when code moves: by the rule and the finding's own line, not by where that line is.

Indentation, line numbers and all other lines may change; a finding on a line that is edited counts as another one.
What is found in no line of its own (a missing include) is named by its message.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from cass_tools.model import Finding
from cass_tools.positions import Lines

LONG, NEAR = 8192, 256  # bytes of a line; around a finding in a longer one
DIGITS = 16  # of 64 bits: two of a million findings share a name with a chance of 1 in 30 million


def fingerprint(finding: Finding, lines: Lines) -> str:
    """16 hexadecimal digits; equal findings on equal lines share them."""
    start, end = finding.span
    end = min(end, start + LONG)
    if start == end:
        told = (finding.code, finding.message, "")
    else:
        text = _line_around(start, end, lines)
        here = lines.data[start:end].partition(b"\n")[0].decode(errors="replace")
        told = (finding.code, _squeezed(here), _squeezed(text))
    return sha256("\0".join(told).encode(errors="replace")).hexdigest()[:DIGITS]


def _line_around(start: int, end: int, lines: Lines) -> str:
    """The line where a finding begins; of a line that nobody has written by hand only what is near."""
    number = lines.at(start).line
    first, last = lines.span(number)
    if last - first <= LONG:
        return lines.text(number)
    return lines.data[max(first, start - NEAR) : min(last, end + NEAR)].decode(errors="replace")


def numbered(names: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Each fingerprint with how many equal ones came before it in the file."""
    seen: dict[str, int] = {}
    for name in names:
        yield name, seen.setdefault(name, 0)
        seen[name] += 1


def _squeezed(text: str) -> str:
    return " ".join(text.split())
