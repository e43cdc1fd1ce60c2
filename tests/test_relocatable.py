"""A tree with separately compiled device code: its makefile is translated, really run, and so are its programs."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.test_build_files import CASS, compiler, printed_by, run

TREE = Path(__file__).parent / "data" / "build_files" / "relocatable"
# hipcc of a machine without ROCm; unlike ROCm's it links device code only where it is told to.
HIPCC = """#!/bin/sh
case " $* " in *" -c "*) exec "{clang}" {flags} "$@" ;; esac
exec "{clang}" {flags} "$@" -lamdhip64
"""


def script(folder: Path) -> Path:
    """That hipcc."""
    clang, flags = compiler()
    folder.mkdir(parents=True)
    hipcc = folder / "hipcc"
    hipcc.write_text(HIPCC.format(clang=clang, flags=" ".join(flags)))
    hipcc.chmod(0o755)
    return hipcc


@pytest.fixture(scope="module")
def ported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("relocatable")
    command = [str(CASS), "translate", str(TREE), "-o", str(folder / "out"), "--no-verify", "--arch", "gfx1100"]
    environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state")}
    subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, check=False)
    return folder / "out"


def test_the_step_for_device_code_is_gone_from_every_list(ported: Path) -> None:
    text = (ported / "Makefile").read_text()
    assert "device_link.o" not in text
    assert "-dlink" not in text
    assert "stepped: $(OBJECTS)\n\t$(NVCC) -fgpu-rdc --hip-link --offload-arch=gfx1100 $^ -o $@" in text
    assert "direct: $(OBJECTS)\n\t$(NVCC) -fgpu-rdc --hip-link $(NVCCFLAGS) $(OBJECTS) -o $@" in text
    assert "# device code alone" in text


@pytest.mark.gpu_code
@pytest.mark.parametrize("by", ["clang", "cass-hipcc"])
@pytest.mark.skipif(shutil.which("make") is None, reason="make is not on PATH; on Debian: apt-get install make")
def test_make_builds_both_programs_and_they_run(ported: Path, tmp_path: Path, by: str) -> None:
    hipcc = CASS.with_name(by) if by == "cass-hipcc" else script(tmp_path / "rocm" / "bin")
    tree = Path(shutil.copytree(ported, tmp_path / "tree"))
    run("make", f"NVCC={hipcc}", cwd=tree, ROCM_PATH="/usr")
    for program in ("stepped", "direct"):
        assert printed_by(tree / program) == "scaled 1.5 2 2.5 3\n"
