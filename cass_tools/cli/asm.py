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
def extract(
    context: typer.Context,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Programs, libraries, objects, GPU code, .cu, .hip, .cl.")
    ],
    *,
    form: o.Format = "text",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIR", help="Write a file for each image, and index.json.")
    ] = None,
    host: Annotated[
        bool, typer.Option("--host", help="Show the host's x86 code too (it is always written by -o).")
    ] = False,
    arch: Annotated[str, typer.Option("--arch", help="AMD GPUs that .hip and .cl are compiled for.")] = "gfx1100",
    force: o.Force = False,
) -> None:
    """Take GPU code of NVIDIA and AMD out of files, kernel by kernel, apart from the host's.

    Flags for the compiler of sources follow after --. Exit code 1 if some code could not be shown.
    """
    from cass_tools.cli.asm_extracting import extract_files

    settings = o.Trying(arch=arch).settings(o.config(paths=files), o.words(context))
    raise typer.Exit(extract_files(files, settings, output, as_json=o.is_json(form), host=host, force=force))


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
        bool, typer.Option("--partial", help="Write a program although some kernels are refused; launching one fails.")
    ] = False,
    no_verify: Annotated[bool, typer.Option("--no-verify", help="Write without running anything.")] = False,
    host: Annotated[
        Path | None,
        typer.Option("--host", metavar="FILE", help="The HIP source whose host side gets the kernels."),
    ] = None,
    model: Annotated[
        str,
        typer.Option("--model", metavar="MODEL", help="Ask it for kernels: a name, a GGUF file, an endpoint's URL."),
    ] = "",
    route: Annotated[
        str,
        typer.Option("--route", help="What it is asked: what the lifter refuses (hybrid, the default), all (model)."),
    ] = "",
    force: o.Force = False,
    timeout: o.Timeout = o.TIME,
    args: o.ProgramArgs = "",
    data: o.Data = None,
    tolerance: o.Tolerance = None,
) -> None:
    """Translate NVIDIA's machine code to AMD's; a program keeps its host code. Only what ran alike is written.

    A .cu file with -o FILE.o becomes the object of its host side, compiled as HIP, with the translated kernels in it.

    Flags for nvcc follow after --. Exit code 1: kernels were refused, or the translation is not proven.
    """
    from cass_tools.cli.asm_translating import Wish, translate_file

    tried = o.Trying(arch=arch, timeout=timeout, args=args, data=data, tolerance=tolerance)
    settings = tried.settings(o.config(paths=[file]), o.words(context))
    wish = Wish(file, output, sm, assembly, partial, not no_verify, force, model, route, host)
    raise typer.Exit(translate_file(wish, settings))
