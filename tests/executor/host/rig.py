"""Host programs on the compiled runtime, and kernels whose translations are written by hand."""

import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cass_tools import proc
from cass_tools.executor import stand_in
from cass_tools.executor.cache import code_folder, kernel_file
from cass_tools.proc import Completed
from cass_tools.runners.told import Listener

DATA = Path(__file__).parent / "data"
TIMEOUT = 60.0


def succeed(*command: str | Path) -> None:
    done = proc.run(command, timeout=TIMEOUT)
    assert done.status == 0, done.stderr.decode()


@cache
def compiler() -> str:
    program = stand_in.compiler()
    assert program is not None
    return program


def host_program(source: Path, output: Path, *flags: str, hip: int = 6) -> Path:
    """A C++ program that asks for the runtime under its name of that HIP version."""
    library = stand_in.folder() / "libamdhip64.so.6"
    succeed(compiler(), "-std=c++17", "-Wall", "-Wextra", *flags, source, "-o", output, library)
    named = output.read_bytes().replace(b"libamdhip64.so.6\0", b"libamdhip64.so.%d\0" % hip)
    output.write_bytes(named)
    return output


@dataclass(frozen=True)
class Ended:
    """A program's exit status, its output, and the lines of its report without the list of launched kernels."""

    status: int | None
    stdout: str
    stderr: str
    reports: tuple[dict[str, str], ...]

    @property
    def numbers(self) -> list[int]:
        """The output after the line `before`."""
        return [int(word) for word in self.stdout.split()[1:]]


def run(program: Path, *arguments: str, folder: Path, arch: str = "gfx1100", **environment: str) -> Ended:
    """Run a program on the runtime, with caches and the report in `folder`."""
    library = str(stand_in.folder())
    with tempfile.TemporaryDirectory(dir=folder) as place, Listener(Path(place)) as listener:
        done: Completed = proc.run(
            [program, *arguments],
            timeout=TIMEOUT,
            env={
                "LD_LIBRARY_PATH": library,
                "CASS_EXEC_ARCH": arch,
                "CASS_EXEC_CACHE": str(folder),
                "CASS_EXEC_REPORT": str(listener.path),
                "CASS_EXEC_PYTHON": "/nonexistent/python",
                **environment,
            },
        )
    entries = tuple(entry for entry in listener.entries if entry["kind"] != "launched")
    return Ended(done.status, done.stdout.decode(), done.stderr.decode(), entries)


@dataclass(frozen=True)
class Kernels:
    """The launcher, and a code object whose kernels are in the cache in `folder` already."""

    launcher: Path
    code: Path
    folder: Path
    arch: str

    def launch(
        self,
        kernel: str,
        grid: tuple[int, int, int] = (1, 1, 1),
        block: tuple[int, int, int] = (32, 1, 1),
        *,
        lds: int = 0,
        cooperative: bool = False,
        words: int = 64,
        **environment: str,
    ) -> Ended:
        """Start a kernel on a zeroed buffer of 32-bit words; the numbers are what it left there."""
        numbers = (*grid, *block, lds, int(cooperative), words)
        arguments = (str(self.code), kernel, *map(str, numbers))
        return run(self.launcher, *arguments, folder=self.folder, arch=self.arch, **environment)


def hand_written(folder: Path, arch: str) -> Kernels:
    """Compile the launcher and the kernels, and put the hand-written translations where the runtime looks."""
    code, native = folder / "code.hsaco", folder / "native.so"
    device = ("--cuda-device-only", "--no-gpu-bundle-output", "-nogpuinc", "-nogpulib", "-O1")
    succeed("clang++-19", "-x", "hip", f"--offload-arch={arch}", *device, "-o", code, DATA / "kernels.hip")
    succeed(compiler(), "-x", "c", "-O1", "-shared", "-fPIC", DATA / "kernels.c", "-o", native)
    translations = folder / code_folder(code.read_bytes())
    translations.mkdir()
    names = [line.split("(")[1].rstrip(")\n") for line in (DATA / "kernels.hip").open() if line.startswith("PLAIN(")]
    for name in (*names, "start", "hidden"):
        library = translations / f"{kernel_file(name, 1)}.so"
        library.symlink_to(native)
        library.with_suffix(".txt").write_text(f"{name} 8\n")
    return Kernels(host_program(DATA / "launch.cpp", folder / "launch"), code, folder, arch)
