"""`cass doctor`: the parts of doctor.py as a table or JSON."""

import json
import sys
from dataclasses import asdict

from cass_tools.cli.screen import Screen
from cass_tools.doctor import parts


def report(*, as_json: bool) -> int:
    """Print every part; 1 if nothing can be built or run here."""
    found = list(parts())
    names = {part.name for part in found if part.found}
    builds = "ROCm" in names or {"clang", "HIP headers", "device libraries"} <= names
    runs = bool({"runner exec", "runner amd"} & names)
    if as_json:
        json.dump({"builds": builds, "runs": runs, "parts": [asdict(part) for part in found]}, sys.stdout, indent=1)
        print()
        return 0 if builds and runs else 1
    screen = Screen()
    for part in found:
        screen.line(
            f"{'yes' if part.found else ' no'}  {part.name}: {part.found or part.gives}", "" if part.found else "dim"
        )
        if not part.found and part.get:
            screen.line(f"       {part.get}", "dim")
    screen.line()
    screen.line("HIP can be built here." if builds else "error: HIP cannot be built here: nothing can be verified.")
    screen.line("Programs can be run here." if runs else "error: no AMD program can be run here.")
    return 0 if builds and runs else 1
