"""Records made on an H200 and the executor agree: stdout, exit status, and what each kernel left in memory.

NVIDIA's machine code of every program, where that was agreed to; without, ports of some to AMD.
"""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.model import Outcome, Source, Target
from cass_tools.records import finding
from cass_tools.records.checking import check
from cass_tools.translators.rules import translate
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Require, bench, lacking

ROOT = Path(__file__).parent.parent.parent
PROGRAMS = sorted((*(ROOT / "tests/data/records").glob("*/input.cu"), *(ROOT / "examples").glob("*.cu")))
PORTED = ("001", "003", "009", "014", "nbody", "reduce", "saxpy_streams")
# Launches whose memory is another on every GPU: counters of the multiprocessors that blocks happen to run on.
PLACES = {"021_ptx_smid": "launch 1 (load(int*)): malloc 0, byte 0, number 0: expected 3, got 300"}


def name(path: Path) -> str:
    return path.stem if path.parent.name == "examples" else path.parent.name


def unit_of(path: Path) -> Unit:
    return Unit(path, path.read_bytes())


def test_every_program_has_a_record_of_an_h200() -> None:
    assert len(PROGRAMS) == 44
    for path in PROGRAMS:
        found = finding.find(unit_of(path), ())
        assert found.record and found.record.target == "sm_90", found.reason
        assert found.record.machine["gpu"] == "NVIDIA H200"


def test_kernels_of_almost_every_program_were_watched() -> None:
    records = [finding.find(unit_of(path), ()).record for path in PROGRAMS]
    changed = [record for record in records if record and any(launch.changed for launch in record.launches)]
    assert len(changed) >= 40


@pytest.mark.gpu_code
@pytest.mark.nvidia_tools
@pytest.mark.parametrize("path", PROGRAMS, ids=name)
def test_the_executor_does_what_an_h200_did(path: Path, tmp_path: Path) -> None:
    unit = unit_of(path)
    record = finding.find(unit, ()).record
    assert record
    done = check(record, unit, Settings(), tmp_path)
    assert done.differences == ((PLACES[name(path)],) if name(path) in PLACES else ())
    assert done.launches == len(record.launches)


@pytest.mark.gpu_code
@pytest.mark.parametrize("path", [p for p in PROGRAMS if name(p).startswith(PORTED)], ids=name)
def test_ports_are_compared_with_the_record(path: Path) -> None:
    unit = unit_of(path)
    port = translate(Source(path, unit.data), Config())
    with bench(unit, Settings(targets=(Target("gfx1100"),), orders=False)) as place:
        verdict = place.verify(Unit(path, port.data))
    assert verdict.reference == "record"
    assert (verdict.outcome, lacking(verdict, Require.RUN)) == (Outcome.PASSED, None), verdict
