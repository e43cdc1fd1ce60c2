"""The reference page of all commands."""

import re
from collections.abc import Iterable, Sequence

from bench.manual.commands import CODES, Command, Row

HEAD = """# Commands

What each command says of itself with `--help`, made from the commands. The man pages have the same:
`man cass-translate`.

"""


def page(commands: Sequence[Command]) -> str:
    """One section for each command."""
    codes = "\n".join(f"- **{code}**: {means}" for code, means in CODES)
    text = f"{HEAD}## Exit status\n\n{codes}\n\n`cass-hipcc` ends with the compiler's own.\n"
    return text + "".join(map(_section, commands))


def _section(command: Command) -> str:
    parts = [f"## {command.words}", f"```text\n{command.usage}\n```", *map(_escape, command.text)]
    if command.verbatim:
        parts.append(f"```text\n{command.verbatim}\n```")
    parts += _table("Argument", command.arguments) + _table("Option", command.options)
    if command.commands:
        rows = ((f"[{name}](#{name.replace(' ', '-')})", does) for name, does in command.commands)
        parts += _table("Command", rows, code=False)
    return "\n" + "\n\n".join(parts) + "\n"


def _table(title: str, rows: Iterable[Row], *, code: bool = True) -> list[str]:
    lines = [f"| {_code(name) if code else name} | {_escape(does).replace('|', '&#124;')} |" for name, does in rows]
    return ["\n".join([f"| {title} | |", "| --- | --- |", *lines])] if lines else []


def _code(name: str) -> str:
    """A bar ends the cell of a table even within code."""
    return f"`{name}`" if "|" not in name else "<code>" + _escape(name).replace("|", "&#124;") + "</code>"


def _escape(text: str) -> str:
    """Outside of code, `<`, `*` and `_` are themselves."""
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(
        part if n % 2 else re.sub(r"([*_\\])", r"\\\1", part.replace("<", "&lt;")) for n, part in enumerate(parts)
    )
