"""A survey as Markdown, CSV and JSON."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from cass_tools.reports.survey import Change, Survey, ready, total_hours

COLUMNS = ("path", "lines", "ready", "errors", "warnings", "renames", "left", "hours")
MOST_ROWS = 30


def as_json(survey: Survey) -> str:
    """All of it; the next report is compared with this."""
    return json.dumps(survey.value(), indent=1) + "\n"


def as_csv(survey: Survey) -> str:
    """A line a file."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*COLUMNS, "verdict"])
    for file in survey.files:
        verdict = (file["verdict"] or {}).get("outcome", "")
        writer.writerow([*(_cell(file[column]) for column in COLUMNS), verdict])
    return stream.getvalue()


def _cell(value: Any) -> Any:
    """A spreadsheet must take no name of a file for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@" else value


def as_markdown(survey: Survey, change: Change | None) -> str:
    """A summary for a merge request or a mail."""
    return "\n".join(_markdown(survey, change)) + "\n"


def _markdown(survey: Survey, change: Change | None) -> Iterator[str]:
    value = survey.value()
    left = sum(file["left"] for file in survey.files)
    yield f"# CUDA to HIP: {ready(value)} % ready"
    yield ""
    hours = f"about {total_hours(value):g} hours"
    yield f"{len(survey.files)} files, {left} findings wait for a person, {hours} ({survey.made[:10]})."
    if change:
        yield ""
        yield (
            f"Since {change.since[:10]}: {change.ready[0]} % to {change.ready[1]} % ready, "
            f"{change.hours[0]:g} to {change.hours[1]:g} hours, "
            f"{len(change.fresh)} findings new, {len(change.gone)} gone."
        )
    yield from ("", "| rule | findings | wait for a person |", "| --- | ---: | ---: |")
    kinds: Counter[tuple[str, str]] = Counter()
    waits: Counter[tuple[str, str]] = Counter()
    for finding in (finding for file in survey.files for finding in file["findings"]):
        kinds[finding["code"], finding["rule"]] += 1
        waits[finding["code"], finding["rule"]] += finding["left"]
    for (code, rule), number in kinds.most_common():
        yield f"| {code} {rule} | {number} | {waits[code, rule]} |"
    worst = sorted((file for file in survey.files if file["left"]), key=lambda file: (-file["hours"], file["path"]))
    if worst:
        yield from ("", "| file | wait for a person | hours |", "| --- | ---: | ---: |")
    for file in worst[:MOST_ROWS]:
        name = file["path"].replace("|", "\\|")
        yield f"| `{name}` | {file['left']} | {file['hours']:g} |"
    if len(worst) > MOST_ROWS:
        yield f"| and {len(worst) - MOST_ROWS} more | | |"
