"""Sources compiled to have their code taken out: CUDA by nvcc, HIP and OpenCL by clang."""

from pathlib import Path
from tempfile import TemporaryDirectory

from cass_tools import proc
from cass_tools.compilers import device_libs, nvcc, nvidia_tools, pick, toolchain
from cass_tools.compilers.request import BuildRequest
from cass_tools.errors import CassError
from cass_tools.trial import Settings, first_error

SUFFIXES = (".cu", ".hip", ".cl")
TIME = 300.0
SM = "80"
OPENCL = (
    *("-x", "cl", "-cl-std=CL2.0", "-cl-kernel-arg-info", "-target", "amdgcn-amd-amdhsa"),
    *("-gline-tables-only", "-mcode-object-version=5"),
)


def built(file: Path, settings: Settings) -> tuple[bytes, tuple[bytes, ...]]:
    """An object of the host with its GPU code (empty of OpenCL), and further GPU code, one file for each target."""
    with TemporaryDirectory(prefix="cass-asm-") as name:
        folder = Path(name)
        if file.suffix == ".cl":
            return b"", tuple(_opencl(file, target.arch, settings, folder) for target in settings.targets)
        if file.suffix == ".hip":
            objects = [_hip(file, number, settings, folder) for number in range(len(settings.targets))]
            return objects[0], tuple(objects[1:])
        return _cuda(file, settings, folder), ()


def _cuda(file: Path, settings: Settings, folder: Path) -> bytes:
    found = nvidia_tools.find("nvcc")
    if (lacking := nvcc.missing()) or found is None:
        raise CassError(lacking or "nvcc was removed")
    output = folder / "object.o"
    codes = f"-gencode=arch=compute_{SM},code=[sm_{SM},compute_{SM}]"
    return _run([found, codes, *nvcc.LANGUAGE, "-lineinfo", *settings.flags, "-c", file, "-o", output], file, output)


def _hip(file: Path, number: int, settings: Settings, folder: Path) -> bytes:
    target, output = settings.targets[number], folder / f"{number}.o"
    request = BuildRequest(file, output, target, "hip", (*settings.flags, "-gline-tables-only"), object_only=True)
    made = pick(settings.config).build(request)
    if made.binary is None:
        raise CassError(f"{file} was not built for {target.arch}: {first_error(made.log) or made.outcome}")
    return made.binary.read_bytes()


def _opencl(file: Path, arch: str, settings: Settings, folder: Path) -> bytes:
    clang = toolchain.find_clang()
    if clang is None:
        raise CassError(
            "no clang that makes code for AMD GPUs is installed; on Debian or Ubuntu: apt-get install clang-19"
        )
    output, libraries = folder / f"{arch}.hsaco", device_libs.folder_for(clang, arch)
    where = [f"--rocm-device-lib-path={libraries}"] if libraries else []
    command: list[str | Path] = [clang.path, *OPENCL, f"-mcpu={arch}", *where, *settings.flags, file, "-o", output]
    return _run(command, file, output)


def _run(command: list[str | Path], file: Path, output: Path) -> bytes:
    done = proc.run(command, timeout=TIME)
    if done.timed_out:
        raise CassError(f"{file} was not compiled within {TIME:g} s")
    if done.status != 0 or not output.exists():
        log = (done.stdout + done.stderr).decode(errors="replace")
        raise CassError(f"{file} was not compiled: {first_error(log) or f'{done.status}'}")
    return output.read_bytes()
