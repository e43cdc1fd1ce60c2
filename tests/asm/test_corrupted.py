"""Damaged compiler output: classed as a person has labelled it, and an answer whatever the damage."""

import pytest

from bench.asm_corrupted import agreement, bases, cases
from bench.asm_mistakes import MISTAKES
from cass_tools.asm.diagnose import diagnose
from cass_tools.asm.fixing import repaired
from cass_tools.asm.statements import Form, functions, statements
from cass_tools.asm.waits import missing

EVERY = bases()


@pytest.mark.parametrize(("name", "least"), [("corrupted.jsonl", 98), ("held_out.jsonl", 49)])
def test_labelled_cases_are_classed_as_a_person_says(name: str, least: int) -> None:
    right, wrong = agreement(name, EVERY)
    assert right >= least, [(case.made, case.label, said) for case, said in wrong]


@pytest.mark.parametrize("name", sorted(EVERY))
def test_what_a_compiler_writes_has_no_findings(name: str) -> None:
    data = EVERY[name][0].encode()
    assert diagnose(data).findings == ()


def test_every_mistake_is_made_somewhere() -> None:
    assert {case.made for case in cases(EVERY, 200, 3)} == set(MISTAKES)


@pytest.mark.parametrize("name", sorted(EVERY))
def test_a_wait_that_is_taken_out_is_missed(name: str) -> None:
    """Every wait of a compiler is needed: without it something is used too early."""
    text = EVERY[name][0]
    family = 11 if "gfx1100" in name else 9
    waits = [each for each in statements(text.encode()) if each.form is Form.INSTRUCTION and each.name == "s_waitcnt"]
    for wait in waits:
        data = text.encode()
        without = data[: wait.span.start] + b" " * (wait.span.end - wait.span.start) + data[wait.span.end :]
        assert any(missing(function, family) for function in functions(statements(without))), wait


def test_repairs_of_waits_end_with_a_file_without_findings() -> None:
    text = EVERY["reduce.gfx1100.s"][0]
    lines = [line for line in text.split("\n") if not line.startswith("\ts_waitcnt ")]
    done = repaired("\n".join(lines).encode())
    assert done.before.findings
    assert done.after.findings == ()
