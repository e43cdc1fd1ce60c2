"""LLVM's assembler, as clang brings it: what it says of a file for one GPU, and the object where it says nothing."""

import re
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cass_tools import proc
from cass_tools.compilers import toolchain
from cass_tools.compilers.clang import GET_CLANG
from cass_tools.errors import CassError
from cass_tools.executor.amd.elf import Elf

TIME = 60.0  # seconds
FALLBACK = "gfx1100"
_SAID = re.compile(r"(?P<file>.*?):(?P<line>\d+):(?P<column>\d+): (?P<level>error|warning|note): (?P<text>.*)")
_BARE = re.compile(r"(?:<unknown>:0|[\w.+/-]*clang[\w.+-]*): (?:fatal )?(?P<level>error|warning): (?P<text>.*)")
_NO_SUCH_GPU = re.compile(
    rb"^\S*clang\S*: error: (?:invalid target ID|unknown target|unsupported argument)", re.MULTILINE
)
_TARGET = re.compile(rb'^\s*\.amdgcn_target\s+"[^"\n]*--(gfx[0-9a-f]+(?::[\w+:-]*)?)"', re.MULTILINE)
_METADATA_TARGET = re.compile(rb"^amdhsa\.target:\s*\S*--(gfx[0-9a-f]+)", re.MULTILINE)
_WAVE64 = re.compile(rb"^\s*\.amdhsa_wavefront_size32\s+0\b", re.MULTILINE)


class Message(NamedTuple):
    """`line` and `column` from 1; 0 where the assembler names no place. A column counts bytes."""

    line: int
    column: int
    level: str
    text: str


class Assembled(NamedTuple):
    """What was said, and the object file, empty where there are errors."""

    messages: tuple[Message, ...]
    object: bytes

    @property
    def undefined(self) -> frozenset[str]:
        """Symbols that the object needs from elsewhere."""
        return frozenset(s.name for s in Elf(self.object, "object").symbols if not s.defined and s.name)


def target_of(data: bytes, mcpu: str | None = None) -> str:
    """The GPU to assemble for: what is asked for, else one that the file says it is for, else gfx1100."""
    if mcpu:
        return mcpu
    said = [found[1].decode() for found in (_TARGET.search(data), _METADATA_TARGET.search(data)) if found]
    clang = toolchain.find_clang()
    return next((gpu for gpu in said if clang is None or not _unknown(clang.path, gpu)), FALLBACK)


def gpu_named(data: bytes) -> str | None:
    """The GPU that a file says it is for, None where it says nothing."""
    found = _TARGET.search(data) or _METADATA_TARGET.search(data)
    return found[1].decode() if found else None


def wave_of(data: bytes, gpu: str) -> int:
    """Lanes of a wave: 64 on gfx9, and where a kernel of the file says so."""
    return 64 if gpu.startswith("gfx9") or _WAVE64.search(data) else 32


def assemble(data: bytes, gpu: str) -> Assembled:
    """Assemble a file; CassError where there is no assembler, it does not know the GPU, or it does not end."""
    clang = toolchain.find_clang()
    if clang is None:
        raise CassError(f"the check needs clang {toolchain.OLDEST_CLANG} or newer with the AMDGPU target; {GET_CLANG}")
    with tempfile.TemporaryDirectory(prefix="cass-asm-") as folder:
        source, made = Path(folder) / "in.s", Path(folder) / "out.o"
        source.write_bytes(data)
        command: list[str | Path] = [clang.path, *_options(gpu, wave_of(data, gpu)), "-c", source, "-o", made]
        done = proc.run(command, timeout=TIME, cwd=Path(folder), max_output=8 << 20)
        if _NO_SUCH_GPU.search(done.stderr):
            known = "name one such as gfx1100, gfx90a or gfx942"
            raise CassError(f"{clang.path.name} does not know the GPU {gpu}; {known}")
        if done.timed_out:
            raise CassError(f"the assembler did not end within {TIME:g} s: is there a macro without end?")
        said = tuple(_messages(done.stderr.decode(errors="replace"), source))
        if done.status != 0 and not any(each.level == "error" for each in said):
            tail = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it says nothing"]
            said = (*said, Message(0, 0, "error", f"the assembler ended with {done.status}: {tail[0]}"))
        return Assembled(said, made.read_bytes() if done.status == 0 and made.exists() else b"")


def _options(gpu: str, wave: int) -> list[str]:
    wide = ["-mwavefrontsize64"] if wave == 64 and not gpu.startswith("gfx9") else []
    return ["--target=amdgcn-amd-amdhsa", f"-mcpu={gpu}", *wide, "-x", "assembler"]


@lru_cache(maxsize=64)
def _unknown(clang: Path, gpu: str) -> bool:
    done = proc.run([clang, *_options(gpu, 32), "-c", "/dev/null", "-o", "/dev/null"], timeout=TIME)
    return done.status != 0


def _messages(text: str, source: Path) -> list[Message]:
    found = []
    for line in text.splitlines():
        if said := _SAID.fullmatch(line):
            own = said["file"] in (str(source), source.name)
            place = (int(said["line"]), int(said["column"])) if own else (0, 0)
            if said["level"] != "note":
                found.append(Message(*place, said["level"], said["text"]))
        elif (bare := _BARE.fullmatch(line)) and "linker" not in line:
            found.append(Message(0, 0, bare["level"], bare["text"]))
    return found
