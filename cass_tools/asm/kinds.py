"""Classes of what is wrong with assembly: cass's own codes, the classes of the CASS paper, and LLVM's messages."""

import re
from functools import cache
from importlib import resources
from typing import NamedTuple


class Kind(NamedTuple):
    """`paper` is the class of the paper's error analysis (figure 4), empty for what the assembler accepts."""

    code: str
    name: str
    paper: str
    title: str


def _rows(name: str) -> list[list[str]]:
    text = (resources.files("cass_tools") / "data" / "asm" / name).read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return rows[1:]


@cache
def kinds() -> dict[str, Kind]:
    """All kinds by name."""
    return {row[1]: Kind(*row) for row in _rows("kinds.tsv")}


@cache
def by_code() -> dict[str, Kind]:
    """All kinds by code."""
    return {kind.code: kind for kind in kinds().values()}


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str, str], ...]:
    rows = [[*row, ""][:3] for row in _rows("messages.tsv")]
    return tuple((re.compile(pattern), kind, reason) for pattern, kind, reason in rows)


def kind_of(message: str) -> tuple[str, str]:
    """The kind of a message of the assembler, and a reason that holds for all such messages ("" for none)."""
    for pattern, kind, reason in _patterns():
        if pattern.fullmatch(message):
            return kind, reason
    return "other", ""
