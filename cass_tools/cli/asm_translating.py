"""`cass asm translate`: what was asked for, handed on, and what came of it, printed and written."""

import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cass_tools.asm import embedding, kernels, programs, routes, sources, translating
from cass_tools.asm.recombining import Program
from cass_tools.cli.live import Live
from cass_tools.cli.options import content
from cass_tools.cli.screen import visible
from cass_tools.errors import CassError
from cass_tools.output import Place, write
from cass_tools.runners import lifting
from cass_tools.translators.choosing import assembly_asker, chosen
from cass_tools.trial import Settings, completed


class Wish(NamedTuple):
    """What was typed."""

    file: Path
    output: Path
    sm: str
    assembly: Path | None
    partial: bool
    verify: bool
    force: bool
    model: str = ""
    route: str = ""
    host: Path | None = None


def translate_file(wish: Wish, settings: Settings) -> int:
    """Translate, try and write; the exit code."""
    sm = _number(wish.sm)
    _check_route(wish)
    using = translating.tools()
    data = content(wish.file)
    if wish.file.suffix in sources.SUFFIXES:
        with TemporaryDirectory(prefix="cass-asm-") as folder:
            data = sources.built(wish.file, sm, settings, Path(folder))
    if programs.is_kernels_only(data):
        return _kernels(wish, data, settings, sm, using)
    if not data.startswith(b"\x7fELF"):
        raise CassError(f"{wish.file} is neither a program nor GPU code nor a .cu file")
    program, settings = Program(str(wish.file), data), completed(settings, wish.file.absolute().parent)
    if wish.host is not None or (wish.output.suffix == ".o" and wish.file.suffix in sources.SUFFIXES):
        return _object(wish, program, settings, sm, using)
    return _program(wish, program, settings, sm, using)


def _check_route(wish: Wish) -> None:
    if wish.route and wish.route not in tuple(routes.Route):
        raise CassError(f"--route {wish.route} is none of {', '.join(routes.Route)}")
    if wish.route in (routes.Route.HYBRID, routes.Route.MODEL) and not wish.model:
        raise CassError(f"--route {wish.route} asks a model; say which with --model")
    if wish.model and wish.route == routes.Route.LIFTER:
        raise CassError("--route lifter asks no model; leave --model out")
    if wish.model and wish.host is not None:
        raise CassError("--host does not go with --model yet: translate the program with the model, without --host")
    if wish.model and not wish.verify:
        raise CassError("what a model writes is never written untried: --model does not go with --no-verify")


def _number(text: str) -> int | None:
    match = lifting.NAME.fullmatch(text)
    if text and match is None:
        raise CassError(f"--sm {text} is no NVIDIA architecture; names look like sm_80")
    return int(match[1]) if match else None


def _kernels(wish: Wish, data: bytes, settings: Settings, sm: int | None, using: translating.Tools) -> int:
    if wish.verify:
        raise CassError(
            f"{wish.file} holds kernels and no program that starts them, so that the translation cannot be tried; "
            "translate the program, or pass --no-verify"
        )
    archs = [target.arch for target in settings.targets]
    made = kernels.translated(wish.file.stem, data, archs, sm, using)
    for name, what in sorted(made.files.items()):
        place = wish.output / name
        write(Place(place, wish.output), what, force=wish.force)
        print(f"{visible(str(place))}: translated, not tried")
    return _refusals(made.refused)


def _program(wish: Wish, program: Program, settings: Settings, sm: int | None, using: translating.Tools) -> int:
    archs = [target.arch for target in settings.targets]
    if wish.model:
        return _with_model(wish, program, settings, sm, using)
    made = programs.recombine(program, archs, sm, using)
    code = _refusals(made.refused)
    if code and not wish.partial:
        print("cass: nothing was written; --partial writes the program without these kernels", file=sys.stderr)
        return code
    proof = programs.prove(program, made, settings) if wish.verify else None
    return code if _proven(wish, made, proof) else 1


def _object(wish: Wish, program: Program, settings: Settings, sm: int | None, using: translating.Tools) -> int:
    """The HIP host's object with the kernels in it, or the program that it is linked to."""
    archs = [target.arch for target in settings.targets]
    sm = programs.architecture(program, sm)
    with TemporaryDirectory(prefix="cass-asm-") as folder:
        done = embedding.embedded(program, wish.host or wish.file, archs, sm, using, settings, Path(folder))
    if code := _refusals(done.made.refused):
        print("cass: nothing was written", file=sys.stderr)
        return code
    proof = programs.prove(program, done.made, settings) if wish.verify else None
    written = replace(done.made, program=done.object) if wish.output.suffix == ".o" else done.made
    return 0 if _proven(wish, written, proof) else 1


def _with_model(wish: Wish, program: Program, settings: Settings, sm: int | None, using: translating.Tools) -> int:
    archs = [target.arch for target in settings.targets]
    live = Live()
    asker = assembly_asker(chosen(wish.model), live.line, live.watcher)
    asked = routes.asking(program, archs, sm, using, asker, routes.Route(wish.route or routes.Route.HYBRID))
    *_, last = routes.tried(asked, settings, partial=wish.partial)
    for remark in asked.remarks:
        print(f"cass: {visible(remark)}", file=sys.stderr)
    code = _refusals(last.made.refused)
    if last.proof is None:
        print("cass: nothing was written; --partial writes the program without these kernels", file=sys.stderr)
        return code
    return code if _proven(wish, last.made, last.proof) else 1


def _proven(wish: Wish, made: programs.Recombined, proof: programs.Proof | None) -> bool:
    """Write what is proven, or was not to be, and say so; False where nothing was written."""
    said = "translated, not tried"
    if proof is not None:
        if not proof.passed:
            print(f"cass: {visible(str(wish.file))}: nothing was written: {visible(proof.reason)}", file=sys.stderr)
            return False
        written = sorted(set().union(*map(made.proposed, made.archs)))
        notes = (*proof.notes, *([f"written by a model: {', '.join(written)}"] if written else []))
        said = "; ".join((f"proven for {', '.join(made.archs)} against {proof.words}", *notes))
    _write(wish, made)
    print(f"{visible(str(wish.output))}: {visible(said)}")
    return True


def _write(wish: Wish, made: programs.Recombined) -> None:
    folder = wish.output.absolute().parent
    if made.library:
        write(Place(folder / made.library_name, folder), made.library, force=True)
    write(Place(wish.output.absolute(), folder), made.program, force=wish.force)
    if wish.output.suffix != ".o":
        wish.output.chmod(wish.output.stat().st_mode | 0o111)
    for number, each in enumerate(made.translations):
        if wish.assembly is not None and each.kernels:
            name = f"{wish.file.stem}.{number // len(made.archs)}.{each.arch}.s"
            write(Place(wish.assembly / name, wish.assembly), each.assembly.encode(), force=wish.force)


def _refusals(refused: dict[str, str]) -> int:
    for kernel, why in refused.items():
        print(f"cass: {visible(kernel)} is not translated: {visible(why)}", file=sys.stderr)
    return 1 if refused else 0
