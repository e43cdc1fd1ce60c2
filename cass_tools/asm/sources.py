"""CUDA sources built by nvcc for their machine code: a program with the shared runtime, or kernels alone."""

from pathlib import Path

from cass_tools.compilers import nvcc
from cass_tools.compilers.request import BuildRequest
from cass_tools.errors import CassError
from cass_tools.model import Target
from cass_tools.trial import Settings, Unit, first_error

SM = 80
SUFFIXES = (".cu", ".cuh")


def built(file: Path, sm: int | None, settings: Settings, folder: Path) -> bytes:
    """A linked program of a source with `main`, else its cubin; CassError with nvcc's first error."""
    unit = Unit(file, file.read_bytes(), flags=settings.flags)
    request = BuildRequest(
        source=file,
        output=folder / ("program" if unit.has_main else "kernels.cubin"),
        target=Target(f"sm_{sm or SM}"),
        language="nvidia",
        flags=(*settings.flags, "-lineinfo"),
        object_only=not unit.has_main,
    )
    made = nvcc.NvccCompiler().build(request)
    if made.binary is None:
        raise CassError(f"{file} was not built by nvcc for {request.target.arch}: {first_error(made.log)}")
    return made.binary.read_bytes()
