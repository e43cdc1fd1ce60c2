"""Every form of instruction as NVIDIA's machine code does it, and as its translation does it on both wave sizes.

The kernels are data: each statement of the files has its result in a buffer of its own.
"""

import subprocess
from pathlib import Path

import pytest

from tests.cli.command import CASS

pytestmark = [pytest.mark.gpu_code, pytest.mark.nvidia_tools]
SOURCES = sorted(Path(__file__).parent.glob("*.cu"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_translations_do_what_the_instructions_do(source: Path, tmp_path: Path) -> None:
    words = [str(CASS), "translate", str(source), "-o", str(tmp_path / "out.hip"), "--require", "run"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=900, check=False)
    verdict = done.stdout[done.stdout.rfind("  GPU ") :]
    assert done.returncode == 0, verdict + done.stderr
    assert "NVIDIA's machine code" in verdict
    assert verdict.count("gfx1100  32     PASSED") == verdict.count("gfx90a   64     PASSED") == 1
    text = (tmp_path / "out.hip").read_text().replace('asm("" : "+v"(a))', "")  # of cass::opaque
    assert "asm" not in text
