"""printf, assertions, memory and traps of lifted device code, run by the host runtime."""

import sys
from functools import cache
from pathlib import Path

import pytest

from cass_tools.compilers import device_libs, toolchain
from cass_tools.executor.nvidia.lift import build
from tests.executor.host import rig
from tests.executor.host.rig import Ended
from tests.executor.nvidia.lift.lifted import lifted

pytestmark = pytest.mark.gpu_code
ARCHITECTURES = [80, 90, 100]


@cache
def code_object(sm: int) -> bytes:
    clang = toolchain.find_clang()
    assert clang
    done = lifted("outside", sm)
    assert not done.refused, done.refused
    return build.code_object(done, clang.path, libraries=device_libs.folder_for(clang, "gfx1100"))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rig.host_program(Path(__file__).parent / "launch.cpp", tmp_path_factory.mktemp("outside") / "launch")


def run(program: Path, sm: int, *words: str) -> Ended:
    file = program.parent / f"{sm}.hsaco"
    file.write_bytes(code_object(sm))
    return rig.run(program, str(file), *words, folder=program.parent, CASS_EXEC_PYTHON=sys.executable)


@pytest.mark.parametrize("sm", ARCHITECTURES)
def test_printf(program: Path, sm: int) -> None:
    lines = run(program, sm, "p1_numbers", "3", "77").stdout.splitlines()
    wanted = [f"{77 - at}    77|4d  |{'abc'[at]} % text {1 << 40} 2.500     77 0x1234" for at in range(3)]
    assert sorted(lines) == sorted(wanted)
    lines = run(program, sm, "p2_some", "8", "6").stdout.splitlines()
    assert sorted(lines) == ["six"] * 8 + [f"thread {at}" for at in (1, 4, 7)]


@pytest.mark.parametrize("sm", ARCHITECTURES)
def test_assertion(program: Path, sm: int) -> None:
    assert run(program, sm, "p3_assert", "4", "1").status == 0
    ended = run(program, sm, "p3_assert", "4", "2")
    assert ended.status != 0
    assert "outside.cu:14: void p3_assert(int)" in ended.stderr
    assert "block: [0,0,0], thread: [3,0,0] Assertion `n + (int)threadIdx.x < 5` failed." in ended.stderr


@pytest.mark.parametrize("sm", ARCHITECTURES)
def test_memory(program: Path, sm: int) -> None:
    out = run(program, sm, "p4_memory", "-40", "100").stdout.split()
    assert [int(word) for word in out] == [4950 + 100 * thread for thread in range(40)]


@pytest.mark.parametrize("sm", ARCHITECTURES)
def test_trap(program: Path, sm: int) -> None:
    assert run(program, sm, "p5_trap", "32", "2").status == 0
    assert run(program, sm, "p5_trap", "32", "3").status != 0
