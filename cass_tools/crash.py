"""The log of an unexpected error: what happened, in which versions, ready to paste into a report."""

import platform
import sys
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from platformdirs import user_state_path

PACKAGES = ("cass-tools", "tree-sitter", "tree-sitter-cpp", "llvmlite", "typer", "rich")


def write_log(argv: Sequence[str], error: BaseException) -> str:
    """Write the log and say where it is; where that fails, the log itself."""
    now = datetime.now(UTC)
    text = "\n".join(
        [
            f"command: cass {' '.join(argv)}",
            f"time: {now:%Y-%m-%d %H:%M:%S} UTC",
            f"python: {sys.version.split()[0]} on {platform.platform()}",
            *(f"{name}: {_version(name)}" for name in PACKAGES),
            "",
            *traceback.format_exception(error),
        ]
    )
    try:
        path = _place(f"crash-{now:%Y%m%d-%H%M%S}.log")
        path.write_text(text, encoding="utf-8", errors="replace")
    except OSError:
        return f"Please report this:\n{text}"
    return f"The details are in {path}; please attach that file to a report."


def _place(name: str) -> Path:
    folder = user_state_path("cass-tools")
    folder.mkdir(parents=True, exist_ok=True)
    return folder / name


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"
