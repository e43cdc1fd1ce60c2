"""How the original's runs settle what is compared."""

import sys
from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.compilers import pick
from cass_tools.config import Config
from cass_tools.drivers.inputs import Inputs, Original
from cass_tools.drivers.options import Options
from cass_tools.drivers.program import Maker, Program, Ran
from cass_tools.drivers.results import Case, Saved
from cass_tools.drivers.search import Fitting
from cass_tools.judge import Terms
from cass_tools.model import Build, Outcome, Run, Target
from cass_tools.runners import load
from cass_tools.trial import Settings
from tests.drivers.reading import only

GFX = Target("gfx1100")
MAKER = Maker(pick(Config()), "cuda", GFX, Path())


def ran(*data: bytes) -> Ran:
    buffers = {"#0": Saved("#0", "u1:0", 1, len(data), b"".join(data), outside=False)}
    return Ran(Run(Outcome.PASSED, "exec", GFX), (Case("k", "random", done=True, buffers=buffers),))


def settled(entry: Options, terms: Terms, *runs: Ran, body: str = "") -> Fitting | str:
    files, kernel = only(f"__global__ void k(unsigned char *out) {{ {body} }}\n")
    original = Original("", "header", MAKER, Program(Build(Outcome.PASSED, GFX), {}), load("exec"), load("exec"))
    search = Inputs(files, original, [("k", entry)], Settings(terms=terms), Path())
    return search._settled(kernel, "", runs)


@pytest.mark.parametrize(("entry", "expected"), [(0.0, 0.0), (0.5, 0.5), (None, 0.25)])
def test_the_nearest_tolerance_holds_even_if_it_is_zero(entry: float | None, expected: float) -> None:
    found = settled(Options(tolerance=entry), Terms(tolerance=0.25), ran(b"a"), ran(b"a"))
    assert isinstance(found, Fitting)
    assert found.policy.tolerance == expected


def test_what_only_changes_places_is_unordered_and_what_changes_is_not_compared() -> None:
    moved = settled(Options(), Terms(), ran(b"a", b"b"), ran(b"b", b"a"))
    assert isinstance(moved, Fitting)
    assert moved.policy.unordered == ("out",)
    changed = settled(Options(), Terms(), ran(b"a", b"b"), ran(b"c", b"d"))
    assert changed == "all that the original writes depends on the order of its workgroups"


@pytest.mark.parametrize(("body", "rough"), [("float a = __sinf(1);", True), ("float a = sinf(1);", False)])
def test_approximations_are_seen_in_the_text(body: str, rough: bool) -> None:
    found = settled(Options(), Terms(), ran(b"a"), ran(b"a"), body=body)
    assert isinstance(found, Fitting)
    assert found.policy.rough is rough


def test_programs_are_verified_without_loading_numpy() -> None:
    code = "import sys, cass_tools.cli.translating, cass_tools.cli.verifying; sys.exit('numpy' in sys.modules)"
    assert proc.run([sys.executable, "-c", code]).status == 0
