"""What cass-hipcc is told besides its command line: variables of the environment and the project's cass.toml."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cass_tools.errors import CassError
from cass_tools.user_rules.nearest import find

TARGETS = ("amd", "exec", "nvidia")
DEFAULT_GPUS = ("gfx1100", "gfx90a")
GPU = re.compile(r"gfx\d{1,2}[0-9a-f]{2}(:[a-z+:-]+)?")
TABLE = "hipcc"


class Settings(NamedTuple):
    """`target` is amd, exec or nvidia; `gpus` those to build for where the command line names none."""

    target: str = "amd"
    gpus: tuple[str, ...] = DEFAULT_GPUS
    compiler: str = "auto"


def settings(environment: Mapping[str, str], folder: Path) -> Settings:
    """CASS_TARGET, CASS_ARCH and CASS_COMPILER, else `[hipcc]` of the nearest cass.toml; CassError for a bad word."""
    table = _table(folder)
    target = environment.get("CASS_TARGET") or table.get("target", "amd")
    if target not in TARGETS:
        raise CassError(f"CASS_TARGET={target}: choose {', '.join(TARGETS)}")
    named = environment.get("CASS_ARCH")
    gpus = named.replace(";", ",").split(",") if named else table.get("arch", DEFAULT_GPUS)
    compiler = environment.get("CASS_COMPILER") or table.get("compiler", "auto")
    return Settings(target, checked([gpus] if isinstance(gpus, str) else gpus), compiler)


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


def _table(folder: Path) -> dict[str, Any]:
    file = find(folder)
    if file is None:
        return {}
    text = file.read_bytes()
    if f"[{TABLE}]".encode() not in text:
        return {}
    import tomllib  # few projects have the table

    try:
        table = tomllib.loads(text.decode()).get(TABLE, {})
    except ValueError as error:
        raise CassError(f"{file}: {error}") from error
    for key in table:
        if key not in ("arch", "target", "compiler"):
            raise CassError(f"{file}: [{TABLE}] {key} is not known; there are arch, target and compiler")
    return dict(table)
