"""The commands of `cass asm` and their options, as typer reads them."""

import typer

ASM = typer.Typer(no_args_is_help=True, help="GPU assembly: take it out of programs, translate it, check it.")


@ASM.callback()
def everything() -> None:
    """GPU assembly: take it out of programs, translate it, check it."""
