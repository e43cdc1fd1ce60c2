"""Many files on several processors: nothing of the pool is left once the last result is there."""

import threading
from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.scan import SMALL, check_all


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    """Two files that are large enough for several processes."""
    made = [tmp_path / "a.cu", tmp_path / "b.cu"]
    for path in made:
        path.write_text("int main() { cudaFree(0); }\n" + "// a line\n" * (SMALL // 10))
    return made


def test_no_thread_is_left_that_the_end_of_python_would_wake(paths: list[Path]) -> None:
    before = {*threading.enumerate()}
    checked = [*check_all(paths, Config(), jobs=2)]
    assert [each.path for each in checked if each.findings] == paths
    assert {*threading.enumerate()} == before
