"""NVIDIA's compiler: it builds the CUDA original, for a GPU of this machine or for its machine code as a reference.

A request in the language "nvidia" makes a cubin (`object_only`) or a program whose kernels are the target's machine
code (sm_75 to sm_120) and whose CUDA runtime is the shared library, so that another one can take its place.
"""

import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cass_tools import proc
from cass_tools.compilers import build_cache, nvidia_tools
from cass_tools.compilers.request import FOR_HOST, BuildRequest
from cass_tools.errors import CassError
from cass_tools.executor import stand_in
from cass_tools.model import Build, Outcome, Target

THIS_GPU = Target("native")
ARCH = re.compile(r"sm_\d{2,3}[af]?")
READ_ALIKE = ("-I", "-D", "-U", "-O", "-std", "-L", "-l", "-g")
WITH_VALUE = ("-isystem", "-include", "-I", "-D", "-U", "-L")
DEFAULT_OPTIMISATION = "-O2"
# What a program may use if it is asked for; no program means something else by it.
LANGUAGE = ("--extended-lambda", "--expt-relaxed-constexpr")
NO_HOST_COMPILER = "nvcc needs a C++ compiler for the host; on Debian or Ubuntu: apt-get install g++"
_MARKER = re.compile(rb'^[ \t]*#[ \t]*(?:line[ \t]+)?\d+[ \t]+"([^"\n]+)"', re.MULTILINE)
# Names of the driver's functions among those that an object needs: cuInit, cuMemAlloc_v2.
_DRIVER_CALL = re.compile(
    rb"\0cu(?:Init|Device|Ctx|Mem|Module|Launch|Stream|Event|Func|Graph|Library|Kernel|Link|Tex|Surf|Array|Pointer"
    rb"|Occupancy|Driver|Get|Import|External|Ipc|Mipmapped|Profiler|Param|Coredump|Multicast)\w*\0"
)
BOM = b"\xef\xbb\xbf"


def missing() -> str | None:
    """One sentence about what to install, None when it can build."""
    if nvidia_tools.find("nvcc") is None:
        return f"nvcc is not installed: {nvidia_tools.GET}."
    return None if shutil.which("g++") else f"{NO_HOST_COMPILER}."


def build(source: Path, output: Path, flags: tuple[str, ...] = (), timeout: float = 300.0) -> Build:
    """Compile and link `source` for the NVIDIA GPU of this machine."""
    nvcc = nvidia_tools.find("nvcc") or Path("nvcc")
    options = (*LANGUAGE, *_own((DEFAULT_OPTIMISATION, *flags)))
    command: list[str | Path] = [nvcc, *options, "-arch=native", source, "-o", output]
    done = proc.run(command, timeout=timeout)
    log = (done.stdout + done.stderr).decode(errors="replace")
    if done.timed_out:
        return Build(Outcome.TIMED_OUT, THIS_GPU, None, log, done.seconds)
    outcome = Outcome.PASSED if done.status == 0 and output.exists() else Outcome.NOT_BUILT
    return Build(outcome, THIS_GPU, output if outcome is Outcome.PASSED else None, log, done.seconds)


@dataclass(frozen=True, slots=True)
class NvccCompiler:
    """nvcc for machine code that is looked at or executed here; no GPU and no driver is needed."""

    name: str = "nvcc"

    def missing(self) -> str | None:
        """What to install before this can build, None when it can."""
        return missing()

    def build(self, request: BuildRequest) -> Build:
        """Make the cubin or the program; NOT_TRIED with a sentence where nvcc cannot do what is asked."""
        nvcc = nvidia_tools.find("nvcc")
        lacking = self.missing() or _refused(request)
        if lacking or nvcc is None:
            return Build(Outcome.NOT_TRIED, request.target, log=lacking or "nvcc was removed while it was used")
        request.output.parent.mkdir(parents=True, exist_ok=True)
        try:
            key = build_cache.key_of(nvcc, (), request)
        except OSError as error:
            raise CassError(f"{error.filename}: {error.strerror or error}") from error
        return build_cache.find(key, request) or _build(nvcc, request, key)


def _refused(request: BuildRequest) -> str | None:
    """Why nvcc is not even asked."""
    if request.language != "nvidia":
        return f"nvcc makes NVIDIA's machine code, not {request.language}"
    if not ARCH.fullmatch(request.target.arch):
        return f"{request.target.arch} is no NVIDIA architecture; names look like sm_80"
    if request.overlay:
        return "nvcc cannot read one file in the place of another"
    if request.object_only and request.others:
        return "a cubin is made of one source; link a program for more"
    return None


def _build(nvcc: Path, request: BuildRequest, key: str) -> Build:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="cass-build-") as name:
        folder = Path(name)
        log = ""
        for command in _commands(nvcc, request, folder):
            left = request.timeout - (time.monotonic() - began)
            done = proc.run(command, timeout=max(left, 0.1), env={"TMPDIR": name})
            log += (done.stdout + done.stderr).decode(errors="replace")
            if done.timed_out:
                late = f"nvcc did not end within {request.timeout:g} s\n{log}"
                return Build(Outcome.TIMED_OUT, request.target, None, late, time.monotonic() - began)
            if done.status != 0:
                return Build(_failure(log), request.target, None, log, time.monotonic() - began)
        made = Build(Outcome.PASSED, request.target, request.output, log, time.monotonic() - began)
        rules = sorted(folder.glob("*.d"))
        named = [*filter(None, [request.virtual_path]), *_names_of_lines(request.source)]  # the source is in the key
        build_cache.keep(key, made, build_cache.headers_in(rules, outside=folder, without=named))
    return made


def _names_of_lines(source: Path) -> Iterator[Path]:
    """What line markers name that is no file: nvcc writes it down as a header all the same."""
    for match in _MARKER.finditer(source.read_bytes()):
        path = Path(os.fsdecode(match[1]))
        if not path.exists():
            yield path


def _failure(log: str) -> Outcome:
    """An architecture that this nvcc does not know says nothing about the source."""
    unknown = "Unsupported gpu architecture" in log or "is not defined for option 'gpu-architecture'" in log
    return Outcome.NOT_TRIED if unknown else Outcome.NOT_BUILT


def _commands(nvcc: Path, request: BuildRequest, folder: Path) -> Iterator[list[str]]:
    """Each source by itself, because only so nvcc writes down the headers; then the link."""
    arch = request.target.arch
    common = [str(nvcc), f"-gencode=arch={arch.replace('sm', 'compute')},code={arch}", *LANGUAGE, *_options(request)]
    objects: list[str] = []
    for number, source in enumerate((request.source, *request.others)):
        if source.suffix in build_cache.LINKED:
            objects.append(str(source))
            continue
        shown = _shown(request, folder) if number == 0 else source
        made = request.output if request.object_only else folder / f"{number}.o"
        kind = "-cubin" if request.object_only else "-c"
        language = ["-x", "cu"] if number == 0 or source.suffix == ".cu" else []
        depend = ["-MD", "-MF", str(folder / f"{number}.d")]
        yield [*common, kind, *language, str(shown), "-o", str(made), *depend]
        objects.append(str(made))
    if not request.object_only:
        yield [*common, "-cudart", "shared", *objects, *_driver(objects), "-o", str(request.output)]


def _driver(objects: Sequence[str]) -> list[str]:
    """The library of the driver API, for programs that call it: it comes with a driver, not with nvcc.

    Behind that of the runtime: by the first one the executor knows the program's generation.
    """
    if not any(_DRIVER_CALL.search(Path(each).read_bytes()) for each in objects):
        return []
    folder = stand_in.driver_to_link_with()
    return [] if folder is None else ["-lcudart", f"-L{folder}", "-lcuda"]


def _shown(request: BuildRequest, folder: Path) -> Path:
    """The source under the user's name in messages: a copy that starts with a line marker."""
    shown = request.virtual_path
    if shown is None or shown == request.source:
        return request.source
    copy = folder / f"source{request.source.suffix}"
    name = str(shown).replace("\\", "\\\\").replace('"', '\\"')
    copy.write_bytes(
        f'#line 1 "{name}"\n'.encode(errors="surrogateescape") + request.source.read_bytes().removeprefix(BOM)
    )
    return copy


def _options(request: BuildRequest) -> list[str]:
    flags = request.flags if any(f.startswith("-O") for f in request.flags) else (DEFAULT_OPTIMISATION, *request.flags)
    folders = [f"-I{folder}" for folder in request.include_dirs]
    if request.virtual_path is not None and request.virtual_path != request.source:
        beside = (request.virtual_path.absolute().parent, request.source.absolute().parent)
        folders += [f"-I{path}" for path in dict.fromkeys(beside)]
    return [*_own(flags), *folders]


def _own(flags: tuple[str, ...]) -> list[str]:
    """The flags that nvcc reads as clang does, or its own word for them; it refuses what it does not know."""
    kept: list[str] = []
    words = iter(flags)
    for word in words:
        if word in WITH_VALUE:
            kept += (word, next(words, ""))
        elif word == FOR_HOST:  # nvcc's own level is for the host's code
            kept = [*(each for each in kept if not each.startswith("-O")), next(words, "")]
        elif word == "-fgpu-rdc":
            kept.append("-rdc=true")
        elif word.startswith("-Wl,"):
            kept += ("-Xlinker", word.removeprefix("-Wl,"))
        elif word in ("-gline-tables-only", "-lineinfo"):
            kept.append("-lineinfo")
        elif word.startswith(READ_ALIKE) or word in ("--use_fast_math", "--fmad=false"):
            kept.append(word)
        elif word.startswith("-ffast-math"):
            kept.append("--use_fast_math")
    return kept
