"""Printing: with colour, tables and a progress bar on a terminal, plain lines everywhere else (NO_COLOR is honoured).

rich is imported only for a terminal: a pipe need not wait for it.
"""

import functools
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TextIO, TypeVar

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

T = TypeVar("T")
STYLES = {
    "PASSED": "green",
    "WRONG_OUTPUT": "bold red",
    "CRASHED": "bold red",
    "TIMED_OUT": "bold red",
    "NOT_BUILT": "bold red",
    "NOT_TRIED": "yellow",
    "error:": "bold red",
    "warning:": "yellow",
}
# C1, lone surrogates, and what turns the direction of a line; C0 comes first.
_CONTROLS = "\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"


def visible(text: str, keep: str = "") -> str:
    """Text of somebody else's for a terminal: control characters but those to `keep` as their escapes."""
    if text.isprintable():  # as nearly always
        return text
    return _controls_but(keep).sub(lambda found: ascii(found[0])[1:-1], text)


@functools.cache
def _controls_but(keep: str) -> re.Pattern[str]:
    c0 = "".join(re.escape(chr(c)) for c in range(0x20) if chr(c) not in keep)
    return re.compile(f"[{c0}{_CONTROLS}]")


def _shown(text: str) -> str:
    """Text of several lines, that can be printed."""
    return visible(text.encode(errors="replace").decode(), keep="\t\n")


class Screen:
    """One stream to print to."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        self.rich = self.stream.isatty() and os.environ.get("TERM") != "dumb"
        self._console: Console | None = None
        self._bar: tuple[Progress, TaskID] | None = None
        self._fleeting = False

    @property
    def has_bar(self) -> bool:
        """Whether a progress bar is being shown."""
        return self._bar is not None

    @property
    def console(self) -> "Console":
        """rich's console for this stream."""
        if self._console is None:
            from rich.console import Console

            self._console = Console(file=self.stream, highlight=False, soft_wrap=True)
        return self._console

    def line(self, text: str = "", style: str = "") -> None:
        """One line. `style` is for the whole line; known words (PASSED, error:) get their colours by themselves."""
        text = _shown(text)
        if not self.rich:
            print(text, file=self.stream)
            return
        from rich.text import Text

        shown = Text(text, style=style)
        for word, colour in STYLES.items():
            shown.highlight_words([word], colour)
        self.console.print(shown)

    def status(self, text: str) -> None:
        """On a terminal, what is going on: it takes the place of the last such text; an empty one takes it away."""
        if self._bar is not None:
            progress, task = self._bar
            progress.update(task, status=visible(text))
        elif self.rich and (text or self._fleeting):
            from rich.cells import set_cell_size

            width = os.get_terminal_size(self.stream.fileno()).columns or 80
            shown = visible(text)
            print(f"\r{set_cell_size(shown, min(len(shown), width - 1))}\x1b[K", end="", file=self.stream, flush=True)
            self._fleeting = bool(text)

    def lines(self, texts: Iterable[str], style: str = "") -> None:
        """Several lines; without colours in one piece, for thousands of findings are printed so."""
        together = list(texts)
        if self.rich:
            for text in together:
                self.line(text, style)
        elif together:
            print("\n".join(map(_shown, together)), file=self.stream)

    def place(self, first: str, rest: Iterable[str]) -> None:
        """A finding: its first line, and what is dim under it."""
        if self.rich:
            self.line(first)
            self.lines(rest, "dim")
        else:
            self.lines([first, *rest])

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Columns under heads."""
        if self.rich:
            self._rich_table(heads, rows)
            return
        every = [heads, *rows]
        widths = [max(len(row[i]) for row in every) for i in range(len(heads))]
        for row in every:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            self.line(f"  {'  '.join(cells)}".rstrip())

    def _rich_table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
        for head in heads:
            table.add_column(head, overflow="fold")
        for row in rows:
            cells = [Text(visible(cell, keep="\n")) for cell in row]
            for cell in cells:
                for word, colour in STYLES.items():
                    cell.highlight_words([word], colour)
            table.add_row(*cells)
        self.console.print(table, soft_wrap=False)

    def track(self, items: Iterable[T], total: int, what: str) -> Iterator[T]:
        """Pass items on, with a progress bar on a terminal where there is more than one."""
        if not self.rich or total < 2:
            yield from items
            return
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
        from rich.table import Column

        status = TextColumn(
            "{task.fields[status]}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis")
        )
        columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), status)
        with Progress(*columns, console=self.console, transient=True) as progress:
            task = progress.add_task(what, total=total, status="")
            self._bar = progress, task
            try:
                yield from progress.track(items, total=total, task_id=task)
            finally:
                self._bar = None
