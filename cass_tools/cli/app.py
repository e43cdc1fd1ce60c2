"""The commands and their options, as typer reads them. Each hands over to its module, which is imported only then."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from cass_tools.cli import asm_check, team
from cass_tools.cli import options as o
from cass_tools.cli.asm import ASM
from cass_tools.cli.model_app import MODEL
from cass_tools.errors import CassError

APP = typer.Typer(
    name="cass",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Paths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="CUDA files or directories.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        from cass_tools import __version__

        typer.echo(f"cass {__version__}")
        raise typer.Exit


def _show_schema(wanted: bool) -> None:
    if wanted:
        from cass_tools.report import SCHEMA_FILE

        typer.echo(SCHEMA_FILE.read_text(encoding="utf-8"), nl=False)
        raise typer.Exit


@APP.callback()
def everything(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Port CUDA to AMD HIP: find what only CUDA has, translate it, build and run it, and only then write it."""


@APP.command()
def check(
    paths: Annotated[list[Path] | None, typer.Argument(metavar="PATH...", help="CUDA files or directories.")] = None,
    *,
    form: o.Report = None,
    output_file: o.OutputFile = None,
    statistics: Annotated[bool, typer.Option("--statistics", help="Only count, by rule.")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit code 0 even if there are findings.")] = False,
    select: o.Select = None,
    ignore: o.Ignore = None,
    every: Annotated[bool, typer.Option("--all", "-a", help="List plain renames too, one by one.")] = False,
    hip_version: o.HipVersion = None,
    cuda_version: o.CudaVersion = None,
    warp_policy: o.WarpPolicy = None,
    api: o.ApiNames = None,
    jobs: o.Jobs = None,
    baseline: Annotated[
        Path | None, typer.Option("--baseline", metavar="FILE", help="Known findings (default: cass-baseline.json).")
    ] = None,
    no_baseline: Annotated[bool, typer.Option("--no-baseline", help="Report known findings too.")] = False,
    ratchet: Annotated[
        bool, typer.Option("--ratchet", help="Fail only where a file has more findings of a rule than its baseline.")
    ] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Look at unchanged files again.")] = False,
    test_rules: Annotated[
        bool, typer.Option("--test-rules", help="Try the examples of the rules in cass.toml; no PATH is needed.")
    ] = False,
    show_schema: Annotated[
        bool,
        typer.Option("--schema", callback=_show_schema, is_eager=True, help="Print the JSON schema of the output."),
    ] = False,
) -> None:
    """Find what only CUDA has. Exit code 1 if there is anything, 0 if not, 2 if a file could not be read."""
    from cass_tools.cli.checking import Wish, check_paths, check_rules

    made = o.config(hip_version, cuda_version, paths=paths or [Path()])
    config = o.selected(o.spelled(made, o.ways(None, api, None, warp_policy)), select, ignore)
    if test_rules:
        raise typer.Exit(check_rules(config))
    if not paths:
        raise CassError("name what to check: files or directories")
    wish = Wish(o.report_format(form), every, jobs, output_file or (), statistics, exit_zero)
    wish = wish._replace(baseline=baseline, no_baseline=no_baseline, ratchet=ratchet, no_cache=no_cache)
    raise typer.Exit(check_paths(paths, config=config, wish=wish))


@APP.command()
def translate(
    context: typer.Context,
    paths: Paths,
    *,
    output: o.Output = None,
    in_place: o.InPlace = False,
    diff: o.Diff = False,
    only_check: o.OnlyCheck = False,
    stdout: o.Stdout = False,
    no_verify: o.NoVerify = False,
    require: o.RequireWhat = "possible",
    safe_only: o.SafeOnly = False,
    force: o.Force = False,
    form: o.Format = "text",
    hip_version: o.HipVersion = None,
    cuda_version: o.CudaVersion = None,
    launch_syntax: o.LaunchSyntax = None,
    warp_policy: o.WarpPolicy = None,
    dual: o.Dual = False,
    api: o.ApiNames = None,
    style: o.Style = None,
    compiler: o.CompilerName = "auto",
    arch: o.Arch = o.ARCH,
    runner: o.RunnerName = "auto",
    timeout: o.Timeout = o.TIME,
    tolerance: o.Tolerance = None,
    atol: o.AbsoluteTolerance = None,
    compare: o.CompareMode = None,
    mask: o.Mask = None,
    mask_times: o.MaskTimes = False,
    schedules: o.Schedules = None,
    expected: o.Expected = None,
    compare_file: o.CompareFile = None,
    args: o.ProgramArgs = "",
    data: o.Data = None,
    reference: o.ReferenceKind = "auto",
    record: o.RecordFile = None,
    build_dir: o.BuildDir = None,
    jobs: o.Jobs = None,
    model: o.Model = "off",
) -> None:
    """Translate CUDA to HIP, verify and write it: x.cu becomes x.hip. Flags for the compiler follow after --."""
    from cass_tools.cli.translating import Wish, preview, translate_paths

    tried = o.Trying(arch, runner, timeout, tolerance, mask_times, expected, compare_file, args, data, jobs, atol=atol)
    tried = replace(tried, reference=reference, compare=compare, mask=mask, schedules=schedules, record=record)
    made, ways = o.config(hip_version, cuda_version, compiler, paths), o.ways(launch_syntax, api, style, warp_policy)
    made, shown = o.spelled(made, ways, dual), preview(diff, only_check, stdout)
    wish = Wish(paths, output, in_place, shown, require, no_verify, safe_only, force, o.is_json(form), model)
    raise typer.Exit(translate_paths(wish, tried.settings(made, o.words(context)), o.commands(build_dir, paths)))


@APP.command()
def verify(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A HIP file, whoever wrote it.")],
    *,
    against: Annotated[Path | None, typer.Option("--against", metavar="FILE.cu", help="The CUDA original.")] = None,
    form: o.Format = "text",
    compiler: o.CompilerName = "auto",
    arch: o.Arch = o.ARCH,
    runner: o.RunnerName = "auto",
    timeout: o.Timeout = o.TIME,
    tolerance: o.Tolerance = None,
    atol: o.AbsoluteTolerance = None,
    compare: o.CompareMode = None,
    mask: o.Mask = None,
    mask_times: o.MaskTimes = False,
    schedules: o.Schedules = None,
    expected: o.Expected = None,
    compare_file: o.CompareFile = None,
    args: o.ProgramArgs = "",
    data: o.Data = None,
    reference: o.ReferenceKind = "auto",
    record: o.RecordFile = None,
    build_dir: o.BuildDir = None,
    jobs: o.Jobs = None,
    check: o.Checks = "",
    kernels: o.Kernels = False,
    explain: Annotated[bool, typer.Option("--explain", help="Where it is wrong, look for where that begins.")] = False,
) -> None:
    """Build a HIP file, run it, and compare it with its CUDA original or an expected output.

    Flags for the compiler follow after --; arguments of the program go into --args. A program needs --against or
    --expected: without, it is built and run, but not passed, for nothing was compared. Of a file without main, and
    with --kernels, each kernel is started by itself and compared with that of --against. Exit code 0: all of that
    passed, 1: not.
    """
    from cass_tools.cli.verifying import verify_file

    files = tuple(compare_file or ())
    tried = o.Trying(
        arch, runner, timeout, tolerance, mask_times, expected, files, args, data, jobs, check, reference, kernels
    )
    tried = replace(tried, atol=atol, compare=compare, mask=tuple(mask or ()), schedules=schedules, record=record)
    settings = tried.settings(o.config(compiler=compiler, paths=[file]), o.words(context))
    known = o.commands(build_dir, [file])
    raise typer.Exit(verify_file(file, against, settings, known, as_json=o.is_json(form), explain=explain))


@APP.command()
def run(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A CUDA or HIP program of one file, or one that is built.")],
    *,
    runner: o.RunnerName = "auto",
    arch: Annotated[
        str | None, typer.Option("--arch", help="The GPU to run for; one (default: gfx1100, or what is built in).")
    ] = None,
    language: Annotated[
        str | None, typer.Option("--as", help="cuda: build with nvcc, and execute NVIDIA's own machine code.")
    ] = None,
    scalar: Annotated[
        bool, typer.Option("--scalar", help="Run NVIDIA's code thread by thread: slow, and apart from all of AMD's.")
    ] = False,
    compiler: o.CompilerName = "auto",
    timeout: Annotated[
        float | None, typer.Option("--timeout", min=0.1, help="Seconds that the program may take (default: no limit).")
    ] = None,
    check: o.Checks = "",
    flags: Annotated[str, typer.Option("--flags", help="Flags for the compiler, quoted as one word.")] = "",
    build_dir: o.BuildDir = None,
) -> None:
    """Build and run a CUDA or HIP program right here, GPU or not. The program's arguments follow after --.

    A HIP or CUDA program that is built already is run unchanged.

    It runs as if it were started by itself: with your input, terminal, directory and environment, no sandbox and no
    limits. The exit code is the program's (128+n after signal n, 124 after --timeout); 1 if it was not built, 112 where
    this CPU cannot execute its code, 113 after a fault in a kernel, 114 where --check has found something.
    """
    from cass_tools.cli.running import run_as_cuda, run_built, run_program
    from cass_tools.runners.executables import is_executable

    nvidia = o.nvidia_target(arch, language)
    tried = o.Trying(arch="gfx1100" if nvidia is not None or arch is None else arch, runner=runner, checks=check)
    settings = tried.settings(o.config(compiler=compiler, paths=[file]), tuple(shlex.split(flags)))
    args = o.words(context)
    if is_executable(file):
        wanted = (nvidia or settings.targets[0]) if arch else None
        raise typer.Exit(run_built(file, args, settings, timeout, wanted, scalar=scalar))
    as_cuda = nvidia is not None or language is not None
    if scalar and not as_cuda:
        raise CassError("--scalar is for NVIDIA's machine code: say --as cuda, or --arch sm_80")
    commands = o.commands(build_dir, [file])
    if as_cuda:
        raise typer.Exit(run_as_cuda(file, args, settings, commands, timeout, target=nvidia, scalar=scalar))
    raise typer.Exit(run_program(file, args, settings, commands, timeout))


@APP.command()
def record(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A CUDA program; with --amd, a HIP program.")],
    *,
    amd: Annotated[bool, typer.Option("--amd", help="Record a HIP program on this machine's AMD GPU.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Run it here and compare with its record; write nothing.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The record (default: beside the source).")
    ] = None,
    no_kernels: Annotated[bool, typer.Option("--no-kernels", help="Do not watch what each kernel changes.")] = False,
    force: o.Force = False,
    record_file: o.RecordFile = None,
    compiler: o.CompilerName = "auto",
    runner: o.RunnerName = "auto",
    timeout: o.Timeout = o.TIME,
    tolerance: o.Tolerance = None,
    mask_times: o.MaskTimes = False,
    compare_file: o.CompareFile = None,
    args: o.ProgramArgs = "",
    data: o.Data = None,
    build_dir: o.BuildDir = None,
) -> None:
    """Record what a program does on a real GPU: output, exit status, files, and what each kernel leaves in memory.

    `cass verify` and `cass translate` compare with the record where there is no such GPU. It lies beside the source, or
    in the folder that `[verify] records` in cass.toml names. --check runs the program here, on this CPU where there is
    no GPU, and compares. Exit code 1: something differs.
    """
    from cass_tools.cli.recording import Asked, check_file
    from cass_tools.cli.recording import record_file as write_record

    tried = o.Trying(
        runner=runner,
        timeout=timeout,
        tolerance=tolerance,
        mask_times=mask_times,
        compare_file=tuple(compare_file or ()),
        args=args,
        data=data,
    )
    settings = tried.settings(o.config(compiler=compiler, paths=[file]), o.words(context))
    commands = o.commands(build_dir, [file])
    if check:
        raise typer.Exit(check_file(file, settings, commands, record_file))
    raise typer.Exit(write_record(file, settings, commands, Asked(amd, output, not no_kernels, force)))


@APP.command()
def explain(code: o.Rule) -> None:
    """Print the page about a rule: what it finds, why it fails on AMD, what to use instead."""
    from cass_tools.cli.explaining import explain_rule

    raise typer.Exit(explain_rule(code))


@APP.command()
def api(
    names: Annotated[list[str], typer.Argument(metavar="NAME", help="CUDA names, types, constants or headers.")],
    *,
    form: o.Format = "text",
    hip_version: o.HipVersion = None,
    cuda_version: o.CudaVersion = None,
) -> None:
    """Say what a CUDA name is called in HIP, since when, and what else changes. Exit code 1 if one is not known."""
    from cass_tools.cli.explaining import explain_names

    raise typer.Exit(explain_names(names, o.config(hip_version, cuda_version), as_json=o.is_json(form)))


@APP.command()
def doctor(
    *,
    form: o.Format = "text",
    fix: Annotated[bool, typer.Option("--fix", help="Offer to install what is missing: packages, tools.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --fix: install without asking.")] = False,
) -> None:
    """Say what this machine has, what each missing part would give, and how to get it."""
    from cass_tools.cli.doctoring import repair, report

    as_json = o.is_json(form)
    if fix:
        repair(yes=yes)
    raise typer.Exit(report(as_json=as_json))


@APP.command("exec-info")
def exec_info(
    *,
    form: o.Format = "text",
    clear: Annotated[bool, typer.Option("--clear", help="Remove what the executor keeps; it is made again.")] = False,
) -> None:
    """Say what the executor, which runs AMD programs on this CPU, knows: instructions, GPUs, its caches."""
    from cass_tools.cli.executor_info import show

    raise typer.Exit(show(as_json=o.is_json(form), clear=clear))


@APP.command()
def toolkit(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to put it: a new folder, or one made before.")],
    *,
    arch: o.Arch = o.ARCH,
    target: Annotated[str, typer.Option("--target", help="amd, or exec: programs run here, on this CPU.")] = "amd",
    compiler: o.CompilerName = "auto",
) -> None:
    """Lay out a folder that poses as a CUDA toolkit: bin/nvcc is cass-hipcc; headers and libraries are HIP's."""
    from cass_tools.cli.building import make_toolkit

    raise typer.Exit(make_toolkit(folder, o.targets(arch), target, compiler))


@APP.command("compile-commands")
def compile_commands(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The compile_commands.json of a build with cass-hipcc.")],
    *,
    output: Annotated[Path, typer.Option("-o", "--output", help="Where to write it for clangd.")] = Path(
        "compile_commands.json"
    ),
    arch: o.Arch = o.ARCH,
    compiler: o.CompilerName = "auto",
) -> None:
    """Write the commands of a build with cass-hipcc as clangd understands them, with CUDA's names as HIP's."""
    from cass_tools.cli.building import convert_commands

    raise typer.Exit(convert_commands(file, output, o.targets(arch), compiler))


team.add_to(APP)
CACHE = typer.Typer(no_args_is_help=True, help="What is kept: translations of cass-hipcc, findings of files.")
APP.add_typer(CACHE, name="cache")


@CACHE.command()
def stats(*, form: o.Format = "text") -> None:
    """Say how many translations are kept, how large they are and where they lie."""
    from cass_tools.cli.building import show_stats

    raise typer.Exit(show_stats(as_json=o.is_json(form)))


@CACHE.command()
def clear() -> None:
    """Remove all translations; they are made again when they are needed."""
    from cass_tools.cli.building import clear_cache

    raise typer.Exit(clear_cache())


asm_check.add_to(ASM)
APP.add_typer(ASM, name="asm")
APP.add_typer(MODEL, name="model")
