"""What a process that reads keeps of the files that are open, from one version to the next.

First the diagnostics are given, as JSON that is ready to be sent, for an editor waits for them after each key; all else
that is known of the version is there when it is asked for.
"""

from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cass_lsp import assembled
from cass_lsp.reading import Reading, begun
from cass_lsp.splicing import Spliced
from cass_lsp.wording import count
from cass_tools.config import Config

if TYPE_CHECKING:
    from cass_tools.cuda.draft import Draft

MOST = 16  # files


class Look(NamedTuple):
    """The diagnostics of a version as a list in JSON, and how many there are of each kind.

    `doubtful`: a reading from the beginning may find something else, for the file is broken. `error` says why there is
    nothing.
    """

    diagnostics: str = "[]"
    counts: tuple[tuple[str, int], ...] = ()
    doubtful: bool = False
    error: str = ""


class Opened:
    """One file."""

    def __init__(self) -> None:
        self.draft = _draft()
        self.said = Spliced()
        self.version: tuple[bytes, Config] | None = None
        self._found = Reading()
        self.reading: Reading | None = None

    def look(self, path: Path, data: bytes, config: Config) -> Reading:
        """What diagnostics need of the reading of a version; made once."""
        if self.version != (data, config):
            self.version = self.reading = None  # a rule that fails must not leave the reading of another version
            if assembled.is_amd(path, data):
                self._found = self.reading = assembled.read(data)
            else:
                self._found, self._rest = begun(path, data, config, self.draft)
            self.version = (data, config)
        return self._found

    def read(self, path: Path, data: bytes, config: Config) -> Reading:
        """All of the reading of a version; made once."""
        self.look(path, data, config)
        if self.reading is None:
            self.reading = self._rest()
        return self.reading

    def confirm(self, path: Path, data: bytes, config: Config) -> bool:
        """Read a version from the beginning; whether that gives what is known of it."""
        found, self.draft = self.read(path, data, config), _draft()
        self.version = None
        return self.read(path, data, config) == found


def _draft() -> "Draft":
    from cass_tools.cuda.draft import Draft  # only the processes that read need the grammar

    return Draft()


_OPEN: OrderedDict[Path, Opened] = OrderedDict()


def _opened(path: Path) -> Opened:
    opened = _OPEN.setdefault(path, Opened())
    _OPEN.move_to_end(path)
    if len(_OPEN) > MOST:
        _OPEN.popitem(last=False)
    return opened


def look(path: Path, data: bytes, config: Config, encoding: str, uri: str) -> Look:
    """The diagnostics of a version of an open file."""
    opened = _opened(path)
    reading = opened.look(path, data, config)
    found = opened.said.diagnostics(reading, data, encoding, uri)
    return Look(found, tuple(count(reading).items()), opened.draft.doubtful, reading.error)


def reading_of(path: Path, data: bytes, config: Config) -> Reading:
    """All that is known of a version."""
    return _opened(path).read(path, data, config)


def confirm(path: Path, data: bytes, config: Config) -> bool:
    """Whether what was said of a version is what a reading from the beginning gives; from now on that is said."""
    return _opened(path).confirm(path, data, config)
