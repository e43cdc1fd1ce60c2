"""What this machine has for porting: each part with what it gives, and how to get it where it is missing."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from cass_tools.compilers import nvcc, toolchain
from cass_tools.runners import MODULES, load


@dataclass(frozen=True, slots=True)
class Part:
    """`found` says what is here; where it is empty, `get` says how to get it. `gives` is what it is good for."""

    name: str
    found: str
    gives: str
    get: str = ""


def parts() -> Iterator[Part]:
    """Everything that helps, the necessary first."""
    yield from _compilers()
    yield from _libraries()
    for name in MODULES:
        runner = load(name)
        lacks = runner.missing()
        yield Part(f"runner {name}", "" if lacks else f"runs programs on: {runner.where}", RUNNERS[name], lacks or "")


RUNNERS = {
    "exec": "runs AMD machine code on this CPU: verification without a GPU",
    "amd": "runs programs on a real AMD GPU",
    "nvidia": "runs the CUDA original on a real NVIDIA GPU: the best reference",
}


def _compilers() -> Iterator[Part]:
    rocm = toolchain.find_rocm()
    text = f"{rocm.root}, HIP {_version(rocm.headers.version)}, {rocm.compiler.name}" if rocm else ""
    yield Part(
        "ROCm", text, "builds HIP with AMD's own compiler and libraries", "see rocm.docs.amd.com; not needed with clang"
    )
    clang = toolchain.find_clang()
    text = f"{clang.path}, version {_version(clang.version)}" if clang else ""
    yield Part("clang", text, "builds HIP without ROCm", "Debian, Ubuntu: apt-get install clang-19 lld-19")
    headers = toolchain.find_headers()
    text = f"{headers.root}, HIP {_version(headers.version)}" if headers else ""
    yield Part("HIP headers", text, "needed to build HIP", "Debian, Ubuntu: apt-get install libamdhip64-dev")
    folders = toolchain.device_library_folders()
    get = "Debian, Ubuntu: apt-get install rocm-device-libs (Debian 13: rocm-device-libs-17)"
    yield Part("device libraries", str(folders[0]) if folders else "", "mathematics and atomics on the GPU", get)
    lacks = nvcc.missing()
    text = "" if lacks else str(shutil.which("nvcc"))
    yield Part("nvcc", text, "builds the CUDA original for a real NVIDIA GPU", lacks or "")


def _libraries() -> Iterator[Part]:
    cxx = next((path for name in ("g++", "clang++", "c++") if (path := shutil.which(name))), "")
    yield Part("C++ compiler", cxx, "builds the executor's host runtime, once", "Debian, Ubuntu: apt-get install g++")
    ar = shutil.which("ar") or shutil.which("llvm-ar") or ""
    yield Part("ar", ar, "links programs of several files", "Debian, Ubuntu: apt-get install binutils")
    yield _package("llvmlite", "translates GPU code for the executor", "pip install llvmlite")
    yield _package("pygls", "the language server for editors", "pip install 'cass-tools[lsp]'")
    yield _package("llama_cpp", "runs a local model where the rules do not suffice", "pip install 'cass-tools[model]'")


def _package(name: str, gives: str, get: str) -> Part:
    spec = find_spec(name)
    return Part(name, str(Path(spec.origin).parent) if spec and spec.origin else "", gives, get)


def _version(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))
