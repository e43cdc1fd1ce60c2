"""The command lines that clang gets, and what becomes of its answers: shared by every clang-like compiler.

A translation unit is compiled twice, for the GPU and for the host, with the GPU's code object put into the host's
object in between: that needs no clang-offload-bundler, which Debian ships apart from clang. With separable compilation
(-fgpu-rdc) the GPU's parts of all units are linked first, as bitcode, and one object holds the result for all of them.
Only an object of it (-c), which must hold both parts, is left to clang's own driver.
"""

import hashlib
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from cass_tools import proc
from cass_tools.compilers import build_cache, host_part, precompiled
from cass_tools.compilers.bundle import offload_bundle
from cass_tools.compilers.messages import merged
from cass_tools.compilers.ptx import reason
from cass_tools.compilers.request import FOR_HOST, BuildRequest
from cass_tools.compilers.staging import Staged, stage
from cass_tools.model import Build, Outcome

DEFAULT_OPTIMISATION = "-O2"
OBJECT_SUFFIXES = frozenset({".o", ".a", ".so"})
GPU_SUFFIXES = frozenset({".hip", ".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c++", ".C"})
UNKNOWN_ARCH = ("unsupported HIP gpu architecture", "invalid target ID", "unknown target CPU")
NO_BUNDLER = 'Executable "clang-offload-bundler" doesn\'t exist'
GET_BUNDLER = "separable compilation needs clang-offload-bundler; on Debian or Ubuntu: apt-get install clang-tools-19"
WHOLE_PROGRAM = "-fgpu-rdc"
HOST_SIDE = ["--cuda-host-only"]
DEVICE_SIDE = ["--cuda-device-only", "--no-gpu-bundle-output"]
OF_GPU = ("--offload-arch=", "--rocm-device-lib-path=")
NOT_FOR_HOST = frozenset({WHOLE_PROGRAM})
CUDA_WARP = 32
NOT_A_WARP = (
    "CUDA's warps have 32 threads: the untranslated source is built for GPUs with 32 lanes only, such as gfx1100"
)
# Options that the compiler and the linker need alike.
FOR_BOTH = (
    "-fopenmp",
    "-pthread",
    "-fsanitize",
    "-fprofile",
    "--coverage",
    "-stdlib=",
    "-fuse-ld=",
    "-static",
    "-rdynamic",
)
# hipcc chooses the NVIDIA platform by itself where nvcc is on PATH.
ENVIRONMENT = {"HIP_PLATFORM": "amd", "HIP_COMPILER": "clang", "HIP_RUNTIME": "rocclr"}


@dataclass(frozen=True, slots=True)
class Driver:
    """A clang-like compiler and what it must be told: where HIP is, and options for the language asked for.

    `runtime` is a folder whose libamdhip64 is linked with before the installed one.
    """

    path: Path
    rocm_path: Path
    device_libraries: Path | None
    options: tuple[str, ...] = ()
    runtime: Path | None = None


def compile_with(driver: Driver, request: BuildRequest) -> Build:
    """Run the compiler as often as needed; PASSED exactly when every step ended with 0 and the output is there."""
    if request.language == "cuda" and request.target.wave != CUDA_WARP and request.code is None:
        return Build(Outcome.NOT_TRIED, request.target, None, NOT_A_WARP)
    if request.language == "nvidia":
        return Build(Outcome.NOT_TRIED, request.target, None, "NVIDIA's machine code is made by nvcc only")
    request.output.parent.mkdir(parents=True, exist_ok=True)
    if WHOLE_PROGRAM in request.flags and request.language != "host" and not request.syntax_only:
        return _build(driver, request)
    options = (*driver.options, str(driver.rocm_path), str(driver.device_libraries), str(driver.runtime))
    key = build_cache.key_of(driver.path, options, request)
    return build_cache.find(key, request) or _build(driver, request, key)


def _build(driver: Driver, request: BuildRequest, key: str = "") -> Build:
    """Run the commands; what passed is remembered as `key`, unless that is empty."""
    began = time.monotonic()
    log = ""
    with tempfile.TemporaryDirectory(prefix="cass-build-") as folder:
        for command in _commands(driver, request, Path(folder)):
            done = precompiled.run(lambda words: _run(words, request.timeout + began - time.monotonic()), command)
            log += done.stderr.decode(errors="replace")
            if done.status != 0:
                return _failed(request, done, merged(log), time.monotonic() - began)
        build = Build(Outcome.PASSED, request.target, request.output, merged(log), time.monotonic() - began)
        if key:
            ours = [shown for shown, _ in request.overlay]
            rules = sorted(Path(folder).glob("*.d"))
            build_cache.keep(key, build, build_cache.headers_in(rules, outside=Path(folder), without=ours))
    return build


def _run(command: Sequence[str], left: float) -> proc.Completed:
    return proc.run(command, timeout=max(left, 0.1), env=ENVIRONMENT)


def _failed(request: BuildRequest, done: proc.Completed, log: str, seconds: float) -> Build:
    if done.timed_out:
        late = f"the compiler did not end within {request.timeout:g} s\n{log}"
        return Build(Outcome.TIMED_OUT, request.target, None, late, seconds)
    if NO_BUNDLER in log:
        return Build(Outcome.NOT_TRIED, request.target, None, GET_BUNDLER, seconds)
    ptx = reason(log) if request.language == "cuda" else None
    if ptx:
        return Build(Outcome.NOT_TRIED, request.target, None, ptx, seconds)
    unknown = any(words in log for words in UNKNOWN_ARCH)
    return Build(Outcome.NOT_TRIED if unknown else Outcome.NOT_BUILT, request.target, None, log, seconds)


def _commands(driver: Driver, request: BuildRequest, folder: Path) -> Iterator[list[str]]:
    """One command line after the other; what a command needs from those before it is made between them."""
    staged = stage(request, folder)
    if request.language == "host":
        yield _host_only(driver, request, staged, folder)
        return
    if request.syntax_only:
        yield from _seen(driver, request, staged, folder)
        return
    if WHOLE_PROGRAM in request.flags:
        if request.object_only:
            yield _relocatable_object(driver, request, staged)
        else:
            yield from _relocatable(driver, request, staged, folder)
        return
    objects: list[Path] = []
    for number, source in enumerate((staged.source, *request.others)):
        if source.suffix in OBJECT_SUFFIXES or (source.suffix not in GPU_SUFFIXES and number):
            objects.append(source)
            continue
        unit = replace(staged, source=source)
        parts = folder / str(number)
        yield from _embedded(driver, request, unit, parts)
        objects.append(request.output if request.object_only else parts.with_suffix(".o"))
    if not request.object_only:
        yield [str(driver.path), *map(str, objects), *_link(driver, request), "-o", str(request.output)]


def _embedded(driver: Driver, request: BuildRequest, unit: Staged, parts: Path) -> Iterator[list[str]]:
    """One unit for the GPU, and for the host with the GPU's code object in it; `parts` is a path without a suffix."""
    device, fat, host = (parts.with_suffix(f".{kind}") for kind in ("hsaco", "hipfb", "o"))
    made = request.output if request.object_only else host
    named = _unit_id(request, int(parts.name))
    options = [*_options(driver, request, unit), *named, "-c", "-x", "hip", str(unit.source), "-o"]
    lines = _line_table(request, parts.parent)
    side = [*DEVICE_SIDE, *lines[:1]]
    parsed = _parsed_headers(driver, request, unit, side, device)
    if request.code is None:
        yield [*options, str(device), *side, *lines[1:], *_depend(device), *parsed]
        fat.write_bytes(offload_bundle({request.target.arch: device.read_bytes()}))
    else:
        fat = request.code
    embed = ["-Xclang", "-fcuda-include-gpubinary", "-Xclang", str(fat)]
    parsed = _parsed_headers(driver, request, unit, HOST_SIDE, host)
    yield [*options, str(made), *HOST_SIDE, *embed, *_depend(host), *parsed]


def _seen(driver: Driver, request: BuildRequest, unit: Staged, folder: Path) -> Iterator[list[str]]:
    """One unit for the GPU and for the host, of which nothing is made but messages and an empty file."""
    options = [*_options(driver, request, unit), "-x", "hip", str(unit.source), "-fsyntax-only"]
    lines = _line_table(request, folder)  # headers are kept by all options, and these are what builds have
    for side in ([*DEVICE_SIDE, *lines[:1]], HOST_SIDE):
        made = folder / f"seen{len(side)}"
        yield [*options, *side, *_depend(made), *_parsed_headers(driver, request, unit, side, made)]
    request.output.touch()


def _parsed_headers(driver: Driver, request: BuildRequest, unit: Staged, side: list[str], made: Path) -> list[str]:
    """Options for headers that are parsed already, for the GPU's or the host's side of a unit."""
    flags, folders = precompiled.apart(request.flags)
    _, beside = precompiled.apart(unit.options)
    common = _options(driver, replace(request, flags=tuple(flags), include_dirs=()), replace(unit, options=()))
    if side == HOST_SIDE:  # the same for every GPU
        common = [each for each in common if not each.startswith(OF_GPU)]
    folders = [*request.include_dirs, *folders, *beside, unit.source.parent]
    rule = made.with_suffix(f"{made.suffix}.headers.d")
    return precompiled.options([*common, *side], unit.source, folders, rule, ENVIRONMENT)


def _host_only(driver: Driver, request: BuildRequest, staged: Staged, folder: Path) -> list[str]:
    """One object without code for a GPU."""
    kind = "c" if request.source.suffix == ".c" else "c++"
    flags = (flag for flag in request.flags if not _is_link_flag(flag) and flag not in NOT_FOR_HOST)
    quiet = ["-Wno-unused-command-line-argument", DEFAULT_OPTIMISATION]
    command = [str(driver.path), *quiet, *staged.options, *flags, "-c", "-x", kind, str(staged.source)]
    return [*command, "-o", str(request.output), *_depend(folder / "host")]


def _unit_id(request: BuildRequest, number: int) -> list[str]:
    """A name for the unit's symbols: objects that are linked together must not share one.

    clang's driver makes one only where it compiles for GPU and host in one step.
    """
    return ["-fuse-cuid=none", "-Xclang", f"-cuid={_unit_name(request, number)}"]


def _unit_name(request: BuildRequest, number: int) -> str:
    path = request.virtual_path or request.source
    if request.language == "cuda":  # as its translation is called: both then have the same code, which is lifted once
        path = path.with_suffix(".hip")
    name = f"{path} {number}"
    return hashlib.sha256(name.encode(errors="surrogateescape")).hexdigest()[:16]


def _line_table(request: BuildRequest, folder: Path) -> list[str]:
    """Options for source lines in messages about GPU code; the same code object from whatever folder it is made in."""
    if any(flag.startswith("-g") for flag in request.flags):
        return []
    return ["-gline-tables-only", "-fdebug-compilation-dir=.", f"-fdebug-prefix-map={folder}=."]


def _depend(made: Path) -> list[str]:
    """Options that write the headers of this compilation beside what it makes."""
    return ["-MD", "-MF", f"{made}.d"]


def _relocatable_object(driver: Driver, request: BuildRequest, staged: Staged) -> list[str]:
    """One unit for the GPU and the host in one object."""
    options = [*_options(driver, request, staged), "-x", "hip", str(staged.source)]
    return [*options, *map(str, request.others), "-c", "-o", str(request.output)]


def _relocatable(driver: Driver, request: BuildRequest, staged: Staged, folder: Path) -> Iterator[list[str]]:
    """All units, of which some may use GPU functions and variables of others, and the program."""
    bitcode: list[str] = []
    objects: list[str] = []
    names: list[str] = []
    for number, source in enumerate((staged.source, *request.others)):
        if source.suffix in OBJECT_SUFFIXES or (source.suffix not in GPU_SUFFIXES and number):
            objects.append(str(source))
            continue
        device, host = (str(folder / f"{number}.{kind}") for kind in ("bc", "o"))
        names.append(_symbol_tail(_unit_name(request, number)))
        options = [
            *_options(driver, request, staged),
            *_unit_id(request, number),
            "-c",
            "-x",
            "hip",
            str(source),
            "-o",
        ]
        lines = _line_table(request, folder)
        yield [*options, device, "--cuda-device-only", "--no-gpu-bundle-output", "-emit-llvm", *lines]
        yield [*options, host, "--cuda-host-only"]
        bitcode.append(device)
        objects.append(host)
    code, fat, text, gpu = (folder / f"all.{kind}" for kind in ("hsaco", "hipfb", "s", "o"))
    level = _levels(request.flags) or [DEFAULT_OPTIMISATION]
    target = ["--target=amdgcn-amd-amdhsa", f"-mcpu={request.target.arch}", "-nogpulib"]
    yield [str(driver.path), *target, *level, *bitcode, "-o", str(code)]
    fat.write_bytes(offload_bundle({request.target.arch: code.read_bytes()}))
    text.write_text(host_part.assembly(names, fat))
    yield [str(driver.path), "-c", "-x", "assembler", str(text), "-o", str(gpu)]
    yield [str(driver.path), *objects, str(gpu), *_link(driver, request), "-o", str(request.output)]


def _symbol_tail(unit_name: str) -> str:
    """How clang ends the names of a unit's symbols: the first half of a digest, read as a number, in hexadecimal."""
    digest = hashlib.md5(unit_name.encode(), usedforsecurity=False).digest()
    return f"{int.from_bytes(digest[:8], 'little'):x}"


def _options(driver: Driver, request: BuildRequest, staged: Staged) -> list[str]:
    """What every compilation of the request has in common."""
    options = [str(driver.path), f"--offload-arch={request.target.arch}", f"--rocm-path={driver.rocm_path}"]
    if driver.device_libraries:
        options.append(f"--rocm-device-lib-path={driver.device_libraries}")
    options += ["-mcode-object-version=5", "-Wno-unused-command-line-argument", "-Wno-unused-result"]
    if not _levels(request.flags):
        options.append(DEFAULT_OPTIMISATION)
    options += [f"-I{folder}" for folder in request.include_dirs]
    options += [*staged.options, *driver.options]
    if driver.rocm_path != Path("/usr"):  # else the distribution's headers, which clang searches first, would win
        options += ["-isystem", str(driver.rocm_path / "include")]
    return [*options, *(f for f in request.flags if not _is_link_flag(f))]


def _levels(flags: Sequence[str]) -> list[str]:
    """Those that say how much the GPU's code is to be optimised."""
    pairs = pairwise(("", *flags))
    return [flag for before, flag in pairs if flag.startswith("-O") and before != FOR_HOST]


def _is_link_flag(flag: str) -> bool:
    return flag.startswith(("-l", "-L", "-Wl,")) or flag.endswith((".a", ".o", ".so"))


def _link(driver: Driver, request: BuildRequest) -> list[str]:
    folders = [*filter(None, [driver.runtime]), driver.rocm_path / "lib", driver.rocm_path / "lib64"]
    ours = [*(f"-L{folder}" for folder in folders if folder.is_dir()), "-lamdhip64"]
    apart = any((folder / "libhiprtc.so").exists() for folder in folders)  # else libamdhip64 has its functions
    flags = (flag for flag in request.flags if apart or flag != "-lhiprtc")
    return [*(flag for flag in flags if _is_link_flag(flag) or flag.startswith(FOR_BOTH)), *ours]
