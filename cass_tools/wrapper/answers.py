"""What build systems ask a compiler before they use it: its version, CMake's identification, its folders.

CMake takes a compiler for nvcc that answers as nvcc does: https://cmake.org, Modules/CMakeDetermineCUDACompiler.cmake.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from cass_tools import __version__
from cass_tools.wrapper.line import Line
from cass_tools.wrapper.settings import Settings

CUDA_VERSION = (12, 8, 93)  # the CUDA release whose interface is translated
HIP_VERSION = (6, 3, 0)  # of the names that sources may use, with what is shipped here for older ones
QUESTIONS = ("-print-", "--print-", "-dumpmachine", "-dumpversion", "-dumpfullversion")
FULL = 1 << 21  # bytes that a compilation needs, and more
PROBE = "__cmake_determine_cuda"
IDENTIFICATION = "CMakeCUDACompilerId.cu"
IDENTITY = Path(__file__).parent.parent / "include" / "identity" / "nvcc.h"
TOOLKIT = ("cuda_runtime_api.h", "cuda_runtime.h")
HELP = """usage: cass-hipcc [options of nvcc, gcc or clang] file...

Compiles CUDA for AMD's GPUs: sources and headers are translated on the way, none is written.
  --offload-arch=GPU[,GPU]   GPUs to build for (else CASS_ARCH, else cass.toml, else {gpus})
  -v                         say what is left out of the command line, and the commands
  CASS_TARGET=exec           programs run here, their GPU code executed on this CPU
  CASS_TARGET=nvidia         hand the command line to nvcc
"""


def is_probe(argv: Sequence[str]) -> bool:
    """Whether CMake asks for the folder of the CUDA toolkit."""
    return PROBE in argv


def is_question(argv: Sequence[str]) -> bool:
    """Whether a build system asks something that clang knows: -dumpmachine, -print-search-dirs."""
    return any(word.startswith(QUESTIONS) for word in argv)


def question(argv: Sequence[str], chosen: Settings) -> tuple[str, ...]:
    """The command that answers; CMake's way to find ROCm, which is asked along with the targets, is answered here."""
    from cass_tools.wrapper.toolbox import toolbox

    box = toolbox(chosen.gpus, chosen.compiler)
    if not any(word.endswith("-print-targets") for word in argv):
        return (box.clang, *argv)
    from cass_tools.wrapper.toolkit import for_cmake

    release = ".".join(map(str, HIP_VERSION))
    print(f"Found HIP installation: {for_cmake(chosen)}, version {release}", file=sys.stderr, flush=True)
    return (box.clang, "-print-targets")


def is_program(line: Line) -> bool:
    """Whether there is nothing to do but to run a program: Meson tries so whether those that are built can be run."""
    if line.run is None or line.output is not None or len(line.inputs) != 1 or line.inputs[0].compiled:
        return False
    path = line.inputs[0].path
    return os.path.isfile(path) and os.access(path, os.X_OK) and not path.endswith((".o", ".a", ".so"))  # noqa: PTH113


def answer(line: Line, argv: Sequence[str], chosen: Settings) -> int:
    """Print what was asked for; the exit code."""
    if is_probe(argv):
        from cass_tools.wrapper.toolkit import for_cmake

        place = for_cmake(chosen)
        print(f"#$ TOP={place}\n#$ NVVMIR_LIBRARY_DIR={place}/nvvm/libdevice", file=sys.stderr)
        return 1  # as nvcc, which does not know the word either
    major, minor, build = CUDA_VERSION
    if line.asked == "version":
        print(f"cass-hipcc {__version__}: CUDA for AMD's GPUs. Build systems read the rest, as they know it from nvcc:")
        print("nvcc: NVIDIA (R) Cuda compiler driver")
        print(f"Cuda compilation tools, release {major}.{minor}, V{major}.{minor}.{build}")
    elif line.asked == "list-gpus":
        print("\n".join(chosen.gpus))
    else:
        print(HELP.format(gpus=",".join(chosen.gpus)), end="")
    return 0


def advice(line: Line, clang: str, work: Path) -> str:
    """What may help where the compiler has failed: a full disk, parts of clang that distributions ship apart."""
    for folder in (work, Path(line.output or "a.out").parent):
        if folder.is_dir() and (left := _free(folder)) < FULL:
            told = "of the temporary files" if folder == work else f"of {folder}"
            return f"the disk {told} has {left >> 10} KiB left"
    if "-fopenmp" not in line.options:
        return ""
    root = Path(clang).resolve().parent.parent
    if any(root.glob("lib*/**/libomp.so")):
        return ""
    return "-fopenmp needs LLVM's OpenMP library; on Debian or Ubuntu: apt-get install libomp-19-dev, for clang-19"


def _free(folder: Path) -> int:
    """Bytes that may still be written there."""
    facts = os.statvfs(folder)
    return facts.f_bavail * facts.f_frsize


def prepared(line: Line) -> Line:
    """CMake's identification is compiled as nvcc would: with its macros, untranslated."""
    if not any(os.path.basename(source.path) == IDENTIFICATION for source in line.inputs):  # noqa: PTH119
        return line
    inputs = tuple(source._replace(language="hip") for source in line.inputs)
    return line._replace(inputs=inputs, options=("-include", str(IDENTITY), *line.options))


def without_toolkits(line: Line) -> tuple[Line, list[str]]:
    """The line without include directories of a CUDA toolkit, whose headers AMD's compiler cannot read."""
    kept: list[str] = []
    removed: list[str] = []
    words = iter(line.options)
    for word in words:
        name = next((each for each in ("-isystem", "-I") if word.startswith(each)), "")
        value = word[len(name) :] or next(words, "") if name else ""
        if name and any(os.path.isfile(os.path.join(value, header)) for header in TOOLKIT):  # noqa: PTH113, PTH118
            removed.append(value)
        else:
            kept += [word] if not name or word != name else [name, value]
    return line._replace(options=tuple(kept)), removed


def print_protocol(line: Line, chosen: Settings) -> None:
    """The lines of nvcc's -v that CMake reads: folders, libraries of the last link, CUDA's headers, the default GPU."""
    if not any(os.path.basename(source.path) == IDENTIFICATION for source in line.inputs):  # noqa: PTH119
        return
    from cass_tools.wrapper.toolkit import for_cmake

    place = for_cmake(chosen)
    folder = f'"-L{place}/lib64"'
    say = [f"#$ TOP={place}", f"#$ PATH={os.environ.get('PATH', '')}", f'#$ INCLUDES="-I{place}/include"  ']
    say.append("#$ cicc -arch compute_52")  # nvcc's default, which CMake takes where a project names none
    say.append(f"#$ LIBRARIES=  {folder}")
    say.append(f'#$ {os.environ.get("CXX", "g++")} -m64 "a.o" {folder} -lamdhip64 -o "a.out"')
    print("\n".join(say), file=sys.stderr, flush=True)
