"""The measurements of assembly: their pages, and that counters count."""

from pathlib import Path

import pytest

from bench import asm_page, asm_table_page
from bench.asm_table import chrf
from bench.counting import Counts, counted_run, counts_of, prepare
from cass_tools.compilers import BuildRequest, pick
from cass_tools.config import Config
from cass_tools.executor.amd.fatbin import entries
from cass_tools.model import Outcome, Target
from cass_tools.trial import Settings

SOURCE = """#include <hip/hip_runtime.h>
__global__ void adds(int *a, int n) {
  __shared__ int b[64];
  b[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < n; ++i) a[64 * i + threadIdx.x] = b[63 - threadIdx.x];
}
int main() {
  int *a;
  hipMalloc(&a, 4096);
  adds<<<1, 64>>>(a, 3);
  adds<<<2, 64>>>(a, 1);
  return hipDeviceSynchronize();
}
"""


@pytest.mark.gpu_code
def test_counters_count(tmp_path: Path) -> None:
    source, home = tmp_path / "adds.hip", tmp_path / "counts"
    source.write_text(SOURCE)
    home.mkdir()
    made = pick(Config()).build(BuildRequest(source, tmp_path / "adds", Target("gfx1100"), flags=("-O2",)))
    assert made.binary is not None
    for entry in entries(made.binary.read_bytes()):
        if entry.arch == "gfx1100":
            assert prepare(entry.data, home) == {}
    ran, counts = counted_run(made.binary, "gfx1100", Settings((Target("gfx1100"),)), home)
    assert ran.outcome is Outcome.PASSED
    [(name, found)] = counts.items()
    assert name == "_Z4addsPii"
    assert found.memory == 2 * (1 + 3) + 4 * (1 + 1)  # loads and stores of the waves
    assert found.shared >= 2 * (1 + 1) + 4 * (1 + 1)
    assert found.spilled == 0
    assert found.all > found.memory + found.shared


def test_kinds_of_instructions() -> None:
    names = ["global_load_b32", "s_delay_alu", "ds_load_b32", "ds_bpermute_b32", "s_load_b64", "scratch_store_b32"]
    assert counts_of([*names, "v_add_f32"]) == Counts(6, 1, 1, 1, 1)


def test_chrf_is_sacrebleus() -> None:
    assert chrf("v_add_f32 v0, v1, v2", "v_add_f32 v0, v1, v2") == pytest.approx(100)
    assert 0 < (chrf("v_add_f32 v0, v1, v2", "v_mul_f32 v0, v1, v3") or 0) < 100
    assert chrf("", "v_add_f32") is None


def test_wilsons_interval() -> None:
    low, high = asm_table_page.interval(255, 369)
    assert (low, high) == pytest.approx((64.2, 73.6), abs=0.1)
    assert asm_table_page.interval(0, 10)[0] == pytest.approx(0, abs=1e-9)


def test_shares_by_length() -> None:
    rows = [
        {"program": "a", "longest": 50, "end": "PASSED"},
        {"program": "b", "longest": 800, "end": "PASSED"},
        {"program": "c", "longest": 900, "end": "PASS_PRINTED"},
        {"program": "d", "longest": 1400, "end": "FAILED"},
    ]
    lines = asm_page.table(rows, {"b", "d"})
    assert "| 0 to 99 | 1 | 1 (100.0%) | 1 (100.0%) | 0 |" in lines
    assert "| 750 to 1499 | 3 | 1 (33.3%) | 2 (66.7%) | 2 (66.7%) |" in lines
    assert lines[-1] == "| all | 4 | 2 (50.0%) | 3 (75.0%) | 2 (50.0%) |"
