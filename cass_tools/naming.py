"""What the tables say about a CUDA name, in words for people."""

import re
from typing import Any

from cass_tools.config import Config
from cass_tools.cuda.names import Api, Status
from cass_tools.rules import all_rules

MEANING = {
    Status.SAME: "the same in HIP",
    Status.RENAMED: "renamed",
    Status.UNSUPPORTED: "not in HIP",
    Status.TOO_NEW: "not yet in this HIP release",
    Status.REMOVED: "no longer in this HIP release",
}


def headline(row: Api, config: Config) -> str:
    """`cudaMalloc: hipMalloc (renamed, HIP 6.3)`."""
    release = ".".join(map(str, config.hip_version))
    return f"{row.name}: {row.hip or 'no counterpart'} ({MEANING[row.status]}, HIP {release})"


def remarks(row: Api) -> list[tuple[str, str]]:
    """What there is to say besides, each with its label."""
    pairs = (
        ("why", row.reason),
        ("instead", row.suggestion),
        ("deprecated in CUDA", row.cuda_deprecated),
        ("removed from CUDA in", row.cuda_removed),
        ("deprecated in HIP", row.hip_deprecated),
        ("support", "" if row.support in ("", "supported") else row.support),
    )
    return [(label, text) for label, text in pairs if text]


def concerned(row: Api) -> list[str]:
    """The rules that look at the name, each with the first sentence of its page."""
    return [f"{rule.code} {rule.name}: {_title(rule.doc)}" for rule in all_rules() if row.name in rule.names]


def value(row: Api) -> dict[str, Any]:
    """The row for JSON."""
    return {
        "cuda": row.name,
        "hip": row.hip or None,
        "kind": row.kind,
        "library": row.library,
        "status": row.status.name.lower(),
        "reason": row.reason or None,
        "suggestion": row.suggestion or None,
    }


def _title(doc: str) -> str:
    """The first sentence of a page."""
    return re.split(r"(?<=[.:])\s", " ".join(doc.split()), maxsplit=1)[0]
