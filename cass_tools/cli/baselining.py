"""`cass baseline`: write down today's findings, so that `cass check` reports only new ones."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from cass_tools import baseline
from cass_tools.baseline_place import NAME
from cass_tools.cli.checking import Wish, found_in
from cass_tools.cli.screen import Screen
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.formats.reported import collected
from cass_tools.output import Place, write
from cass_tools.project_file import near
from cass_tools.scan import check_all, processors


def write_baseline(
    paths: Sequence[Path], config: Config, output: Path | None, *, prune: bool = False, jobs: int | None = None
) -> int:
    """Record the findings of paths; 0, or 2 if a file could not be read, whose known findings then stay."""
    place = output or Wish().known(paths[0]) or _folder(paths[0]) / NAME
    if prune and not place.is_file():
        raise CassError(f"{place} is not there: nothing to prune")
    old = _old(place, prune)
    found = found_in(paths, config)
    results = check_all(found.cuda, config, jobs or processors(), cached=True)
    report = collected(Screen(sys.stderr).track(results, len(found.cuda), "checking"), found.unreadable)
    for problem in report.unreadable:
        print(f"cass: {problem.path}: {problem.reason}", file=sys.stderr)
    files = baseline.updated(old, report, prune=prune)
    write(Place(place, place.resolve().parent), baseline.text_of(files).encode(), force=True)
    print(f"{_shown(place)}: {_sentence(old.files, files)}")
    return 2 if report.unreadable else 0


def _old(place: Path, prune: bool) -> baseline.Baseline:
    """What was known; nothing if the file is a baseline in conflict or of another version, which is written anew."""
    nothing = baseline.Baseline(place.absolute().parent, {})
    if not place.is_file():
        return nothing
    try:
        return baseline.read(place)
    except CassError as error:
        if prune or not baseline.was_one(place):
            raise
        print(f"cass: {error}; it is written anew, of what is named alone", file=sys.stderr)
        return nothing


def _folder(path: Path) -> Path:
    """The directory of the project's own file, else the repository, else the one that is named."""
    file = near(path)
    if file is not None:
        return file.parent
    start = (path if path.is_dir() else path.parent).absolute()
    return next((folder for folder in (start, *start.parents) if (folder / ".git").exists()), start)


def _shown(path: Path) -> Path:
    """As a path from here where it lies below."""
    whole, here = path.absolute(), Path.cwd()
    return whole.relative_to(here) if whole.is_relative_to(here) else path


def _sentence(old: "baseline.Files", new: "baseline.Files") -> str:
    before, now = (sum(files.values(), Counter[str]()) for files in (old, new))
    total, held = now.total(), sum(map(bool, new.values()))
    text = f"{total} {'finding' if total == 1 else 'findings'} in {held} {'file' if held == 1 else 'files'}"
    if not old:
        return text
    return f"{text}, {(now - before).total()} added, {(before - now).total()} gone"
