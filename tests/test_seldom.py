"""What is done now and then only."""

import os
import time
from pathlib import Path

from cass_tools.seldom import EVERY, is_due


def test_once_in_a_while(tmp_path: Path) -> None:
    mark = tmp_path / ".mark"
    assert [is_due(mark), is_due(mark)] == [True, False]
    long_ago = time.time() - EVERY - 1
    os.utime(mark, (long_ago, long_ago))
    assert [is_due(mark), is_due(mark)] == [True, False]
    assert is_due(tmp_path / "nowhere" / ".mark")
