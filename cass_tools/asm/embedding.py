"""Translated kernels in the place of those that a HIP compiler would make: the host's side is compiled from sources.

The host's source is the program's own HIP twin, or the CUDA source itself, read as HIP (compilers/cuda_headers.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cass_tools.asm import host_names, programs
from cass_tools.asm.programs import Recombined
from cass_tools.asm.recombining import Program
from cass_tools.asm.translating import Tools, Translation, translate
from cass_tools.compilers import pick
from cass_tools.compilers.bundle import offload_bundle
from cass_tools.compilers.request import BuildRequest, Language
from cass_tools.errors import CassError
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.lift import build
from cass_tools.model import Build, Target
from cass_tools.trial import Settings, first_error


@dataclass(frozen=True, slots=True)
class Embedded:
    """The host's object with the kernels in it, and the program that it is linked to, as programs.prove runs it."""

    object: bytes
    made: Recombined


def embedded(  # noqa: PLR0917  as programs.recombine, with a host and where to build it
    program: Program, host: Path, archs: Sequence[str], sm: int, using: Tools, settings: Settings, folder: Path
) -> Embedded:
    """Translate the program's kernels and put them into the object of `host`; CassError where that does not compile."""
    done = [translate(_only(program, sm), arch, using) for arch in archs]
    language: Language = "cuda" if host.suffix in (".cu", ".cuh") else "hip"
    target = Target(archs[0])
    compiler = pick(settings.config)
    bundle = folder / "kernels.hipfb"
    request = BuildRequest(host, folder / "host.o", target, language, settings.flags, object_only=True, code=bundle)

    def built() -> Path:
        bundle.write_bytes(offload_bundle({each.arch: each.code for each in done}))
        return _passed(compiler.build(request), host)

    made = built()
    alone = made.read_bytes().replace(bundle.read_bytes(), b"")
    if names := host_names.renames({kernel for each in done for kernel in each.kernels}, alone):
        done = [_renamed(each, names, using) for each in done]
        made = built()
    linked = BuildRequest(made, folder / "linked", target, language, settings.flags)
    whole = _passed(compiler.build(linked), host)
    return Embedded(made.read_bytes(), _recombined(whole.read_bytes(), sm, archs, done))


def _renamed(each: Translation, names: dict[str, str], using: Tools) -> Translation:
    """The translation with its kernels under other names."""
    text = host_names.renamed(each.assembly, names)
    kernels = tuple(names.get(kernel, kernel) for kernel in each.kernels)
    code = build.assemble(text, using.clang.path, each.arch)
    return replace(each, assembly=text, code=code, kernels=kernels)


def _recombined(data: bytes, sm: int, archs: Sequence[str], done: Sequence[Translation]) -> Recombined:
    refused = {f"{name} ({each.arch})": why for each in done for name, why in each.refused.items()}
    return Recombined(data, b"", "", sm, tuple(archs), tuple(done), refused)


def _only(program: Program, sm: int) -> Cubin:
    """The one unit of a program that has kernels or variables; nvcc's own has none."""
    held = [cubin for _, cubin in programs.cubins(program, sm) if cubin.kernels or any(cubin.variables())]
    if len(held) != 1:
        raise CassError(f"{program.name} has kernels in {len(held)} units; one object of the host is for one of them")
    return held[0]


def _passed(made: Build, host: Path) -> Path:
    if made.binary is None:
        raise CassError(f"the host's side of {host} was not built: {first_error(made.log)}")
    return made.binary
