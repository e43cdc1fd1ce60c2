"""GPU code taken out of programs, libraries, objects, archives, code objects and sources, device and host apart."""

from pathlib import Path
from tempfile import TemporaryDirectory

from cass_tools import proc
from cass_tools.asm import compiled
from cass_tools.asm.of_amd import of_code_object
from cass_tools.asm.of_nvidia import of_cubin, of_ptx
from cass_tools.asm.pieces import Image, Pieces
from cass_tools.asm.programs import is_kernels_only
from cass_tools.compilers import toolchain
from cass_tools.errors import CassError
from cass_tools.executor import payload
from cass_tools.executor.amd import fatbin as amd_fatbin
from cass_tools.executor.amd.codeobject import EM_AMDGPU
from cass_tools.executor.amd.elf import Elf
from cass_tools.executor.nvidia import fatbin
from cass_tools.trial import Settings

HOST_TIME = 120.0
DISASSEMBLERS = ("llvm-objdump-19", "llvm-objdump", "objdump")


def extract(file: Path, settings: Settings, *, host: bool) -> Pieces:
    """All GPU code of a file, in the order in which it stands there; CassError where there is none.

    Sources are compiled: .cu by nvcc for NVIDIA, .hip and .cl by clang for the targets of the settings. `host`: the
    host's code is disassembled too.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise CassError(f"{file}: {error.strerror or error}") from error
    if file.suffix in compiled.SUFFIXES:
        data, others = compiled.built(file, settings)
    else:
        others = ()
    images = (*(image for other in others for image in _images(other, str(file))), *_images(data, str(file)))
    if not images:
        raise CassError(f"{file} holds no code for a GPU of NVIDIA or AMD")
    return Pieces(str(file), images, _host(data) if host and _has_host(data) else None)


def _images(data: bytes, what: str) -> tuple[Image, ...]:
    if not data:
        return ()
    if data.startswith(amd_fatbin.MAGIC) or data.startswith(amd_fatbin.COMPRESSED):
        return tuple(of_code_object(entry.data) for entry in amd_fatbin.entries(data) if entry.arch)
    if data.startswith(fatbin.ARCHIVE) or is_kernels_only(data):
        return _of_nvidia(data, what)
    if not data.startswith(b"\x7fELF"):
        raise CassError(f"{what} is neither a program nor an object, GPU code or a source (.cu, .hip, .cl)")
    elf = Elf(data, what)
    if elf.machine == EM_AMDGPU:
        return (of_code_object(data),)
    names = {section.name for section in elf.sections}
    found: tuple[Image, ...] = ()
    if not names.isdisjoint(fatbin.SECTIONS):
        found += _of_nvidia(data, what)
    if amd_fatbin.SECTION in names:
        found += tuple(of_code_object(entry.data) for entry in amd_fatbin.entries(data) if entry.arch)
    return (*found, *(of_code_object(entry.data) for entry in payload.entries(elf)))


def _of_nvidia(data: bytes, what: str) -> tuple[Image, ...]:
    return tuple(
        of_cubin(entry.data, what) if entry.kind == "cubin" else of_ptx(entry) for entry in fatbin.entries(data, what)
    )


def _has_host(data: bytes) -> bool:
    return data.startswith(b"\x7fELF") and int.from_bytes(data[18:20], "little") == 62


def _host(data: bytes) -> str:
    """The host's code as text."""
    tool = next((found for name in DISASSEMBLERS if (found := toolchain.program(name))), None)
    if tool is None:
        raise CassError("no objdump is on PATH to show the host's code; on Debian or Ubuntu: apt-get install binutils")
    with TemporaryDirectory(prefix="cass-asm-") as folder:
        path = Path(folder) / "host"
        path.write_bytes(data)
        done = proc.run([tool, "-d", "--no-show-raw-insn", path], timeout=HOST_TIME, max_output=1 << 30)
    if done.status != 0:
        raise CassError(f"{tool.name} cannot show the host's code: {done.stderr.decode(errors='replace').strip()}")
    _, _, text = done.stdout.decode(errors="replace").partition("Disassembly of section")
    return f"Disassembly of section{text}" if text else ""
