"""`cass watch`: a live table on a terminal, a line a file everywhere else."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cass_tools import layout
from cass_tools.cli.screen import STYLES, Screen
from cass_tools.compile_commands import Commands
from cass_tools.errors import CassError
from cass_tools.trial import Settings
from cass_tools.verify import Require
from cass_tools.watching.events import Events
from cass_tools.watching.session import Result, Session

if TYPE_CHECKING:
    from rich.table import Table

MOST_ROWS = 15


@dataclass(slots=True)
class Board:
    """What is shown: every file's last result, the latest first."""

    root: Path
    results: dict[Path, Result] = field(default_factory=dict)
    busy: bool = True

    def take(self, result: Result) -> None:
        """Note a result."""
        self.results.pop(result.path, None)
        if not result.gone and (result.place or result.problem):
            self.results[result.path] = result

    def table(self) -> "Table":
        """The latest files, and a line about all."""
        from rich.table import Table
        from rich.text import Text

        shown = list(self.results.values())[::-1][:MOST_ROWS]
        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0), caption_justify="left")
        for head in ("file", "findings", "verdict", "result", "at"):
            table.add_column(head, overflow="fold")
        for result in shown:
            verdict = Text(result.verdict or "-", style=STYLES.get(result.verdict, ""))
            end = Text(result.problem, style="bold red") if result.problem else Text(f"-> {result.place}")
            when = time.strftime("%H:%M:%S", time.localtime(result.at))
            table.add_row(Text(str(result.path)), found(result), verdict, end, when)
        failed = sum(bool(result.problem) for result in self.results.values())
        state = "working" if self.busy else "waiting for changes"
        table.caption = f"{len(self.results)} files below {self.root}, {failed} not written; {state} (Ctrl-C ends)"
        return table


def found(result: Result) -> str:
    """`2 errors, 1 warning, 40 renames`."""
    words = [(result.counts[kind], kind) for kind in ("error", "warning", "info", "rename")]
    return ", ".join(f"{n} {kind}{'s' if n != 1 else ''}" for n, kind in words if n) or "-"


def watch_tree(root: Path, to: Path, settings: Settings, commands: Commands, *, verify: bool, quiet: float) -> int:
    """Translate a tree, and again what changes in it, until it is interrupted. CassError for what makes no sense."""
    if not root.is_dir():
        raise CassError(f"{root} is not a directory: name the folder with the sources")
    layout.check([root], to, False)
    require = Require.POSSIBLE if verify else Require.NOTHING
    session = Session(root, to, settings, require, commands)
    events = Events(root, to, quiet)
    screen, board = Screen(), Board(root)
    try:
        if screen.rich:
            _live(screen, session, events, board)
        else:
            _plain(screen, session, events, board)
    finally:
        events.close()
    return 0


def _plain(screen: Screen, session: Session, events: Events, board: Board) -> None:
    while True:
        for result in _results(session, board):
            screen.line(_line(result))
        screen.stream.flush()
        events.wait()


def _live(screen: Screen, session: Session, events: Events, board: Board) -> None:
    from rich.live import Live

    with Live(get_renderable=board.table, console=screen.console, refresh_per_second=4):
        while True:
            board.busy = True
            for _ in _results(session, board):
                pass
            board.busy = False
            events.wait()


def _results(session: Session, board: Board) -> Iterable[Result]:
    """What is new; a failure that is as it was is not told again."""
    for result in session.step():
        before = board.results.get(result.path)
        board.take(result)
        if before is None or not result.problem or before.problem != result.problem:
            yield result


def _line(result: Result) -> str:
    if result.gone:
        return f"{result.path}: gone{f'; {result.problem}' if result.problem else ''}"
    if not result.place and not result.problem:
        return f"{result.path}: can be read again"
    verdict = f", {result.verdict}" if result.verdict else ""
    end = f"error: not written: {result.problem}" if result.problem else f"-> {result.place}"
    return f"{result.path}: {found(result)}{verdict} {end}"
