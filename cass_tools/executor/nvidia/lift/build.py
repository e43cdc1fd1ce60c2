"""Lifted code as a code object of an AMD GPU: clang compiles LLVM's text with the runtime of that platform."""

import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cass_tools import proc
from cass_tools.errors import CassError
from cass_tools.executor import cache
from cass_tools.executor.nvidia.lift.module import Lifted
from cass_tools.executor.nvidia.lift.outside import LIBRARY

RUNTIME = Path(__file__).parent / "runtime"
# Without vectors of two floats, whose signs clang 19 loses where it chooses between them on gfx90a and gfx942. Without
# the pass "CodeGen Prepare", which gives loops a second back edge: clang 19 then forgets which lanes have left a loop.
OPTIONS = (
    *("-target", "amdgcn-amd-amdhsa", "-nogpulib", "-mcode-object-version=5", "-ffp-contract=off"),
    *("-mllvm", "-vectorize-slp=false", "-mllvm", "-disable-cgp"),
)


def code_object(
    lifted: Lifted, clang: Path, arch: str = "gfx1100", libraries: Path | None = None, timeout: float = 300.0
) -> bytes:
    """The ELF file of all lifted kernels; CassError with clang's first complaint where it has one.

    `libraries` is the folder of AMD's device libraries, which printf, assert and malloc of device code need.
    """
    return _compiled(lifted, clang, arch, libraries, ("-O2",), timeout)


def assembly(
    lifted: Lifted, clang: Path, arch: str = "gfx1100", libraries: Path | None = None, timeout: float = 300.0
) -> str:
    """The same as text that clang assembles (`assemble`)."""
    return _compiled(lifted, clang, arch, libraries, ("-O2", "-S"), timeout).decode()


def assemble(text: str, clang: Path, arch: str, timeout: float = 120.0) -> bytes:
    """The linked code object of an assembly text; CassError with the assembler's first complaint."""
    with tempfile.TemporaryDirectory(prefix="cass-") as folder:
        source, output = Path(folder) / "kernels.s", Path(folder) / "kernels.hsaco"
        source.write_text(text)
        words = ("-target", "amdgcn-amd-amdhsa", f"-mcpu={arch}", "-x", "assembler", str(source), "-o", str(output))
        run_clang(clang, words, timeout)
        return output.read_bytes()


def _compiled(  # noqa: PLR0917  what both of them are given
    lifted: Lifted, clang: Path, arch: str, libraries: Path | None, form: tuple[str, ...], timeout: float
) -> bytes:
    library = runtime(clang, arch)
    with tempfile.TemporaryDirectory(prefix="cass-") as folder:
        source, output = Path(folder) / "lifted.ll", Path(folder) / "lifted.hsaco"
        source.write_text(lifted.text)
        options = (*OPTIONS, f"-mcpu={arch}", "-Wno-override-module", *form)
        files = (library, *(_device_libraries(libraries, arch) if any(name in lifted.text for name in LIBRARY) else ()))
        linked = [word for file in files for word in ("-Xclang", "-mlink-builtin-bitcode", "-Xclang", str(file))]
        run_clang(clang, (*options, *linked, "-x", "ir", str(source), "-o", str(output)), timeout)
        return output.read_bytes()


def _device_libraries(folder: Path | None, arch: str) -> Iterator[Path]:
    """AMD's functions that call the host, and the files that say for which GPU."""
    if folder is None:
        raise CassError("printf, assert and malloc of device code need AMD's device libraries, which are not installed")
    yield folder / "ockl.bc"
    lanes = "wavefrontsize64_on" if arch.startswith("gfx9") else "wavefrontsize64_off"
    for switch in (f"isa_version_{arch.removeprefix('gfx')}", "abi_version_500", lanes):
        yield folder / f"oclc_{switch}.bc"


def runtime(clang: Path, arch: str) -> Path:
    """LLVM's bitcode of the runtime, compiled once for each compiler and GPU."""
    sources = sorted(RUNTIME.iterdir())
    content = b"".join(source.read_bytes() for source in sources)
    key = hashlib.sha256(content + repr((str(clang), arch, OPTIONS)).encode()).hexdigest()[:16]
    folder = cache.root() / "lift"
    made = folder / f"{key}.bc"
    if made.exists():  # a sandbox lets nobody write here
        return made
    folder.mkdir(parents=True, exist_ok=True)
    from filelock import FileLock

    with FileLock(str(folder / "lock")):
        if not made.exists():
            fresh = made.with_suffix(".new")
            options = (*OPTIONS, f"-mcpu={arch}", "-O2", "-fconvergent-functions", "-emit-llvm", "-c", "-std=c++17")
            run_clang(clang, (*options, str(RUNTIME / "amd.cpp"), "-o", str(fresh)), 120.0)
            fresh.rename(made)
    return made


def run_clang(clang: Path, words: tuple[str, ...], timeout: float) -> None:
    done = proc.run([clang, *words], timeout=timeout)
    if done.timed_out:
        raise CassError(f"{clang.name} did not compile lifted code within {timeout:g} s")
    if done.status != 0:
        said = done.stderr.decode(errors="replace").splitlines()
        message = next((line for line in said if "error:" in line), said[0] if said else "no message")
        raise CassError(f"{clang.name} cannot compile lifted code: {message}")
