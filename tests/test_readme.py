"""What the README shows is what the commands print: each console block is run, times aside."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from cass_tools import proc

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```console\n\$ (.*)\n((?:.*\n)*?)```", README)
CASS = Path(sys.executable).parent / "cass"


def without_times(line: str) -> str:
    """Seconds vary, and the columns after them shift with their width."""
    return re.sub(r"\s+", " ", re.sub(r"\b\d+\.\d s\b", "# s", line)).strip()


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether the shown lines are the printed ones, where `[...]` stands for any number of them."""
    if not shown:
        return not printed
    if shown[0] == "[...]":
        return any(matches(shown[1:], printed[skip:]) for skip in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and matches(shown[1:], printed[1:])


def test_the_readme_is_short_and_shows_commands() -> None:
    assert len(README.splitlines()) <= 150
    assert len(BLOCKS) >= 3


@pytest.mark.gpu_code
@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command for command, _ in BLOCKS])
def test_console_blocks_are_real(command: str, shown: str) -> None:
    program, *words = shlex.split(command)
    assert program == "cass"
    done = proc.run([str(CASS), *words], cwd=ROOT, timeout=300)
    printed = [without_times(line) for line in (done.stdout + done.stderr).decode().splitlines() if line.strip()]
    expected = [without_times(line) for line in shown.splitlines() if line.strip()]
    assert matches(expected, printed), "\n".join(printed)


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\((?!http)([^)#]+)\)", README))))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
