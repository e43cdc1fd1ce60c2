"""`#include NAME`, where a macro holds the name of a header: every name that one of its definitions gives.

`#include QUOTE(NAME)` is taken for the usual macro that puts what it is given into quotes.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

USED = re.compile(rb"^[ \t]*#[ \t]*include[ \t]+([A-Za-z_]\w*)[ \t]*(?:\([ \t]*([^()\n]*?)[ \t]*\))?", re.M)
DEFINED = re.compile(rb'^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+("[^"\n]+"|<[^>\n]+>|[\w./+-]+)', re.M)
NAME = re.compile(rb"[A-Za-z_]\w*")
Include = tuple[Path, bytes | None, bytes | None]  # the file it is in, and the name in quotes or in angles


class ComputedNames:
    """The definitions and the includes of the files that were noted."""

    def __init__(self, macros: Sequence[str]) -> None:
        """`macros` are those of the command line: NAME or NAME=VALUE."""
        self.used: list[tuple[Path, bytes, bytes]] = []
        self.files: list[bytes] = []
        self.values: dict[bytes, list[bytes]] = {}
        for macro in macros:
            name, _, value = macro.encode(errors="surrogateescape").partition(b"=")
            self._define(name, value.strip())

    def note(self, path: Path, data: bytes) -> None:
        """Look at one more file."""
        self.files.append(data)
        for name, argument in USED.findall(data):
            self.used.append((path, name, argument))

    def found(self) -> Iterator[Include]:
        """All names of headers that the files' macros may hold; a name may come again."""
        if not self.used:
            return
        for data in self.files:
            for name, value in DEFINED.findall(data):
                self._define(name, value)
        self.files.clear()
        for path, name, argument in self.used:
            for value in self._values(argument or name):
                if value[:1] == b"<":
                    yield path, None, value.strip(b"<> ")
                elif value[:1] == b'"' or argument:
                    yield path, value.strip(b'" '), None

    def _define(self, name: bytes, value: bytes) -> None:
        known = self.values.setdefault(name, [])
        if value and value not in known:
            known.append(value)

    def _values(self, name: bytes) -> Iterator[bytes]:
        """What a name stands for at last; itself where nothing defines it."""
        waiting, seen = [name], {name}
        while waiting:
            said = waiting.pop()
            more = self.values.get(said, []) if NAME.fullmatch(said) else []
            if not more:
                yield said
            waiting += [value for value in more if value not in seen]
            seen.update(more)
