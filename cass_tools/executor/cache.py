"""Where the executor keeps what it has made: the host runtime, and native code of translated kernels.

`<cache>/exec/host/<key>/libamdhip64.so.*`, `<cache>/exec/kernels/<key>/<sha256 of loaded code>/<kernel>-<tier>.so` and
`<cache>/exec/kernels/<key>/routines/<sha256 of IR>.o` (`-0.o`: compiled fast). A key names everything that the result
depends on besides its input: sources of this package, compiler or LLVM, processor.
"""

import contextlib
import fcntl
import hashlib
import os
import platform
import shutil
import struct
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

from cass_tools import seldom
from cass_tools.cache_root import writable

PACKAGE = Path(__file__).parent
LIMIT = 2 << 30  # bytes of translated kernels that are kept
KEY_DIGITS = 16
PRUNED = ".pruned"
PROCESSOR_LINES = (b"model name", b"flags", b"cpu family", b"stepping")


def root() -> Path:
    """The executor's folder: `CASS_EXEC_HOME` where it is set, else in the user's cache."""
    chosen = os.environ.get("CASS_EXEC_HOME")
    return Path(chosen) if chosen else writable(user_cache_path("cass-tools")) / "exec"


def key_of(files: Iterable[Path], *more: str) -> str:
    """Names the contents and names of `files`, and the strings."""
    digest = hashlib.sha256("\n".join(more).encode())
    for file in sorted(files):
        digest.update(f"\n{file.name}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:KEY_DIGITS]


def processor() -> str:
    """What LLVM can know about this processor, without loading LLVM: model and instruction sets."""
    try:
        lines = Path("/proc/cpuinfo").read_bytes().split(b"\n\n", 1)[0].splitlines()
    except OSError:
        return platform.processor()
    return b"\n".join(line for line in lines if line.startswith(PROCESSOR_LINES)).decode(errors="replace")


@cache
def kernels() -> Path:
    """The folder of kernels that this version of the translator makes for this processor."""
    from importlib.metadata import version  # slow to import, and the helper never asks

    sources = [*PACKAGE.glob("*.py"), *PACKAGE.glob("amd/**/*.py"), *PACKAGE.glob("ir/*.py")]
    tables = PACKAGE.parent.glob("data/isa/*")
    key = key_of([*sources, *tables], platform.machine(), processor(), version("llvmlite"))
    return root() / "kernels" / key


def kernel_file(kernel: str, tier: int) -> str:
    """The file name, without suffix, of a kernel's code; the host runtime makes the same."""
    return f"{hashlib.sha256(kernel.encode()).hexdigest()[:KEY_DIGITS]}-{tier}"


def code_folder(elf: bytes) -> str:
    """The name of the folder of a code object's kernels, by what is loaded of it; the host runtime makes the same.

    Where the sections lie is left out, for some of them tell debuggers what the source was called.
    """
    data = bytearray(elf)
    first, count = struct.unpack_from("<Q", data, 32)[0], struct.unpack_from("<H", data, 56)[0]
    parts = [struct.unpack_from("<IIQQQQQQ", data, first + 56 * number) for number in range(count)]
    end = max(64, first + 56 * count, *(offset + size for _, _, offset, _, _, size, _, _ in parts))
    struct.pack_into("<Q", data, 40, 0)  # the place, number and names of the sections
    struct.pack_into("<HH", data, 60, 0, 0)
    return hashlib.sha256(data[:end]).hexdigest()


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock between processes; the file stays. Lighter to import than a library for it."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def write(path: Path, data: bytes) -> None:
    """Put a whole file in place at once; another process that writes it too writes the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as draft:
        draft.write(data)
    Path(draft.name).replace(path)


def prune_seldom() -> None:
    """Prune, unless that was done a short while ago: a full cache has tens of thousands of files."""
    with contextlib.suppress(OSError):
        if seldom.is_due(root() / "kernels" / PRUNED):
            prune()


def prune(limit: int = LIMIT) -> None:
    """Remove the code objects that were translated longest ago until the rest fits into `limit` bytes."""
    folders = [(f.stat().st_mtime, f) for f in (root() / "kernels").glob("*/*") if f.is_dir()]
    size = 0
    for _, folder in sorted(folders, reverse=True):
        size += sum(map(_size, folder.iterdir()))
        if size > limit:
            shutil.rmtree(folder, ignore_errors=True)


def _size(file: Path) -> int:
    """Bytes of a file; 0 where it has just been renamed."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0
