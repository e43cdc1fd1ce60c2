"""Pages as somebody follows them: files with a title are written, console blocks typed into one shell, in order."""

import re
from dataclasses import dataclass
from pathlib import Path

from cass_tools import proc

FILE = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANY = "[...]"  # for any number of lines, or for the rest of one


@dataclass(frozen=True)
class Step:
    """One command, and the lines that the page shows below it."""

    command: str
    shown: tuple[str, ...]


def files(page: str) -> dict[str, str]:
    """The files that a page shows, by their names."""
    return dict(FILE.findall(page))


def steps(page: str) -> list[Step]:
    """Every command of a page's console blocks."""
    found: list[Step] = []
    for block in CONSOLE.findall(page):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append(Step(line.removeprefix("$ "), ()))
            elif line.strip():
                found[-1] = Step(found[-1].command, (*found[-1].shown, line))
    return found


def play(commands: list[str], folder: Path, env: dict[str, str], timeout: float = 300) -> list[list[str]]:
    """What each command prints, standard error with it, in one shell that lives through all of them."""
    mark = "@@@ next @@@"
    script = "exec 2>&1\n" + f"\necho '{mark}'\n".join(commands) + "\n"
    done = proc.run(["bash", "-c", script], cwd=folder, env=env, timeout=timeout)
    assert not done.timed_out, done.stdout.decode()[-2000:]
    printed = done.stdout.decode(errors="replace").split(f"{mark}\n")
    return [[line for line in part.splitlines() if line.strip()] for part in printed]


def plain(line: str) -> str:
    """Seconds vary, and the columns after them shift with their width; newer CMake names nvcc's host compiler too."""
    line = re.sub(r"(?<=identification is NVIDIA )([\d.]+) with host compiler \w+ [\d.]+$", r"\1", line)
    return re.sub(r"\s+", " ", re.sub(r"\b\d+\.\d+ s(ec)?\b", "# s", line)).strip()


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether the shown lines are the printed ones."""
    if not shown:
        return not printed
    if shown[0] == ANY:
        return any(matches(shown[1:], printed[skip:]) for skip in range(len(printed) + 1))
    return bool(printed) and _same(shown[0], printed[0]) and matches(shown[1:], printed[1:])


def _same(shown: str, printed: str) -> bool:
    start, any_rest, _ = shown.partition(ANY)
    return printed.startswith(start) if any_rest else shown == printed
