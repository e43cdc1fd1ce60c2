"""The packages of this system that give what `cass doctor` misses: which manager, their names here, the command.

Names differ between distributions and their releases, so the manager itself is asked which of several it knows.
Nothing is installed by looking; `Plan.commands` are for the user to agree to.
"""

import os
import platform
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cass_tools import proc
from cass_tools.attached import run_attached
from cass_tools.errors import CassError

TABLE = Path(__file__).parent / "data" / "system_packages.toml"
BUILDS = ("clang", "lld", "HIP headers", "device libraries")  # what ROCm has itself
ASKING = 60.0  # seconds for a manager to say whether it knows a package
COMMON = "g++"  # which a manager knows that has its lists


@dataclass(frozen=True, slots=True)
class Manager:
    """A package manager; `parts` has alternatives, each of some packages."""

    name: str
    knows: tuple[str, ...]
    refresh: tuple[str, ...]
    install: tuple[str, ...]
    parts: dict[str, list[list[str]]]


@dataclass(frozen=True, slots=True)
class Plan:
    """`command` is what to run, with sudo where the user is not root; `unknown` parts have no package here.

    With `refreshes` it only brings the manager's lists, without which it knows no packages: plan again after it.
    """

    command: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    refreshes: bool = False

    def line(self) -> str:
        """The command as it is typed."""
        return shlex.join(self.command)

    def run(self) -> None:
        """Install, with this terminal, so that sudo can ask; CassError where that fails."""
        binary = shutil.which(self.command[0])
        if binary is None:
            raise CassError(
                f"needs root, and there is no {self.command[0]}: run as root: {shlex.join(self.command[1:])}"
            )
        status = run_attached(Path(binary), self.command)
        if status != 0:
            raise CassError(f"{self.line()} ended with exit status {status}; its messages are above")


def manager() -> Manager | None:
    """The manager of this distribution, or of one that it says to be like; None where there is none that is known."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return None
    like = [release.get("ID", ""), *release.get("ID_LIKE", "").split()]
    for name, entry in tomllib.loads(TABLE.read_text(encoding="utf-8")).items():
        if any(system in entry["systems"] for system in like) and shutil.which(name):
            refresh = tuple(entry.get("refresh", ()))
            return Manager(name, tuple(entry["knows"]), refresh, tuple(entry["install"]), entry["parts"])
    return None


def plan(missing: Iterable[str], clang: str | None = None) -> Plan | None:
    """What to install for the `missing` parts; None where nothing is, or no manager is known.

    `clang` is the version of the clang that is here, for what must fit it.
    """
    found = manager()
    if found is None:
        return None
    wanted = [part for part in missing if part in found.parts]
    if "clang" in wanted:
        wanted = [part for part in wanted if part != "lld"]  # it comes along, of the same version
    root = () if os.geteuid() == 0 else ("sudo",)
    if wanted and found.refresh and not _knows(found, COMMON):
        return Plan((*root, *found.refresh), refreshes=True)
    packages: list[str] = []
    unknown: list[str] = []
    for part in wanted:
        alternatives = [_filled(names, clang) for names in found.parts[part]]
        known = next((names for names in alternatives if all(_knows(found, name) for name in names)), None)
        packages += known or ()
        if known is None:
            unknown.append(part)
    command = (*root, *found.install, *packages) if packages else ()
    return Plan(command, tuple(unknown)) if wanted else None


def _filled(names: Iterable[str], clang: str | None) -> list[str]:
    version = re.match(r"\d+", clang or "")
    return [name.replace("{clang}", version[0] if version else "") for name in names]


def _knows(found: Manager, package: str) -> bool:
    return proc.run([*found.knows, package], timeout=ASKING).status == 0
