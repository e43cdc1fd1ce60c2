"""Code objects that clang makes from the test kernels, and LLVM's tools as oracles about them."""

import re
from functools import cache
from pathlib import Path

from cass_tools import proc

DATA = Path(__file__).parent / "data"
# Newer headers of HIP refuse such waves on processors that have others as well: the macro is all that they ask.
WAVE64 = ("-mwavefrontsize64", "-D__GFX8__")


@cache
def code_object(arch: str, level: int, *flags: str, source: str = "varied.hip") -> bytes:
    """The linked code object of a source that needs neither headers nor device libraries."""
    command = ["clang++-19", "-x", "hip", f"--offload-arch={arch}", "--cuda-device-only", "--no-gpu-bundle-output"]
    command += ["-nogpuinc", "-nogpulib", f"-O{level}", *flags, "-o", "-", str(DATA / source)]
    done = proc.run(command, timeout=60)
    assert done.status == 0, done.stderr.decode()
    return done.stdout


def tool(name: str, *arguments: str, stdin: bytes = b"") -> str:
    """Output of one of LLVM's tools, which must succeed."""
    done = proc.run([f"{name}-19", *arguments], stdin=stdin, timeout=60)
    assert done.status == 0, done.stderr.decode()
    return done.stdout.decode()


def disassembly(path: Path) -> list[tuple[int, str, int]]:
    """(address, text, size in bytes) of all instructions, by llvm-objdump."""
    lines = re.finditer(
        r"^\t(\S.*?)\s*// ([0-9A-F]{12}): ([0-9A-F ]+?)(?: <.*>)?$", tool("llvm-objdump", "-d", str(path)), re.M
    )
    return [(int(match[2], 16), match[1], len(match[3].split()) * 4) for match in lines]


def assemble(lines: list[str], arch: str, features: str = "") -> list[bytes]:
    """The encoding of each line; the assembler must take all of them."""
    command = [f"-mcpu={arch}", f"-mattr={features}", "-arch=amdgcn", "-show-encoding"]
    shown = re.findall(r"encoding: \[(.*?)\]", tool("llvm-mc", *command, stdin="\n".join(lines).encode()))
    assert len(shown) == len(lines)
    return [bytes(int(byte, 16) for byte in encoding.split(",")) for encoding in shown]
