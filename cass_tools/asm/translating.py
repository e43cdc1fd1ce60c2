"""NVIDIA's kernels as AMD's assembly text: lifted to LLVM's IR, compiled for a GPU, and assembled again from the text.

What is linked is made from the text that is written, so that both are the same code. docs/asm.md tells it to users.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from cass_tools.compilers import device_libs, nvidia_settings, nvidia_tools, toolchain
from cass_tools.compilers.toolchain import Clang
from cass_tools.errors import CassError
from cass_tools.executor.nvidia import lines
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.lift import build, whole
from cass_tools.executor.nvidia.lift.module import Lifted
from cass_tools.executor.nvidia.lift.platform import amd

GET_CLANG = "no clang++ that makes code for AMD GPUs is installed; on Debian or Ubuntu: apt-get install clang-19"


@dataclass(frozen=True, slots=True)
class Tools:
    """NVIDIA's disassembler, and a clang for AMD's GPUs."""

    nvdisasm: Path
    clang: Clang


@dataclass(frozen=True, slots=True)
class Translation:
    """A cubin's kernels for one AMD GPU. `refused` says for each that is not in it what it lacks, and where.

    `proposed` are those of its kernels that a model wrote.
    """

    sm: int
    arch: str
    assembly: str
    code: bytes
    kernels: tuple[str, ...]
    refused: dict[str, str]
    proposed: tuple[str, ...] = ()


def tools() -> Tools:
    """What translating needs; asks for the user's consent first. CassError says what is missing."""
    nvidia_settings.require()
    nvdisasm, clang = nvidia_tools.find("nvdisasm"), toolchain.find_clang()
    if nvdisasm is None:
        raise CassError(f"nvdisasm is not installed: {nvidia_tools.GET}")
    if clang is None:
        raise CassError(GET_CLANG)
    return Tools(nvdisasm, clang)


def translate(cubin: Cubin, arch: str, using: Tools, without: Collection[str] = ()) -> Translation:
    """All kernels that can be translated, but those in `without`. CassError where the tools fail."""
    if not cubin.kernels and not any(cubin.variables()):
        return replace(_empty(using, arch), sm=cubin.sm)
    libraries = device_libs.folder_for(using.clang, arch)

    def compiled(lifted: Lifted) -> tuple[str, bytes]:
        text = build.assembly(lifted, using.clang.path, arch, libraries)
        return text, build.assemble(text, using.clang.path, arch)

    platform = replace(amd(arch), is_shipped=True)
    done = whole.compiled(cubin, using.nvdisasm, platform, compiled, without)
    text, code = done.made
    refused = {name: why + _place(cubin, name, done.places.get(name)) for name, why in done.refused.items()}
    return Translation(cubin.sm, arch, text, code, done.kernels, refused)


@cache
def _empty(using: Tools, arch: str) -> Translation:
    """What nvcc's own part of a program becomes, in which there is nothing."""
    text = build.assembly(Lifted(f'target triple = "{amd(arch).triple}"\n', (), {}), using.clang.path, arch)
    return Translation(0, arch, text, build.assemble(text, using.clang.path, arch), (), {})


def _place(cubin: Cubin, kernel: str, offset: int | None) -> str:
    """Where the instruction stands that a kernel was refused for, in words; the source's line if the cubin has it."""
    if offset is None:
        return ""
    line = lines.at(cubin, cubin.kernels[kernel].section, offset)
    return f" at {offset:#06x}" + (f" ({line})" if line else "")
