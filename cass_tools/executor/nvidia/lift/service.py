"""From a program's fat binary to code in the cache that is executed here: what the helper process does for CUDA.

The front end that started the program has asked for the user's consent, and says in the environment where NVIDIA's
disassembler and clang are; without that nothing is disassembled. A fat binary's folder is named by its content and
holds, for each version of the lifter and each architecture, `lifted-<version>-<sm>.hsaco`, a code object of an AMD GPU,
or `.so`, for this CPU thread by thread; and beside it `lifted-<version>-<sm>.hsaco.notes`: `refused <kernel> <reason>`
for each kernel that is not in it, for each that is `kernel <kernel> <registers> <static shared bytes> <local bytes>
<most threads of a block, 0: not said> <bytes of shared memory that a block takes> <blocks of a cluster: x> <y> <z>
<1: can run in clusters> <offset:size,... of parameters>`, and `variable <name> <bytes> [managed]`, by tabs.
"""

import math
import os
from collections.abc import Iterable, Iterator
from functools import cache as remember
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.executor import cache
from cass_tools.executor.nvidia import fatbin
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.fatbin import Entry
from cass_tools.executor.nvidia.lift import build, native, whole
from cass_tools.executor.nvidia.lift.module import Lifted
from cass_tools.executor.nvidia.lift.platform import NATIVE, NATIVE_STEPS, Platform, amd

NVDISASM, CLANG, VERSION, LACKING, LIBRARIES = (
    f"CASS_EXEC_{word}" for word in ("NVDISASM", "LIFTER_CLANG", "LIFTER", "LIFTER_LACKING", "LIFTER_LIBRARIES")
)
STEPS = "-steps"  # the end of a version that has the threads of a warp go in step
NO_CONSENT = "NVIDIA's machine code is not used: start the program with cass run, which asks for your consent"
GENERIC = 10  # code for sm_80 runs on sm_86, the same major version


@remember
def version(*more: str) -> str:
    """Names the sources of the lifter and what else it depends on: the programs that it starts."""
    nvidia = cache.PACKAGE / "nvidia"
    sources = [path for path in nvidia.rglob("*") if path.suffix in (".py", ".cpp", ".h")]
    sources += [*cache.PACKAGE.glob("ir/*.py"), *cache.PACKAGE.parent.glob("data/sass/*")]
    return cache.key_of(sources, *more)


def environment(nvdisasm: Path, clang: Path, arch: str, libraries: Path | None = None) -> dict[str, str]:
    """What a program's environment says to the helper where the user has agreed; prepares what a sandbox forbids.

    `libraries` is the folder of AMD's device libraries, for programs whose kernels print.
    """
    if arch == NATIVE.name:
        native.runtime(clang)
    else:
        build.runtime(clang, arch)
    said = version(str(nvdisasm), str(clang))
    found = {LIBRARIES: str(libraries)} if libraries else {}
    return {NVDISASM: str(nvdisasm), CLANG: str(clang), VERSION: said} | found


def answer(source: Path, folder: Path, sm: int, arch: str) -> str:
    """Lift the code for `sm` in the fat binary `source`: the reply `ok <code>`; CassError says why not.

    `arch` is an AMD GPU, or NATIVE's name for a library of this CPU's code; in that the threads of a warp go
    in step where the version ends with STEPS.
    """
    nvdisasm, clang, said = (os.environ.get(name) for name in (NVDISASM, CLANG, VERSION))
    if not nvdisasm or not clang or not said:
        raise CassError(os.environ.get(LACKING) or NO_CONSENT)
    platform = amd(arch) if arch != NATIVE.name else NATIVE_STEPS if said.endswith(STEPS) else NATIVE
    goal = folder / f"lifted-{said}-{sm}.{'so' if arch == NATIVE.name else 'hsaco'}"
    with cache.locked(folder / "lifted.lock"):
        if not goal.exists():
            cubin = Cubin(chosen(fatbin.entries(source.read_bytes()), sm).data)
            done = _made(cubin, Path(nvdisasm), Path(clang), arch, platform)
            notes = "".join(_notes(cubin, done.refused, done.clustered))
            cache.write(goal.with_name(f"{goal.name}.notes"), notes.encode())
            cache.write(goal, done.made)
    return f"ok\t{goal}"


def _made(cubin: Cubin, nvdisasm: Path, clang: Path, arch: str, platform: Platform) -> whole.Whole[bytes]:
    """Why kernels are refused, and the code of all others."""

    def compiled(lifted: Lifted) -> bytes:
        if arch == NATIVE.name:
            return native.library(lifted, clang)
        libraries = os.environ.get(LIBRARIES)
        return build.code_object(lifted, clang, arch, Path(libraries) if libraries else None)

    return whole.compiled(cubin, nvdisasm, platform, compiled)


def _notes(cubin: Cubin, refused: dict[str, str], clustered: frozenset[str]) -> Iterator[str]:
    for name, why in refused.items():
        yield f"refused\t{name}\t{' '.join(why.split())}\n"
    for kernel in cubin.kernels.values():
        threads = kernel.required_block or kernel.max_threads or (0,)
        own = max(kernel.shared - cubin.bank0.shared_reserved, 0)
        places = ",".join(f"{parameter.offset}:{parameter.size}" for parameter in kernel.parameters)
        sizes = (kernel.registers, own, kernel.stack or 0, math.prod(threads), native.shared_bytes(cubin, kernel))
        shape = (*(kernel.cluster or (0, 0, 0)), int(kernel.name in clustered))
        yield "\t".join(map(str, ("kernel", kernel.name, *sizes, *shape, places))) + "\n"
    for variable in cubin.variables():
        kind = "\tmanaged" if variable.is_managed else ""
        yield f"variable\t{variable.name}\t{variable.size}{kind}\n"


def chosen(entries: Iterable[Entry], sm: int) -> Entry:
    """The cubin that a GPU of that compute capability runs: the newest of its major version that is not newer."""
    held = [entry for entry in entries if entry.kind == "cubin" and entry.is_linked]
    fitting = [entry for entry in held if entry.sm // GENERIC == sm // GENERIC and entry.sm <= sm]
    if fitting:
        return max(fitting, key=lambda entry: entry.sm)
    names = ", ".join(dict.fromkeys(f"sm_{entry.sm}" for entry in held))
    if names:
        raise CassError(f"the program holds machine code for {names}, not for sm_{sm}; choose one with --arch")
    raise CassError(
        "the program holds no machine code, only PTX; build it with -gencode=arch=compute_80,code=sm_80, for example"
    )
