"""A folder with findings of all kinds, and the command in it."""

from pathlib import Path

import pytest

from tests.cli.command import Command

PROGRAM = """#include <cuda_runtime.h>
// ä, "quotes", <tags> & a ]]> of XML
__global__ void k(int* p) { p[0] = __shfl_down_sync(0xffffffff, p[threadIdx.x], 1); asm("weird.op;"); }
int main() { int* p; cudaMalloc(&p, 4); k<<<1, 32>>>(p); cudaFooBar(); }
"""


@pytest.fixture
def cass(tmp_path: Path) -> Command:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / ".git").mkdir()
    command = Command(folder, tmp_path / "state")
    command.write("src/a b,c:d%.cu", PROGRAM)
    command.write("src/clean.cu", "int main() {}\n")
    return command
