"""Whether NVIDIA's machine code may be disassembled here: the user's decision, asked once and kept.

NVIDIA publishes terms that restrict disassembling what its tools made in order to target other platforms, so nothing
here does it unless the user has said yes: CASS_NVIDIA_TOOLS=1, `nvidia-tools = true` in cass.toml or in [tool.cass] of
pyproject.toml (in this directory or above), or an answer at a terminal, which is kept in the user's own cass.toml.
See docs/decisions/nvidia-tools.md.
"""

import os
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

from cass_tools.errors import CassError

VARIABLE = "CASS_NVIDIA_TOOLS"
KEY = "nvidia-tools"
HOME_KEY = "cuda-home"
LICENCE = "https://docs.nvidia.com/cuda/eula/"
TERMS = (
    "To compare with the CUDA original without an NVIDIA GPU, cass disassembles the machine code that nvcc makes and\n"
    "translates it for this CPU. NVIDIA's CUDA licence restricts disassembling the output of its tools in order to\n"
    f"target other platforms: {LICENCE}\n"
    "Read it and decide whether you may. Everything else in cass works without this."
)
QUESTION = "Use NVIDIA's machine code as a reference? [y/N] "
HOW = f"say so with {VARIABLE}=1 or `{KEY} = true` in cass.toml, once you have read {LICENCE}"


def own_file() -> Path:
    """The user's settings (XDG_CONFIG_HOME is honoured)."""
    return user_config_path("cass-tools") / "cass.toml"


def decided(folder: Path | None = None) -> bool | None:
    """What the user has decided, the environment first, then the project around `folder`, then the user's own file.

    None: never asked. CassError for a file that cannot be read or a value that is neither true nor false.
    """
    said = os.environ.get(VARIABLE, "")
    if said:
        if said not in ("0", "1"):
            raise CassError(f"{VARIABLE} is {said}; it can be 1 or 0")
        return said == "1"
    for path, table in _tables(folder or Path.cwd()):
        if KEY in table:
            if not isinstance(table[KEY], bool):
                raise CassError(f"{path}: {KEY} can be true or false")
            return bool(table[KEY])
    return None


def require(folder: Path | None = None, *, ask: Callable[[str], str] | None = None) -> None:
    """Return if the machine code may be used, else CassError; asks once where there is a terminal.

    `ask` shows the terms and the question and returns the answer; by default the terminal of this process, if any.
    """
    answer = decided(folder)
    if answer is None:
        asking = ask or _terminal()
        if asking is None:
            raise CassError(f"NVIDIA's machine code is not used unless you agree to it: {HOW}")
        answer = asking(f"{TERMS}\n{QUESTION}").strip().lower() in ("y", "yes")
        keep(answer)
    if not answer:
        raise CassError(f"NVIDIA's machine code is not used, as you decided; to change that, {HOW}")


def keep(answer: bool) -> None:
    """Write the decision to the user's file; other settings in it stay."""
    path = own_file()
    line = f"{KEY} = {'true' if answer else 'false'}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        old = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        kept = [text for text in old if text.partition("=")[0].strip() != KEY]
        path.write_text("\n".join([line, *kept]) + "\n", encoding="utf-8")
    except OSError as error:
        raise CassError(f"{path}: the answer cannot be kept: {error.strerror or error}") from error


def cuda_home() -> Path | None:
    """The CUDA toolkit that the user's own file names; a project may not choose what is started."""
    named = _read(own_file(), ()).get(HOME_KEY)
    if named is None:
        return None
    if not isinstance(named, str):
        raise CassError(f"{own_file()}: {HOME_KEY} names a folder, in quotes")
    return Path(named).expanduser()


def _tables(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    for place in (folder.absolute(), *folder.absolute().parents):
        for name, within in (("cass.toml", ()), ("pyproject.toml", ("tool", "cass"))):
            yield place / name, _read(place / name, within)
    yield own_file(), _read(own_file(), ())


def _read(path: Path, within: tuple[str, ...]) -> dict[str, Any]:
    """The table `within` of a file; empty where there is none."""
    try:
        table: Any = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return {}
    except (OSError, ValueError) as error:
        raise CassError(f"{path}: {error}") from error
    for name in within:
        table = table.get(name, {}) if isinstance(table, dict) else {}
    return table if isinstance(table, dict) else {}


def _terminal() -> Callable[[str], str] | None:
    """A question to the person at the terminal; None where there is none."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None

    def ask(question: str) -> str:
        print(question, end="", file=sys.stderr, flush=True)
        return sys.stdin.readline()

    return ask
