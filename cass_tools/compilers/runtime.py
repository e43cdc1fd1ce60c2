"""Compiling at run time: the compiler behind the host runtime's hiprtc, `python -m cass_tools.compilers.runtime`.

The host runtime starts it when a program asks for the first compilation. One line in, one line out, fields parted by
tabs, texts percent-encoded, and every item of a list followed by a space:

`compile <directory> <GPU> <name> <source> <headers: name, text, ...> <options> <name expressions>` and
`link <GPU> <bitcode files> <options>` -> `ok <log> <code object or bitcode> <lowered names>` | `failed <log>`.

A program sees what hiprtc gives it: HIP's device side without the host's standard library, C++14, and -O3. HIP's
headers older than 6 then define parts of that library themselves, so that a program which includes the real one does
not compile; it is tried again with HIP's full headers.
"""

import os
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote_from_bytes, unquote_to_bytes

from cass_tools import proc
from cass_tools.compilers import pick, toolchain
from cass_tools.compilers.command import ENVIRONMENT, Driver
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.executor.amd.elf import Elf
from cass_tools.executor.amd.fatbin import entries

TIMEOUT = 300.0
DEFAULTS = ("-std=c++14", "-O3", "-Wno-unused-command-line-argument", "-mcode-object-version=5")
RTC = "__HIPCC_RTC__"
VERSION = ("MAJOR", "MINOR")
# What comes before the program. Since HIP 5.7, halves are shuffled with functions that they do not include at run time.
PARTS = "".join(
    f"#if __has_include(<hip/amd_detail/{name}.h>)\n#include <hip/amd_detail/{name}.h>\n#endif\n"
    for name in ("device_library_decls", "amd_warp_functions")
)
DEVICE_SIDE = f"#include <hip/hip_runtime.h>\n{PARTS}#include <hip/hip_fp16.h>\n#include <hip/hip_complex.h>\n"
FULL = f"{DEVICE_SIDE}#include <hip/hip_bfloat16.h>\n#define {RTC} 1\n"
ARCH_OPTIONS = ("--gpu-architecture=", "--offload-arch=")
IGNORED = ("", "-hip-pch", "--save-temps", "-save-temps")  # the last two would leave files
SEPARABLE = "-fgpu-rdc"
BUNDLE = b"__CLANG_OFFLOAD_BUNDLE__"
PRELUDE = "hiprtc_runtime.h"
VARIABLE = 'extern "C" __constant__ __attribute__((used)) const void *const'
NAME = "cass_name_"  # of a variable that holds the address which a name expression stands for
IN_BITCODE = re.compile(rf'^@{NAME}(\d+) = .*?@("[^"]+"|[\w.$-]+)', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Program:
    """A source in memory, the headers that it may include by name, and expressions whose symbols are asked for."""

    source: bytes
    name: str = "program.hip"
    headers: tuple[tuple[str, bytes], ...] = ()
    options: tuple[str, ...] = ()
    expressions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compiled:
    """A code object (bitcode with -fgpu-rdc), None where the compiler found errors; symbols by name expression."""

    code: bytes | None
    log: str
    symbols: tuple[str, ...] = ()


def compile_program(program: Program, arch: str, directory: Path) -> Compiled:
    """Compile for the GPU that the options name, else `arch`; relative folders in options are below `directory`."""
    named = [option.split("=", 1)[1] for option in program.options if option.startswith(ARCH_OPTIONS)]
    arch = named[-1] if named else arch
    driver = _driver(arch)
    options = [o for o in program.options if o not in IGNORED and not o.startswith(ARCH_OPTIONS)]
    with tempfile.TemporaryDirectory(prefix="cass-rtc-") as name:
        folder = Path(name)
        output = folder / "output"
        command = [*_start(driver, arch), *DEFAULTS, *_inputs(program, folder), *_form(options), "-o", str(output)]
        (folder / PRELUDE).write_text(DEVICE_SIDE)
        log, code = _made([*command, f"-D{RTC}=1", *options], output, directory)
        if code is None:
            (folder / PRELUDE).write_text(FULL)
            second, code = _made([*command, *options], output, directory)
            log = log if code is None else second
        if code is None or not program.expressions:
            return Compiled(code, log)
        symbols = _symbols_in_bitcode(driver, output) if SEPARABLE in options else _symbols(code)
        return Compiled(code, log, tuple(symbols[number] for number in range(len(program.expressions))))


def link(bitcode: Sequence[bytes], arch: str, options: Sequence[str] = ()) -> Compiled:
    """A code object of several files of LLVM's bitcode, plain or bundled."""
    driver = _driver(arch)
    with tempfile.TemporaryDirectory(prefix="cass-rtc-") as name:
        inputs = [Path(name, f"{number}.o") for number in range(len(bitcode))]  # .o: for the linker as they are
        for path, data in zip(inputs, bitcode, strict=True):
            path.write_bytes(_unbundled(data, arch))
        output = Path(name, "output")
        command = [str(driver.path), "--target=amdgcn-amd-amdhsa", f"-mcpu={arch}", "-nogpulib", "-Wl,--lto-O3"]
        command += [*_for_linker(options), *map(str, inputs), "-o", str(output)]
        log, code = _made(command, output, Path(name))
        return Compiled(code, log)


def _for_linker(options: Sequence[str]) -> list[str]:
    """Options of LLVM go to the linker, which is what makes code here; others to the compiler's driver."""
    words: list[str] = []
    for before, option in zip(("", *options), options, strict=False):
        words += ["-Xlinker", option] if "-mllvm" in (before, option) else [option]
    return words


def _driver(arch: str) -> Driver:
    compiler, plain = pick(Config()), arch.partition(":")[0]
    try:
        return compiler.driver("hip", plain)
    except OSError:  # a sandbox: completed device libraries cannot be kept in the user's cache, only for ourselves
        os.environ.pop("CASS_CACHE", None)
        return compiler.driver("hip", plain)


def _start(driver: Driver, arch: str) -> list[str]:
    command = [str(driver.path), f"--offload-arch={arch}", f"--rocm-path={driver.rocm_path}"]
    if driver.device_libraries:
        command.append(f"--rocm-device-lib-path={driver.device_libraries}")
    command += driver.options
    if found := toolchain.headers_in(driver.rocm_path):  # else clang gives the device no malloc
        command += (f"-DHIP_VERSION_{part}={number}" for part, number in zip(VERSION, found.version, strict=True))
    if driver.rocm_path != Path("/usr"):  # else the distribution's headers, which clang searches first, would win
        command += ["-isystem", str(driver.rocm_path / "include")]
    return command


def _inputs(program: Program, folder: Path) -> list[str]:
    """Write the program's texts; the options that name them."""
    for header, text in program.headers:
        _place(folder / "include", header).write_bytes(text)
    source = folder / "source.hip"
    source.write_bytes(_text(program))
    return ["-I", str(folder / "include"), "-include", str(folder / PRELUDE), "-x", "hip", str(source)]


def _form(options: Sequence[str]) -> list[str]:
    """Options for what is to be made: code of the GPU alone, with source lines for messages."""
    lines = [] if any(option.startswith("-g") and option != SEPARABLE for option in options) else ["-gline-tables-only"]
    bitcode = ["-emit-llvm", "-c"] if SEPARABLE in options else []
    return ["--cuda-device-only", "--no-gpu-bundle-output", *lines, *bitcode]


def _text(program: Program) -> bytes:
    """The source under its own name, and behind it a variable for each name expression."""
    shown = program.name.replace("\\", "\\\\").replace('"', '\\"')
    lines = [
        f"{VARIABLE} {NAME}{number} = (const void *)({expression});"
        for number, expression in enumerate(program.expressions)
    ]
    return b'#line 1 "%s"\n%s\n%s\n' % (shown.encode(), program.source, "\n".join(lines).encode())


def _place(folder: Path, header: str) -> Path:
    """Where a header is put so that it is found under its name."""
    path = Path(os.path.normpath(folder / header))
    if not path.is_relative_to(folder):
        raise CassError(f"the header {header} is not below the folder of the program's headers")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _made(command: Sequence[str], output: Path, directory: Path) -> tuple[str, bytes | None]:
    """What the compiler says, and what it made."""
    environment = {**ENVIRONMENT, "TMPDIR": str(output.parent)}
    done = proc.run(command, timeout=TIMEOUT, cwd=directory, env=environment)
    log = done.stderr.decode(errors="replace").replace(f"{output.parent}{os.sep}", "")
    if done.timed_out:
        log += f"the compiler did not end within {TIMEOUT:g} s\n"
    return log, output.read_bytes() if done.status == 0 and output.exists() else None


def _symbols(code: bytes) -> dict[int, str]:
    """The symbol at the address that each of our variables is filled with."""
    elf = Elf(code, "the code object")
    at = {symbol.address: symbol.name for symbol in elf.symbols if symbol.defined}
    ours = {symbol.address: symbol.name for symbol in elf.symbols if symbol.name.startswith(NAME)}
    filled = [(ours[place.address], place) for place in elf.relocations if place.address in ours]
    return {int(name.removeprefix(NAME)): place.symbol or at[place.addend] for name, place in filled}


def _symbols_in_bitcode(driver: Driver, file: Path) -> dict[int, str]:
    text = proc.run(
        [driver.path, "--target=amdgcn-amd-amdhsa", "-nogpulib", "-x", "ir", file, "-S", "-emit-llvm", "-o", "-"],
        timeout=TIMEOUT,
    ).stdout.decode()
    return {int(number): symbol.strip('"') for number, symbol in IN_BITCODE.findall(text)}


def _unbundled(data: bytes, arch: str) -> bytes:
    if not data.startswith(BUNDLE):
        return data
    found = next((entry for entry in entries(data) if entry.arch and entry.arch.split(":")[0] == arch), None)
    if found is None:
        raise CassError(f"the bundle holds no bitcode for {arch}")
    return found.data


def answer(line: bytes) -> bytes:
    """The reply to one request."""
    verb, *fields = line.rstrip(b"\n").split(b"\t")
    try:
        if verb == b"compile" and len(fields) == 7:
            directory, arch, name = (unquote_to_bytes(field).decode() for field in fields[:3])
            headers, options, expressions = map(_items, fields[4:])
            pairs = tuple(zip(map(bytes.decode, headers[::2]), headers[1::2], strict=True))
            words = tuple(map(bytes.decode, options)), tuple(map(bytes.decode, expressions))
            made = compile_program(Program(unquote_to_bytes(fields[3]), name, pairs, *words), arch, Path(directory))
        elif verb == b"link" and len(fields) == 3:
            made = link(
                _items(fields[1]), unquote_to_bytes(fields[0]).decode(), [*map(bytes.decode, _items(fields[2]))]
            )
        else:
            made = Compiled(None, f"the request {verb.decode(errors='replace')!r} is not understood")
    except Exception as error:  # whatever goes wrong must reach the user as a sentence, not as a dead helper
        made = Compiled(None, str(error) if isinstance(error, CassError) else f"{type(error).__name__}: {error}")
    log = quote_from_bytes(made.log.encode())
    if made.code is None:
        return f"failed\t{log}".encode()
    symbols = "".join(f"{quote_from_bytes(symbol.encode())} " for symbol in made.symbols)
    return f"ok\t{log}\t{quote_from_bytes(made.code)}\t{symbols}".encode()


def _items(field: bytes) -> list[bytes]:
    return [unquote_to_bytes(item) for item in field.split(b" ")[:-1]]


def main() -> None:
    """Answer until the other side closes."""
    replies = os.dup(1)
    os.dup2(2, 1)  # nothing but replies goes there
    with os.fdopen(replies, "wb") as out:
        for line in sys.stdin.buffer:
            out.write(answer(line) + b"\n")
            out.flush()


if __name__ == "__main__":
    main()
