"""Finding what is installed: clang with an AMD back end, HIP headers, AMD's device libraries, the user's ROCm."""

import os
import re
import shutil
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cass_tools import proc

OLDEST_CLANG = 17
PREFERRED_CLANG = 19
NEWEST_CLANG = 30
SYSTEM = (Path("/usr"), Path("/usr/local"))  # prefixes whose headers every compiler finds


@dataclass(frozen=True, slots=True)
class Clang:
    """A clang++ that can generate code for AMD GPUs; `version` is (major, minor)."""

    path: Path
    version: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Headers:
    """HIP's headers: `root` holds include/hip, `version` is HIP's (major, minor)."""

    root: Path
    version: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rocm:
    """An installed ROCm: its folder, its compiler (amdclang++ where there is one, else hipcc), its headers."""

    root: Path
    compiler: Path
    headers: Headers


def program(name: str) -> Path | None:
    """`name` on PATH, or None."""
    found = shutil.which(name)
    return Path(found) if found else None


@lru_cache(maxsize=64)
def version_of(path: Path, pattern: str = r"(?:clang )?version (\d+)\.(\d+)") -> tuple[int, int] | None:
    """(major, minor) that `path --version` prints, None where it does not run or prints none."""
    done = proc.run([str(path), "--version"], timeout=20)
    match = re.search(pattern, (done.stdout + done.stderr).decode(errors="replace"))
    return (int(match[1]), int(match[2])) if match else None


@lru_cache(maxsize=64)
def has_amd_backend(path: Path) -> bool:
    """Whether this clang was built with the AMDGPU target."""
    return b"amdgcn" in proc.run([str(path), "--print-targets"], timeout=20).stdout


def clang_names() -> tuple[str, ...]:
    """Names to look for, the version that is tried most first, then newest to oldest, then the unversioned one."""
    others = [n for n in range(NEWEST_CLANG, OLDEST_CLANG - 1, -1) if n != PREFERRED_CLANG]
    return (*(f"clang++-{n}" for n in (PREFERRED_CLANG, *others)), "clang++")


def find_clang() -> Clang | None:
    """The first usable clang++ on PATH: new enough and with the AMDGPU target."""
    for name in clang_names():
        path = program(name)
        version = version_of(path) if path else None
        if path and version and version[0] >= OLDEST_CLANG and has_amd_backend(path):
            return Clang(path, version)
    return None


def headers_in(root: Path) -> Headers | None:
    """HIP's headers below `root`/include, with the version that hip_version.h states."""
    try:
        text = (root / "include/hip/hip_version.h").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    numbers = [re.search(rf"#define\s+HIP_VERSION_{part}\s+(\d+)", text) for part in ("MAJOR", "MINOR")]
    version = (int(numbers[0][1]), int(numbers[1][1])) if numbers[0] and numbers[1] else (0, 0)
    return Headers(root, version)


def find_headers() -> Headers | None:
    """The distribution's HIP headers, else those of an installed ROCm."""
    for root in (*SYSTEM, *rocm_roots()):
        found = headers_in(root)
        if found:
            return found
    return None


def device_library_folders(root: Path | None = None) -> tuple[Path, ...]:
    """Folders with AMD's bitcode libraries: below a ROCm `root`, else where distributions keep them."""
    bases = (
        [root]
        if root
        else [Path("/usr/lib/x86_64-linux-gnu"), Path("/usr"), Path("/usr/lib64"), Path("/usr/lib"), *rocm_roots()]
    )
    patterns = (
        "amdgcn/bitcode",
        "lib/llvm/lib/clang/*/lib/amdgcn/bitcode",
        "lib/llvm*/lib/clang/*/amdgcn/bitcode",
        "lib/llvm*/lib/clang/*/lib/amdgcn/bitcode",
        "lib/clang/*/amdgcn/bitcode",
        "lib/clang/*/lib/amdgcn/bitcode",
        "clang/*/amdgcn/bitcode",
    )
    found = [f for base in bases for pattern in patterns for f in sorted(base.glob(pattern), reverse=True)]
    return tuple(dict.fromkeys(f for f in found if (f / "ocml.bc").is_file()))


def rocm_roots() -> tuple[Path, ...]:
    """Folders that may hold a ROCm: what the environment names, /opt/rocm, then /opt/rocm-* from the newest."""
    named = [Path(os.environ[name]) for name in ("ROCM_PATH", "HIP_PATH") if os.environ.get(name)]
    numbered = sorted(Path("/opt").glob("rocm-*"), key=_numbers, reverse=True)
    roots = [*named, Path("/opt/rocm"), *numbered]
    return tuple(dict.fromkeys(root for root in roots if root.is_dir()))


def _numbers(path: Path) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", path.name)]


def find_rocm() -> Rocm | None:
    """The user's ROCm: a root with a compiler and headers, or a hipcc/amdclang++ on PATH whose prefix has headers."""
    for root in rocm_roots():
        headers = headers_in(root)
        for name in ("bin/amdclang++", "lib/llvm/bin/clang++", "llvm/bin/clang++", "bin/hipcc"):
            if headers and os.access(root / name, os.X_OK):
                return Rocm(root, root / name, headers)
    for name in ("amdclang++", "hipcc"):
        path = program(name)
        prefixes = path.resolve().parents[1:4] if path else ()
        for root in prefixes:
            headers = headers_in(root)
            if path and headers:
                return Rocm(root, path, headers)
    return None
