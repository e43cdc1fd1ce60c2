"""`cass doctor`: the parts of doctor.py as a table or JSON, and --fix, which installs what needs no root."""

import json
import sys
from dataclasses import asdict

from cass_tools.cli.screen import Screen
from cass_tools.compilers import nvidia_settings, nvidia_tools
from cass_tools.doctor import parts
from cass_tools.errors import CassError


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


def repair(*, yes: bool) -> None:
    """Install NVIDIA's compiler and disassembler where one is missing, after a yes; CassError if that fails.

    Whether the disassembler may be used is another question (nvidia_settings.py), which `yes` does not answer.
    """
    lacking = [name for name in ("nvcc", "nvdisasm") if nvidia_tools.find(name) is None]
    if not lacking:
        return
    what = f"{' and '.join(lacking)} from PyPI into {nvidia_tools.own_folder()} ({nvidia_tools.DOWNLOAD} MB)"
    if not yes:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise CassError(f"cass doctor --fix would install {what}; there is no terminal to ask at: add --yes")
        print(f"Install {what}, under NVIDIA's licence ({nvidia_settings.LICENCE})? [y/N] ", end="", file=sys.stderr)
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            return
    print(f"Installing {what} ...", file=sys.stderr)
    nvidia_tools.install()
