"""What a program in the sandbox may read, which variables it sees, and the command line that puts it there."""

import glob
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
# Variables of the user: where programs, libraries and translations are found. No keys, tokens or sockets.
ALLOWED = ("PATH", "LD_LIBRARY_PATH", "LANG", "LANGUAGE", "TZ", "ROCM_PATH", "HIP_PATH", "CUDA_HOME", "CUDA_PATH")
ALLOWED_PREFIXES = ("LC_", "HIP_VISIBLE", "ROCR_VISIBLE", "CUDA_VISIBLE")
FOLDERS = ("PATH", "LD_LIBRARY_PATH", "ROCM_PATH", "HIP_PATH", "CUDA_HOME", "CUDA_PATH")  # of them: names of folders
SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/opt", "/nix/store", "/gnu/store", "/sys")
# Of /etc only what the C library, the dynamic linker and interpreters look at.
ETC = (
    *("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ld.so.preload", "localtime", "timezone", "OpenCL"),
    *("passwd", "group", "nsswitch.conf", "host.conf", "hosts", "locale.alias", "os-release", "debian_version"),
    *("ssl/certs", "ssl/openssl.cnf", "pki/tls/certs", "amd-ld.conf"),
)
DEVICES = ("null", "zero", "full", "random", "urandom", "kfd", "dri", "nvidia*", "dxg")
START = "import sys; sys.path.append(sys.argv.pop(1)); from cass_tools.sandbox.confine import main; main(sys.argv[1:])"


@dataclass(frozen=True, slots=True)
class Box:
    """What one program may do. `private` is a folder of its own that is removed afterwards, `start` where it starts."""

    private: Path
    start: Path
    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()

    @property
    def home(self) -> Path:
        """The program's HOME."""
        return self.private / "home"

    @property
    def temporary(self) -> Path:
        """The program's TMPDIR, which it also sees as /tmp where it has a file system of its own."""
        return self.private / "tmp"

    def prepare(self) -> None:
        """Make the folders in the private one."""
        for name in ("home", "tmp", "shm", "root"):
            (self.private / name).mkdir()

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        """The variables that the program sees: those of the user that are harmless, and `more`."""
        kept = {k: v for k, v in os.environ.items() if k in ALLOWED or k.startswith(ALLOWED_PREFIXES)}
        return {**kept, "HOME": str(self.home), "TMPDIR": str(self.temporary), **more}

    def words(self, environment: Mapping[str, str]) -> Iterator[str]:
        """The box as options of confine.py."""
        yield from (f"p:{self.private.resolve()}", f"c:{self.start.resolve()}")
        readable = dict.fromkeys((*system(), *named_folders(environment), *map(os.path.abspath, self.readable)))
        yield from (f"r:{path}" for path in readable)
        if PACKAGE in self.readable:  # Python looks for it among what is beside it
            yield f"l:{PACKAGE.parent}"
        yield from (f"d:{path}" for path in devices())
        writable = (self.home, self.temporary, self.private / "shm", self.start, *self.writable)
        yield from (f"w:{os.path.abspath(path)}" for path in writable)


@cache
def system() -> tuple[str, ...]:
    """What every program may read."""
    paths = (*SYSTEM, *(f"/etc/{name}" for name in ETC))
    return tuple(path for path in paths if os.path.exists(path))


@cache
def devices() -> tuple[str, ...]:
    """What every program may use of /dev: sources of nothing and of numbers, and GPUs."""
    return tuple(path for name in DEVICES for path in glob.glob(f"/dev/{name}"))


def named_folders(environment: Mapping[str, str]) -> Iterator[str]:
    """The folders that variables such as PATH name, but for those that hold a user's files."""
    for variable in FOLDERS:
        for name in environment.get(variable, "").split(":"):
            if os.path.isabs(name) and os.path.isdir(name) and not holds_home(Path(name)):
                yield name


def holds_home(folder: Path) -> bool:
    """Whether a folder is somebody's home, their ~/.local, or above such a one."""
    real, home = folder.resolve(), Path(os.path.expanduser("~")).resolve()
    return home.is_relative_to(real) or real in (home / ".local", home / ".config", Path("/home"), Path("/root"))


def installation(program: Path) -> Path:
    """What a tool needs of its own: the folder above its bin/, or its own folder where that one holds more than it."""
    folder = program.resolve().parent
    return folder.parent if folder.name == "bin" and not holds_home(folder.parent) else folder


def interpreter() -> tuple[Path, ...]:
    """This Python with its libraries and what is installed for it, for programs that start it again."""
    sites = (Path(entry) for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages"))
    return tuple(dict.fromkeys((Path(sys.prefix), Path(sys.base_prefix), *sites, PACKAGE)))


def command(
    argv: Sequence[str], notes: int, *, memory: int | None, cpu: float | None, words: Iterable[str] = ()
) -> list[str]:
    """`argv` behind the start of Python that limits itself first. `cpu` is in seconds; `words` are those of a box."""
    start = [sys.executable, "-I", "-S", "-c", START, str(PACKAGE.parent)]
    return [*start, str(notes), str(memory or 0), str(int(cpu or 0)), *words, "--", *argv]
