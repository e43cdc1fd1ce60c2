"""What kinds of instructions code is made of: AMD's and NVIDIA's under the same categories, to stand side by side."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Literal

Vendor = Literal["amd", "nvidia"]


@cache
def _patterns(vendor: Vendor) -> tuple[tuple[re.Pattern[str], str], ...]:
    text = (resources.files("cass_tools") / "data" / "asm" / "categories.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")][1:]
    return tuple((re.compile(pattern), category) for owner, pattern, category in rows if owner == vendor)


@cache
def categories() -> tuple[str, ...]:
    """All categories in the order of the table; what fits none is `other`."""
    names = [category for vendor in _VENDORS for _, category in _patterns(vendor)]
    return (*dict.fromkeys(names), "other")


_VENDORS: tuple[Vendor, Vendor] = ("amd", "nvidia")


@cache
def category(mnemonic: str, vendor: Vendor) -> str:
    """The category of one instruction; a v_dual_ pair counts as its first half."""
    name = mnemonic.replace("v_dual_", "v_", 1)
    return next((category for pattern, category in _patterns(vendor) if pattern.match(name)), "other")


def mix(mnemonics: Iterable[str], vendor: Vendor) -> dict[str, int]:
    """Instructions by category; categories with none are left out, the order is that of the table."""
    counts = Counter(category(each, vendor) for each in mnemonics)
    return {name: counts[name] for name in categories() if counts[name]}
