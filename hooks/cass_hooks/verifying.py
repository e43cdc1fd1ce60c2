"""`cass-hook verify`: the programs and kernels that changed, ported, built, run and compared; nothing is written.

A header stands for the units that include it. What git holds is laid out in a folder of its own, so that what is proven
is what is committed or pushed.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from cass_hooks.reading import Ranges, config_here, sources
from cass_tools import choices, git
from cass_tools.compile_commands import near
from cass_tools.port import Job, port
from cass_tools.report import reasons
from cass_tools.runners import Limits
from cass_tools.scan import processors
from cass_tools.tree import UNIT_SUFFIXES, closure, find
from cass_tools.trial import Settings
from cass_tools.verify import Require


def verify(files: Sequence[Path], ranges: Ranges | None, arch: str, timeout: float) -> int:
    """Print a line for each unit; 1 if one did not pass."""
    config = config_here()
    if files:
        return _prove(Path(), [source.path for source in sources(files, None, config)], arch, timeout)
    top, failed = git.root(), 0
    for each in ranges if ranges is not None else [None]:
        changed = list(sources((), None if each is None else [each], config))
        if changed:
            with tempfile.TemporaryDirectory(prefix="cass-hook-") as folder:
                git.snapshot(Path(folder), None if each is None else each[1])
                paths = [Path(folder) / os.path.relpath(source.path.absolute(), top) for source in changed]
                failed |= _prove(Path(folder), paths, arch, timeout)
    return failed


def _prove(folder: Path, changed: Sequence[Path], arch: str, timeout: float) -> int:
    units = list(_units(folder, changed))
    if not units:
        return 0
    targets = choices.targets("--arch", arch)
    config = config_here()._replace(archs=tuple(target.arch for target in targets))
    settings = Settings(targets, "auto", config, Limits(timeout=timeout), jobs=processors())
    job = Job(tuple(units), (), settings, Require.POSSIBLE, near(units[0]))
    failed = 0
    for ported in port(job):
        name = os.path.relpath(ported.path, folder)
        passed = ported.refused is None
        print(f"{name}: {ported.verdict.outcome if passed else ported.refused}")
        for reason in reasons(ported.verdict.steps):
            print(f"  {reason}")
        failed |= not passed
    return int(failed)


def _units(folder: Path, changed: Sequence[Path]) -> Iterator[Path]:
    """What is compiled of the changed files, and what includes those that are not."""
    headers = {path.resolve() for path in changed if path.suffix not in UNIT_SUFFIXES}
    units = [path for path in changed if path.suffix in UNIT_SUFFIXES]
    yield from units
    if headers:
        for path in find([folder]).cuda:
            included = {header.resolve() for header in closure(path)}
            if path.suffix in UNIT_SUFFIXES and path not in units and headers & included:
                yield path
