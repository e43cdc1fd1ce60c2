"""`cass asm check`: what is wrong with AMD assembly, why, and what can be repaired."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cass_tools.cli import asm_view
from cass_tools.cli import options as o
from cass_tools.errors import CassError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cass_tools.asm.checked import Result
    from cass_tools.cli.screen import Screen
    from cass_tools.model import Finding
    from cass_tools.positions import Lines
    from cass_tools.tree import Unreadable

Mcpu = Annotated[
    str | None,
    typer.Option("--mcpu", "--arch", metavar="GPU", help="The GPU (default: the file's .amdgcn_target, else gfx1100)."),
]


def add_to(asm: typer.Typer) -> None:
    """Make them commands of `cass asm`."""
    asm.command()(check)
    asm_view.add_to(asm)


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="AMD GPU assembly, as clang -S writes it.")],
    *,
    mcpu: Mcpu = None,
    fix: Annotated[bool, typer.Option("--fix", help="Repair what is sure, and write files that are better.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="With --fix: print what would change, write nothing.")] = False,
    form: o.Report = None,
) -> None:
    """Assemble AMD GPU assembly, class what is wrong and say why in words of the instruction set.

    Beside the assembler's errors it finds what that accepts: branches to labels that are nowhere, values that are used
    before they arrive, fewer registers asked for than used. Exit code 1 if anything is left, 0 if not, 2 if a file
    could not be read.
    """
    if diff and not fix:
        raise CassError("--diff shows what --fix would change: give both")
    results, unreadable = _checked(files, mcpu, fix=fix, keep=diff)
    _show(results, unreadable, o.report_format(form) or "text", quiet=diff)
    left = any(each.diagnosis.findings or (diff and each.repaired) for each in results)
    raise typer.Exit(2 if unreadable else 1 if left else 0)


def _checked(files: list[Path], mcpu: str | None, *, fix: bool, keep: bool) -> "tuple[list[Result], list[Unreadable]]":
    """Check, and with `fix` repair; with `keep` nothing is written, and a diff is printed."""
    from cass_tools.asm.checked import check_file
    from cass_tools.tree import Unreadable

    results, unreadable = list["Result"](), list["Unreadable"]()
    for path in files:
        try:
            results.append(check_file(path, mcpu, fix=fix, keep=keep))
        except CassError as error:
            print(f"cass: {error}", file=sys.stderr)
            unreadable.append(Unreadable(path, str(error)))
    return results, unreadable


def _show(results: "list[Result]", unreadable: "list[Unreadable]", form: str, *, quiet: bool) -> None:
    from cass_tools.asm.checked import as_json, report
    from cass_tools.cli.screen import Screen
    from cass_tools.formats.choosing import rendered
    from cass_tools.report import counts

    if quiet:
        for each in results:
            sys.stdout.buffer.write(each.difference)
        return
    if form != "text":
        made = as_json(results, unreadable) if form == "json" else rendered(form, report(results, unreadable))
        sys.stdout.write(made)
        return
    screen = Screen()
    for each in results:
        _show_file(screen, each)
    if results:
        found = [finding for each in results for finding in each.diagnosis.findings]
        gpus = ", ".join(dict.fromkeys(each.diagnosis.gpu for each in results))
        files = "1 file" if len(results) == 1 else f"{len(results)} files"
        screen.line(f"{counts(found)} in {files} for {gpus}")


def _show_file(screen: "Screen", result: "Result") -> None:
    from cass_tools.positions import Lines
    from cass_tools.report import finding_lines

    lines = Lines(result.data)
    for finding in result.repaired:
        screen.line(f"{result.path}: repaired: {finding.code} {finding.message} [{finding.rule}]")
    for finding in result.diagnosis.findings:
        first, *rest = finding_lines(finding, result.path, lines, excerpt=True)
        screen.place(first, [*rest, *_repair(finding, lines)])


def _repair(finding: "Finding", lines: "Lines") -> "Iterator[str]":
    from cass_tools.model import Safety

    if finding.fix is not None:
        how = "--fix does it" if finding.fix.safety is Safety.SAFE else "not sure, so --fix leaves it"
        margin = " " * len(str(lines.at(finding.span.start).line))
        yield f"  {margin} = repair: {finding.fix.message} ({how})"
