"""`cass asm view`: what assembly is made of, in the terminal, as JSON, and as a page."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cass_tools.errors import CassError

if TYPE_CHECKING:
    from cass_tools.asm.viewed import Listing

FORMS = ("text", "json", "html", "svg")


def add_to(asm: typer.Typer) -> None:
    """Make it a command of `cass asm`."""
    asm.command()(view)


def view(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="AMD assembly (.s), or a CUDA or HIP source.")],
    *,
    mcpu: Annotated[
        str | None, typer.Option("--mcpu", "--arch", metavar="GPU", help="The GPU (default: the file's, else gfx1100).")
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Where to write (.html, .svg, .json).")] = None,
    form: Annotated[str | None, typer.Option("--format", help="text, json, html or svg.")] = None,
    kernel: Annotated[str | None, typer.Option("--kernel", help="Only this kernel.")] = None,
    source: Annotated[Path | None, typer.Option("--source", help="The source that assembly comes from.")] = None,
    ir: Annotated[Path | None, typer.Option("--ir", metavar="FILE.ll", help="LLVM IR to show beside it.")] = None,
    sass: Annotated[
        Path | None, typer.Option("--sass", metavar="FILE", help="A cubin or CUDA program to show beside it.")
    ] = None,
    flags: Annotated[str, typer.Option("--flags", help="Flags for clang, quoted as one word.")] = "",
) -> None:
    """Show what GPU code is made of: kinds of instructions, registers, occupancy, control flow, source lines.

    Of a source, AMD's assembly, LLVM IR and (for .cu, where nvcc may be used) SASS are made first. With -o x.html they
    stand side by side in a page that needs no network, linked by source line.
    """
    from cass_tools.asm.viewed import Beside, listing
    from cass_tools.asm.views import only

    kind = form or (output.suffix.lstrip(".") if output else "text")
    if kind not in FORMS:
        raise CassError(f"{'--format' if form else '--output'} {form or output}: choose text, json, html or svg")
    made = only(listing(file, mcpu, Beside(source, ir, sass), tuple(shlex.split(flags))), kernel)
    if kind == "text":
        _show(made)
        return
    text = _made(kind, made, file.name)
    if output is None:
        sys.stdout.write(text)
    else:
        from cass_tools.formats.choosing import put

        put(output, text)


def _made(kind: str, made: "Listing", title: str) -> str:
    from cass_tools.asm.page import as_html
    from cass_tools.asm.views import as_json, views

    if kind == "svg":
        return views(made)[0].picture() + "\n"
    return as_html(made, title) if kind == "html" else as_json(made)


def _show(made: "Listing") -> None:
    from cass_tools.asm.views import views
    from cass_tools.cli.screen import Screen

    screen = Screen()
    for note in made.notes:
        print(f"cass: {note}", file=sys.stderr)
    for view in views(made):
        screen.line(f"{view.name}: {view.total} instructions for {made.program.gpu}", "bold")
        heads = ["category", made.program.gpu, *(["SASS"] if view.nvidia else [])]
        screen.table(heads, [[name, *map(str, numbers)] for name, numbers in view.rows()])
        screen.line(f"  {view.summary()}")
