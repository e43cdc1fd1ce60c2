"""Plain git hooks, for those without pre-commit: `.git/hooks/pre-commit` and `pre-push` that call cass.

A hook that is there already is kept, called first, and put back when ours is taken out.
"""

import shlex
import sys
from pathlib import Path

from cass_tools import git
from cass_tools.errors import CassError

MARK = "# written by `cass hook install`"
CALLS = {"pre-commit": "check --staged", "pre-push": "verify --pushed"}
STAGES = tuple(CALLS)
BEFORE = ".before-cass"

SCRIPT = """#!/bin/sh
{mark}; `cass hook uninstall` takes it out again.
{first}PYTHON={python}
[ -x "$PYTHON" ] && exec "$PYTHON" -m cass_hooks.main {call}
command -v cass-hook >/dev/null || {{ echo "cass-hook is not installed: pip install cass-tools" >&2; exit 2; }}
exec cass-hook {call}
"""
# What a pre-push hook is told comes on standard input, which both hooks need.
FIRST = {
    "pre-commit": '"$0{before}" "$@" || exit $?\n',
    "pre-push": 'TOLD=$(cat)\nprintf "%s\\n" "$TOLD" | "$0{before}" "$@" || exit $?\nexec <<EOF\n$TOLD\nEOF\n',
}


def install(stage: str, options: str = "") -> Path:
    """Write the hook of a stage; where it is. CassError for what is no repository."""
    place = _place(stage)
    before = place.with_name(place.name + BEFORE)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.exists() and not _is_ours(place):
            if before.exists():
                raise CassError(f"{place} and {before} are both there; remove one of them")
            place.rename(before)
        first = FIRST[stage].format(before=BEFORE) if before.exists() else ""
        call = f"{CALLS[stage]} {options}".strip()
        place.write_text(
            SCRIPT.format(mark=MARK, first=first, python=shlex.quote(sys.executable), call=call), encoding="utf-8"
        )
        place.chmod(0o755)
    except OSError as error:
        raise CassError(f"{place}: {error.strerror or error}") from error
    return place


def uninstall(stage: str) -> bool:
    """Take the hook of a stage out, and put back what was there before; False where there is none of ours."""
    place = _place(stage)
    if not place.is_file() or not _is_ours(place):
        return False
    before = place.with_name(place.name + BEFORE)
    try:
        if before.exists():
            before.replace(place)
        else:
            place.unlink()
    except OSError as error:
        raise CassError(f"{place}: {error.strerror or error}") from error
    return True


def _place(stage: str) -> Path:
    if stage not in STAGES:
        raise CassError(f"--stage {stage}: choose {' or '.join(STAGES)}")
    return git.hooks_folder() / stage


def _is_ours(place: Path) -> bool:
    return MARK.encode() in place.read_bytes()
