"""Every program and every command of `cass` as one `Command`: what its own parser knows of it."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import typer
from cass_hooks.main import _parser as hook_parser
from cass_lsp.main import _parser as server_parser
from typer.main import get_command

from cass_tools.cli.app import APP
from cass_tools.cli.options import ARCH
from cass_tools.wrapper.answers import HELP

Row = tuple[str, str]  # how it is written, what it does
CODES = (
    ("0", "Nothing to report, or all passed."),
    ("1", "There are findings, or something did not pass."),
    ("2", "Wrong usage, or something that you can mend: one sentence says what."),
    ("3", "A fault in cass itself; a log to send was written."),
    ("130", "Interrupted."),
)
HIPCC_CODES = (("0", "Built."), ("1", "As of nvcc: whatever keeps it from compiling."), ("3", "A fault of its own."))


@dataclass(frozen=True, slots=True)
class Command:
    """One page. `words` is what is typed, `text` has paragraphs; `commands` are the pages below it, by their words."""

    words: str
    usage: str
    text: tuple[str, ...]
    arguments: tuple[Row, ...] = ()
    options: tuple[Row, ...] = ()
    commands: tuple[Row, ...] = ()
    codes: tuple[Row, ...] = CODES
    verbatim: str = ""

    @property
    def name(self) -> str:
        """As man has it: cass-model-pull."""
        return self.words.replace(" ", "-")

    @property
    def summary(self) -> str:
        """The first sentence, without its full stop."""
        return self.text[0].split(". ")[0].rstrip(".")


def commands() -> tuple[Command, ...]:
    """All pages: `cass` and what is below it, then the other programs."""
    return (*_of_typer(get_command(APP), "cass", None), _hipcc(), *_of_argparse(server_parser()), *_hooks())


def _of_typer(command: Any, words: str, parent: Any) -> Iterator[Command]:
    """typer has no types for what it makes of the functions."""
    context = typer.Context(command, parent=parent, info_name=words.rpartition(" ")[2], **command.context_settings)
    below = {name: each for name, each in getattr(command, "commands", {}).items() if not each.hidden}
    arguments: list[Row] = []
    options: list[Row] = []
    for parameter in command.get_params(context):
        if getattr(parameter, "hidden", False) or (record := parameter.get_help_record(context)) is None:
            continue
        written, does = record[0], record[1].replace("  [", " [")
        if parameter.param_type_name == "argument":
            arguments.append((written.partition(" <")[0], does))
        else:
            options.append((written, does))
    text = tuple(" ".join(part.split()) for part in command.help.split("\n\n"))
    usage = " ".join([words, *command.collect_usage_pieces(context)]).replace("{", "").replace("}", "")
    listed = tuple((f"{words} {name}", _first(each.help)) for name, each in below.items())
    yield Command(words, usage, text, tuple(arguments), tuple(options), listed)
    for name, each in below.items():
        yield from _of_typer(each, f"{words} {name}", context)


def _first(text: str) -> str:
    return " ".join(text.split("\n\n", maxsplit=1)[0].split())


def _hipcc() -> Command:
    usage, _, rest = HELP.format(gpus=ARCH).partition("\n")
    text = (
        "Compile CUDA for AMD's GPUs, in the place of nvcc. Sources and headers are translated on the way; none is"
        " written.",
        "It takes the command lines of nvcc, gcc and clang. cass-clang++ is the same program, for what wants a clang.",
    )
    shown = "\n".join(line for line in rest.splitlines() if line.startswith(" "))
    return Command("cass-hipcc", usage.removeprefix("usage: "), text, codes=HIPCC_CODES, verbatim=shown)


def _hooks() -> Iterator[Command]:
    parser = hook_parser()
    acts: list[Command] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            acts += [page for each in action.choices.values() for page in _of_argparse(each)]
    yield from _of_argparse(parser, tuple((each.words, each.text[0]) for each in acts))
    yield from acts


def _of_argparse(parser: argparse.ArgumentParser, below: tuple[Row, ...] = ()) -> Iterator[Command]:
    arguments: list[Row] = []
    options: list[Row] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) or action.help is argparse.SUPPRESS:
            continue
        value = action.metavar or "|".join(map(str, action.choices or ())) or action.dest.upper()
        does = _sentence((action.help or "") % {"default": action.default})
        if action.option_strings:
            taken = "" if action.nargs == 0 else f" {value}"
            options.append((", ".join(action.option_strings) + taken, does))
        else:
            arguments.append((str(value), does))
    usage = (
        f"{parser.prog} [OPTIONS]" + "".join(f" [{name}]..." for name, _ in arguments) + (" COMMAND" if below else "")
    )
    yield Command(parser.prog, usage, (_sentence(parser.description or ""),), tuple(arguments), tuple(options), below)


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
