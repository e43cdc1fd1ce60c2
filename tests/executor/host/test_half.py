"""Half conversions for host code, against the compiler's."""

from pathlib import Path

from cass_tools import proc
from cass_tools.executor.stand_in import SOURCES
from tests.executor.host.rig import DATA, compiler, succeed


def test_every_half_and_floats_between(tmp_path: Path) -> None:
    sources = [DATA / "half.cpp", SOURCES / "api_half.cpp"]
    succeed(compiler(), "-std=c++17", "-O1", "-I", SOURCES, *sources, "-o", tmp_path / "half")
    assert proc.run([tmp_path / "half"], timeout=60).stdout == b"0"
