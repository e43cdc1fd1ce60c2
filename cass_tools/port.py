"""From sources to files that may be written: candidate after candidate until one passes, for one file or a tree.

A tree is ported as a tree: every unit is built against the translated headers, a program of several files is linked
from the translated units, and a header passes with a unit that includes it.
"""

import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from cass_tools import compilers
from cass_tools.compile_commands import Commands, include_folders
from cass_tools.library import Library
from cass_tools.line_marks import keep_lines
from cass_tools.model import Candidate, Safety, Verdict
from cass_tools.scan import read, translate_all
from cass_tools.translators.rules import translate
from cass_tools.tree import UNIT_SUFFIXES, closure, holds_cuda
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Bench, Require, lacking


@dataclass(frozen=True, slots=True)
class Ported:
    """The candidate that was chosen, its verdict, and why it may not be written (None: it may)."""

    candidate: Candidate
    verdict: Verdict
    refused: str | None = None

    @property
    def path(self) -> Path:
        """The user's source."""
        return self.candidate.source.path


@dataclass(frozen=True, slots=True)
class Job:
    """What to port: `paths` hold CUDA, `others` are further units that a program may be linked from."""

    paths: tuple[Path, ...]
    others: tuple[Path, ...]
    settings: Settings
    require: Require
    commands: Commands
    least: Safety = Safety.UNSAFE


def port(job: Job) -> Iterator[Ported]:
    """Port every path: first what is compiled by itself, then the headers, whose result follows from it."""
    translated = translate_all(job.paths, job.settings.config, job.least, job.settings.jobs)
    if job.require is Require.NOTHING:
        yield from (Ported(candidate, Verdict(())) for candidate in translated)
        return
    with tempfile.TemporaryDirectory(prefix="cass-port-", ignore_cleanup_errors=True) as folder:
        yield from _Port(job, {c.source.path: c for c in translated}, Path(folder)).results()


class _Port:
    """The state of one job: candidates, what includes what, and where translated files are laid out."""

    def __init__(self, job: Job, candidates: Mapping[Path, Candidate], folder: Path) -> None:
        self.job = job
        self.candidates = candidates
        self.folder = folder
        self.headers = {path: closure(path, include_folders(self._flags(path))) for path in candidates}
        self.overlay = tuple(self._lay_out())
        included = {header.resolve() for headers in self.headers.values() for header in headers}
        self.units = [path for path in candidates if path.resolve() not in included]  # others pass with their users
        self.library = self._library()

    def _flags(self, path: Path) -> tuple[str, ...]:
        return (*self.job.commands.of(path), *self.job.settings.flags)

    def _lay_out(self) -> Iterator[tuple[Path, Path]]:
        """Write every changed file to a place of its own, and the CUDA headers that were not asked for."""
        extra = dict.fromkeys(h for headers in self.headers.values() for h in headers if h not in self.candidates)
        known = [*self.candidates.values()]
        known += [translate(read(h), self.job.settings.config, self.job.least) for h in extra if holds_cuda(h)]
        for number, candidate in enumerate(known):
            if candidate.changed:
                place = self.folder / f"{number}{candidate.source.path.suffix}"
                place.write_bytes(keep_lines(candidate.source.data, candidate.data))
                yield candidate.source.path.absolute(), place

    def _library(self) -> Library:
        """The other units of the tree, translated and as they were."""
        paths = [*self.units, *(p for p in self.job.others if p.suffix in UNIT_SUFFIXES)]
        sources = [self.candidates[p].source if p in self.candidates else read(p) for p in paths]
        originals = [Unit(s.path, s.data, flags=self._flags(s.path)) for s in sources]
        originals = [unit for unit in originals if not unit.has_main]
        translated = [replace(u, data=self._translated(u), overlay=self.overlay) for u in originals]
        return Library(translated, originals, compilers.pick(self.job.settings.config), self.folder)

    def _translated(self, unit: Unit) -> bytes:
        return self.candidates[unit.path].data if unit.path in self.candidates else unit.data

    def results(self) -> Iterator[Ported]:
        """Units in order, then headers."""
        alone = len(self.units) == 1
        settings = self.job.settings if alone else replace(self.job.settings, jobs=1)
        done: dict[Path, Ported] = {}
        with ThreadPoolExecutor(1 if alone else self.job.settings.jobs) as pool:
            for ported in pool.map(lambda path: self._port_unit(path, settings), self.units):
                done[ported.path] = ported
                yield ported
        for path in self.candidates:
            if path not in done:
                yield self._port_header(path, done)

    def _port_unit(self, path: Path, settings: Settings) -> Ported:
        """The first of the candidates that is good enough; if none is, the first with what was wrong with it."""
        source = self.candidates[path].source
        original = Unit(path, source.data, flags=self._flags(path), library=self.library)
        first: Ported | None = None
        with tempfile.TemporaryDirectory(dir=self.folder, ignore_cleanup_errors=True) as folder:
            bench = Bench(original, settings, Path(folder))
            for candidate in self._candidates(path):
                unit = replace(original, data=keep_lines(source.data, candidate.data), overlay=self.overlay)
                verdict = bench.verify(unit)
                ported = Ported(candidate, self._noted(verdict, path), lacking(verdict, self.job.require))
                if ported.refused is None:
                    return ported
                first = first or ported
        assert first is not None  # noqa: S101  there is always one candidate
        return first

    def _candidates(self, path: Path) -> Iterator[Candidate]:
        """All fixes first; without those that need verification, if that is something else."""
        bold = self.candidates[path]
        yield bold
        if self.job.least is Safety.UNSAFE:
            careful = translate(bold.source, self.job.settings.config, Safety.SAFE)
            if careful.data != bold.data:
                yield careful

    def _noted(self, verdict: Verdict, path: Path) -> Verdict:
        """Say which headers were translated for the build but are not part of the job."""
        laid = {shown for shown, _ in self.overlay}
        unwritten = [h.name for h in self.headers[path] if h.absolute() in laid and h not in self.candidates]
        if not unwritten:
            return verdict
        note = f"{', '.join(unwritten)} is CUDA too and was translated for this only: translate the directory"
        return verdict._replace(notes=(*verdict.notes, note))

    def _port_header(self, path: Path, done: Mapping[Path, Ported]) -> Ported:
        """A header passes if a unit that includes it passed; one that only headers include is built by itself."""
        users = [ported for unit, ported in done.items() if path in self.headers[unit]]
        if not users:
            return self._port_unit(path, self.job.settings)
        passed = [ported for ported in users if ported.refused is None]
        names = ", ".join(ported.path.name for ported in (passed or users)[:3])
        if passed:
            return Ported(self.candidates[path], Verdict((), (f"built as part of {names}",)))
        return Ported(self.candidates[path], Verdict(()), f"none of the files that include it passed ({names})")
