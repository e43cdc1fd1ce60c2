"""The two descriptions of a wave agree."""

from pathlib import Path

from cass_tools import proc
from cass_tools.executor.amd import abi
from cass_tools.executor.stand_in import SOURCES
from tests.executor.host.rig import compiler, succeed

FIELDS = {
    "sgpr": abi.SGPR,
    "exec": abi.EXEC,
    "scc": abi.SCC,
    "resume": abi.RESUME,
    "image": abi.IMAGE,
    "lds": abi.LDS,
    "scratch": abi.SCRATCH,
    "scratch_stride": abi.SCRATCH_STRIDE,
    "private_aperture": abi.PRIVATE_APERTURE,
    "lds_size": abi.LDS_SIZE,
    "budget": abi.BUDGET,
    "fault": abi.FAULT,
    "mode": abi.MODE,
    "pc": abi.PC,
    "check": abi.CHECK,
    "images": abi.IMAGES,
    "vgpr": abi.VGPR,
}


def test_offsets_and_statuses_are_the_same(tmp_path: Path) -> None:
    source = tmp_path / "offsets.cpp"
    statuses = ("Ended", "Barrier", "Yielded", "Trapped", "GridBarrier")
    values = [f"offsetof(cass::Wave, {field})" for field in FIELDS] + [f"(size_t)cass::Status::{s}" for s in statuses]
    lines = "".join(f'std::printf("%zu\\n", {value});' for value in values)
    source.write_text(f'#include "abi.hpp"\n#include <cstdio>\nint main() {{ {lines} }}\n')
    succeed(compiler(), "-std=c++17", "-I", SOURCES, source, "-o", tmp_path / "offsets")
    printed = [int(line) for line in proc.run([tmp_path / "offsets"]).stdout.split()]
    assert printed == [*FIELDS.values(), *(int(status) for status in abi.Status)]
