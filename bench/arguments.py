"""Arguments that make programs small: those of `make run` with smaller numbers, or what is written down for one."""

import shlex
import tomllib
from collections.abc import Mapping
from pathlib import Path

from cass_tools import proc

CUDA = "-cuda"  # the end of the names of folders whose sizes are in sass_programs.toml


def arguments(folder: Path) -> str:
    """What `make run` would pass, made small."""
    said = (
        proc.run(["make", "-n", "run", "-C", folder], timeout=20).stdout.decode(errors="replace").replace("\\\n", " ")
    )
    line = next((text for text in said.splitlines() if text.strip().startswith("./")), "")
    words = shlex.split(line)[1:] if line else []
    return " ".join(smaller(word, last=i == len(words) - 1) for i, word in enumerate(words))


def smaller(word: str, *, last: bool) -> str:
    """A number as an argument: the last one is usually how often to repeat, large ones are sizes."""
    if not word.isdigit() or int(word) < 10:
        return word
    if last and int(word) <= 10_000:
        return "1"
    return str(max(int(word) // 256, 64)) if int(word) >= 1000 else word


def sizes(*names: str) -> dict[str, dict[str, str]]:
    """The tables of these files beside this module; of two that say the same of a program the later one wins."""
    found: dict[str, dict[str, str]] = {}
    for name in names:
        for program, told in tomllib.loads((Path(__file__).parent / name).read_text()).items():
            found[program] = found.get(program, {}) | told
    return found


def small(folder: Path, known: Mapping[str, Mapping[str, str]] | None = None, suffix: str = CUDA) -> str:
    """The arguments of a program: what is written down for it (by default, for CUDA), else those of `make run`."""
    table = sizes("sass_programs.toml") if known is None else known
    said = table.get(folder.name.removesuffix(suffix), {}) if folder.name.endswith(suffix) else {}
    return str(said["args"]) if "args" in said else arguments(folder)
