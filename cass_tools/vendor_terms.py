"""Where NVIDIA, AMD and others explain what a rule speaks of: data/vendor_terms.toml."""

import functools
import tomllib
from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).parent / "data" / "vendor_terms.toml"


class Term(NamedTuple):
    """A vendor's name for something, and the page about it."""

    name: str
    address: str


def terms_of(code: str) -> tuple[Term, ...]:
    """The terms of a rule; none for a rule that the table does not know, such as a user's own."""
    table = _table()
    return tuple(Term(*table["term"][key]) for key in table["rule"].get(code, ()))


@functools.cache
def _table() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))
