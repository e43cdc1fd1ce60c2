"""Assemble a few AMD instructions, translate them, and run them on a wave of numpy registers."""

import shutil
from functools import cache

from cass_tools import proc
from cass_tools.executor.amd.abi import Status
from cass_tools.executor.amd.blocks import Surroundings, reachable
from cass_tools.executor.amd.decode import decode, isa_of
from cass_tools.executor.amd.function import function_text
from cass_tools.executor.amd.machine import Machine
from tests.executor.amd.library import Library, native_code
from tests.executor.amd.wave import WaveState


@cache
def assemble(text: str, arch: str, lanes: int = 0) -> bytes:
    """The machine code of some lines of assembly, for waves of the usual size or of `lanes`."""
    tool = shutil.which("llvm-mc-19") or "llvm-mc"
    argv = [tool, "-triple=amdgcn-amd-amdhsa", f"-mcpu={arch}", *_wave_size(arch, lanes), "-filetype=obj", "-o", "-"]
    done = proc.run(argv, stdin=text.encode(), timeout=30)
    if done.status != 0:
        raise ValueError(done.stderr.decode())
    return _text_section(done.stdout)


def _wave_size(arch: str, lanes: int) -> list[str]:
    return [f"-mattr=+wavefrontsize{lanes}"] if lanes and not arch.startswith("gfx9") else []


def _text_section(elf: bytes) -> bytes:
    """Contents of .text of a relocatable object: its only executable section."""
    headers = int.from_bytes(elf[0x28:0x30], "little")
    for number in range(int.from_bytes(elf[0x3C:0x3E], "little")):
        header = elf[headers + 64 * number : headers + 64 * number + 64]
        if int.from_bytes(header[8:16], "little") & 4:
            offset, size = (int.from_bytes(header[at : at + 8], "little") for at in (24, 32))
            return elf[offset : offset + size]
    raise ValueError("no code")


def lanes_of(arch: str) -> int:
    """The size of a wave as compilers choose it."""
    return 64 if arch.startswith("gfx9") else 32


@cache
def native(text: str, arch: str, lanes: int, level: int = 0, *, split: bool = False) -> Library:
    """The translated code with a barrier behind it, at which all registers are in the wave."""
    barrier = "s_barrier_signal -1\ns_barrier_wait -1" if arch.startswith("gfx12") else "s_barrier"
    code = assemble(f"{text}\n{barrier}\ns_endpgm\n", arch, lanes)
    isa = isa_of(arch)
    machine = Machine(arch, isa, lanes)
    machine.split = split
    program = reachable(0, lambda pc: decode(code, pc, isa, lanes), Surroundings())
    return native_code(function_text(machine, program, "kernel"), "kernel", level)


def run(text: str, arch: str, wave: WaveState) -> Status:
    """Run instructions on a wave up to the barrier behind them."""
    return wave.call(native(text, arch, wave.lanes))
