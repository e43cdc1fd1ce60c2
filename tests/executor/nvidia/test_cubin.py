"""Cubins against what their sources say: parameters, banks, shared memory, stack, symbols, relocations, lines."""

import random
import struct
from collections.abc import Callable

import pytest

from cass_tools.errors import CassError
from cass_tools.executor.nvidia import fatbin, lines
from cass_tools.executor.nvidia.bank0 import layout
from cass_tools.executor.nvidia.cubin import Cubin, Kernel
from tests.executor.nvidia.committed import ARCHITECTURES, DATA, SOURCES, cubin

EACH_SM = pytest.mark.parametrize("sm", ARCHITECTURES)


def kernel(source: str, sm: int, name: str) -> Kernel:
    return cubin(source, sm).kernels[name]


@EACH_SM
def test_parameters_lie_as_c_lays_out_a_structure(sm: int) -> None:
    found = kernel("kernels", sm, "k14_struct")  # (P p, char c, const float* a, float* o, short q), P has 32 bytes
    assert [(p.offset, p.size) for p in found.parameters] == [(0, 32), (32, 1), (40, 8), (48, 8), (56, 2)]
    assert found.parameter_bytes == 58
    assert found.parameter_base == layout(sm).parameters
    assert len(cubin("kernels", sm).bank(0, "k14_struct")) == found.parameter_base + 58


@EACH_SM
def test_shared_memory_stack_barriers_and_registers(sm: int) -> None:
    reserved = layout(sm).shared_reserved
    assert kernel("kernels", sm, "k04_reduce").shared == reserved + 256 * 4
    assert kernel("kernels", sm, "k22_dyn").shared == reserved + 8 * 4
    assert kernel("kernels", sm, "k17_local").stack == 64 * 4
    assert kernel("hard", sm, "h7_rec").stack is None  # recursion
    assert kernel("hard", sm, "h9_barrier").barriers == 3
    assert kernel("kernels", sm, "k01_vadd").barriers == 0
    assert 8 <= kernel("kernels", sm, "k01_vadd").registers <= 24
    assert kernel("kernels", sm, "k01_vadd").max_threads is None


@EACH_SM
def test_variables_have_the_values_of_the_source(sm: int) -> None:
    found = {v.name: v for v in cubin("kernels", sm).variables()}
    assert struct.unpack("<8f", found["ctab"].data) == (1, 2, 4, 8, 16.5, -3, 0.25, 7)
    assert struct.unpack("<4f", found["gtab"].data) == (1.5, 2.5, 3.5, 4.5)
    assert (found["cw"].section, found["cw"].data) == (".nv.constant3", struct.pack("<i", 5))
    assert (found["gcount"].section, found["gcount"].size, found["gcount"].data) == (".nv.global", 4, b"")
    bank = cubin("kernels", sm).bank(3)
    assert bank[found["ctab"].offset :][:32] == found["ctab"].data


@EACH_SM
def test_bank_4_names_the_variables_whose_addresses_it_holds(sm: int) -> None:
    found = cubin("kernels", sm)
    named = [r for r in found.relocations if r.section == ".nv.constant4"]
    assert {"gcount", "gtab"} <= {r.symbol for r in named}
    assert {r.kind for r in named} == {"R_CUDA_64"}
    assert all(r.offset % 8 == 0 and r.offset + 8 <= len(found.bank(4)) for r in named)


@EACH_SM
def test_functions_of_a_kernel_and_what_is_defined_elsewhere(sm: int) -> None:
    names = [f.name for f in kernel("kernels", sm, "k18_call").functions]
    assert names == ["$k18_call$_Z2fnfi", "$k18_call$_Z3fn2Pfi"]
    symbols = {s.name: s for s in cubin("hard", sm).symbols}
    assert (symbols["vprintf"].section, symbols["vprintf"].kind) == ("", "function")
    assert not symbols["vprintf"].is_kernel


@pytest.mark.parametrize("sm", [80, 89, 90])
def test_the_targets_of_a_jump_table_are_instructions(sm: int) -> None:
    found = kernel("harder", sm, "m01_brx")
    assert found.branches
    for branch, targets in found.branches.items():
        assert len(targets) >= 3
        assert all(0 <= at < len(found.code) and at % 16 == 0 for at in (branch, *targets))


def test_every_kernel_of_every_architecture_is_there() -> None:
    for source, count in zip(SOURCES, (24, 17, 9, 10), strict=True):
        for sm in ARCHITECTURES:
            assert cubin(source, sm).sm == sm
            assert len(cubin(source, sm).kernels) == count
    assert cubin("kernels", 75).sm == 75


@pytest.mark.parametrize("sm", [80, 90, 120])
def test_source_lines(sm: int) -> None:
    found = cubin("lines", sm)
    code = found.kernels["_Z6secondPi"]
    said = {lines.at(found, code.section, at) for at in range(0, code.exits[0] + 16, 16)}
    numbers = {text.rpartition(":")[2] for text in said if text}
    assert {"6", "7", "8"} <= numbers <= {"4", "6", "7", "8", "9"}
    assert lines.at(found, ".text._Z5firstPi", 0) is not None
    assert lines.at(found, ".text.nothing", 0) is None
    assert lines.at(cubin("kernels", sm), ".text.k01_vadd", 0) is None


def damaged(data: bytes, seed: int) -> bytes:
    """The data cut short, or with some bytes replaced."""
    chance = random.Random(seed)  # noqa: S311  repeatable damage, no secret
    if seed % 4 == 0:
        return data[: chance.randrange(len(data))]
    changed = bytearray(data)
    places = range(64) if seed % 4 == 1 else range(len(data) - 6000, len(data)) if seed % 4 == 2 else range(len(data))
    for _ in range(chance.randrange(1, 12)):
        changed[chance.choice(places)] = chance.randrange(256)
    return bytes(changed)


def read_cubin(data: bytes) -> None:
    found = Cubin(data)
    assert len(list(found.variables())) + len(found.relocations) >= 0
    for name in found.kernels:
        lines.at(found, f".text.{name}", 16)


def read_fatbin(data: bytes) -> None:
    fatbin.entries(data)


@pytest.mark.parametrize("read", [read_cubin, read_fatbin])
def test_a_damaged_file_ends_in_a_sentence(read: Callable[[bytes], None]) -> None:
    whole = cubin("harder", 80).elf.data if read is read_cubin else (DATA / "hard.fatbin").read_bytes()
    refused = 0
    for seed in range(400):
        try:
            read(damaged(whole, seed))
        except CassError as error:
            assert str(error)
            refused += 1
    assert refused > 100


def test_other_files_are_refused_by_name() -> None:
    with pytest.raises(CassError, match="x is no ELF file"):
        Cubin(b"nothing", "x")
    foreign = bytearray(cubin("hard", 80).elf.data)
    foreign[18:20] = (62).to_bytes(2, "little")
    with pytest.raises(CassError, match="holds no NVIDIA code: its machine is 62"):
        Cubin(bytes(foreign))
    with pytest.raises(CassError, match="sm_70 is not known"):
        layout(70)
