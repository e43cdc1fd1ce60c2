"""`cass verify`: the verdict on a HIP file that somebody else wrote."""

import json
import sys
from pathlib import Path

from cass_tools import __version__
from cass_tools.cli.options import content
from cass_tools.cli.screen import Screen
from cass_tools.cli.verdicts import show_verdict
from cass_tools.compile_commands import Commands
from cass_tools.report import SCHEMA, verdict_value
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Require, bench, lacking


def verify_file(file: Path, against: Path | None, settings: Settings, commands: Commands, *, as_json: bool) -> int:
    """Try the file and print the verdict; 0 if it passed and nothing that was asked for is missing."""
    unit = Unit(file, content(file), flags=(*commands.of(file), *settings.flags))
    original = None
    if against is not None:
        original = Unit(against, content(against), flags=(*commands.of(against), *settings.flags))
    with bench(original, settings) as place:
        verdict = place.verify(unit)
    compared = against is not None or settings.expected is not None
    problem = lacking(verdict, Require.RUN if compared and unit.has_main else Require.POSSIBLE)
    if as_json:
        value = {"schema": SCHEMA, "version": __version__, "file": str(file), "passed": problem is None}
        json.dump({**value, "problem": problem, "verdict": verdict_value(verdict)}, sys.stdout, indent=1)
        print()
    else:
        screen = Screen()
        show_verdict(screen, verdict)
        screen.line(f"error: not passed: {problem}" if problem else f"{file}: PASSED")
    return 1 if problem else 0
