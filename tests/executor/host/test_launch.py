"""What a wave finds in its registers when it starts, hidden arguments, and launches that are refused."""

import struct

import pytest

from tests.executor.host.rig import Kernels

Dim3 = tuple[int, int, int]

pytestmark = pytest.mark.gpu_code


def test_packed_work_items_of_wave32(wave32: Kernels) -> None:
    numbers = wave32.launch("start", (1, 1, 1), (8, 3, 2)).numbers
    assert numbers[:5] == [0, 0, 0, 0xFFFFFFFF, 0]
    assert numbers[5:8] == [0, 1, 2]
    assert numbers[8:13] == [0, 0, 0, 0xFFFF, 0]  # 48 work items: the second wave has 16
    assert numbers[13] == 1 << 10 | 1 << 20  # work item 32 is (0, 1, 1)


def test_packed_work_items_of_wave64(wave64: Kernels) -> None:
    numbers = wave64.launch("start", (1, 1, 1), (70, 1, 1)).numbers
    assert numbers[3:6] == [0xFFFFFFFF, 0xFFFFFFFF, 0]
    assert numbers[11:14] == [0x3F, 0, 64]


def test_separate_work_items_of_gfx10(separate_ids: Kernels) -> None:
    numbers = separate_ids.launch("start", (1, 1, 1), (8, 8, 1)).numbers
    assert numbers[5:8] == [0, 1, 2]
    assert numbers[8:16] == [0] * 8  # v0 of the second wave starts with x = 0 as well


def test_the_last_block_finds_its_place(wave32: Kernels) -> None:
    assert wave32.launch("start", (3, 4, 5)).numbers[:3] == [2, 3, 4]


def test_hidden_arguments_describe_the_launch(wave32: Kernels) -> None:
    words = wave32.launch("hidden", (5, 6, 7), (8, 4, 2), lds=1234, words=64).numbers
    data = struct.pack("64I", *words)
    assert struct.unpack_from("3I", data, 0) == (5, 6, 7)
    assert struct.unpack_from("3H3H", data, 12) == (8, 4, 2, 0, 0, 0)
    assert struct.unpack_from("3Q", data, 40) == (0, 0, 0)
    assert struct.unpack_from("H", data, 64) == (3,)
    assert struct.unpack_from("I", data, 120) == (1234,)


REFUSED = [
    ((0, 1, 1), (32, 1, 1), 0, False, 1),
    ((1, 1, 1), (2048, 1, 1), 0, False, 9),
    ((1, 1, 1), (32, 32, 2), 0, False, 9),
    ((1, 1, 1), (32, 1, 1), 70000, False, 1),
    ((100000, 1, 1), (1024, 1, 1), 0, True, 720),
]


@pytest.mark.parametrize("case", REFUSED)
def test_launches_that_hardware_refuses(wave32: Kernels, case: tuple[Dim3, Dim3, int, bool, int]) -> None:
    grid, block, lds, cooperative, error = case
    ended = wave32.launch("order", grid, block, lds=lds, cooperative=cooperative)
    assert ended.stdout.splitlines()[-1] == f"launch {error}"


def test_another_gpus_code_is_refused_by_the_loader(wave32: Kernels, wave64: Kernels) -> None:
    mixed = Kernels(wave32.launcher, wave64.code, wave32.folder, "gfx1100")
    assert mixed.launch("order").stdout.splitlines() == ["hipModuleLoad 209"]


def test_without_a_helper_a_kernel_is_not_tried(wave32: Kernels) -> None:
    ended = wave32.launch("order", CASS_EXEC_CACHE=str(wave32.folder / "empty"))
    assert ended.status == 112
    assert ended.reports[0]["kind"] == "failed"
    assert "/nonexistent/python" in ended.reports[0]["message"] or "helper" in ended.reports[0]["message"]
