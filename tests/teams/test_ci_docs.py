"""The workflows in the documentation are what GitHub, GitLab and pre-commit accept; their options exist."""

import re
import subprocess
import sys
from pathlib import Path

import check_jsonschema
import pytest
import yaml
from click.testing import CliRunner

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
LINT = "{extends: default, rules: {document-start: disable, line-length: {max: 120}}}"
SCHEMAS = {"cass.yml": "vendor.github-workflows", ".gitlab-ci.yml": "vendor.gitlab-ci"}


def blocks(page: str) -> list[str]:
    """The YAML of a page of the documentation."""
    return re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / page).read_text(), re.S)


def act(*words: str | Path) -> None:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def check_schema(schema: str, path: Path) -> None:
    """What `check-jsonschema` does, in this process: to import it costs 4 s of processor, most in grammars of IRIs."""
    done = CliRunner().invoke(check_jsonschema.main, ["--builtin-schema", schema, str(path)])
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(("text", "name"), [*zip(blocks("ci.md"), SCHEMAS, strict=True)], ids=SCHEMAS)
def test_workflows_are_valid(text: str, name: str, tmp_path: Path) -> None:
    assert text.splitlines()[0].endswith(name)
    path = tmp_path / name
    path.write_text(text)
    act(BIN / "yamllint", "--strict", "-d", LINT, path)
    check_schema(SCHEMAS[name], path)


def test_a_wrong_workflow_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cass.yml"
    path.write_text(blocks("ci.md")[0].replace("runs-on:", "runs-at:"))
    with pytest.raises(AssertionError, match="runs-at"):
        check_schema("vendor.github-workflows", path)


def test_commands_of_workflows_know_their_options() -> None:
    said = subprocess.run([BIN / "cass", "check", "--help"], capture_output=True, text=True, check=True).stdout
    options = {
        word for text in blocks("ci.md") for line in text.splitlines() if "cass check" in line for word in line.split()
    }
    assert {"--output-file"} <= options
    assert not [word for word in options if word.startswith("--") and word not in said]


def test_pre_commit_takes_the_hooks_and_the_documented_configuration(tmp_path: Path) -> None:
    act(BIN / "pre-commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml")
    [text] = blocks("hooks.md")
    path = tmp_path / ".pre-commit-config.yaml"
    path.write_text(text)
    act(BIN / "pre-commit", "validate-config", path)
    act(BIN / "yamllint", "--strict", "-d", LINT, path)
    act(BIN / "yamllint", "-d", LINT.replace("120", "200"), ROOT / ".pre-commit-hooks.yaml")
    ids = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    assert {hook["id"] for each in yaml.safe_load(text)["repos"] for hook in each["hooks"]} <= ids
    assert ids == set(re.findall(r"^\| `([\w-]+)`", (ROOT / "docs/hooks.md").read_text(), re.M))
