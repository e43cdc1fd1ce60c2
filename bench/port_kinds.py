"""Why ports end otherwise than they should, by kind, from what a compiler or a verdict said."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from bench.kept import NOT_MEASURED, Row

KINDS = {
    "PASSED": "built, run and passed on both GPUs",
    "BUILT": "built for both; the original does not end here in time",
    "WRONG_OUTPUT": "printed something else",
    "TIMED_OUT": "no end in 120 s of processor time",
    "CRASHED": "ended by a fault or with an error",
    "NOT_TRIED": "refused, with what is not known",
    "NO_VERDICT": "no verdict in 45 minutes",
}
UNBUILT = ("NOT_BUILT", "NOT_TRANSLATED")
GOOD = ("PASSED", "BUILT", NOT_MEASURED)
_SAID = (
    (
        r"'[^']*(?:cuda|cooperative_groups|mma|nv/|cub|thrust|nvToolsExt|cublas)[^']*' file not found",
        "a header of CUDA's",
    ),
    (r"file not found", "a header that is not there: a library, or another folder's"),
    (r"mask must be a 64-bit|maskWidth|sizeof\(unsigned long long\)|64-bit integer", "masks of 32 bits"),
    (r"asm|constraint|inline assembly", "PTX"),
    (r"undeclared identifier|unknown type name|no member named|no type named|unknown", "a name that HIP lacks"),
    (r"no matching|no viable|ambiguous|conver|incompatible|initializ", "arguments or types that differ"),
    (r"redefinition|conflicts|different exception", "a name that HIP has too"),
    (r"register", "`register` in C++17"),
)


def kind(row: Row) -> str:
    """What a row's end is called in the table of what is left."""
    end = str(row["end"])
    if end not in UNBUILT:
        return KINDS.get(end, end)
    why = str(row.get("why", ""))
    said = next((name for pattern, name in _SAID if re.search(pattern, why)), "another reason")
    return "not translated" if end == "NOT_TRANSLATED" else f"not built: {said}"


def left(rows: Sequence[Row], known: Mapping[str, Mapping[str, str]], suffix: str) -> list[str]:
    """A table of kinds, and for each tool how many programs and which; `known` has better words for some."""
    tools = sorted({str(row["tool"]) for row in rows})
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: {tool: [] for tool in tools})
    for row in rows:
        if row["end"] not in GOOD:
            name, tool = str(row["program"]).removesuffix(suffix), str(row["tool"])
            found[known.get(name, {}).get(tool, kind(row))][tool].append(name)
    lines = [f"| what is left | {' | '.join(tools)} |", "|---" * (len(tools) + 1) + "|"]
    for said in sorted(found, key=lambda said: (-sum(map(len, found[said].values())), said)):
        cells = [f"{len(names)}: {', '.join(names)}" if names else "0" for names in found[said].values()]
        lines.append(f"| {said} | {' | '.join(cells)} |")
    return lines if len(lines) > 2 else ["Nothing is left."]
