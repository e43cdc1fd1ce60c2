"""Doubts about a candidate's conduct: what it asks for, and which differences count."""

from pathlib import Path

import pytest

from cass_tools.conduct import doubts, notes, spying
from cass_tools.deeds import Deeds, read
from cass_tools.model import Outcome, Run, Target
from cass_tools.reference import Reference
from cass_tools.trial import Unit

SUMMARY = "{digest} {digest} 1 1 0 0" + " 0 0 0" * 6
SM, WIDE = Target("sm_80"), Target("gfx90a")


def asked(text: str, original: str = "") -> str | None:
    return spying(Unit(Path("a.hip"), text.encode()), Unit(Path("a.cu"), original.encode()))


@pytest.mark.parametrize(
    "text",
    [
        'getenv("CASS_EXEC_ARCH")',
        'getenv("CASS_" "EXEC_ARCH")',
        'std::ifstream maps("/proc/self/maps");',
        'fopen("/proc/self/environ", "r")',
        "dl_iterate_phdr(visit, nullptr);",
        'if (strcmp(prop.name, "AMD GPU") == 0) cheat();',
        'if (std::string(prop.name) == "AMD GPU") cheat();',
        'watched = name.find("AMD GPU") != npos;',
    ],
)
def test_what_only_verification_has_is_not_asked_for(text: str) -> None:
    assert "the candidate asks for" in (asked(text) or "")
    assert asked(text, original=text) is None


@pytest.mark.parametrize(
    "text",
    [
        'printf("no AMD GPU was found\\n");',
        'const char *kind = "AMD GPU";',
        'readlink("/proc/self/exe", name, size);',
        'std::ifstream info("/proc/cpuinfo");',
        "int cass_executed = 0;",
    ],
)
def test_what_programs_ask_for_is_fine(text: str) -> None:
    assert asked(text) is None


def test_who_does_not_name_the_original_is_told_to() -> None:
    timed = Unit(Path("a.hip"), b"auto start = std::chrono::steady_clock::now();")
    assert "--against" in (spying(timed, None) or "")
    assert "--against" not in (spying(timed, Unit(Path("a.cu"), b"")) or "--against")
    assert spying(timed, Unit(Path("a.cu"), timed.data)) is None


def did(digest: str, launches: int = 1) -> Deeds:
    """A kernel that leaves a content in memory that the host copies."""
    starts = [
        {"kind": "did", "number": str(n + 1), "kernel": "k()", "grid": "1", "block": "1", "changed": "1 8 0 - aa"}
        for n in range(launches)
    ]
    content = {"memory": "1 8 0 -", "offset": "0", "bytes": "8", "content": SUMMARY.format(digest=digest)}
    return read([*starts, {"kind": "read", **content}, {"kind": "kept", **content}, {"kind": "end", "launches": "1"}])


def ran(digest: str, target: Target = SM, launches: int = 1) -> Run:
    return Run(Outcome.PASSED, "exec", target, 0, deeds=did(digest, launches))


def said(
    *,
    repeated: str = "a",
    further: str = "a",
    twin: str | None = "a",
    candidate: str = "b",
    again: str = "b",
    wide: bool = False,
) -> bool:
    """Whether a candidate is doubted whose original leaves the content "a"."""
    reference = Reference(
        "original",
        ran("a"),
        again=lambda seed: ran(repeated if seed == 1 else further),
        twin=lambda: None if twin is None else ran(twin),
    )
    return bool(list(doubts(reference, ran(candidate, WIDE if wide else SM), None, lambda: ran(again))))


def test_a_difference_counts_where_each_side_agrees_with_itself() -> None:
    assert said()
    assert not said(candidate="a")
    assert said(further="c"), "the first other order is enough for a candidate that agrees with itself"
    assert said(again="c"), "the candidate depends on the order, the original in three others does not"


def test_a_difference_does_not_count_otherwise() -> None:
    assert not said(repeated="c"), "the original depends on the order"
    assert not said(twin="c"), "the original depends on the compiler"
    assert not said(twin="b"), "the candidate's own compiler makes the same of the original"
    assert not said(twin=None), "the original cannot be built the other way"
    assert not said(again="a"), "the candidate makes the same in another order"
    assert not said(again="c", further="d"), "both depend on the order"
    assert not said(again="c", further="b"), "the original makes the candidate's in a further order"
    assert not said(wide=True), "its warps are wider"


def test_counts_are_told_only() -> None:
    reference = Reference("original", ran("a"))
    assert list(notes(reference, ran("a", Target("gfx1100"), launches=3))) == [
        "kernel k was started 3 times on gfx1100, by the original 1 times"
    ]
    assert not list(doubts(reference, ran("b", launches=3), None, lambda: None))
    assert not list(notes(reference, ran("a", WIDE, launches=3)))


def stray(
    *, original: str = "", twin: str = "", again: str = "2 8 0 - cc", wrong: str = "2 8 0 - cc", target: Target = SM
) -> list[str]:
    """Doubts about a candidate that changes `wrong` too, beside allocations 1 and 3; what these runs change."""

    def run_of(more: str, target: Target = SM) -> Run:
        made = did("a")
        changed = "; ".join(filter(None, ("1 8 0 - aa", "3 8 0 - bb", more)))
        launch = {"kind": "did", "number": "1", "kernel": "k()", "grid": "1", "block": "1", "changed": changed}
        return Run(Outcome.PASSED, "exec", target, 0, deeds=made._replace(launches=read([launch]).launches))

    reference = Reference("original", run_of(original), again=lambda _: run_of(original), twin=lambda: run_of(twin))
    return list(doubts(reference, run_of(wrong, target), None, lambda: run_of(again)))


def test_memory_that_only_the_candidate_changes_is_told() -> None:
    words = "kernel k changed allocation 2 (8 bytes), which nothing changes in the original"
    assert stray() == [words]
    assert stray(original="2 8 0 - dd") == []
    assert stray(twin="2 8 0 - dd") == [], "the candidate's own compiler makes the original do so too"
    assert stray(again="") == [], "it does not do so in another order"
    assert stray(target=WIDE) == [], "its warps are wider"
    assert stray(original="5 8 0 - dd") == [], "which allocation is which is not plain"
    assert stray(wrong="4 8 0 - cc", again="4 8 0 - cc") == [], "memory of its own that the original does not have"


def swapped(*, repeated: str, candidate: str = "s", more: str = "0") -> bool:
    """The same of a candidate whose sums are the original's, but whose sample is another; `repeated` is the digest of
    the original in another order, `more` what is added to the candidate's sum."""

    def run_of(digest: str, bag: str, sample: str, sum_: str = "3") -> Run:
        made = did("a")
        sums = f"0 0 0 {sum_} {sum_} 0" + " 0 0 0" * 4
        content = {"memory": "1 8 0 -", "content": f"{digest} {bag} 2 0 2 0 {sums} {sample}"}
        seen = read([{"kind": kind, **content, "offset": "0", "bytes": "8"} for kind in ("read", "kept")]).seen
        return Run(Outcome.PASSED, "exec", SM, 0, deeds=made._replace(seen=seen))

    one_two, two_one = "0000803f00000040", "000000400000803f"
    right = run_of("a", "bag", one_two)
    wrong = run_of(candidate, "other", two_one, str(3 + int(more)))
    other = run_of(repeated, "bag", one_two if repeated == "a" else two_one)
    reference = Reference("original", right, again=lambda _: other, twin=lambda: right)
    return bool(list(doubts(reference, wrong, None, lambda: wrong)))


def test_samples_judge_what_has_an_order() -> None:
    assert swapped(repeated="a")
    assert not swapped(repeated="b"), "the original has the same words in another order"
    assert swapped(repeated="b", more="3"), "sums need no order"
