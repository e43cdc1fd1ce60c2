"""Names of findings that stay when code moves: by the rule and the finding's own line, not by where that line is.

Indentation, line numbers and all other lines may change; a finding on a line that is edited counts as another one.
What is found in no line of its own (a missing include) is named by its message.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from cass_tools.model import Finding
from cass_tools.positions import Lines

DIGITS = 16  # of 64 bits: two of a million findings share a name with a chance of 1 in 30 million


def fingerprint(finding: Finding, lines: Lines) -> str:
    """16 hexadecimal digits; equal findings on equal lines share them."""
    start, end = finding.span
    if start == end:
        told = (finding.code, finding.message, "")
    else:
        text = lines.text(lines.at(start).line)
        here = lines.data[start:end].partition(b"\n")[0].decode(errors="replace")
        told = (finding.code, _squeezed(here), _squeezed(text))
    return sha256("\0".join(told).encode(errors="replace")).hexdigest()[:DIGITS]


def numbered(names: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Each fingerprint with how many equal ones came before it in the file."""
    seen: dict[str, int] = {}
    for name in names:
        yield name, seen.setdefault(name, 0)
        seen[name] += 1


def _squeezed(text: str) -> str:
    return " ".join(text.split())
