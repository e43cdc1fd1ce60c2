"""Functions that were compiled separately (-rdc=true), in sections of their own, on both platforms."""

import numpy as np
import pytest

from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.distinct import distinct
from cass_tools.executor.nvidia.joining import joined
from cass_tools.executor.nvidia.parse import parse
from tests.executor.amd.kernels import launch
from tests.executor.nvidia.committed import cubin, listing
from tests.executor.nvidia.lift.lifted import ARCHITECTURES, loaded, on_cpu

pytestmark = [pytest.mark.gpu_code, pytest.mark.parametrize("sm", ARCHITECTURES)]
VALUES = np.arange(10, 74, dtype=np.int32)


def weighted(x: int, which: int) -> int:
    return x * (3, 5, 7, 11)[which & 3] + which


def wanted(x: int) -> int:
    return sum(weighted(x + i, i) for i in range(x & 7)) if x > 40 else weighted(x, 2)


def test_calls_of_functions_by_name(sm: int) -> None:
    out = np.zeros_like(VALUES)
    launch(loaded("separate", sm), "p01_calls", (1,), (64,), VALUES, out)
    assert out.tolist() == [wanted(x) for x in VALUES.tolist()]


def test_thread_by_thread_too(sm: int) -> None:
    out = np.zeros_like(VALUES)
    addresses = np.array([VALUES.ctypes.data, out.ctypes.data], np.uint64)
    on_cpu("separate", sm).launch("p01_calls", (1,), (64,), addresses.tobytes())
    assert out.tolist() == [wanted(x) for x in VALUES.tolist()]


def test_a_variable_that_is_local_to_its_unit(sm: int) -> None:
    out = np.zeros_like(VALUES)
    launch(loaded("separate", sm), "p02_local_variable", (1,), (64,), VALUES, out)
    assert out.tolist() == [(2, 3, 5, 8, 13, 21, 34, 55)[x & 7] for x in VALUES.tolist()]


def test_each_function_is_there_once(sm: int) -> None:
    held = cubin("separate", sm)
    code = parse(listing("separate", sm), held)
    whole, instructions = joined(held, held.kernels["p01_calls"], code)
    assert sorted(function.name for function in whole.functions) == ["deeper", "weighted"]
    assert len(instructions) == sum(len(code[f".text.{name}"]) for name in ("deeper", "weighted", "p01_calls"))
    assert [each.address for each in instructions] == [16 * n for n in range(len(instructions))]


def test_functions_of_one_name_get_names_of_their_own(sm: int) -> None:
    data = cubin("separate", sm).elf.data
    assert distinct(data) is data
    doubled = data.replace(b"\0deeper\0", b"\0doubly\0").replace(b".text.deeper\0", b".text.doubly\0")
    doubled = doubled.replace(b"\0weighted\0", b"\0doubly\0\0\0").replace(b".text.weighted\0", b".text.doubly\0\0\0")
    found = Cubin(doubled)
    names = sorted(function.name for function in found.functions if "doubly" in function.name)
    assert names == ["doubly", "doubly.2"]
    first, second = (next(f for f in found.functions if f.name == name) for name in names)
    assert (first.section, second.section) == (".text.doubly", ".text.doubly.2")
    assert {found.content(f".text.{name}") for name in names} == {
        cubin("separate", sm).content(f".text.{name}") for name in ("deeper", "weighted")
    }
