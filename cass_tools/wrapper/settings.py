"""What cass-hipcc is told besides its command line: variables of the environment and the project's cass.toml."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from cass_tools.errors import CassError
from cass_tools.project_file import nearest, table_of

TARGETS = ("amd", "exec", "nvidia")
DEFAULT_GPUS = ("gfx1100", "gfx90a")
GPU = re.compile(r"gfx\d{1,2}[0-9a-f]{2}(:[a-z+:-]+)?")
TABLE = "hipcc"
KEYS = ("arch", "target", "compiler", "test", "test-seconds", "expected")
SWITCHES = ("0", "1")
TEST_SECONDS = 600.0


class Settings(NamedTuple):
    """`target` is amd, exec or nvidia; `gpus` those to build for where the command line names none.

    `verify`: programs are tried by `tests`, shell commands by a pattern of the program's name, run in `folder` for at
    most `test_seconds`. `model` is who is asked where rules do not get through; `expected` a file below `folder` with
    what the programs print.
    """

    target: str = "amd"
    gpus: tuple[str, ...] = DEFAULT_GPUS
    compiler: str = "auto"
    verify: bool = False
    tests: Mapping[str, str] = MappingProxyType({})
    folder: Path = Path()
    test_seconds: float = TEST_SECONDS
    model: str = "off"
    expected: str = ""


def settings(environment: Mapping[str, str], folder: Path) -> Settings:
    """CASS_TARGET, CASS_ARCH and the like, else `[hipcc]` of the nearest cass.toml; CassError for a bad word."""
    file = nearest(folder)
    table = _table(file)
    target = environment.get("CASS_TARGET") or table.get("target", "amd")
    if target not in TARGETS:
        raise CassError(f"CASS_TARGET={target}: choose {', '.join(TARGETS)}")
    named = environment.get("CASS_ARCH")
    gpus = named.replace(";", ",").split(",") if named else table.get("arch", DEFAULT_GPUS)
    compiler = environment.get("CASS_COMPILER") or table.get("compiler", "auto")
    return Settings(
        target,
        checked([gpus] if isinstance(gpus, str) else gpus),
        compiler,
        _word(environment, "CASS_VERIFY", SWITCHES) == "1",
        _tests(table.get("test", {}), file),
        file.parent if file else folder,
        _seconds(table.get("test-seconds", TEST_SECONDS), file),
        environment.get("CASS_MODEL") or "off",
        _text(table.get("expected", ""), file),
    )


def _word(environment: Mapping[str, str], name: str, choices: Sequence[str]) -> str:
    """One of the choices; the first where nothing is said."""
    word = environment.get(name) or choices[0]
    if word not in choices:
        raise CassError(f"{name}={word}: choose {' or '.join(choices)}")
    return word


def _tests(said: Any, file: Path | None) -> dict[str, str]:
    """A command for all programs, or commands by names of programs."""
    tests = {"*": said} if isinstance(said, str) else said
    if not isinstance(tests, dict) or not all(isinstance(each, str) and each.strip() for each in tests.values()):
        raise CassError(f'{file}: [{TABLE}] test is a command, or a table such as {{ main = "./main 100" }}')
    return dict(tests)


def _text(said: Any, file: Path | None) -> str:
    if not isinstance(said, str):
        raise CassError(f"{file}: [{TABLE}] expected is the name of a file")
    return said


def _seconds(said: Any, file: Path | None) -> float:
    if isinstance(said, bool) or not isinstance(said, int | float) or not said > 0:
        raise CassError(f"{file}: [{TABLE}] test-seconds is a number above 0")
    return float(said)


def checked(gpus: Any) -> tuple[str, ...]:
    """Names of AMD's GPUs, each once; CassError for what is none."""
    names = [str(name).strip() for name in gpus]
    for name in names:
        if name and not GPU.fullmatch(name):
            raise CassError(f"{name} is not the name of an AMD GPU; names look like gfx1100 or gfx90a")
    found = tuple(dict.fromkeys(filter(None, names)))
    if not found:
        raise CassError("no GPU is named to build for; try CASS_ARCH=gfx1100,gfx90a")
    return found


def _table(file: Path | None) -> dict[str, Any]:
    text = b"" if file is None else file.read_bytes()
    if file is None or not re.search(rf"^\s*\[\s*(?:tool\.cass\.)?{TABLE}\b|^\s*{TABLE}\b".encode(), text, re.M):
        return {}
    table = table_of(file).get(TABLE, {})
    if not isinstance(table, dict):
        raise CassError(f"{file}: {TABLE} is a table")
    for key in table:
        if key not in KEYS:
            raise CassError(f"{file}: [{TABLE}] {key} is not known; there are {', '.join(KEYS)}")
    return table
