"""HIP's host API, called through the installed HIP headers: the programs name each call that is not as HIP defines."""

import re
from pathlib import Path

import pytest

from tests.executor.host.rig import DATA, host_program, run

pytestmark = pytest.mark.gpu_code
VERSION = Path("/usr/include/hip/hip_version.h")
HEADERS = ("-D__HIP_PLATFORM_AMD__", "-I", str(DATA))


def passes(name: str, folder: Path, arch: str = "gfx1100") -> str:
    found = re.search(r"HIP_VERSION_MAJOR (\d)", VERSION.read_text())
    assert found is not None
    program = host_program(DATA / f"{name}.cpp", folder / name, *HEADERS, hip=int(found[1]))
    ended = run(program, folder=folder, arch=arch)
    assert (ended.status, ended.stderr) == (0, ""), ended.stdout
    return ended.stdout


@pytest.mark.parametrize("name", ["async", "memory", "streams"])
def test_calls_do_what_hip_defines(name: str, tmp_path: Path) -> None:
    assert passes(name, tmp_path) == ""


def test_properties_are_those_of_the_card(tmp_path: Path) -> None:
    assert passes("device", tmp_path) == "gfx1100 32 11\n"
    ended = run(tmp_path / "device", folder=tmp_path, arch="gfx90a")
    assert ended.stdout == "gfx90a:sramecc+:xnack- 64 9\n"
