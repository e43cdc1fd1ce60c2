"""Committed cubins, lifted, compiled for an AMD GPU and loaded, as tests launch them."""

from functools import cache

from cass_tools.compilers import device_libs, toolchain
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.nvidia.lift import build, native
from cass_tools.executor.nvidia.lift.module import Lifted, lift
from cass_tools.executor.nvidia.lift.platform import AMD, NATIVE, Platform
from cass_tools.executor.nvidia.parse import parse
from tests.executor.amd.kernels import Loaded, load
from tests.executor.nvidia.committed import cubin, listing

ARCHITECTURES = (80, 89, 90)


@cache
def lifted(source: str, sm: int, platform: Platform = AMD) -> Lifted:
    """A source's kernels as LLVM's text."""
    return lift(cubin(source, sm), parse(listing(source, sm), cubin(source, sm)), platform)


@cache
def loaded(source: str, sm: int, arch: str = "gfx1100") -> Loaded:
    """The kernels of a source, ready to launch."""
    clang = toolchain.find_clang()
    assert clang
    libraries = device_libs.folder_for(clang, arch)
    return load(CodeObject(build.code_object(lifted(source, sm), clang.path, arch, libraries)))


@cache
def on_cpu(source: str, sm: int) -> native.Native:
    """The kernels of a source, for this CPU thread by thread."""
    clang = toolchain.find_clang()
    assert clang
    return native.load(cubin(source, sm), lifted(source, sm, NATIVE), clang.path)
