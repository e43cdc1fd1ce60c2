"""A folder of AMD's device libraries that knows every GPU we build for.

Distributions ship device libraries that are older than their clang: they lack the file that tells the math library
which GPU it runs on (oclc_isa_version_1100.bc and others). That file holds one constant, so it is made here, once, in
a folder of links to the installed libraries inside the user's cache.
"""

import hashlib
import os
import re
import shutil
import tempfile
from pathlib import Path

from filelock import FileLock

from cass_tools import proc
from cass_tools.compilers.cache import cache_folder
from cass_tools.compilers.toolchain import Clang, device_library_folders
from cass_tools.errors import CassError


def isa_number(arch: str) -> int:
    """The constant that the device libraries compare with: gfx1100 -> 11000, gfx90a -> 9010, gfx942 -> 9402."""
    match = re.fullmatch(r"gfx(\d+)([0-9a-f])([0-9a-f])", arch.partition(":")[0])
    if not match:
        raise CassError(f"{arch} is not the name of an AMD GPU; names look like gfx1100 or gfx90a")
    return int(match[1]) * 1000 + int(match[2], 16) * 100 + int(match[3], 16)


def folder_for(clang: Clang, arch: str, root: Path | None = None) -> Path | None:
    """A folder to pass as --rocm-device-lib-path for `arch`; None where no device libraries are installed."""
    isa_file = f"oclc_isa_version_{arch.partition(':')[0][3:]}.bc"
    folders = device_library_folders(root)
    for folder in folders:
        if (folder / isa_file).is_file():
            return folder
    return _completed(clang, folders[0], arch, isa_file) if folders else None


def _completed(clang: Clang, installed: Path, arch: str, isa_file: str) -> Path:
    files = sorted(installed.glob("*.bc"))
    stamps = [(f.name, f.stat().st_size, f.stat().st_mtime_ns) for f in files]
    key = hashlib.sha256(repr((str(installed), stamps, str(clang.path), clang.version)).encode()).hexdigest()[:16]
    parent = cache_folder("device-libs")
    folder = parent / key
    with FileLock(str(parent / f"{key}.lock")):
        if not (folder / "ocml.bc").exists():
            _publish(parent, folder, files)
        if not (folder / isa_file).exists():
            _make_isa_file(clang, arch, folder / isa_file)
    return folder


def _publish(parent: Path, folder: Path, files: list[Path]) -> None:
    """Fill a hidden folder first and rename it, so that nobody ever sees half of the libraries."""
    shutil.rmtree(folder, ignore_errors=True)
    fresh = Path(tempfile.mkdtemp(dir=parent, prefix=".new-"))
    for file in files:
        (fresh / file.name).symlink_to(file)
    fresh.rename(folder)


def _make_isa_file(clang: Clang, arch: str, path: Path) -> None:
    constant = "@__oclc_ISA_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 "
    text = f"{constant}{isa_number(arch)}, align 4\n"
    fresh = path.with_suffix(f".{os.getpid()}.tmp")
    command = [str(clang.path), "-x", "ir", "-", "-target", "amdgcn-amd-amdhsa", f"-mcpu={arch.partition(':')[0]}"]
    command += ["-emit-llvm", "-c", "-nogpulib", "-Wno-override-module", "-o", str(fresh)]
    done = proc.run(command, stdin=text.encode(), timeout=60)
    if done.status != 0:
        fresh.unlink(missing_ok=True)
        message = done.stderr.decode(errors="replace").strip().splitlines()
        raise CassError(f"{clang.path.name} cannot build for {arch}: {message[0] if message else 'no message'}")
    fresh.rename(path)
