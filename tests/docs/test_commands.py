"""Commands in the documentation: pages that can be followed are, and every command is spelled as it exists."""

import os
import re
import sys
from pathlib import Path

import pytest

from bench.manual.commands import Command, commands
from tests.docs.console import CONSOLE, files, matches, plain, play, steps

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BIN = Path(sys.executable).parent
PAGES = {path.relative_to(DOCS).as_posix(): path.read_text() for path in DOCS.rglob("*.md")}
NOTHING: dict[str, str] = {}
# The pages that are followed from their first command to their last, with the files that they only talk about.
FOLLOWED = {
    "index.md": NOTHING,
    "tutorial.md": NOTHING,
    "howto-cmake.md": NOTHING,
    "howto-no-gpu.md": NOTHING,
    "limits.md": NOTHING,
}
# The pages whose console blocks are not, and why.
NOT_FOLLOWED = {
    "howto-remote.md": "needs a machine with an AMD GPU; tests/runners/test_ssh.py does it with a server of its own",
    "editors.md": "installs from the network; tests/editors and tests/lsp drive the editors and the server",
    "models.md": "downloads models of gigabytes; tests/models does it with small ones",
    "user-rules.md": "its rules are spread over the page; tests/user_rules reads them there",
    "baseline.md": "tests/teams/test_baseline.py does this",
    "hooks.md": "tests/teams/test_hooks.py does this with git and pre-commit",
    "build-files.md": "tests/test_build_files.py translates that project",
    "formats.md": "tests/formats does this",
    "json.md": "tests/cli/test_schema.py does this",
    "asm.md": "needs NVIDIA's tools, to which one must agree; tests/asm does this",
}


def test_every_page_with_a_session_is_followed_or_says_why() -> None:
    with_one = {name for name, text in PAGES.items() if CONSOLE.search(text)}
    assert with_one == FOLLOWED.keys() | NOT_FOLLOWED.keys()
    assert not FOLLOWED.keys() & NOT_FOLLOWED.keys()


@pytest.mark.gpu_code
@pytest.mark.parametrize("name", FOLLOWED)
def test_a_page_can_be_followed(name: str, tmp_path: Path) -> None:
    page = PAGES[name]
    for path, text in (FOLLOWED[name] | files(page)).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    env = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "SOURCES": str(ROOT / "examples"), "COLUMNS": "100"}
    wanted = steps(page)
    printed = play([step.command for step in wanted], tmp_path, env)
    for step, lines in zip(wanted, printed, strict=True):
        told = "\n".join(lines)
        assert matches([plain(line) for line in step.shown], [plain(line) for line in lines]), (
            f"$ {step.command}\n{told}"
        )


OF_TYPER = {"--install-completion", "--show-completion"}  # left out where there is no shell
KNOWN = {each.words: each for each in commands()}
LINE = re.compile(r"^(?:[\w./]*\$ |\s*(?:- )?)?(cass(?:-hook|-lsp)? .*)$", re.MULTILINE)
END = re.compile(r" # |\s[|&;>]|\s--\s|\s--$")  # what follows is a comment, another command, or another program's


def spelled(page: str) -> list[str]:
    """The command lines in a page's code, whether in a block or in a sentence."""
    code = re.findall(r"```\w*[^\n]*\n(.*?)```|^(    .+)$|`([^`\n]+)`", page, re.S | re.M)
    return [END.split(line)[0] for parts in code for line in LINE.findall("".join(parts))]


def command_of(line: str) -> Command | None:
    """The longest known command that a line starts with."""
    words = line.split()
    return next((KNOWN[" ".join(words[:n])] for n in (3, 2, 1) if " ".join(words[:n]) in KNOWN), None)


def options_of(command: Command) -> set[str]:
    return {word for written, _ in command.options for word in re.findall(r"--?[\w-]+", written.partition(" <")[0])}


LINES = sorted({(name, line) for name, text in PAGES.items() if name != "commands.md" for line in spelled(text)})


def test_there_are_many_lines() -> None:
    assert len(LINES) > 60


@pytest.mark.parametrize("name", sorted({name for name, _ in LINES}))
def test_commands_and_options_exist(name: str) -> None:
    wrong = []
    for _, line in (each for each in LINES if each[0] == name):
        command = command_of(line)
        words = [word.partition("=")[0] for word in re.sub(r"'[^']*'|\"[^\"]*\"", "", line).split()]
        group = command is not None and command.commands and len(words) > len(command.words.split())
        if command is None or (group and re.fullmatch(r"[a-z][a-z-]*", words[len(command.words.split())])):
            wrong.append(line)
            continue
        options = {word for word in words if re.fullmatch(r"--[a-z][\w-]+", word)}
        wrong += [f"{line}: {option}" for option in options - options_of(command) - OF_TYPER]
    assert wrong == []
