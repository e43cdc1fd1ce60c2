"""What a compiler does not take is found kernel by kernel, and tried no more often than that."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from cass_tools.errors import CassError
from cass_tools.executor.nvidia import parse
from cass_tools.executor.nvidia.lift import whole
from cass_tools.executor.nvidia.lift.module import Lifted
from cass_tools.executor.nvidia.lift.platform import AMD
from tests.executor.nvidia.lift import written


@pytest.mark.parametrize(
    ("names", "tried"),
    [(("bad",), [("bad",), ()]), (("bad", "good"), [("bad", "good"), ("bad",), ("good",), ("good",)])],
)
def test_one_kernel_is_not_compiled_twice(
    monkeypatch: pytest.MonkeyPatch, names: Sequence[str], tried: list[tuple[str, ...]]
) -> None:
    seen: list[tuple[str, ...]] = []

    def compiler(lifted: Lifted) -> None:
        seen.append(lifted.kernels)
        if "bad" in lifted.kernels:
            raise CassError("not this one")

    code = {f".text.{name}": written.code(()) for name in names}
    monkeypatch.setattr(parse, "disassemble", lambda *_words, **_more: code)
    done = whole.compiled(written.cubin_of(names), Path("nvdisasm"), AMD, compiler)
    assert seen == tried
    assert done.refused == {"bad": "not this one"}
