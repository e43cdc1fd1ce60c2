"""What the executor tells of a program's deeds, from real programs."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cass_tools.compilers import BuildRequest
from cass_tools.compilers.clang import ClangCompiler
from cass_tools.compilers.nvcc import NvccCompiler
from cass_tools.deeds import Deeds, Memory
from cass_tools.model import Outcome, Target
from cass_tools.runners import Limits
from cass_tools.runners.exec import ExecRunner

pytestmark = pytest.mark.gpu_code

SOURCE = Path(__file__).parent / "data" / "deeds.hip"
Runs = Callable[[str], Deeds]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """Runs the program in a way, which must go well."""
    folder, target = tmp_path_factory.mktemp("deeds"), Target("gfx1100")
    build = ClangCompiler().build(BuildRequest(SOURCE, folder / "deeds", target))
    assert build.binary is not None, build.log

    def run(way: str) -> Deeds:
        assert build.binary is not None
        runner = ExecRunner(observing=True)
        ran = runner.run(build.binary, target, (way,), limits=Limits(), cwd=folder, keep_files=("own.txt",))
        assert (ran.outcome, ran.status, ran.forged) == (Outcome.PASSED, 0, ""), ran
        if way == "closes":
            assert ran.files == (("own.txt", b"mine\n"),)
        assert ran.deeds is not None
        return ran.deeds

    return run


def changed(deeds: Deeds) -> list[tuple[str, list[int]]]:
    return [(launch.name, [memory.number for memory, _ in launch.changed or ()]) for launch in deeds.launches]


def test_copies_carry_results_on(runs: Runs) -> None:
    deeds = runs("copied")
    assert changed(deeds) == [("fill", [1])]
    assert [(s.when, s.memory.number, s.offset, s.size) for s in deeds.seen] == [
        ("read", 2, 4, 64),
        ("freed", 1, 0, 128),
        ("kept", 2, 0, 128),
    ]
    contents = [s.content for s in deeds.seen]
    assert contents[1] == contents[2] != contents[0]
    assert contents[0] is not None
    assert (contents[0].type, contents[0].sums["int"].total) == ("int", 16 * 7)
    assert deeds.ended


def test_memory_that_the_host_sees(runs: Runs) -> None:
    [seen] = runs("managed").seen
    assert str(seen.memory) == "managed allocation 1 (128 bytes)"
    assert seen.when == "kept"


def test_variables_have_names(runs: Runs) -> None:
    [launch] = runs("variable").launches
    assert launch.changed is not None
    assert [str(memory) for memory, _ in launch.changed] == ["variable counter"]


FLAG = """
__managed__ int flag;
__global__ void set(int* out) { flag = *out = 5; }
int main() {
  int* out;
  hipMalloc(&out, 64);
  for (int i = 0; i < 2; ++i) {
    flag = i;
    set<<<1, 1>>>(out);
    hipDeviceSynchronize();
  }
}
"""


@pytest.mark.parametrize("vendor", ["hip", pytest.param("cuda", marks=pytest.mark.nvidia_tools)])
def test_managed_variables_have_names_whoever_s_code_it_is(vendor: str, tmp_path: Path) -> None:
    source, built = tmp_path / "flag.cu", tmp_path / "flag"
    source.write_text("#ifdef __HIP__\n#include <hip/hip_runtime.h>\n#endif\n" + FLAG.replace("hip", vendor))
    if vendor == "hip":
        target = Target("gfx90a")
        build = ClangCompiler().build(BuildRequest(source, built, target))
    else:
        target = Target("sm_80")
        build = NvccCompiler().build(BuildRequest(source, built, target, language="nvidia"))
    assert build.binary is not None, build.log
    ran = ExecRunner(observing=True).run(build.binary, target, limits=Limits(), cwd=tmp_path)
    assert ran.outcome is Outcome.PASSED and ran.deeds is not None, ran
    variable, allocated = Memory(0, 4, "2", "flag"), Memory(1, 64, "0")
    assert [sorted(m for m, _ in launch.changed or ()) for launch in ran.deeds.launches] == [
        [variable, allocated],
        [variable],
    ]
    assert ran.deeds.over == (variable,)


def test_what_is_there_already_is_no_change(runs: Runs) -> None:
    deeds = runs("same")
    assert changed(deeds) == [("fill", [1]), ("fill", []), ("twice", [1])]
    assert [(launch.grid, launch.block) for launch in deeds.launches][2] == ("1,1,1", "16,1,1")


def test_a_program_that_closes_all_files_is_still_heard(runs: Runs) -> None:
    assert changed(runs("closes")) == [("fill", [1]), ("twice", [1])]


def test_a_forked_process_is_heard_too(runs: Runs) -> None:
    assert changed(runs("forks")) == [("fill", [1])]


def test_a_program_that_it_starts_is_not(runs: Runs) -> None:
    assert runs("starts").launches == ()


def test_writes_behind_the_end_are_told(runs: Runs) -> None:
    assert [str(each) for each in runs("beyond").beyond] == [
        "kernel fill(int*, int) wrote behind the end of allocation 1 (128 bytes), at byte 128",
        "kernel reverse(int*) wrote behind the end of a workgroup's shared memory (128 bytes), at byte 128",
        "something was written behind the end of managed allocation 3 (128 bytes), at byte 132",
    ]
    assert runs("same").beyond == ()


def test_leaving_early_shows(runs: Runs) -> None:
    deeds = runs("leaves")
    assert not deeds.ended
    assert len(deeds.launches) == 3
