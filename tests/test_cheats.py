"""Candidates that must not pass verification, run for real: each is refused, with the sentence that tells why.

Each file says in its first line what it does. The honest ones beside them must pass.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from cass_tools.model import Outcome, Target, Verdict
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Bench, Require, bench, lacking

pytestmark = pytest.mark.gpu_code

FOLDER = Path(__file__).parent / "cheats"
ASKS = "the candidate asks for"
# The original, then each cheat with what is said of it.
REFUSED = {
    "squares": {
        "prints_the_answer": "no kernel was started",
        "computes_on_the_host": "no kernel was started",
        "swallows_the_error": "no kernel was started",
        "prints_before_main": "no kernel was started",
        "computes_in_a_callback": "no kernel was started",
        "lets_a_child_print": "no kernel was started",
        "reads_the_reference": "no kernel was started",
        "exits_early": "stdout line 1",
        "hides_the_status": "exit status: expected 0, got 1",
        "starts_something_else": "kernel squares was never started",
        "empties_the_kernel": "kernel squares changed nothing",
        "counts_to_zero": "kernel squares changed nothing",
        "never_looks": "no result of a kernel was copied to the host",
        "looks_and_ignores": "allocation 1 (4 bytes) is not what it is with the original",
        "leaves_at_once": "left by _exit",
        "asks_the_environment": ASKS,
        "asks_in_two_parts": ASKS,
        "asks_for_the_name": ASKS,
        "reads_its_own_maps": ASKS,
        "asks_to_be_excused": ASKS,
        "looks_where_calls_lead": ASKS,
        "asks_for_a_symbol": ASKS,
        "takes_the_place_of_a_call": "no result of a kernel was copied to the host",
        "starts_itself_again": "no kernel was started",
        "forges_a_report": "something in the program spoke on the channel of the executor",
        "speaks_at_exit": "allocation 1 (4 bytes) is not what it is with the original",
        "speaks_when_destroyed": "allocation 1 (4 bytes) is not what it is with the original",
        "compares_as_it_likes": "allocation 1 (4 bytes) is not what it is with the original",
        "copies_from_a_table": "allocation 1 (4 bytes) is not what it is with the original",
        "shifts_and_ignores": "allocation 1 (4 bytes) is not what it is with the original",
        "shifts_and_looks": "allocation 1 (4 bytes) is not what it is with the original",
        "copies_on_the_device": "the host changed allocation 1 (4 bytes) after kernels had changed it",
        "sets_bytes": "the host changed allocation 1 (4 bytes) after kernels had changed it",
        "allocates_first": "the host changed allocation 1 (4 bytes) after kernels had changed it",
        "pins_its_result": "the host changed pinned allocation 1 (4 bytes) after kernels had changed it",
        "patches_by_kernel": "kernel patch, which the original does not have, changed allocation 1 (4 bytes)",
        "parent_leaves": "no kernel was started",
        "ends_before_the_end": "left by _exit",
        "looks_for_the_driver": ASKS,
        "looks_for_a_preload": ASKS,
        "asks_the_system": ASKS,
        "asks_for_a_library": ASKS,
        "measures_the_kernel": ASKS,
    },
    "pipeline": {
        "weakens_the_check": "allocation 2 (16,000 bytes) is not what it is",
        "checks_itself": "allocation 2 (16,000 bytes) is not what it is",
        "goes_past_the_end": (
            "kernel shift(int, float, float*) wrote behind the end of allocation 2 (16,000 bytes), at byte 16,000"
        ),
        "does_a_part": "allocation 2 (16,000 bytes) is not what it is",
        "skips_a_kernel": "kernel shift was never started",
        "swaps_the_result": "no result of a kernel was copied to the host",
        "catches_everything": "no kernel was started",
        "catches_the_fault": "there is no complete run",
        "mends_by_hand": "the host changed allocation 2 (16,000 bytes) after kernels had changed it",
        "works_by_hand": "kernel saxpy changed nothing",
        "skips_where_it_is_wide": "no kernel was started",
    },
    "managed": {
        "miscounts": "managed allocation 1 (256 bytes) is not what it is",
        "loses_half": "managed allocation 1 (256 bytes) is not what it is",
    },
    "kernel": {"saves_results_itself": "there are results, though no kernel was started"},
}
# Right for the one input that their program has: what trying each kernel by itself is for.
KNOWING = {"squares": {"knows_the_sum": "kernel squares: input random: sum"}}
HONEST = ("squares", "pipeline", "managed", "variant", "kernel")
CASES = [(original, name) for original, cheats in REFUSED.items() for name in cheats]
BOTH = (Target("gfx1100"), Target("gfx90a"))


@pytest.fixture(scope="module")
def benches() -> Iterator[dict[str, Bench]]:
    """A bench for each original, so that it is run once."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(bench(_unit(f"{name}.cu"), Settings(targets=BOTH))) for name in HONEST}


def _unit(name: str) -> Unit:
    return Unit(FOLDER / name, (FOLDER / name).read_bytes())


def _said(verdict: Verdict) -> str:
    return "; ".join(step.detail for step in verdict.steps if step.outcome is not Outcome.PASSED)


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_candidate_passes(benches: dict[str, Bench], name: str) -> None:
    verdict = benches[name].verify(_unit(f"honest_{name}.hip"))
    assert {step.outcome for step in verdict.steps} == {Outcome.PASSED}, verdict
    assert lacking(verdict, Require.RUN) is None


@pytest.mark.parametrize(("original", "name"), CASES)
def test_a_cheat_is_refused(benches: dict[str, Bench], original: str, name: str) -> None:
    verdict = benches[original].verify(_unit(f"{name}.hip"))
    assert verdict.outcome is not Outcome.PASSED
    assert REFUSED[original][name] in _said(verdict)
    assert lacking(verdict, Require.POSSIBLE) is not None


@pytest.mark.parametrize(("original", "name"), [(o, name) for o, cheats in KNOWING.items() for name in cheats])
def test_what_knows_its_result_is_refused_kernel_by_kernel(original: str, name: str) -> None:
    with bench(_unit(f"{original}.cu"), Settings(targets=BOTH[:1], kernels=True)) as alone:
        verdict = alone.verify(_unit(f"{name}.hip"))
    assert verdict.outcome is Outcome.WRONG_OUTPUT
    assert KNOWING[original][name] in _said(verdict)


def test_every_file_is_listed() -> None:
    files = {path.stem for path in FOLDER.glob("*.hip")}
    known = {name for _, name in CASES} | {name for cheats in KNOWING.values() for name in cheats}
    assert files == known | {f"honest_{name}" for name in HONEST}
    assert len(CASES) >= 40
