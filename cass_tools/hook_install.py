"""Plain git hooks, for those without pre-commit: `.git/hooks/pre-commit` and `pre-push` that call cass.

A hook that is there already is kept, called first, and put back when ours is taken out.
"""

import os
import shlex
import sys
import tempfile
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
# What a pre-push hook is told comes on standard input, which both hooks need. Git passes over a hook that may not be
# executed, and so does this.
FIRST = {
    "pre-commit": 'if [ -x "$0{before}" ]; then "$0{before}" "$@" || exit $?; fi\n',
    "pre-push": """TOLD=$(cat)
if [ -x "$0{before}" ]; then printf "%s\\n" "$TOLD" | "$0{before}" "$@" || exit $?; fi
exec <<EOF
$TOLD
EOF
""",
}


def install(stage: str, options: str = "") -> Path:
    """Write the hook of a stage; where it is. CassError for what is no repository."""
    place = _place(stage)
    if not git.is_own(place.parent):
        raise CassError(
            f"core.hooksPath is {place.parent}, outside of this repository: other repositories use these hooks too; "
            f"call `cass-hook {CALLS[stage]}` from your own hook there, or set core.hooksPath for this repository"
        )
    before = place.with_name(place.name + BEFORE)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if _is_there(place) and not _is_ours(place):
            if _is_there(before):
                raise CassError(f"{place} and {before} are both there; remove one of them")
            place.rename(before)
        first = FIRST[stage].format(before=BEFORE) if _is_there(before) else ""
        call = f"{CALLS[stage]} {options}".strip()
        _put(place, SCRIPT.format(mark=MARK, first=first, python=shlex.quote(sys.executable), call=call))
    except OSError as error:
        raise CassError(f"{place}: {error.strerror or error}") from error
    return place


def _put(place: Path, text: str) -> None:
    """Whole or not at all."""
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=f"{place.name}.")
    try:
        with open(handle, "w", encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123 - a handle
            file.write(text)
        Path(name).chmod(0o755)
        Path(name).replace(place)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def uninstall(stage: str) -> bool:
    """Take the hook of a stage out, and put back what was there before; False where there is none of ours."""
    place = _place(stage)
    before = place.with_name(place.name + BEFORE)
    try:
        if not _is_there(place) or not _is_ours(place):
            return False
        if _is_there(before):
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


def _is_there(place: Path) -> bool:
    """Whether there is something of that name, if only a link to what is gone."""
    return os.path.lexists(place)


def _is_ours(place: Path) -> bool:
    return not place.is_symlink() and MARK.encode() in place.read_bytes()
