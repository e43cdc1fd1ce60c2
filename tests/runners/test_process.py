"""What is said of a program that ended by itself or by a signal."""

import signal

import pytest

from cass_tools.runners.process import ended_by


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGBUS])
def test_a_host_that_crashed_may_have_been_written_over(number: int) -> None:
    assert ended_by(number).startswith(f"ended by signal {int(number)} (SIG")
    assert "--check bounds" in ended_by(number)


def test_other_signals_are_only_named() -> None:
    assert ended_by(signal.SIGABRT) == "ended by signal 6 (SIGABRT)"
