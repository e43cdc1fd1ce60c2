"""`cass doctor`: the parts of doctor.py as a table or JSON, and --fix, which installs what the user agrees to."""

import json
import re
import sys
from collections.abc import Callable
from dataclasses import asdict

from cass_tools.cli.screen import Screen
from cass_tools.compilers import nvidia_settings, nvidia_tools
from cass_tools.doctor import parts
from cass_tools.errors import CassError
from cass_tools.system_packages import BUILDS, Plan, plan


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
    """Install what is missing and can be had: the system's packages, then NVIDIA's tools, each after a yes.

    CassError if that fails, or if there is nobody to ask. Whether NVIDIA's disassembler may be used is another
    question (nvidia_settings.py), which `yes` does not answer.
    """
    planned = _missing_packages()
    offers = [*_packages(planned), *_nvidia()]
    if offers and not yes and not (sys.stdin.isatty() and sys.stderr.isatty()):
        what = "; and ".join(what for what, _ in offers)
        raise CassError(f"cass doctor --fix would {what}; there is no terminal to ask at: add --yes")
    for offer in offers:
        agreed = _offered(offer, yes)
        if agreed and planned and planned.refreshes:  # now the packages have names
            planned = _missing_packages()
            for each in _packages(planned):
                _offered(each, yes)


Offer = tuple[str, Callable[[], object]]


def _offered(offer: Offer, yes: bool) -> bool:
    """Do it if the user agrees; whether they did."""
    what, act = offer
    if not yes:
        print(f"{what[0].upper()}{what[1:]}? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            return False
    print(f"cass doctor: going to {what} ...", file=sys.stderr, flush=True)
    act()
    return True


def _packages(planned: Plan | None) -> list[Offer]:
    if planned is None:
        return []
    for part in planned.unknown:
        print(f"cass doctor: this system has no package for: {part}", file=sys.stderr)
    return [(f"run: {planned.line()}", planned.run)] if planned.command else []


def _missing_packages() -> Plan | None:
    found = {part.name: part.found for part in parts()}
    missing = [name for name, text in found.items() if not text and not (found["ROCm"] and name in BUILDS)]
    version = re.search(r"version (\d+)", found.get("clang", ""))
    return plan(missing, version[1] if version else None)


def _nvidia() -> list[Offer]:
    lacking = [name for name in ("nvcc", "nvdisasm") if nvidia_tools.find(name) is None]
    if not lacking:
        return []
    where = f"from PyPI into {nvidia_tools.own_folder()} ({nvidia_tools.DOWNLOAD} MB)"
    what = f"install {' and '.join(lacking)} {where}, under NVIDIA's licence ({nvidia_settings.LICENCE})"
    return [(what, nvidia_tools.install)]
