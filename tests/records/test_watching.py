"""What the watching library sees of HIP programs on the executor, and what a record takes from a run."""

from dataclasses import replace
from pathlib import Path

import pytest

from cass_tools.compilers.clang import ClangCompiler
from cass_tools.errors import CassError
from cass_tools.model import Target
from cass_tools.records import making
from cass_tools.records.launches import Launch
from cass_tools.runners.exec import RUNNER
from cass_tools.trial import Settings, Unit, build

pytestmark = pytest.mark.gpu_code
DATA = Path(__file__).parent / "data" / "watched.hip"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> making.Program:
    folder = tmp_path_factory.mktemp("watched")
    unit = Unit(DATA, DATA.read_bytes())
    built = build(unit, Target("gfx1100"), ClangCompiler(), folder, "hip")
    assert built.binary is not None, built.log
    return making.Program(unit, built, RUNNER, Settings(compare_files=("out.txt",)), folder)


@pytest.fixture(scope="module")
def launches(program: making.Program) -> dict[str, list[Launch]]:
    done, found = program.watched()
    assert done.stdout == b"begin\n6 7 100\nend\n", done
    kinds: dict[str, list[Launch]] = {}
    for launch in found:
        kinds.setdefault(launch.kernel.partition("(")[0], []).append(launch)
    return kinds


def test_a_launch_has_its_name_and_shape(launches: dict[str, list[Launch]]) -> None:
    (scale,) = launches["void scale<float>"]
    assert (scale.kernel, scale.grid, scale.block) == (
        "void scale<float>(float const*, float*, int)",
        (2, 1, 1),
        (64, 1, 1),
    )
    assert scale.shared == 16


def test_only_what_a_kernel_has_changed_is_told(launches: dict[str, list[Launch]]) -> None:
    (scale,) = launches["void scale<float>"]
    (change,) = scale.changed
    assert (change.buffer, change.size, change.type) == ("malloc 1", 512, "float")
    samples = dict(change.samples)
    assert samples[0] == ("0", "3")
    assert samples[504] == ("378", "381")


def test_variables_managed_pinned_and_pooled_memory_are_seen(launches: dict[str, list[Launch]]) -> None:
    buffers = [change.buffer for change in launches["touch"][0].changed]
    assert buffers == ["malloc 2", "managed 0", "pinned 0", "variable total"]


def test_the_kernels_of_a_graph_are_seen_together(launches: dict[str, list[Launch]]) -> None:
    (graph,) = launches["a graph"]
    assert [change.buffer for change in graph.changed] == ["variable total"]


def test_a_launch_that_fails_is_told_and_stays_the_programs_own(launches: dict[str, list[Launch]]) -> None:
    assert [launch.unread for launch in launches["touch"]] == ["", "error 9"]


def test_a_record_holds_the_run(program: making.Program) -> None:
    made = making.record(program, {"gpu": "none"})
    assert (made.status, made.stdout, made.again) == (0, b"begin\n6 7 100\nend\n", None)
    assert dict(made.files) == {"out.txt": b"done"}
    assert len(made.launches) == 4
    assert making.as_run(made, ("out.txt",)).launches == 4


def test_a_file_that_is_not_written_is_no_record(program: making.Program) -> None:
    other = replace(program, settings=Settings(compare_files=("none.txt",)))
    with pytest.raises(CassError, match=r"did not write none\.txt"):
        making.record(other, {})


def test_a_program_that_runs_too_long_is_no_record(program: making.Program) -> None:
    settings = program.settings
    other = replace(program, settings=replace(settings, args=("wait",), limits=replace(settings.limits, timeout=1.0)))
    with pytest.raises(CassError, match="was not recorded: TIMED_OUT"):
        making.record(other, {})


def test_a_program_whose_kernels_all_fail_is_no_record(program: making.Program) -> None:
    other = replace(program, settings=Settings(args=("fail",)))
    with pytest.raises(CassError, match=r"none of its kernels ran on this CPU \(error 9\)"):
        making.record(other, {})
