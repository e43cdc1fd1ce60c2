"""All kernels of a cubin that can be had: what one of them lacks, or a compiler does not take, concerns no other."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from cass_tools.errors import CassError
from cass_tools.executor.nvidia import parse
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.lift.module import Lifted, lift
from cass_tools.executor.nvidia.lift.platform import Platform

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Whole(Generic[Made]):
    """What a compiler made of the kernels, and the reason for each that is not in it.

    `places`: the offset of the instruction that a kernel was refused for, where it is known. `clustered`: the kernels
    that can run in clusters of blocks.
    """

    made: Made
    kernels: tuple[str, ...]
    refused: dict[str, str]
    places: dict[str, int]
    clustered: frozenset[str] = frozenset()


def compiled(
    cubin: Cubin,
    nvdisasm: Path,
    platform: Platform,
    compiler: Callable[[Lifted], Made],
    without: Collection[str] = (),
) -> Whole[Made]:
    """Lift and compile; CassError where not even one kernel at a time is compiled, or nvdisasm fails.

    The caller has made sure that the user agreed to disassembling.
    """
    broken: dict[str, str] = {}
    code = parse.disassemble(cubin, nvdisasm, broken=broken)
    known = {name: kernel for name, kernel in cubin.kernels.items() if name not in without}
    refused = {k.name: broken.get(k.section, "it has no code") for k in known.values() if k.section not in code}
    lifted = lift(cubin, code, platform, known.keys() - refused.keys())
    refused |= lifted.refused
    try:
        return Whole(compiler(lifted), lifted.kernels, refused, lifted.places, lifted.clustered)
    except CassError as broken_whole:
        good = []
        for name in lifted.kernels:
            try:
                if len(lifted.kernels) == 1:
                    raise broken_whole  # it has been tried alone, which may have taken minutes
                compiler(lift(cubin, code, platform, (name,)))
                good.append(name)
            except CassError as error:
                refused[name] = str(error)
        if len(good) == len(lifted.kernels):
            raise  # it is not one of them
        left = lift(cubin, code, platform, good)
        return Whole(compiler(left), left.kernels, refused, lifted.places, lifted.clustered)
