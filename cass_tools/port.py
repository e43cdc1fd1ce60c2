"""From sources to files that may be written: candidate after candidate until one passes, for one file or a tree.

A tree is ported as a tree: every unit is built against the translated headers, a program of several files is linked
from the translated units, run and compared as one, and a header passes with a unit that includes it.
"""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from cass_tools import compilers
from cass_tools.compile_commands import Commands, include_folders
from cass_tools.file_kind import FileKind, kind_of
from cass_tools.library import Library
from cass_tools.line_marks import keep_lines
from cass_tools.model import Candidate, Outcome, Safety, Source, StepKind, Verdict
from cass_tools.proposing import STRICT, Failed, Proposed, Tried, doubted, propose
from cass_tools.scan import not_text, read, translate_all
from cass_tools.translators.passages import refused
from cass_tools.translators.proposals import Asker
from cass_tools.translators.rules import translate
from cass_tools.tree import UNIT_SUFFIXES, closure, holds_cuda
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Bench, Require, lacking

Overlay = tuple[tuple[Path, Path], ...]
NO_SOURCE = "a build file is translated by rules alone: build the tree with it"


@dataclass(frozen=True, slots=True)
class Ported:
    """The candidate that was chosen, its verdict, and why it may not be written (None: it may).

    `is_host`: a program without CUDA of its own that was tried with the translated files; it stays as it is.
    `suggestion` is what a model came farthest with where nothing passed, `remarks` what else there is to say of it.
    """

    candidate: Candidate
    verdict: Verdict
    refused: str | None = None
    is_host: bool = False
    suggestion: Tried | None = None
    remarks: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """The user's source."""
        return self.candidate.source.path


@dataclass(frozen=True, slots=True)
class Job:
    """What to port: `paths` hold CUDA, `others` are further units that a program may be linked from.

    `unsaved` is what files of `paths` hold in an editor, where that is not what they hold on disk.
    `asker` is the model that is asked where the rules do not get through.
    """

    paths: tuple[Path, ...]
    others: tuple[Path, ...]
    settings: Settings
    require: Require
    commands: Commands
    least: Safety = Safety.UNSAFE
    unsaved: Mapping[Path, bytes] = field(default_factory=dict)
    asker: Asker | None = None


def port(job: Job) -> Iterator[Ported]:
    """Port every path: programs, then what is linked with them, then headers, whose result follows from theirs."""
    config, jobs = job.settings.config, job.settings.jobs
    if job.require is Require.NOTHING:
        yield from (Ported(candidate, Verdict(())) for candidate in translate_all(job.paths, config, job.least, jobs))
        return
    builds = [path for path in job.paths if kind_of(path) is not FileKind.SOURCE]
    yield from (Ported(c, Verdict((), (NO_SOURCE,))) for c in translate_all(builds, config, job.least, jobs))
    job = replace(job, paths=tuple(path for path in job.paths if path not in builds))
    saved = [path for path in job.paths if path not in job.unsaved]
    held = (translate(Source(path, data), config, job.least) for path, data in job.unsaved.items())
    translated = (*held, *translate_all(saved, config, job.least, jobs))
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
        self.asked: dict[Path, Proposed] = {}  # headers that a model was asked about
        included = {header.resolve() for headers in self.headers.values() for header in headers}
        self.units = [path for path in candidates if path.resolve() not in included]  # others pass with their users
        self.others = {path: self._host_unit(path) for path in job.others if _is_unit(path)}
        self.library = self._library(self.overlay)

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

    def _host_unit(self, path: Path) -> Unit:
        """A unit without CUDA of its own; its headers may have some."""
        headers = closure(path, include_folders(self._flags(path)))
        return Unit(path, read(path).data, flags=self._flags(path), host=not any(map(holds_cuda, headers)))

    def _library(self, overlay: Overlay) -> Library:
        """The units of the tree without a `main`, translated and as they were."""
        originals = [Unit(p, self.candidates[p].source.data, flags=self._flags(p)) for p in self.units]
        originals = [unit for unit in (*originals, *self.others.values()) if not unit.has_main]
        translated = [replace(u, data=self._translated(u), overlay=overlay) for u in originals]
        return Library(translated, originals, compilers.pick(self.job.settings.config), self.folder)

    def _translated(self, unit: Unit) -> bytes:
        return self.candidates[unit.path].data if unit.path in self.candidates else unit.data

    def results(self) -> Iterator[Ported]:
        """Programs, other units in order, then headers."""
        self._ask_about_headers()
        programs = [path for path in self.units if Unit(path, self.candidates[path].source.data).has_main]
        hosts = [unit for unit in self.others.values() if unit.has_main]
        alone = len(self.units) + len(hosts) == 1
        settings = self.job.settings if alone else replace(self.job.settings, jobs=1)
        done: dict[Path, Ported] = {}
        with ThreadPoolExecutor(1 if alone else self.job.settings.jobs) as pool:
            tried = [pool.submit(self._port_unit, path, settings) for path in programs]
            tried += [pool.submit(self._try_host, unit, settings) for unit in hosts]
            tried += [pool.submit(self._port_unit, path, settings) for path in self.units if path not in programs]
            with self._ending(pool):
                for future in tried:
                    ported = self._with_programs(future.result(), done)
                    done[ported.path] = ported
                    yield ported
        for path in self.candidates:
            if path not in done:
                yield self._port_header(path, done)

    @contextmanager
    def _ending(self, pool: ThreadPoolExecutor) -> Iterator[None]:
        """Whoever gives up does not wait for what is not begun, nor for what a model is still writing."""
        try:
            yield
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            if self.job.asker is not None:
                self.job.asker.watcher.cancel()
            raise

    def _try_host(self, unit: Unit, settings: Settings) -> Ported:
        """A program that may need the translated units; without steps if it does not, or cannot be built here."""
        original = replace(unit, library=self.library)
        candidate = Candidate(Source(unit.path, unit.data), unit.data)
        with tempfile.TemporaryDirectory(dir=self.folder, ignore_cleanup_errors=True) as folder:
            verdict = Bench(original, settings, Path(folder)).verify(replace(original, overlay=self.overlay))
        ran = any(step.kind is StepKind.RUN for step in verdict.steps)
        if not self.candidates.keys().isdisjoint(verdict.parts) or (ran and not unit.host):
            return Ported(candidate, verdict, lacking(verdict, self.job.require), is_host=True)
        failed = next((step.detail for step in verdict.steps if step.outcome is not Outcome.PASSED), "")
        why = "" if ran else failed or " ".join(verdict.notes)
        return Ported(candidate, Verdict((), (why,) if why else ()), is_host=True)

    def _with_programs(self, ported: Ported, done: Mapping[Path, Ported]) -> Ported:
        """A unit that is part of programs stands and falls with them: it has their runs for its own."""
        users = [program for program in done.values() if ported.path in program.verdict.parts]
        built = lacking(ported.verdict, Require.POSSIBLE) is None
        if not users or not built:
            return ported
        passed = [program for program in users if program.refused is None]
        program, *more = passed or users
        steps = [step for step in ported.verdict.steps if step.kind is StepKind.BUILT]
        steps += [step for step in program.verdict.steps if step.kind is not StepKind.BUILT]
        names = ", ".join(each.path.name for each in (program, *more[:2]))
        verdict = ported.verdict._replace(
            steps=tuple(steps),
            notes=(f"as part of {names}", *program.verdict.notes),
            reference=program.verdict.reference,
        )
        refused = None if passed else f"{names}, which it is linked into, did not pass: {program.refused}"
        return replace(ported, verdict=verdict, refused=refused)

    def _port_unit(self, path: Path, settings: Settings) -> Ported:
        """The first of the candidates that is good enough; if none is, the first with what was wrong with it."""
        source = self.candidates[path].source
        original = Unit(path, source.data, flags=self._flags(path), library=self.library)
        first: Ported | None = None
        with tempfile.TemporaryDirectory(dir=self.folder, ignore_cleanup_errors=True) as folder:
            bench = Bench(original, settings, Path(folder))

            def verify(candidate: Candidate, *more: str) -> Verdict:
                data, flags = keep_lines(source.data, candidate.data), (*original.flags, *more)
                unit = replace(original, data=data, overlay=self.overlay, flags=flags)
                return self._noted(bench.verify(unit), path)

            for candidate in self._candidates(path):
                verdict = verify(candidate)
                ported = Ported(candidate, verdict, lacking(verdict, self.job.require))
                if ported.refused is None:
                    return _told(ported)
                first = first or ported
            assert first is not None  # noqa: S101  there is always one candidate
            return self._proposed(first, lambda candidate: doubted(verify(candidate, STRICT), candidate, bench.made))

    def _proposed(self, first: Ported, verify: Callable[[Candidate], Verdict]) -> Ported:
        """What a model makes of a unit that rules did not get through with."""
        asker, config = self.job.asker, self.job.settings.config
        if asker is None or self.job.least is not Safety.UNSAFE:
            return first
        found = propose(asker, Failed(first.candidate, first.verdict), config, verify)
        if found.passed is None:
            return replace(first, suggestion=found.best, remarks=found.remarks)
        verdict = found.passed.verdict
        verdict = verdict._replace(notes=(*verdict.notes, _by(found.passed)))
        return Ported(found.passed.candidate, verdict, remarks=found.remarks)

    def _ask_about_headers(self) -> None:
        """Put what the rules refuse in headers to the model, each with a unit that includes it, programs first.

        What passes is what all others are then tried with.
        """
        if self.job.asker is None or self.job.least is not Safety.UNSAFE:
            return
        units = sorted(self.units, key=lambda path: not Unit(path, self.candidates[path].source.data).has_main)
        for header in [path for path in self.candidates if path not in self.units and self._is_open(path)]:
            users = [unit for unit in units if header in self.headers[unit]]
            other = {unit: self._open_beside(header, unit) for unit in users}
            if (user := next((unit for unit in users if other[unit] is None), None)) is not None:
                self._ask_about(header, user, self.job.asker)
            elif users:
                said = f"{other[users[0]]} needs a model too: one file at a time is asked about"
                self.asked[header] = Proposed(remarks=(said,))

    def _open_beside(self, header: Path, unit: Path) -> Path | None:
        """Another file of a unit that keeps it from being built, so that nothing can be proven with it."""
        return next((path for path in (unit, *self.headers[unit]) if path != header and self._is_open(path)), None)

    def _is_open(self, path: Path) -> bool:
        """Whether the rules refuse something in a file, and no model has mended it."""
        mended = path in self.asked and self.asked[path].passed is not None
        return path in self.candidates and not mended and any(map(refused, self.candidates[path].findings))

    def _ask_about(self, header: Path, user: Path, asker: Asker) -> None:
        rules = self.candidates[header]
        original = Unit(user, self.candidates[user].source.data, flags=self._flags(user), library=self.library)
        data = keep_lines(original.data, self.candidates[user].data)
        with tempfile.TemporaryDirectory(dir=self.folder, ignore_cleanup_errors=True) as folder:
            bench = Bench(original, self.job.settings, Path(folder))

            def verify(candidate: Candidate, *more: str) -> Verdict:
                overlay = self._overlay_with(candidate)
                unit = replace(original, data=data, overlay=overlay, flags=(*original.flags, *more))
                return bench.verify(replace(unit, library=self._library(overlay)))

            verdict = verify(rules)
            if lacking(verdict, self.job.require) is None:
                return
            failed = Failed(rules, verdict)
            found = propose(
                asker, failed, self.job.settings.config, lambda c: doubted(verify(c, STRICT), c, bench.made)
            )
        self.asked[header] = found
        if found.passed is not None:
            self.candidates = {**self.candidates, header: found.passed.candidate}
            self.overlay = self._overlay_with(found.passed.candidate)
            self.library = self._library(self.overlay)

    def _overlay_with(self, header: Candidate) -> Overlay:
        """The overlay with another translation of a header."""
        shown = header.source.path.absolute()
        with tempfile.NamedTemporaryFile(suffix=shown.suffix, dir=self.folder, delete=False) as file:
            file.write(keep_lines(header.source.data, header.data))
        return (*(pair for pair in self.overlay if pair[0] != shown), (shown, Path(file.name)))

    def _candidates(self, path: Path) -> Iterator[Candidate]:
        """All fixes first, then with the other policy for warps, then without those that need verification."""
        bold = self.candidates[path]
        yield bold
        if self.job.least is not Safety.UNSAFE:
            return
        config = self.job.settings.config
        policy: Literal["logical32", "native"] = "native" if config.warp_policy == "logical32" else "logical32"
        other = translate(bold.source, config._replace(warp_policy=policy), Safety.UNSAFE)
        careful = translate(bold.source, config, Safety.SAFE)
        if other.data != bold.data:
            yield other._replace(origin=f"rules with --warp-policy {policy}")
        if careful.data not in (bold.data, other.data):
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
        asked = self.asked.get(path, Proposed())
        if passed:
            notes = (f"built as part of {names}", *([_by(asked.passed)] if asked.passed else []))
            return Ported(self.candidates[path], Verdict((), notes), remarks=asked.remarks)
        why = f"none of the files that include it passed ({names})"
        best = None if asked.passed else asked.best
        return Ported(self.candidates[path], Verdict(()), why, suggestion=best, remarks=asked.remarks)


def _by(passed: Tried) -> str:
    return f"translated by rules and {passed.candidate.origin}, whose part was proven like the rest"


def _told(ported: Ported) -> Ported:
    """Says so where the candidate is not the one that was asked for."""
    if ported.candidate.origin == "rules":
        return ported
    note = f"translated by {ported.candidate.origin}: with the other policy it did not pass"
    return replace(ported, verdict=ported.verdict._replace(notes=(*ported.verdict.notes, note)))


def _is_unit(path: Path) -> bool:
    """Whether a file that came along can be compiled at all."""
    return path.suffix in UNIT_SUFFIXES and os.access(path, os.R_OK) and not_text(path.read_bytes()) is None
