"""`--cuda-device-only`: what clang and hipcc make of a source for the GPUs alone, and what they call it."""

from pathlib import Path
from typing import NamedTuple

from cass_tools.wrapper import line as steps
from cass_tools.wrapper.line import Input, Line

AMD = "amdgcn-amd-amdhsa"
TEXT = {steps.DEPEND: "-M", steps.DEPEND_USER: "-MM", steps.PREPROCESS: "-E"}


class Form(NamedTuple):
    """How clang is asked for one GPU's part, and the ending of its file; without one it is text for standard output."""

    words: tuple[str, ...]
    ending: str = ""


def form(line: Line) -> Form:
    """What each GPU's part is to be."""
    as_llvm = "-emit-llvm" in line.options
    if line.step in TEXT:
        return Form((TEXT[line.step], *line.depend))
    if line.step == steps.ASSEMBLY:
        return Form(("-S",), ".ll" if as_llvm else ".s")
    if line.relocatable:
        return Form(("-c", "-emit-llvm", "-fgpu-rdc"), ".bc")
    return Form(("-c",), ".bc" if as_llvm else ".out")


def bundled(line: Line) -> bool:
    """Whether one file holds the code of all GPUs, as it does for machine code alone."""
    return not line.unbundled and form(line).ending == ".out"


def file(line: Line, source: Input, gpu: str) -> str | None:
    """Where the code for a GPU goes, or that of all; None for standard output."""
    ending = form(line).ending
    if line.output is not None or not ending:
        return line.output
    path = Path("stdin" if source.path == "-" else source.path)
    name = f"{path.name}-hip-{AMD}.hipfb" if bundled(line) else f"{path.stem}-hip-{AMD}-{gpu}{ending}"
    return str(Path(line.folder, name)) if line.folder else name
