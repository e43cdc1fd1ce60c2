"""Which tests run: those that need NVIDIA's compiler or disassembler only where the user has agreed to use them."""

import os

import pytest
from hypothesis import settings

# How long an example takes depends on the machine and on what else it does; speed is measured in bench/.
settings.register_profile("cass", deadline=None)
settings.load_profile("cass")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Tests that compare with a file that they could write themselves do so with `--update`."""
    parser.addoption("--update", action="store_true", help="write the files of expected texts anew")


@pytest.fixture(autouse=True)
def _no_machine_code_unless_asked_for(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests compare with must not depend on what the user has agreed to."""
    if request.node.get_closest_marker("nvidia_tools") is None:
        monkeypatch.setenv("CASS_NVIDIA_TOOLS", "0")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `nvidia_tools`, unless CASS_NVIDIA_TOOLS=1 (`./dev test` then installs the tools)."""
    if os.environ.get("CASS_NVIDIA_TOOLS") == "1":
        return
    left_out = [item for item in items if item.get_closest_marker("nvidia_tools")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
