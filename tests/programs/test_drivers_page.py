"""What the page of measurements tells of kernels that were tried by themselves."""

from bench import drivers_page
from bench.drivers_page import listed, summary
from bench.kept import Row
from cass_tools.drivers.wrappers import NAMESPACE

ROWS: list[Row] = [
    {"program": "a-cuda", "arch": "gfx1100", "end": "DONE", "kernels": {"k": ["PASSED", ""], "t": ["CRASHED", "x"]}},
    {
        "program": "b-cuda",
        "arch": "gfx1100",
        "end": "DONE",
        "kernels": {f"{NAMESPACE}::f": ["PASSED", ""], "l": ["LIBRARY", ""], "n": ["NOT_TRIED", "no | inputs"]},
    },
    {"program": "c-cuda", "arch": "gfx1100", "end": "NOT_MEASURED"},
]


def test_shares_leave_out_what_needs_a_library() -> None:
    assert summary(ROWS)[2:] == [
        "| need no missing library | 3 | 1 |",
        "| driven | 2 (66.7%) | 1 (100.0%) |",
        "| of them PASSED | 1 | 1 |",
        "| of them CRASHED | 1 | 0 |",
        "| need a missing library | 1 | 0 |",
    ]


def test_what_was_not_driven_is_told_with_its_reason() -> None:
    assert listed(ROWS)[2:] == ["| a | `t` | CRASHED | `x` |", "| b | `n` | NOT_TRIED | `no / inputs` |"]
    assert listed(ROWS[2:]) == ["None."]
    assert drivers_page.Drivers().section()
