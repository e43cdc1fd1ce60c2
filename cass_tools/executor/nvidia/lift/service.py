"""From a program's fat binary to a code object of an AMD GPU in the cache: what the helper process does for CUDA.

The front end that started the program has asked for the user's consent, and says in the environment where NVIDIA's
disassembler and clang are; without that nothing is disassembled. A fat binary's folder is named by its content and
holds, for each version of the lifter and each architecture, `lifted-<version>-<sm>.hsaco` and, beside it,
`lifted-<version>-<sm>.notes`: `refused <kernel> <reason>` for each kernel that is not in it, and for each that is
`kernel <kernel> <registers> <static shared bytes> <local bytes> <most threads of a block, 0: not said>`, by tabs.
"""

import math
import os
from collections.abc import Iterable, Iterator
from functools import cache as remember
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.executor import cache
from cass_tools.executor.nvidia import fatbin, parse
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.fatbin import Entry
from cass_tools.executor.nvidia.lift import build
from cass_tools.executor.nvidia.lift.module import lift
from cass_tools.executor.nvidia.lift.platform import AMD

NVDISASM, CLANG, VERSION, LACKING, LIBRARIES = (
    f"CASS_EXEC_{word}" for word in ("NVDISASM", "LIFTER_CLANG", "LIFTER", "LIFTER_LACKING", "LIFTER_LIBRARIES")
)
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
    build.runtime(clang, arch)
    said = version(str(nvdisasm), str(clang))
    found = {LIBRARIES: str(libraries)} if libraries else {}
    return {NVDISASM: str(nvdisasm), CLANG: str(clang), VERSION: said} | found


def answer(source: Path, folder: Path, sm: int, arch: str) -> str:
    """Lift the code for `sm` in the fat binary `source`: the reply `ok <code object>`; CassError says why not."""
    nvdisasm, clang, said = (os.environ.get(name) for name in (NVDISASM, CLANG, VERSION))
    if not nvdisasm or not clang or not said:
        raise CassError(os.environ.get(LACKING) or NO_CONSENT)
    goal = folder / f"lifted-{said}-{sm}.hsaco"
    with cache.locked(folder / "lifted.lock"):
        if not goal.exists():
            cubin = Cubin(chosen(fatbin.entries(source.read_bytes()), sm).data)
            refused, made = _made(cubin, Path(nvdisasm), Path(clang), arch)
            cache.write(goal.with_suffix(".notes"), "".join(_notes(cubin, refused)).encode())
            cache.write(goal, made)
    return f"ok\t{goal}"


def _made(cubin: Cubin, nvdisasm: Path, clang: Path, arch: str) -> tuple[dict[str, str], bytes]:
    """Why kernels are refused, and the code object of all others. What fails for one is not to concern the rest."""
    broken: dict[str, str] = {}
    code = parse.disassemble(cubin, nvdisasm, broken=broken)
    refused = {k.name: broken.get(k.section, "it has no code") for k in cubin.kernels.values() if k.section not in code}
    lifted = lift(cubin, code, AMD, cubin.kernels.keys() - refused.keys())
    refused |= lifted.refused
    libraries = Path(os.environ[LIBRARIES]) if os.environ.get(LIBRARIES) else None
    try:
        return refused, build.code_object(lifted, clang, arch, libraries)
    except CassError:
        good = []
        for name in lifted.kernels:
            try:
                build.code_object(lift(cubin, code, AMD, (name,)), clang, arch, libraries)
                good.append(name)
            except CassError as error:
                refused[name] = str(error)
        if len(good) == len(lifted.kernels):
            raise  # it is not one of them
        return refused, build.code_object(lift(cubin, code, AMD, good), clang, arch, libraries)


def _notes(cubin: Cubin, refused: dict[str, str]) -> Iterator[str]:
    for name, why in refused.items():
        yield f"refused\t{name}\t{' '.join(why.split())}\n"
    for kernel in cubin.kernels.values():
        threads = kernel.required_block or kernel.max_threads or (0,)
        words = (kernel.registers, max(kernel.shared - cubin.bank0.shared_reserved, 0), kernel.stack or 0)
        yield "\t".join(map(str, ("kernel", kernel.name, *words, math.prod(threads)))) + "\n"


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
