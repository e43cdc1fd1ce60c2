"""A build is done once for the same inputs, and again when any of them changes."""

from pathlib import Path

import pytest

from cass_tools.compilers import BuildRequest, build_cache, pick
from cass_tools.config import Config
from cass_tools.executor import cache as executor_cache
from cass_tools.model import Outcome, Target


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASS_EXEC_HOME", str(executor_cache.root()))  # which is slow to make again
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_dependency_files_are_read_with_their_escapes(tmp_path: Path) -> None:
    rule = tmp_path / "x.d"
    rule.write_text(f"x.o: {tmp_path}/source.hip \\\n  /usr/include/a\\ b.h /usr/include/c$$d.h \\\n  /src/shown.cuh\n")
    found = build_cache.headers_in([rule], outside=tmp_path, without=[Path("/src/shown.cuh")])
    assert found == [Path("/usr/include/a b.h"), Path("/usr/include/c$d.h")]


@pytest.mark.gpu_code
def test_a_header_that_changed_is_seen(tmp_path: Path) -> None:
    source, header, binary = tmp_path / "x.hip", tmp_path / "value.h", tmp_path / "x"
    source.write_text('#include "value.h"\nint main() { return VALUE; }\n')
    header.write_text("#define VALUE 3\n")
    request = BuildRequest(source, binary, Target("gfx1100"))
    compiler = pick(Config())

    assert compiler.build(request).outcome is Outcome.PASSED
    same = binary.read_bytes()
    (kept,) = (tmp_path / "cache").rglob("*.bin")
    kept.write_bytes(same + b"kept")
    assert compiler.build(request).outcome is Outcome.PASSED
    assert binary.read_bytes() == same + b"kept"

    header.write_text("#define VALUE 4\n")
    changed = compiler.build(request)
    assert changed.outcome is Outcome.PASSED
    assert binary.read_bytes() not in (same, same + b"kept")

    header.write_text("#error no value\n")
    assert compiler.build(request).outcome is Outcome.NOT_BUILT
