"""A folder of AMD's device libraries that knows every GPU we build for.

Distributions ship device libraries that are older than their clang: they lack the file that tells the math library
which GPU it runs on (oclc_isa_version_1100.bc and others). That file holds one constant, so it is made here, once, in
a folder of copies of the installed libraries inside the user's cache. GPUs since gfx11 also lack two clock instructions
of their predecessors. Clang removes a library function with such an instruction without a word, and what calls it, the
device's malloc, never ends; so they get the instructions that gfx11 has instead.
"""

import hashlib
import os
import re
import shutil
import tempfile
from pathlib import Path

from cass_tools import proc
from cass_tools.compilers.cache import cache_folder
from cass_tools.compilers.toolchain import Clang, device_library_folders
from cass_tools.errors import CassError

SIZES = "sizes.txt"
NEW_CLOCKS = 11000  # the ISA number from which on the clocks are read in another way
CLOCKS = {
    b"llvm.amdgcn.s.memrealtime()": b"llvm.amdgcn.s.sendmsg.rtn.i64(i32 131)",  # 131: MSG_RTN_GET_REALTIME
    b"llvm.amdgcn.s.memtime()": b"llvm.readcyclecounter()",
}
CLOCK_FEATURES = re.compile(rb",?\+s-mem(?:realtime|time-inst)")
CLOCK_DECLARATIONS = (b"declare i64 @llvm.amdgcn.s.sendmsg.rtn.i64(i32)", b"declare i64 @llvm.readcyclecounter()")


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
    clocks = isa_number(arch) >= NEW_CLOCKS
    identity = repr((str(installed), stamps, str(clang.path), clang.version, clocks and CLOCKS))
    key = hashlib.sha256(identity.encode()).hexdigest()[:16]
    parent = cache_folder("device-libs")
    folder = parent / key
    if _is_whole(folder) and (folder / isa_file).exists():
        return folder
    from filelock import FileLock

    with FileLock(str(parent / f"{key}.lock")):
        if not _is_whole(folder):
            _publish(parent, folder, files, clang if clocks else None)
        if not (folder / isa_file).exists():
            _make_isa_file(clang, arch, folder / isa_file)
    return folder


def _is_whole(folder: Path) -> bool:
    """Whether the libraries are as long as they were made: somebody may have cut them off."""
    try:
        sizes = (folder / SIZES).read_text().splitlines()
        return all((folder / name).stat().st_size == int(size) for name, size in map(str.split, sizes))
    except (OSError, ValueError):
        return False


def _publish(parent: Path, folder: Path, files: list[Path], renew: Clang | None) -> None:
    """Fill a hidden folder first and rename it, so that nobody ever sees half of the libraries.

    `renew` is the compiler that replaces the clock instructions, if the GPU needs that.
    """
    shutil.rmtree(folder, ignore_errors=True)
    fresh = Path(tempfile.mkdtemp(dir=parent, prefix=".new-"))
    for file in files:
        if renew and file.name == "ockl.bc":
            _renew_clocks(renew, file, fresh / file.name)
        else:
            shutil.copyfile(file, fresh / file.name)  # no link: what damages a cache must not damage the system
    made = sorted(fresh.iterdir())
    (fresh / SIZES).write_text("".join(f"{path.name} {path.stat().st_size}\n" for path in made))
    fresh.rename(folder)


def _renew_clocks(clang: Clang, library: Path, to: Path) -> None:
    text = _through_clang(clang, ("-S", str(library)), b"")
    # The old declarations stay, without use; their feature goes, so that clang keeps the functions.
    lines = [line if line.startswith(b"declare") else _renewed(line) for line in text.splitlines()]
    # Newer libraries declare them too, for other functions.
    lines += [line for line in CLOCK_DECLARATIONS if line.partition(b"(")[0] + b"(" not in text]
    to.write_bytes(_through_clang(clang, ("-c", "-"), b"\n".join(lines) + b"\n"))


def _renewed(line: bytes) -> bytes:
    for old, new in CLOCKS.items():
        line = line.replace(old, new)
    return CLOCK_FEATURES.sub(b"", line) if line.startswith(b"attributes") else line


def _through_clang(clang: Clang, words: tuple[str, str], stdin: bytes) -> bytes:
    """What clang makes of a file of LLVM's code: text with -S, bitcode with -c; no optimisation."""
    command = [str(clang.path), "-x", "ir", words[1], words[0], "-target", "amdgcn-amd-amdhsa", "-emit-llvm"]
    command += ["-nogpulib", "-Wno-override-module", "-Xclang", "-disable-llvm-passes", "-o", "-"]
    done = proc.run(command, stdin=stdin, timeout=120, max_output=1 << 28)
    if done.status != 0:
        message = done.stderr.decode(errors="replace").strip().splitlines()
        raise CassError(
            f"{clang.path.name} cannot read AMD's device library: {message[0] if message else 'no message'}"
        )
    return done.stdout


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
