"""Parameters lie where LLVM puts them, and where the bank has them as far as that can be."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cass_tools.executor.nvidia.attributes import Parameter
from cass_tools.executor.nvidia.bank0 import AMPERE, HOPPER
from cass_tools.executor.nvidia.cubin import Kernel
from cass_tools.executor.nvidia.lift import parameters
from tests.executor.nvidia.committed import cubin

KERNEL = next(iter(cubin("kernels", 90).kernels.values()))
ALIGNED = st.tuples(st.integers(1, 5), st.integers(0, 8)).map(lambda pair: (pair[0] << pair[1], 1 << pair[1]))


def _kernel(base: int, sizes: list[tuple[int, int]]) -> Kernel:
    """With parameters of these sizes and alignments, placed as nvcc does: by their addresses in the bank."""
    found, end = [], base
    for number, (size, align) in enumerate(sizes):
        start = -(-end // align) * align
        found.append(Parameter(number, start - base, size))
        end = start + size
    return replace(KERNEL, parameters=tuple(found))


@given(st.sampled_from([AMPERE.parameters, HOPPER.parameters]), st.lists(ALIGNED, max_size=12))
def test_llvm_puts_parameters_where_they_are_said_to_be(base: int, sizes: list[tuple[int, int]]) -> None:
    kernel, end = _kernel(base, sizes), 0
    for each, (_, align) in zip(parameters.placed(kernel), sizes, strict=True):
        assert each.place == -(-end // each.align) * each.align
        assert each.place % min(align, 16) == 0
        assert parameters.place_of(kernel, each.offset + each.size - 1) == each.place + each.size - 1
        end = each.place + each.size
    if all(align <= 16 for _, align in sizes):
        assert not parameters.are_moved(kernel)


@pytest.mark.parametrize(("base", "place"), [(HOPPER.parameters, 64), (AMPERE.parameters, 64)])
def test_a_row_of_64_bytes_behind_56(base: int, place: int) -> None:
    _, row, number = parameters.placed(_kernel(base, [(56, 8), (64, 64), (4, 4)]))
    assert (row.offset + base) % 64 == 0
    assert (row.place, number.place) == (place, place + 64)
    assert number.type == "i32"
