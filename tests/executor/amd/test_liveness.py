"""Which registers are needed where: small programs by hand, and what the translation of compiled kernels reads."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cass_tools.executor.amd import route
from cass_tools.executor.amd.blocks import Program, Surroundings, reachable
from cass_tools.executor.amd.decode import decode, isa_of
from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.liveness import Effect, needed_rows
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.strip import Strip
from cass_tools.executor.amd.translate import kernel_ir
from cass_tools.executor.ir.value import Value
from tests.executor.amd.harness import assemble
from tests.executor.amd.kernels import compile_kernels

DATA = Path(__file__).parent / "data"


def program(text: str, arch: str = "gfx1100") -> Program:
    code, isa = assemble(f"{text}\ns_endpgm\n", arch), isa_of(arch)
    return reachable(0, lambda pc: decode(code, pc, isa, 32), Surroundings())


def needed_at(text: str, number: int) -> set[int]:
    """Rows that are needed at or behind instruction `number`."""
    found = program(text)
    needed = needed_rows(found)
    assert needed is not None
    rows = needed[sorted(found.instructions)[number]]
    return {row for row in range(16) if rows >> row & 1}


def test_what_is_replaced_before_it_is_read_is_not_needed() -> None:
    text = "v_mov_b32 v1, v2\nv_mov_b32 v3, v1\nv_mov_b32 v1, v4\nglobal_store_b64 v[6:7], v[1:2], off"
    assert needed_at(text, 1) == {1, 2, 4, 6, 7}
    assert needed_at(text, 2) == {1, 2, 4, 6, 7}
    assert needed_at(text, 3) == {1, 2, 6, 7}
    assert needed_at(text, 4) == set()
    assert needed_at("v_mov_b32 v1, 1\nv_mov_b32 v1, 2\nv_mov_b32 v2, v1", 0) == set()


@pytest.mark.parametrize("change", ["s_mov_b32 exec_lo, s4", "s_and_saveexec_b32 s4, s5", "v_cmpx_eq_u32 1, v9"])
def test_lanes_that_a_write_did_not_reach_keep_the_register_alive(change: str) -> None:
    text = f"v_mov_b32 v1, 1\nv_mov_b32 v1, 2\n{change}\nglobal_store_b32 v[2:3], v1, off"
    assert 1 in needed_at(text, 0)


def test_partial_writes_keep_the_register_alive() -> None:
    for write in ("v_fmac_f32 v1, v4, v4", "v_mad_i16 v1, v4, v4, v4", "v_writelane_b32 v1, s2, 3"):
        assert 1 in needed_at(f"v_mov_b32 v1, 1\n{write}\nglobal_store_b32 v[2:3], v1, off", 0)


def test_a_loop_needs_what_it_reads_in_its_next_round() -> None:
    text = "again:\nv_add_nc_u32 v1, v2, v2\nv_mov_b32 v2, 5\ns_cbranch_scc1 again"
    assert needed_at(text, 2) == {2}


def test_registers_are_kept_where_they_are_chosen_at_run_time() -> None:
    assert needed_rows(program("v_movrels_b32 v1, v2")) is None
    far = program("v_mov_b32 v1, 1\ns_setpc_b64 s[4:5]")
    needed = needed_rows(far)
    assert needed is not None and needed[0] == -1


@contextmanager
def watched(unknown: list[str]) -> Iterator[None]:
    """Note every instruction whose translation reads a register that its `Effect` does not name."""
    read: set[int] = set()
    word, address, translate = Strip.word, Machine.address, route.translate

    def watched_word(strip: Strip, row: int) -> Value:
        read.add(row)
        return word(strip, row)

    def watched_address(machine: Machine, row: int) -> Value:
        read.add(row)
        return address(machine, row)

    def watched_translate(machine: Machine, instruction: Instruction) -> None:
        read.clear()
        translate(machine, instruction)
        effect = Effect(instruction)
        known = effect.reads | effect.anywhere | effect.replaces
        unknown.extend(f"{instruction.name} v{row}" for row in read if not known >> row & 1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Strip, "word", watched_word)
        patch.setattr(Machine, "address", watched_address)
        patch.setattr(route, "translate", watched_translate)
        yield


@pytest.mark.gpu_code
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
@pytest.mark.parametrize("level", ["-O3", "-O0"])
def test_translation_reads_no_other_registers(arch: str, level: str) -> None:
    unknown: list[str] = []
    for file in ("basic.hip", "varied.hip"):
        code = compile_kernels(DATA / file, arch, level)
        with watched(unknown):
            for name in code.kernels:
                kernel_ir(code, name)
    assert not unknown
