"""A program's NVIDIA code run thread by thread by the host runtime: printf, assertions, memory, traps and faults."""

import sys
from pathlib import Path

import pytest

from cass_tools.compilers import toolchain
from cass_tools.executor.nvidia.lift import native, service
from tests.executor.host import rig
from tests.executor.host.rig import Ended
from tests.executor.nvidia.committed import DATA
from tests.executor.nvidia.lift.disassembler import fake

pytestmark = [pytest.mark.gpu_code, pytest.mark.parametrize("sm", [80, 90])]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = rig.host_program(Path(__file__).parent / "launch.cpp", tmp_path_factory.mktemp("scalar") / "launch")
    made.write_bytes(made.read_bytes().replace(b"libamdhip64.so.6\0", b"libcudart.so.13\0\0"))
    return made


def run(program: Path, sm: int, *words: str) -> Ended:
    clang = toolchain.find_clang()
    assert clang
    lifter = service.environment(fake(program.parent, "outside", sm), clang.path, "native")
    said = {**lifter, "CASS_EXEC_SCALAR": "1", "CASS_EXEC_SM": str(sm), "CASS_EXEC_PYTHON": sys.executable}
    return rig.run(program, str(DATA / "outside.fatbin"), *words, folder=program.parent, **said)


def test_printf(program: Path, sm: int) -> None:
    lines = run(program, sm, "p1_numbers", "3", "77").stdout.splitlines()
    assert sorted(lines) == sorted(
        f"{77 - at}    77|4d  |{'abc'[at]} % text {1 << 40} 2.500     77 0x1234" for at in range(3)
    )
    assert len(list(program.parent.glob(f"*/lifted-*-{sm}.so"))) == 1
    lines = run(program, sm, "p2_some", "8", "6").stdout.splitlines()
    assert sorted(lines) == ["six"] * 8 + [f"thread {at}" for at in (1, 4, 7)]


def test_memory(program: Path, sm: int) -> None:
    out = run(program, sm, "p4_memory", "-40", "100").stdout.split()
    assert [int(word) for word in out] == [4950 + 100 * thread for thread in range(40)]


@pytest.mark.parametrize(
    ("words", "said", "end"),
    [
        (
            ("p3_assert", "4", "2"),
            "[3,0,0] Assertion `n + (int)threadIdx.x < 5` failed, block (0,0,0), thread (3,0,0)",
            (1, "error 710\n"),
        ),
        (("p5_trap", "32", "3"), "kernel p5_trap: trap, block (0,0,0), thread (0,0,0)", (1, "error 719\n")),
        (("p4_memory", "-9", "1", "null"), "p4_memory: memory fault at 0x0, block (0,0,0), thread (0,0,0)", (113, "")),
    ],
)
def test_what_a_kernel_does_wrong_is_told(
    program: Path, sm: int, words: tuple[str, ...], said: str, end: tuple[int, str]
) -> None:
    assert run(program, sm, "p3_assert", "4", "1").status == 0
    ended = run(program, sm, *words)
    assert (ended.status, ended.stdout) == end
    assert said in ended.stderr


def test_the_runtime_is_compiled_once(sm: int) -> None:
    clang = toolchain.find_clang()
    assert clang
    made = native.runtime(clang.path)
    before = {file: file.stat().st_mtime_ns for file in made.iterdir()}
    assert native.runtime(clang.path) == made
    assert {file: file.stat().st_mtime_ns for file in made.iterdir()} == before
