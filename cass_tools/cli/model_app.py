"""The commands of `cass model` and their options, as typer reads them."""

from pathlib import Path
from typing import Annotated

import typer

from cass_tools.cli import options as o

MODEL = typer.Typer(no_args_is_help=True, help="Language models that are asked where rules do not get through.")
Named = Annotated[str, typer.Argument(metavar="MODEL", help="A name, auto, or a .gguf file.")]
Kind = Annotated[str, typer.Option("--quantise", "--quantize", help="Q4_K_M, Q5_K_M, Q8_0, F16 ...")]
Called = Annotated[str, typer.Option("--name", help="What to call it (default: as the file).")]
QUANTISED = "Q4_K_M"


@MODEL.command("list")
def list_models(*, form: o.Format = "text") -> None:
    """List the models of this machine (* is the one that auto means), and those that are known."""
    from cass_tools.cli.models import show_list

    raise typer.Exit(show_list(as_json=o.is_json(form)))


@MODEL.command()
def pull(
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help="A known name, a hub id (owner/name), an address, or a path.")
    ],
    *,
    file: Annotated[str, typer.Option("--file", help="Which file of the hub's repository (default: its Q4_K_M).")] = "",
    revision: Annotated[str, typer.Option("--revision", help="Which revision of the hub's repository.")] = "main",
    name: Called = "",
    sha256: Annotated[str, typer.Option("--sha256", help="The digest that the file must have.")] = "",
    quantise: Kind = QUANTISED,
    accept_licence: Annotated[
        bool, typer.Option("--accept-licence", "--accept-license", help="Accept the model's licence without asking.")
    ] = False,
    offline: Annotated[bool, typer.Option("--offline", help="Do not use the network.")] = False,
) -> None:
    """Fetch a model: resumed where it was interrupted, checked against its digest, after its licence was accepted.

    Safetensors are converted and quantised, which needs the converter: pip install 'cass-tools[convert]'.
    """
    from cass_tools.cli.models import fetch
    from cass_tools.models.pull import Wanted

    wanted = Wanted(model, name, file, revision, sha256, offline)
    raise typer.Exit(fetch(wanted, quantise, yes=accept_licence))


@MODEL.command()
def convert(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="config.json, the tokenizer's files, *.safetensors.")],
    *,
    name: Called = "",
    quantise: Kind = QUANTISED,
) -> None:
    """Make a quantised GGUF of safetensors with llama.cpp's own converter, in the sandbox."""
    from cass_tools.cli.models import make

    raise typer.Exit(make(folder, name or folder.absolute().name, quantise))


@MODEL.command("quantize")
def quantise_model(model: Named, *, name: Called = "", to: Kind = QUANTISED) -> None:
    """Quantise a model further: a new one beside it."""
    from cass_tools.cli.models import smaller

    raise typer.Exit(smaller(model, name, to))


@MODEL.command()
def info(model: Named, *, form: o.Format = "text") -> None:
    """Say what is known of a model: its file, parameters, licence, and how it is asked."""
    from cass_tools.cli.models import show_info

    raise typer.Exit(show_info(model, as_json=o.is_json(form)))


@MODEL.command()
def use(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL", help="A name, or the address of an endpoint (URL,remote: it may be on another machine)."
        ),
    ],
) -> None:
    """Choose the model, or the endpoint, that `--model auto` means."""
    from cass_tools.cli.models import switch

    raise typer.Exit(switch(model))


@MODEL.command()
def remove(model: Named) -> None:
    """Delete a model from this machine."""
    from cass_tools.cli.models import drop

    raise typer.Exit(drop(model))


@MODEL.command()
def test(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A name, auto, a .gguf file, or an address.")] = "auto",
    *,
    answers: Annotated[int, typer.Option("--answers", min=1, max=20, help="Answers to each span, for pass@N.")] = 5,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Only the first so many spans.")] = 1000,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Write the results there, as JSON, after each span; what was interrupted goes on."
        ),
    ] = None,
    form: o.Format = "text",
) -> None:
    """Measure a model on spans that the rules refuse: each answer is built, run and compared, none is believed."""
    from cass_tools.cli.models import measure

    raise typer.Exit(measure(model, (limit, answers), output, as_json=o.is_json(form)))
