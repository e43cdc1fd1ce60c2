"""Spans of numbers that vary: against simulated sums in random order, and real programs whose atomics have none."""

from pathlib import Path

import numpy as np
import pytest

from cass_tools.compare.spread import ANYWHERE, STUDENT, interval, spans_of
from cass_tools.compare.terms import Span, Terms, Tolerance
from cass_tools.compare.text import lines_of
from cass_tools.model import Outcome, StepKind, Target, Verdict
from cass_tools.trial import Settings, Unit
from cass_tools.verify import bench


def spans(*runs: bytes) -> tuple[Span | None, ...] | None:
    return spans_of([lines_of(run) for run in runs], 1, Terms())


def test_what_varies_gets_a_span_and_the_rest_none() -> None:
    found = spans(b"n 5 sum 1.0 last 7", b"n 5 sum 1.1 last 9", b"n 5 sum 1.2 last 8")
    assert found is not None
    assert (found[0], found[2]) == (None, ANYWHERE)
    assert found[1] is not None and found[1].low is not None and found[1].low < 1.0
    assert spans(b"a 1.0", b"b 1.1") is None
    assert spans(b"a 1.0", b"a nan") == (ANYWHERE,)
    assert spans(b"a 0x1", b"a 0x2") == (ANYWHERE,)


def test_more_runs_make_it_narrower() -> None:
    values = [1.0, 1.1, 1.2]
    few, many = interval(values, Tolerance()), interval(values * 3, Tolerance())
    assert few.low is not None and few.high is not None and many.low is not None and many.high is not None
    assert few.low < many.low < min(values)
    assert max(values) < many.high < few.high


def sums(values: "np.ndarray[tuple[int], np.dtype[np.float32]]", seed: int) -> float:
    """One after the other, as atomics add, in another order for each seed."""
    order = np.random.default_rng(seed).permutation(len(values))
    return float(np.add.accumulate(values[order])[-1])


def test_sums_in_other_orders_are_inside_and_one_without_an_element_is_not() -> None:
    """3,000 sums of 1,000 elements that cancel, each against the span of nine others."""
    missed = caught = 0
    for trial in range(100):
        values = np.random.default_rng(trial).normal(0, 1000, 1000).astype(np.float32)
        values = np.concatenate([values, -values, np.full(8, 3, np.float32)])
        span = interval([sums(values, seed) for seed in range(9)], Tolerance(1e-5))
        missed += sum(not span.holds(sums(values, seed)) for seed in range(100, 130))
        caught += not span.holds(sums(values[:-1], 9))
    assert missed == 0
    assert caught == 100


def test_the_quantiles_fall_towards_the_normal_distributions() -> None:
    assert list(STUDENT) == sorted(STUDENT, reverse=True)
    assert STUDENT[0] == pytest.approx(1 / np.tan(np.pi * 0.5e-6), rel=1e-6)  # one degree of freedom: Cauchy
    assert STUDENT[1] == pytest.approx((1 - 1e-6) * np.sqrt(2 / (1 - (1 - 1e-6) ** 2)), rel=1e-4)  # two
    assert STUDENT[-1] > 4.892


PROGRAM = """
#include <%(header)s>
#include <cstdio>
#include <cstdlib>
__global__ void add(const float *x, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}
int main() {
  const int n = 4096;
  static float h[n];
  for (int i = 0; i < n; ++i) {
    unsigned k = unsigned(i %% 2048) * 2654435761u;
    h[i] = (i < 2048 ? 1.0f : -1.0f) * float(k %% 100000) * 0.37f + (i %% 512 == 7 ? 25.0f : 0.0f);
  }
  float *x, *sum, s = 0;
  %(p)sMalloc(&x, sizeof h); %(p)sMalloc(&sum, 4);
  %(p)sMemcpy(x, h, sizeof h, %(p)sMemcpyHostToDevice);
  %(p)sMemcpy(sum, &s, 4, %(p)sMemcpyHostToDevice);
  add<<<64, 64>>>(x, sum, %(n)s);
  %(p)sMemcpy(&s, sum, 4, %(p)sMemcpyDeviceToHost);
  printf("n %%d sum %%.6f\\n", n, s);
}
"""


def judge(folder: Path, count: str) -> Verdict:
    cuda = (PROGRAM % {"header": "cuda_runtime.h", "p": "cuda", "n": "n"}).encode()
    hip = (PROGRAM % {"header": "hip/hip_runtime.h", "p": "hip", "n": count}).encode()
    settings = Settings(targets=(Target("gfx1100"), Target("gfx90a")), reference="header")
    with bench(Unit(folder / "x.cu", cuda), settings) as place:
        return place.verify(Unit(folder / "x.hip", hip))


@pytest.mark.gpu_code
def test_a_right_port_of_a_sum_by_atomics_passes(tmp_path: Path) -> None:
    verdict = judge(tmp_path, "n")
    assert {s.outcome for s in verdict.steps} == {Outcome.PASSED}, verdict
    assert not any("states the warp size" in note for note in verdict.notes), verdict.notes
    assert any("with the order; the translation is held to" in note for note in verdict.notes), verdict.notes


@pytest.mark.gpu_code
def test_a_port_that_drops_an_element_does_not(tmp_path: Path) -> None:
    verdict = judge(tmp_path, "n - 1")
    compared = [s for s in verdict.steps if s.kind is StepKind.COMPARED]
    assert {s.outcome for s in compared} == {Outcome.WRONG_OUTPUT}, verdict
