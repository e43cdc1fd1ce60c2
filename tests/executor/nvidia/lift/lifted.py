"""Committed cubins, lifted, compiled for gfx1100 and loaded, as tests launch them."""

from functools import cache

from cass_tools.compilers import toolchain
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.nvidia.lift import build
from cass_tools.executor.nvidia.lift.module import Lifted, lift
from cass_tools.executor.nvidia.lift.platform import AMD
from cass_tools.executor.nvidia.parse import parse
from tests.executor.amd.kernels import Loaded, load
from tests.executor.nvidia.committed import cubin, listing

ARCHITECTURES = (80, 89, 90)


@cache
def lifted(source: str, sm: int) -> Lifted:
    """A source's kernels as LLVM's text for AMD GPUs."""
    return lift(cubin(source, sm), parse(listing(source, sm), cubin(source, sm)), AMD)


@cache
def loaded(source: str, sm: int) -> Loaded:
    """The kernels of a source, ready to launch."""
    clang = toolchain.find_clang()
    assert clang
    return load(CodeObject(build.code_object(lifted(source, sm), clang.path)))
