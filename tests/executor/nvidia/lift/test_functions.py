"""Functions that are called often: lifted once, and called; all others are put in where they are called."""

from dataclasses import replace

import numpy as np
import pytest

from cass_tools.compilers import toolchain
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.nvidia.cubin import Function
from cass_tools.executor.nvidia.lift import build
from cass_tools.executor.nvidia.lift.functions import MANY
from cass_tools.executor.nvidia.lift.module import Lifted, lift
from cass_tools.executor.nvidia.lift.platform import AMD, NATIVE, Platform, amd
from tests.executor.amd.kernels import launch, load
from tests.executor.nvidia.lift import written

START = 0x70  # where a written kernel's own code begins
STEP = (  # one step of the Collatz sequence of R8; P1: whether it was odd
    "LOP3.LUT R9, R8, 0x1, RZ, 0xc0, !PT",
    "ISETP.NE.AND P1, PT, R9, RZ, PT",
    "@P1 BRA {odd:#x}",
    "SHF.R.U32.HI R8, RZ, 0x1, R8",
    "RET.REL.NODEC R20",
    "IADD3 R9, R8, R8, RZ",
    "IADD3 R8, R9, R8, 0x1",
    "RET.REL.NODEC R20",
)


def steps(calls: int, more: str = "") -> tuple[tuple[str, ...], int]:
    """Code with so many calls, the last one only where R8 is above 100, and where their function begins."""
    before = ("ISETP.GT.AND P0, PT, R8, 0x64, PT",)
    after = ("@P1 IADD3 R8, R8, 0x1000, RZ", "STG.E [R6.64], R8", "EXIT")
    entry = START + 16 * (calls + len(before) + len(after))
    call = f"CALL.REL.NOINC {entry:#x}"
    function = tuple(line.format(odd=entry + 16 * (5 + bool(more))) for line in (*filter(None, [more]), *STEP))
    return (*[call] * (calls - 1), *before, f"@P0 {call}", *after, *function), entry


def lifted(code: tuple[str, ...], entry: int, platform: Platform = AMD) -> Lifted:
    """A kernel that has a function at this offset."""
    cubin = written.cubin_of(("often",))
    own = Function("step", ".text.often", entry, 16 * len(STEP), False, False, 8)
    cubin.kernels = {"often": replace(cubin.kernels["often"], functions=(own,))}
    done = lift(cubin, {".text.often": written.code(code)}, platform)
    assert not done.refused, done.refused
    return done


def after_steps(value: int, calls: int) -> int:
    odd = 0
    for number in range(calls):
        if number < calls - 1 or value > 100:
            odd = value & 1
            value = 3 * value + 1 if odd else value >> 1
    return value + 0x1000 * odd


@pytest.mark.gpu_code
@pytest.mark.parametrize(("calls", "arch"), [(MANY - 1, "gfx1100"), (MANY, "gfx1100"), (MANY + 5, "gfx90a")])
def test_a_function_that_is_called_gives_back_registers_and_predicates(calls: int, arch: str) -> None:
    values, out = np.arange(32, dtype=np.int32) * 37, np.zeros(32, np.int32)
    done = lifted(*steps(calls), amd(arch))
    assert ("define internal" in done.text) == (calls >= MANY)
    clang = toolchain.find_clang()
    assert clang
    code = CodeObject(build.code_object(done, clang.path, arch))
    launch(load(code), "often", (1,), (32,), values, np.zeros(2), out, 0)
    assert out.tolist() == [after_steps(int(value), calls) for value in values]


@pytest.mark.parametrize("more", ["LDG.E R9, [R2.64]", "STL [R1], R9", "EXIT", "IADD3 R9, R8, c[0x0][0x160], RZ"])
def test_what_needs_more_than_registers_is_put_in(more: str) -> None:
    assert "define internal" not in lifted(*steps(MANY, more)).text


def test_the_reference_has_everything_put_in() -> None:
    assert "define internal" not in lifted(*steps(MANY), NATIVE).text


def test_a_register_is_read_and_written_once_in_a_block() -> None:
    text = written.lifted({"sums": ["IADD3 R8, R8, R8, RZ", "IADD3 R8, R8, R0, RZ", "STG.E [R6.64], R8"]}).text
    assert "load i32, ptr addrspace(5) %R8" not in text
    assert text.count("ptr addrspace(5) %R8\n") == 2  # its start as zero, and the last sum
