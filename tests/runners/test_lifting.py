"""The architecture that the original's machine code is made for."""

from cass_tools.model import Target
from cass_tools.runners.lifting import asked_for

LOG = """ptxas source.ptx, line 140; error   : Feature 'min.relu' requires .target sm_90 or higher
ptxas source.ptx, line 150; error   : Feature 'redux.f32' requires .target sm_100 or higher
ptxas fatal   : Ptx assembly aborted due to errors
"""


def test_the_newest_that_an_instruction_needs() -> None:
    assert asked_for(LOG) == Target("sm_100")


def test_other_errors_ask_for_none() -> None:
    assert asked_for('x.cu(3): error: identifier "y" is undefined\n') is None
