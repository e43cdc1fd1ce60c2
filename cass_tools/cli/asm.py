"""The commands of `cass asm` and their options, as typer reads them."""

from pathlib import Path
from typing import Annotated

import typer

from cass_tools.cli import options as o

ASM = typer.Typer(no_args_is_help=True, help="GPU assembly: take it out of programs, translate it, check it.")


@ASM.callback()
def everything() -> None:
    """GPU assembly: take it out of programs, translate it, check it."""


@ASM.command()
def translate(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A CUDA program or library, a .cu file, a cubin or a fat binary.")],
    *,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="The program to write; of kernels alone, the folder for them.")
    ],
    arch: Annotated[str, typer.Option("--arch", help="AMD GPUs to translate for, separated by commas.")] = "gfx1100",
    sm: Annotated[
        str, typer.Option("--sm", help="Whose code is translated, such as sm_80 (default: what is there).")
    ] = "",
    assembly: Annotated[
        Path | None, typer.Option("--assembly", metavar="DIR", help="Write the assembly of a program's kernels too.")
    ] = None,
    partial: Annotated[
        bool, typer.Option("--partial", help="Write a program although some kernels are refused; they end it.")
    ] = False,
    no_verify: Annotated[bool, typer.Option("--no-verify", help="Write without running anything.")] = False,
    force: o.Force = False,
    timeout: o.Timeout = o.TIME,
    args: o.ProgramArgs = "",
    data: o.Data = None,
    tolerance: o.Tolerance = None,
) -> None:
    """Translate NVIDIA's machine code to AMD's; a program keeps its host code. Only what ran alike is written.

    Flags for nvcc follow after --. Exit code 1: kernels were refused, or the translation is not proven.
    """
    from cass_tools.cli.asm_translating import Wish, translate_file

    tried = o.Trying(arch=arch, timeout=timeout, args=args, data=data, tolerance=tolerance)
    settings = tried.settings(o.config(paths=[file]), o.words(context))
    wish = Wish(file, output, sm, assembly, partial, not no_verify, force)
    raise typer.Exit(translate_file(wish, settings))
