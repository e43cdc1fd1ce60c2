"""What this machine has for building and running GPU programs: facts for `cass doctor`."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from cass_tools.compilers import nvidia_tools, rocm_libraries, toolchain
from cass_tools.compilers.clang import GET_CLANG, GET_HEADERS, GET_LIBRARIES

AMD_DEVICE = Path("/dev/kfd")
NVIDIA_DEVICE = Path("/dev/nvidia0")


@dataclass(frozen=True, slots=True)
class Tool:
    """`found` is a path with a version, None where it is missing; `gives` says what for, `get` how to get it."""

    name: str
    found: str | None
    gives: str
    get: str


def inventory() -> tuple[Tool, ...]:
    """Every tool that helps, the compilers first."""
    return (*_compilers(), *_devices(), _model())


def _compilers() -> Iterator[Tool]:
    rocm = toolchain.find_rocm()
    text = f"{rocm.root}, HIP {_version(rocm.headers.version)}, {rocm.compiler.name}" if rocm else None
    gives = "builds HIP with AMD's own compiler and libraries"
    yield Tool("ROCm", text, gives, "see rocm.docs.amd.com; not needed with clang")
    clang = toolchain.find_clang()
    text = f"{clang.path}, version {_version(clang.version)}" if clang else None
    yield Tool("clang", text, "builds HIP without ROCm", GET_CLANG)
    yield Tool("lld", _lld(clang), "links GPU code", "on Debian or Ubuntu: apt-get install lld-19")
    headers = toolchain.find_headers()
    text = f"{headers.root}, HIP {_version(headers.version)}" if headers else None
    yield Tool("HIP headers", text, "needed to build HIP", GET_HEADERS)
    libraries = rocm_libraries.found()
    text = f"{libraries[0]}: {', '.join(libraries[1])}" if libraries else None
    get = "a part of ROCm; set ROCM_PATH to where it is"
    yield Tool("ROCm libraries", text, "headers of hipCUB, rocThrust and others, for programs that use them", get)
    folders = toolchain.device_library_folders()
    text = str(folders[0]) if folders else None
    yield Tool("device libraries", text, "mathematics and atomics on the GPU", GET_LIBRARIES)
    get = "on Debian or Ubuntu: apt-get install g++"
    yield Tool("C++ compiler", _first("g++", "clang++", "c++"), "builds the executor's host runtime, once", get)
    yield _nvidia("nvcc", "builds the CUDA original for a real NVIDIA GPU, or for its machine code")
    yield _nvidia("nvdisasm", "reads NVIDIA's machine code, if you agree (docs/decisions/nvidia-tools.md)")


def _nvidia(name: str, gives: str) -> Tool:
    path = nvidia_tools.find(name)
    version = nvidia_tools.version_of(path) if path else None
    text = f"{path}, CUDA {_version(version)}" if version else None
    broken = f"{path} does not run; " if path and not version else ""
    return Tool(name, text, gives, broken + nvidia_tools.GET)


def _lld(clang: toolchain.Clang | None) -> str | None:
    """The linker that clang itself will find: beside it, or of its version on PATH."""
    if clang is None:
        return _first("ld.lld")
    beside = clang.path.resolve().parent
    for path in (beside / "lld", beside / "ld.lld"):
        if path.exists():
            return str(path)
    return _first(f"ld.lld-{clang.version[0]}", "ld.lld")


def _devices() -> Iterator[Tool]:
    found = str(AMD_DEVICE) if AMD_DEVICE.exists() else None
    yield Tool("AMD GPU", found, "runs the translated program on real hardware", "none is needed: the executor runs it")
    found = str(NVIDIA_DEVICE) if NVIDIA_DEVICE.exists() else None
    yield Tool("NVIDIA GPU", found, "runs the CUDA original as reference", "none is needed for most programs")


def _model() -> Tool:
    spec = find_spec("llama_cpp")
    found = str(Path(spec.origin).parent) if spec and spec.origin else None
    gives = "runs a local model where the rules do not suffice"
    return Tool("llama_cpp", found, gives, "pip install 'cass-tools[model]'")


def _first(*names: str) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


def _version(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))
