"""`// cass: ignore[CASS104]`: on a line, or alone on the line before; `ignore-file[...]` anywhere for the whole file.

Several codes are separated by commas; without brackets every finding is meant. Comments only, never strings.
"""

import re
from typing import TYPE_CHECKING

from cass_tools.model import Finding

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

_COMMENT = re.compile(rb"(?:cass:[ \t]*)(ignore(?:-file)?)\b[ \t]*(?:\[([\w\s,-]*)\])?")


class Suppressions:
    """The suppressing comments of a file."""

    def __init__(self, context: "Context") -> None:
        self._everywhere: set[str] = set()
        self._lines: dict[int, set[str]] = {}
        self._data = context.data
        if b"cass:" not in context.data:
            return
        for match in _COMMENT.finditer(context.data):
            if context.code[match.start() : match.end()].strip() or not _in_comment(context, match.start()):
                continue
            codes = {word.decode() for word in re.findall(rb"\w[\w-]*", match[2])} if match[2] is not None else {"*"}
            if match[1] == b"ignore-file":
                self._everywhere |= codes
                continue
            line = context.line(match.start())
            begin = context.data.rfind(b"\n", 0, match.start()) + 1
            end = context.data.find(b"\n", match.end())
            alone = not context.code[begin : end if end >= 0 else len(context.data)].strip()
            self._lines.setdefault(line + 1 if alone else line, set()).update(codes)

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
        return bool(names & self._lines.get(self._data.count(b"\n", 0, finding.span.start) + 1, set()))


def _in_comment(context: "Context", offset: int) -> bool:
    """Whether blanked text belongs to a comment: on its line or above, a comment opens before it outside a literal."""
    begin = context.data.rfind(b"\n", 0, offset) + 1
    head = context.data[begin:offset]
    code = context.code[begin:offset]
    slash = max(head.rfind(b"//"), head.rfind(b"/*"))
    if slash >= 0:
        return code[slash : slash + 2] == b"  " and code[slash:].strip() == b""
    return context.data.rfind(b"/*", 0, offset) > context.data.rfind(b"*/", 0, offset)
