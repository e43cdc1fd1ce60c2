"""Sources about which no rule has anything to say, told by their bytes alone: most files of a C++ project.

Comments and literals are looked at like code, so nothing has to be lexed; a file that only speaks of CUDA there is read
like any other.
"""

from typing import TYPE_CHECKING

from cass_tools.cuda.captures import GPU_TEXT, JUDGED, NV_PRAGMA, Dispatch
from cass_tools.cuda.headers import header_row
from cass_tools.cuda.leftover import looks_cuda
from cass_tools.cuda.lex import every_word, without_mark
from cass_tools.cuda.names import Names
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.uses import is_plain

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

# What embedded code is known by (cuda/embedded.py): behind an escape it is no word of its own.
_EMBEDDED = (b"__global__", b"__device__")
_COMMON = (b"cudaMalloc", b"cudaMemcpy", b"cudaFree", b"cudaSuccess", b"cuda_runtime")  # what speaks of CUDA at once
_INCLUDED = Pattern(rb'include(?:_next)?[ \t]*(?:<([^>\n]*)>|"([^"\n]*)")')
_MOST = 1 << 18  # words


class Silent:
    """Asked about the files of a run, one after the other."""

    def __init__(self, dispatch: Dispatch, names: Names) -> None:
        self._dispatch, self._names = dispatch, names
        judged = (outline.needs for outline in dispatch.by_capture.get(JUDGED, ()))
        self._texts = (*GPU_TEXT, *_EMBEDDED, *_COMMON, *(text for needs in judged for text in needs))
        self._plain: set[bytes] = set()  # words and headers that were looked at and say nothing

    def __call__(self, context: "Context") -> bool:
        """Whether nothing can be found in the file."""
        if context.config.user_rules or context.unread or context.is_edited:
            return False
        data = context.data
        if any(text in data for text in self._texts) or NV_PRAGMA.search(data):
            return False
        fresh = every_word(without_mark(data)) - self._plain
        headers = {first or second for first, second in _INCLUDED.pairs(data)} - self._plain
        if any(self._speaks(word, data) for word in fresh) or any(map(self._is_header, headers)):
            return False
        self._plain |= (fresh - self._dispatch.names_with.keys()) | headers
        if len(self._plain) > _MOST:
            self._plain.clear()
        return True

    def _speaks(self, word: bytes, data: bytes) -> bool:
        return self._dispatch.speaks(word, data) or looks_cuda(word) or not is_plain(self._names, word)

    def _is_header(self, path: bytes) -> bool:
        return header_row(self._names, path.decode("utf-8", "surrogateescape")) is not None
