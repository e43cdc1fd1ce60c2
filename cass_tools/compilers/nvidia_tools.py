"""NVIDIA's compiler and disassembler: where they are, and how they get here from PyPI without root and without a GPU.

Looked for in this order: the folder that `cuda-home` names in the user's own settings, CUDA_HOME, CUDA_PATH, our own
folder (filled by `cass doctor --fix`), PATH, /usr/local/cuda. Each tool is looked for by itself, because NVIDIA ships
the disassembler apart. Our folder comes before PATH: its versions fit each other.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_data_path

from cass_tools import proc
from cass_tools.compilers import nvidia_settings
from cass_tools.errors import CassError

PINNED = Path(__file__).parent.parent / "data" / "nvidia-tools.txt"
DOWNLOAD = 378  # MB that pip fetches
NEEDED = 1 << 30  # bytes of disk while it unpacks
WITHIN = "nvidia/cu13"  # where NVIDIA's wheels of CUDA 13 put their folders
GET = "cass doctor --fix installs it from PyPI (378 MB, no root, no GPU)"
INSTALL_TIME = 3600.0
REASONS = (
    (("No module named pip",), "Python has no pip; install it, for example: python3 -m ensurepip"),
    (("No space left on device", "Disk quota exceeded"), "the disk is full"),
    (
        ("Name or service not known", "Temporary failure in name resolution", "NewConnectionError", "ConnectTimeout"),
        "PyPI cannot be reached: no network, or a proxy is needed",
    ),
    (("No matching distribution", "Could not find a version"), "PyPI has no such package for this machine"),
    (("Permission denied",), "the folder may not be written"),
)


def own_folder() -> Path:
    """Where `install` puts the tools (XDG_DATA_HOME is honoured)."""
    return user_data_path("cass-tools") / "nvidia"


def find(name: str) -> Path | None:
    """The program `name` (nvcc, nvdisasm), None where it is not installed."""
    for folder in _folders():
        path = folder / "bin" / name
        if os.access(path, os.X_OK) and path.is_file():
            return path
    found = shutil.which(name)
    if found:
        return Path(found)
    usual = Path("/usr/local/cuda/bin") / name
    return usual if os.access(usual, os.X_OK) else None


def _folders() -> Iterator[Path]:
    named = nvidia_settings.cuda_home()
    if named is not None:
        yield named
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        if os.environ.get(variable):
            yield Path(os.environ[variable])
    yield own_folder() / WITHIN


def runtime_folder() -> Path | None:
    """The folder with the shared CUDA runtime that belongs to nvcc; None without one."""
    nvcc = find("nvcc")
    if nvcc is None:
        return None
    for home in dict.fromkeys((nvcc.parent.parent, nvcc.resolve().parent.parent)):
        for name in ("lib64", "lib", "targets/x86_64-linux/lib"):
            if any((home / name).glob("libcudart.so*")):
                return home / name
    return None


@lru_cache(maxsize=16)
def version_of(path: Path) -> tuple[int, int] | None:
    """(major, minor) of CUDA as `path --version` prints it, None where it does not run."""
    try:
        done = proc.run([path, "--version"], timeout=30)
    except CassError:
        return None
    match = re.search(rb"release (\d+)\.(\d+)", done.stdout + done.stderr)
    return (int(match[1]), int(match[2])) if match else None


def install(folder: Path | None = None) -> Path:
    """Install the pinned wheels into `folder` (ours by default), in place of what is there; the folder with bin/.

    The user must have agreed: it is a large download under NVIDIA's licence. CassError says why it did not work.
    """
    goal = folder or own_folder()
    if sys.platform != "linux":
        raise CassError("NVIDIA's tools are installed from PyPI on Linux only")
    if not find_spec("pip"):
        raise CassError(f"NVIDIA's tools were not installed: {REASONS[0][1]}")
    try:
        goal.parent.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(goal.parent).free
        if free < NEEDED:
            raise CassError(f"{goal.parent} has {free >> 20} MB of free space; NVIDIA's tools need {NEEDED >> 20} MB")
        with tempfile.TemporaryDirectory(prefix="nvidia-", dir=goal.parent, ignore_cleanup_errors=True) as draft:
            _fill(Path(draft) / "new")
            shutil.rmtree(goal, ignore_errors=True)
            (Path(draft) / "new").rename(goal)
    except OSError as error:
        raise CassError(f"NVIDIA's tools were not installed into {goal}: {error.strerror or error}") from error
    version_of.cache_clear()
    return goal / WITHIN


def _fill(folder: Path) -> None:
    """Let pip unpack the wheels into `folder`, and complete what they lack."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    command += ["--no-deps", "--only-binary", ":all:", "--target", str(folder), "-r", str(PINNED)]
    done = proc.run(command, timeout=INSTALL_TIME)
    if done.timed_out:
        raise CassError(f"NVIDIA's tools were not installed: pip did not end within {INSTALL_TIME / 60:g} minutes")
    log = (done.stdout + done.stderr).decode(errors="replace")
    if done.status != 0:
        raise CassError(f"NVIDIA's tools were not installed: {why(log)}")
    lib = folder / WITHIN / "lib"
    versions = sorted(lib.glob("libcudart.so.*"))
    if not versions or not (folder / WITHIN / "bin" / "nvcc").is_file():
        raise CassError(
            "NVIDIA's tools were not installed: the packages do not hold what they did; report this, please"
        )
    if not (lib / "libcudart.so").exists():  # the name that a linker looks for; the wheel has only the loader's
        (lib / "libcudart.so").symlink_to(versions[0].name)


def why(log: str) -> str:
    """What pip said, as half a sentence."""
    for marks, reason in REASONS:
        if any(mark in log for mark in marks):
            return reason
    lines = [line.removeprefix("ERROR: ") for line in log.splitlines() if line.startswith("ERROR")]
    return f"pip said: {lines[-1]}" if lines else "pip failed without saying why"
