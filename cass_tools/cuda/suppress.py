"""`// cass: ignore[CASS104]`, `# cass: ignore[CASS180]`: on a line, or alone on the line before.

`ignore-file[...]` holds for the whole file, wherever it is. Several codes are separated by commas; without brackets
every finding is meant. Comments only, never strings. What the project's cass.toml ignores is silent everywhere.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Protocol

from cass_tools.config import Config
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Finding

_IGNORE = Pattern(rb"cass:[ \t]*(ignore(?:-file)?)\b[ \t]*(?:\[([\w\s,-]*)\])?")


class Commented(Protocol):
    """A file that has been read: a source or a build file."""

    data: bytes
    config: Config

    @property
    def code(self) -> bytes:
        """The file with its comments blanked."""

    def comments(self) -> Iterator[tuple[int, bytes]]:
        """The comments with the offsets where they start."""


class Suppressions:
    """The suppressing comments of a file."""

    def __init__(self, context: Commented) -> None:
        self._everywhere = set(context.config.ignored)
        self._lines: dict[int, set[str]] = {}
        self._line_ends = [m.start() for m in re.finditer(b"\n", context.data)] if b"cass:" in context.data else []
        if b"cass:" not in context.data:
            return
        for start, text in context.comments():
            for match in _IGNORE.finditer(text):
                self._add(context, start + match.start(), match)

    def _add(self, context: Commented, offset: int, match: re.Match[bytes]) -> None:
        codes = {word.decode() for word in re.findall(rb"\w[\w-]*", match[2])} if match[2] is not None else {"*"}
        if match[1] == b"ignore-file":
            self._everywhere |= codes
            return
        begin = context.data.rfind(b"\n", 0, offset) + 1
        end = context.data.find(b"\n", offset)
        alone = not context.code[begin : end if end >= 0 else len(context.data)].strip()
        self._lines.setdefault(self._line(offset) + alone, set()).update(codes)

    def _line(self, offset: int) -> int:
        return bisect_left(self._line_ends, offset)

    def filter(self, findings: list[Finding]) -> tuple[Finding, ...]:
        """The findings that no comment suppresses, by code or by name."""
        if not self._lines and not self._everywhere:
            return tuple(findings)
        return tuple(finding for finding in findings if not self._suppressed(finding))

    def _suppressed(self, finding: Finding) -> bool:
        names = {"*", finding.code, finding.rule}
        if names & self._everywhere:
            return True
        if finding.span.start == finding.span.end:
            return False  # an insertion belongs to no line
        return bool(names & self._lines.get(self._line(finding.span.start), set()))
