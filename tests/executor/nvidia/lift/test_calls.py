"""Functions that call themselves and functions that are called by their address, in lifted code."""

from dataclasses import replace

import numpy as np
import pytest

from cass_tools.compilers import toolchain
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.nvidia.cubin import Function
from cass_tools.executor.nvidia.lift import build
from cass_tools.executor.nvidia.lift.module import lift
from cass_tools.executor.nvidia.lift.platform import AMD
from tests.executor.amd.kernels import launch, load
from tests.executor.nvidia.lift import written

# Addresses count from 0x70, behind what all written kernels start with.
FACTORIAL = (
    "IMAD.MOV.U32 R4, RZ, RZ, R8",  # 0x70
    "IMAD.MOV.U32 R20, RZ, RZ, 0xa0",
    "CALL.REL.NOINC 0xd0",
    "STG.E [R6.64], R4",  # 0xa0
    "EXIT",
    "NOP",
    "ISETP.GE.AND P0, PT, R4, 0x2, PT",  # 0xd0, the function
    "@!P0 IMAD.MOV.U32 R4, RZ, RZ, 0x1",
    "@!P0 RET.REL.NODEC R20",
    "IADD3 R1, R1, -0x8, RZ",
    "STL [R1], R20",
    "STL [R1+0x4], R4",
    "IADD3 R4, R4, -0x1, RZ",
    "IMAD.MOV.U32 R20, RZ, RZ, 0x160",
    "CALL.REL.NOINC 0xd0",
    "LDL R5, [R1+0x4]",  # 0x160
    "LDL R20, [R1]",
    "IADD3 R1, R1, 0x8, RZ",
    "IMAD R4, R4, R5, RZ",
    "RET.REL.NODEC R20",
)
CHOSEN = (
    "LDG.E R10, [R6.64]",  # 0x70: where to go, from the third array
    "IMAD.MOV.U32 R20, RZ, RZ, 0xa0",
    "CALL.REL.NOINC R10, chosen",
    "STG.E [R6.64], R8",  # 0xa0
    "EXIT",
    "IADD3 R8, R8, 0x64, RZ",  # 0xc0
    "RET.REL.NODEC R20, chosen",
    "IMAD R8, R8, 0x3, RZ",  # 0xe0
    "RET.REL.NODEC R20, chosen",
)
pytestmark = pytest.mark.gpu_code


def run(name: str, lines: tuple[str, ...], functions: tuple[int, ...], arrays: list[np.ndarray]) -> None:
    """Launch a kernel that has functions at these offsets and leaves its stack open."""
    cubin = written.cubin_of((name,))
    section = f".text.{name}"
    found = tuple(Function(f"f{at:x}", section, at, 16, False, False, 8) for at in functions)
    cubin.kernels = {name: replace(cubin.kernels[name], functions=found, stack=None)}
    done = lift(cubin, {section: written.code(lines)}, AMD)
    assert not done.refused, done.refused
    clang = toolchain.find_clang()
    assert clang
    launch(load(CodeObject(build.code_object(done, clang.path))), name, (1,), (32,), *arrays, 0)


def test_a_function_that_calls_itself() -> None:
    values, out = np.arange(32, dtype=np.int32) % 11, np.zeros(32, np.int32)
    run("factorial", FACTORIAL, (0xD0,), [values, np.zeros(2), out])
    assert out.tolist() == [int(np.prod(np.arange(1, value + 1))) for value in values]


def test_a_function_by_its_address() -> None:
    values = np.arange(32, dtype=np.int32)
    out = np.where(values % 5 < 2, 0xC0, 0xE0).astype(np.int32)
    run("chosen", CHOSEN, (0xC0, 0xE0), [values, np.zeros(2), out])
    assert np.array_equal(out, np.where(values % 5 < 2, values + 100, values * 3))


def test_an_address_that_is_no_function() -> None:
    out = np.full(32, 0x40, np.int32)
    with pytest.raises(AssertionError, match="0x"):
        run("chosen", CHOSEN, (0xC0, 0xE0), [out, np.zeros(2), out])
