"""Words that a user writes for a choice, whatever the front end: releases, GPUs, one of several. CassError names the
option or setting that they came from.
"""

import re
from collections.abc import Sequence

from cass_tools.errors import CassError
from cass_tools.model import Target


def version(option: str, text: str) -> tuple[int, ...]:
    """`6.3` as (6, 3)."""
    if not re.fullmatch(r"\d+(\.\d+){0,2}", text):
        raise CassError(f"{option} {text} is no version; write it like 6.3")
    return tuple(map(int, text.split(".")))


def targets(option: str, text: str) -> tuple[Target, ...]:
    """`gfx1100,gfx90a` as targets."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if not re.fullmatch(r"gfx\d{1,2}[0-9a-f]{2}", name):
            raise CassError(f"{name} is not the name of an AMD GPU; names look like gfx1100 or gfx90a")
    if not names:
        raise CassError(f"{option} names no GPU; try {option} gfx1100,gfx90a")
    return tuple(Target(name) for name in dict.fromkeys(names))


def one_of(option: str, value: str, choices: Sequence[str]) -> str:
    """`value`, if it is one of the choices."""
    if value not in choices:
        raise CassError(f"{option} {value}: choose {' or '.join(choices)}")
    return value
