"""A man page (man(7) macros) of one command."""

import re
from collections.abc import Iterable

from bench.manual.commands import Command, Row
from cass_tools import __version__


def page(command: Command, all_names: Iterable[str]) -> str:
    """The page's text. There is no date in it: it changes only when the command does."""
    lines = [
        '.\\" Made from the command itself: python -m bench.manual --write docs',
        f'.TH "{escape(command.name.upper())}" "1" "" "cass\\-tools {__version__}" "cass\\-tools"',
        ".SH NAME",
        f"{escape(command.name)} \\- {_plain(command.summary)}",
        ".SH SYNOPSIS",
        f"\\fB{escape(command.words)}\\fR{escape(command.usage.removeprefix(command.words))}",
        ".SH DESCRIPTION",
    ]
    for number, paragraph in enumerate(command.text):
        lines += [".PP"] * (number > 0) + [_text(paragraph)]
    if command.verbatim:
        lines += [".PP", ".nf", *(_line(escape(line)) for line in command.verbatim.splitlines()), ".fi"]
    lines += _list("ARGUMENTS", command.arguments) + _list("OPTIONS", command.options)
    lines += _list("COMMANDS", [(f"{name.replace(' ', '-')}(1)", does) for name, does in command.commands])
    lines += _list("EXIT STATUS", command.codes)
    lines += [".SH SEE ALSO", ", ".join(f"\\fB{escape(name)}\\fR(1)" for name in _related(command, all_names))]
    return "\n".join(lines) + "\n"


def alias(name: str) -> str:
    """A page that is another page."""
    return f".so man1/{name}.1\n"


def escape(text: str) -> str:
    """Plain text as roff has it: hyphens stay hyphens, a backslash is one."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")


def _plain(text: str) -> str:
    return _line(escape(text.replace("`", "")))


def _text(text: str) -> str:
    """Words in backticks are bold."""
    parts = re.split(r"`([^`]+)`", text)
    return _line("".join(f"\\fB{escape(part)}\\fR" if n % 2 else escape(part) for n, part in enumerate(parts)))


def _line(text: str) -> str:
    """A line that begins with a dot or a quote is not a request."""
    return f"\\&{text}" if text.startswith((".", "'")) else text


def _list(title: str, rows: Iterable[Row]) -> list[str]:
    lines = [line for written, does in rows for line in (".TP", f"\\fB{escape(written)}\\fR", _text(does))]
    return [f".SH {title}", *lines] if lines else []


def _related(command: Command, all_names: Iterable[str]) -> list[str]:
    """The page above it, or the other programs."""
    above = command.words.rpartition(" ")[0].replace(" ", "-")
    programs = [name for name in all_names if name in ("cass", "cass-hipcc", "cass-hook", "cass-lsp")]
    return [above] if above else [name for name in programs if name != command.name]
