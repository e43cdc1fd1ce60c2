"""One watched tree: after each look, what changed and what includes it is checked, translated, tried and written.

What could not be written (a full disk, a file that somebody edited) is tried again at the next look. What vanishes from
the sources vanishes from the translation, if it still is what was written there.
"""

import hashlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cass_tools.compile_commands import Commands
from cass_tools.config import Config
from cass_tools.delivery import carry, deliver
from cass_tools.errors import CassError
from cass_tools.file_kind import FileKind, kind_of
from cass_tools.journal import last_written
from cass_tools.layout import Layout, told
from cass_tools.model import Finding
from cass_tools.port import Job, Ported, port
from cass_tools.report import is_plain_rename
from cass_tools.scan import check_all, not_text, read
from cass_tools.trial import Settings
from cass_tools.verify import Require
from cass_tools.watching.state import State


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a file: its findings by severity, plain renames apart, its verdict in a word, where it is written,
    or the `problem`; `gone` files have none of that. A directory is told of only while it cannot be read.
    """

    path: Path
    counts: Counter[str]
    verdict: str = ""
    place: Path | None = None
    problem: str = ""
    gone: bool = False
    at: float = 0.0


class Session:
    """The state of one watched tree. `require` NOTHING only translates."""

    def __init__(self, root: Path, to: Path, settings: Settings, require: Require, commands: Commands) -> None:
        self.state = State(root, to, [word for rule in settings.config.user_rules for word in rule.words])
        self.to = to
        self.settings = settings
        self.require = require
        self.commands = commands
        self.failed: set[Path] = set()
        self._places: dict[Path, Path] = {}
        self._config: Config | None = None
        self._unreadable: dict[Path, str] = {}  # as told

    def step(self) -> Iterator[Result]:
        """Look, and do what is to be done; nothing where nothing changed and nothing failed before."""
        changes = self.state.look()
        yield from self._read()
        again = {path for path in self.failed if path in self.state.files}
        if not changes and not again:
            return
        plan = Layout((self.state.root,), self.to, included=self.state.names)
        cuda = set(self.state.cuda)
        config = told(self.settings.config, plan, cuda)
        for path in changes.gone:
            yield from self._remove(path)
        affected = {*changes.changed, *again, *self.state.users(changes)}
        affected |= {path for path in cuda if self._places.get(path) not in (None, plan.place(path).path)}
        if config != self._config:  # names that build files follow
            affected |= {path for path in cuda if kind_of(path) is not FileKind.SOURCE}
        self._config = config
        if self.require is not Require.NOTHING:  # units of one directory may be one program
            folders = {path.parent for path in affected if path in cuda}
            affected |= {path for path in cuda if path.parent in folders and kind_of(path) is FileKind.SOURCE}
        self.failed -= affected
        yield from self._carry(sorted(affected - cuda), plan)
        yield from self._port(sorted(affected & cuda), plan, config)

    def _read(self) -> Iterator[Result]:
        """What cannot be read, and what can be again, once each."""
        before, self._unreadable = self._unreadable, self.state.unreadable
        for path in sorted(before.keys() | self._unreadable):
            if (reason := self._unreadable.get(path, "")) != before.get(path, ""):
                problem = f"it cannot be read ({reason}); what was made of it stays" if reason else ""
                yield Result(path, Counter(), problem=problem, at=time.time())

    def _port(self, paths: Sequence[Path], plan: Layout, config: Config) -> Iterator[Result]:
        readable = []
        for path in paths:
            try:
                reason = not_text(read(path).data)
            except CassError as error:
                reason = str(error).removeprefix(f"{path}: ")
            if reason is None:
                readable.append(path)
            else:
                yield self._failed(path, Counter(), reason)
        if not readable:
            return
        found = check_all(readable, config, self.settings.jobs, cached=True)
        counts = {checked.path: _counts(checked.findings) for checked in found}
        settings = replace(self.settings, config=config)
        others = tuple(path for path, known in self.state.files.items() if not known.cuda)
        job = Job(tuple(readable), others, settings, self.require, self.commands)
        try:
            for ported in port(job):
                if not ported.is_host:
                    yield self._deliver(ported, plan, counts.get(ported.path, Counter()))
        except (CassError, OSError) as error:  # a file that went away while it was read: the next look will tell
            for path in readable:
                yield self._failed(path, counts.get(path, Counter()), str(error))

    def _deliver(self, ported: Ported, plan: Layout, counts: Counter[str]) -> Result:
        path = ported.path
        before = self._places.get(path)
        done = deliver(ported, plan, force=False)
        if done.problem:
            verdict = str(ported.verdict.outcome) if ported.verdict.steps else ""
            return replace(self._failed(path, counts, done.problem), verdict=verdict)
        self._places[path] = done.place
        if before is not None and before != done.place:
            _take_back(before)
        verdict = str(ported.verdict.outcome) if ported.verdict.steps else ""
        return Result(path, counts, verdict, done.place, at=time.time())

    def _carry(self, paths: Sequence[Path], plan: Layout) -> Iterator[Result]:
        for path in paths:
            problems = list(carry([path], plan, force=False))
            if problems:
                yield self._failed(path, Counter(), problems[0])
            else:
                self._places[path] = plan.place(path).path

    def _failed(self, path: Path, counts: Counter[str], reason: str) -> Result:
        self.failed.add(path)
        return Result(path, counts, problem=reason, at=time.time())

    def _remove(self, path: Path) -> Iterator[Result]:
        self.failed.discard(path)
        place = self._places.pop(path, None)
        kept = "" if place is None or _take_back(place) else f"{place} stays: it was edited since it was written"
        yield Result(path, Counter(), problem=kept, gone=True, at=time.time())


def _counts(findings: Sequence[Finding]) -> Counter[str]:
    """Findings by severity; plain renames apart."""
    return Counter("rename" if is_plain_rename(f) else f.severity.value for f in findings)


def _take_back(place: Path) -> bool:
    """Remove what was written there, unless somebody changed it; whether it is gone."""
    try:
        data = place.read_bytes()
        if last_written(place.resolve()) != hashlib.sha256(data).hexdigest():
            return False
        place.unlink()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True
