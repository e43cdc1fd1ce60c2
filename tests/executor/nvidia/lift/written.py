"""Kernels written down instruction by instruction, lifted to gfx1100, as tests launch them.

Every kernel has the parameters of k01_vadd: three pointers and an int. They start with: R0 the thread's number,
R2 R3 the address of its word in the first array, R4 R5 in the second, R6 R7 in the third, R8 its word in the first.
"""

import copy
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from cass_tools.compilers import toolchain
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.nvidia import parse
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.instruction import TRUE, Instruction
from cass_tools.executor.nvidia.lift import build, native
from cass_tools.executor.nvidia.lift.module import Lifted, lift
from cass_tools.executor.nvidia.lift.platform import AMD, NATIVE, Platform
from tests.executor.amd.kernels import Loaded, load
from tests.executor.nvidia.committed import cubin

LINE = re.compile(r"(?:(@\S+)\s+)?(\S+)\s*(.*)")
SHARED = 1024
START = (
    "S2R R0, SR_TID.X",
    "IMAD.MOV.U32 R1, RZ, RZ, c[0x0][0x28]",
    "IMAD.MOV.U32 R9, RZ, RZ, 0x4",
    "IMAD.WIDE R2, R0, R9, c[0x0][0x160]",
    "IMAD.WIDE R4, R0, R9, c[0x0][0x168]",
    "IMAD.WIDE R6, R0, R9, c[0x0][0x170]",
    "LDG.E R8, [R2.64]",
)


def instruction(line: str, address: int) -> Instruction:
    """One line, `@!P0 LDG.E R0, [R2.64]`, as it is read from nvdisasm."""
    match = LINE.fullmatch(line)
    assert match, line
    guard, opcode, operands = match[1] or "", match[2], match[3]
    number = re.fullmatch(r"@(!?)U?P(\d|T)", guard)
    bits = (TRUE if number[2] == "T" else int(number[2])) | bool(number[1]) << 3 if number else TRUE
    row = {"opcode": opcode} | ({"operands": operands} if operands else {}) | ({"predicate": guard} if guard else {})
    return parse._instruction(address, row, bits << 12)


def code(lines: Sequence[str]) -> tuple[Instruction, ...]:
    """A kernel's instructions, the start of all of them and the end put to them."""
    return tuple(instruction(line, 16 * at) for at, line in enumerate((*START, *lines, "EXIT")))


def cubin_of(names: Sequence[str]) -> Cubin:
    """A cubin that has kernels of these names, though no code of theirs."""
    model = cubin("kernels", 80)
    made = copy.copy(model)
    kernel = model.kernels["k01_vadd"]
    made.kernels = {
        name: replace(kernel, name=name, section=f".text.{name}", shared=SHARED, stack=64, branches={})
        for name in names
    }
    return made


def lifted(kernels: Mapping[str, Sequence[str]], platform: Platform = AMD) -> Lifted:
    """Kernels by name, as LLVM's text."""
    return lift(cubin_of(tuple(kernels)), {f".text.{name}": code(lines) for name, lines in kernels.items()}, platform)


def on_cpu(kernels: Mapping[str, Sequence[str]]) -> native.Native:
    """Kernels by name, for this CPU thread by thread; none may be refused."""
    clang, done = toolchain.find_clang(), lifted(kernels, NATIVE)
    assert clang
    assert not done.refused, done.refused
    return native.load(cubin_of(tuple(kernels)), done, clang.path)


@cache
def _loaded(text: str) -> Loaded:
    clang = toolchain.find_clang()
    assert clang
    return load(CodeObject(build.code_object(Lifted(text, (), {}), clang.path)))


def loaded(kernels: Mapping[str, Sequence[str]]) -> Loaded:
    """Kernels by name, ready to launch; none may be refused."""
    done = lifted(kernels)
    assert not done.refused, done.refused
    return _loaded(done.text)
