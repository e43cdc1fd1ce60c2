"""The commands for teams, as typer reads them: baselines and configuration."""

from pathlib import Path
from typing import Annotated

import typer

from cass_tools.cli import options as o

CONFIG = typer.Typer(no_args_is_help=True, help="What is configured, where, and what could be.")

HOOK = typer.Typer(no_args_is_help=True, help="Plain git hooks, for those without pre-commit.")
Stage = Annotated[
    str, typer.Option("--stage", help="pre-commit checks what is staged, pre-push verifies what is pushed.")
]


def add_to(app: typer.Typer) -> None:
    """Make them commands of `cass`."""
    app.command()(baseline)
    app.command()(report)
    app.command()(watch)
    app.add_typer(CONFIG, name="config")
    app.add_typer(HOOK, name="hook")


def baseline(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATH...]", help="CUDA files or directories (default: here).")
    ] = None,
    *,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where to write (default: the project's cass-baseline.json).")
    ] = None,
    prune: Annotated[bool, typer.Option("--prune", help="Add nothing, take out what is there no more.")] = False,
    jobs: o.Jobs = None,
) -> None:
    """Record today's findings: cass check then reports only new ones.

    Findings stay known when lines around them change and when code moves. Run again, it records the files of PATH anew.
    """
    from cass_tools.cli.baselining import write_baseline

    chosen = paths or [Path()]
    raise typer.Exit(write_baseline(chosen, o.config(paths=chosen), output, prune=prune, jobs=jobs))


def report(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="CUDA files or directories.")],
    *,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for the page; for other formats a file.")
    ] = None,
    form: Annotated[str, typer.Option("--format", help="html, md, json or csv.")] = "html",
    verdicts: Annotated[
        list[Path] | None,
        typer.Option("--verdicts", metavar="FILE", help="What cass translate --format json printed (repeatable)."),
    ] = None,
    since: Annotated[
        Path | None, typer.Option("--since", metavar="FILE", help="The report.json before (default: that in OUTPUT).")
    ] = None,
    no_sources: Annotated[bool, typer.Option("--no-sources", help="Leave the source view out of the page.")] = False,
    jobs: o.Jobs = None,
) -> None:
    """Write the state of a port for people who do not read code: what is ready, what is left, what changed.

    The page is one file that needs no network. report.json beside it is what the next report is compared with.
    """
    from cass_tools.cli.reporting import write_report

    config, known = o.config(paths=paths), verdicts or ()
    raise typer.Exit(
        write_report(paths, config, output, form, verdicts=known, since=since, sources=not no_sources, jobs=jobs)
    )


def watch(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(metavar="DIR", help="The folder with the sources.")],
    *,
    to: Annotated[Path, typer.Option("--to", "-o", help="Where the translated tree is kept.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Build, run and compare what changed; only what passes is written.")
    ] = False,
    quiet: Annotated[
        float, typer.Option("--debounce", min=0.0, help="Seconds of quiet after a change before work begins.")
    ] = 0.3,
    compiler: o.CompilerName = "auto",
    arch: o.Arch = o.ARCH,
    runner: o.RunnerName = "auto",
    timeout: o.Timeout = o.TIME,
    build_dir: o.BuildDir = None,
    jobs: o.Jobs = None,
) -> None:
    """Keep a translated tree up to date: check, translate and try what changes, and what includes it. Ctrl-C ends."""
    from cass_tools.cli.watching import watch_tree

    tried = o.Trying(arch=arch, runner=runner, timeout=timeout, jobs=jobs)
    settings = tried.settings(o.config(compiler=compiler, paths=[source]), o.words(context))
    commands = o.commands(build_dir, [source])
    raise typer.Exit(watch_tree(source, to, settings, commands, verify=verify, quiet=quiet))


@CONFIG.command()
def show(
    path: Annotated[Path, typer.Argument(help="A file or directory: what holds for it is shown.")] = Path(),
    *,
    form: o.Format = "text",
) -> None:
    """Show what is configured for a file or directory, and in which file that is said."""
    from cass_tools.cli.configuring import show_config

    raise typer.Exit(show_config(path, as_json=o.is_json(form)))


@CONFIG.command()
def schema() -> None:
    """Print the JSON schema of cass.toml, for editors."""
    from cass_tools.cli.configuring import SCHEMA_FILE

    typer.echo(SCHEMA_FILE.read_text(encoding="utf-8"), nl=False)


@HOOK.command()
def install(*, stage: Stage = "pre-commit") -> None:
    """Write a git hook in this repository. A hook that is there already is kept and called first."""
    from cass_tools import hook_install

    typer.echo(f"{hook_install.install(stage)} calls cass-hook {hook_install.CALLS[stage]}")


@HOOK.command()
def uninstall(*, stage: Stage = "pre-commit") -> None:
    """Take the hook out again, and put back the one that was there before."""
    from cass_tools import hook_install

    gone = hook_install.uninstall(stage)
    typer.echo("removed" if gone else f"there is no {stage} hook of cass here")
