"""`cass-hook check|fix|verify`: what .pre-commit-hooks.yaml and plain git hooks start.

Files that are named are read from the work tree, which pre-commit has made what is staged. `--staged`, `--from-ref`
with `--to-ref` and `--pushed` read what git holds instead, whatever the work tree looks like. `fix` writes to the work
tree and takes no refs.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from cass_tools import git
from cass_tools.errors import CassError
from cass_tools.model import Severity
from cass_tools.streams import drop_output, no_room, print_any_name

LEVELS = [each.value for each in Severity]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one hook and end with its exit status: 0 fine, 1 not, 2 something to mend."""
    print_any_name()
    try:
        status = _act(_parser().parse_args(arguments))
        sys.stdout.flush()
    except CassError as error:
        print(f"cass-hook: {error}", file=sys.stderr)
        status = 2
    except BrokenPipeError:
        drop_output()
        status = 1
    except OSError as error:
        full = no_room(error)
        if full:
            drop_output()
        print(f"cass-hook: {full or error}", file=sys.stderr)
        status = 2
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


def _parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="cass-hook", description="Hooks for git and pre-commit.")
    acts = options.add_subparsers(dest="act", required=True)
    for name, what in (
        ("check", "fail for findings that are not in the baseline"),
        ("fix", "apply the fixes that are always right, and fail if there were any"),
        ("verify", "build, run and compare the programs that changed (slow)"),
    ):
        act = acts.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
        act.add_argument("files", nargs="*", type=Path, metavar="FILE", help="files of the work tree")
        act.add_argument("--staged", action="store_true", help="what a commit would hold")
        if name != "fix":
            act.add_argument("--from-ref", metavar="REF", help="what changed since REF ...")
            act.add_argument("--to-ref", metavar="REF", help="... in REF (default: HEAD)")
        if name == "check":
            least = "the least severity to fail for (default: warning)"
            act.add_argument("--fail-on", choices=LEVELS, default="warning", help=least)
        if name == "verify":
            act.add_argument("--pushed", action="store_true", help="what standard input of a pre-push hook names")
            act.add_argument("--arch", default="gfx1100,gfx90a", help="AMD GPUs to build and run for")
            act.add_argument("--timeout", type=float, default=60.0, help="seconds that one run may take")
    return options


def _act(options: argparse.Namespace) -> int:
    from_ref, to_ref = getattr(options, "from_ref", None), getattr(options, "to_ref", None)
    pushed = getattr(options, "pushed", False)
    if sum((bool(options.files), options.staged, from_ref is not None, pushed)) > 1:
        raise CassError("name files, or --staged, or --from-ref, or --pushed: one of them")
    if to_ref is not None and from_ref is None:
        raise CassError("--to-ref needs --from-ref")
    if options.act == "fix":
        from cass_hooks.fixing import fix

        return fix(options.files or _staged_files())
    ranges = None if from_ref is None else [(from_ref, to_ref or "HEAD")]
    if pushed:
        ranges = git.pushed(os.fsdecode(sys.stdin.buffer.read()))
    if options.act == "verify":
        from cass_hooks.verifying import verify

        return verify(options.files, ranges, options.arch, options.timeout)
    from cass_hooks.checking import check

    return check(options.files, ranges, Severity(options.fail_on))


def _staged_files() -> list[Path]:
    """The staged files of the work tree; CassError where one is staged in part, and so cannot be changed safely."""
    from cass_hooks.reading import may_be

    top = git.root()
    paths = [blob.path for blob in git.staged() if may_be(blob.path)]
    if partly := git.unstaged(paths):
        names = ", ".join(map(str, partly))
        raise CassError(f"{names}: changed since it was staged; stage all of it, or stash the rest")
    return [Path(os.path.relpath(top / path)) for path in paths]


if __name__ == "__main__":
    main()
