"""The entry point of `cass`: exit codes, interrupts, and the last line of defence.

0 nothing to report, 1 findings or not passed, 2 usage or something the user can mend, 3 unexpected, 130 interrupted.
"""

import signal
import sys
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from cass_tools.cli.screen import visible
from cass_tools.errors import CassError
from cass_tools.garbage import collect_no_more, collect_seldom
from cass_tools.streams import drop_output, no_room, print_any_name

if TYPE_CHECKING:
    from typer import Typer

USAGE, UNEXPECTED, INTERRUPTED, TERMINATED = 2, 3, 130, 143
_INTERRUPTS: list[int] = []  # signals that came


def main() -> None:
    """Run the command line of this process and end it."""
    collect_seldom()
    signal.signal(signal.SIGINT, _interrupted)
    signal.signal(signal.SIGTERM, _terminated)
    print_any_name()
    status = run(sys.argv[1:])
    collect_no_more()
    sys.exit(status)


def run(argv: Sequence[str]) -> int:
    """Run one command line; the exit code."""
    try:
        status = _dispatch(list(argv))
        sys.stdout.flush()
        return status
    except CassError as error:
        print("cass:", visible(str(error), keep="\n\t"), file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("cass: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        drop_output()  # whoever read our output has enough; say nothing more
        return 1
    except Exception as error:  # the user gets a log to send, not a traceback to read
        if full := no_room(error):
            drop_output()
            print(f"cass: {full}", file=sys.stderr)
            return USAGE
        from cass_tools.crash import write_log

        print(f"cass: unexpected error: {error or type(error).__name__}. {write_log(argv, error)}", file=sys.stderr)
        return UNEXPECTED


def _dispatch(argv: list[str]) -> int:
    """`cass check FILE...` without options needs no parser, and starts in half the time without one."""
    if argv[:1] == ["check"] and len(argv) > 1 and not any(word.startswith("-") for word in argv):
        from cass_tools.cli.checking import check_paths

        return check_paths([Path(word) for word in argv[1:]])
    from cass_tools.cli.app import APP

    passes_on = argv[:1] in (["translate"], ["verify"], ["run"])  # what follows -- is for a compiler or a program
    split = argv.index("--") if passes_on and "--" in argv else len(argv)
    try:
        _only(APP, argv[:1])(args=argv[:split], obj=argv[split + 1 :], prog_name="cass")
    except SystemExit as end:
        if _INTERRUPTS:  # the parser makes a silent end of it
            raise KeyboardInterrupt from end
        return end.code if isinstance(end.code, int) else 0
    return 0


def _only(app: "Typer", words: list[str]) -> "Typer":
    """The parser of the command that is asked for, if one is: to make those of all takes longer than many commands."""
    named = [
        each for each in app.registered_commands if each.callback and [each.name or each.callback.__name__] == words
    ]
    if not named:
        return app
    one = copy(app)
    one.registered_commands, one.registered_groups = named, []
    return one


def _interrupted(number: int, frame: FrameType | None) -> None:
    _INTERRUPTS.append(number)
    _end_programs()
    raise KeyboardInterrupt


def _terminated(number: int, frame: FrameType | None) -> None:
    _end_programs()
    sys.exit(TERMINATED)


def _end_programs() -> None:
    """Stop what was started; where nothing was, the module that starts programs is not even loaded."""
    started = sys.modules.get("cass_tools.proc")
    if started is not None:
        started.end_all()
