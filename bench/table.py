"""Lines of Markdown's tables, and when rows of a measurement were taken: what pages of measurements share."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bench.kept import Row

SHOWN = 130  # characters of last words


def line(*cells: object) -> str:
    """A row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def head(*cells: object) -> list[str]:
    """The names of a table's columns."""
    return [line(*cells), "|---" * len(cells) + "|"]


def share(part: int, whole: int) -> str:
    """A number and its share."""
    return f"{part} ({part / whole:.1%})" if part else "0"


def code(text: str) -> str:
    """The end of the last line of a text, as code in a cell; empty where there is none."""
    last = next((each for each in reversed(text.splitlines()) if each.strip()), "")
    return f"`{last.strip()[-SHOWN:].replace('|', '/').replace('`', '')}`" if last else ""


def taken(rows: Sequence[Row]) -> str:
    """When the rows were taken, and with which revisions."""
    days = sorted({str(row["day"]) for row in rows if "day" in row})
    counts = Counter(str(row["revision"]) for row in rows if "revision" in row)
    named = ", ".join(f"{revision} ({count})" for revision, count in sorted(counts.items()))
    return f"Taken {' to '.join(dict.fromkeys((days[0], days[-1])))}; runs by revision: {named}." if days else ""


def left(names: Iterable[str]) -> list[str]:
    """What is not measured yet, if there is anything."""
    found = sorted(set(names))
    return ["", f"Not measured yet: {', '.join(found)}."] if found else []
