"""Other files that say how a program is built: Meson, containers, environments. No grammar; `#` opens a comment."""

import re
from functools import cached_property

from cass_tools.build_files.context import BuildContext
from cass_tools.file_kind import FileKind
from cass_tools.model import Span

_COMMENT = re.compile(rb"(?:^|(?<=\s))#[^\n]*")


class PlainContext(BuildContext):
    """A build file whose words are looked at, and nothing else."""

    kind = FileKind.OTHER

    @cached_property
    def _comments(self) -> list[Span]:
        return [Span(*match.span()) for match in _COMMENT.finditer(self.data)]
