"""cass.toml and [tool.cass]: what holds for which path, what is wrong in them, and their schema."""

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cass_tools.cli.configuring import SCHEMA_FILE
from cass_tools.project import IN_CHECK, IN_PATH, TOP
from cass_tools.user_rules.reading import KEYS
from cass_tools.wrapper.settings import KEYS as HIPCC
from tests.teams.conftest import Run, put

SCHEMA = json.loads(SCHEMA_FILE.read_text())
SOURCE = (
    "__device__ int f(int x) { return __shfl_down_sync(0xffffffff, x, 1); }\nint main() { cudaDeviceSynchronize(); }\n"
)


def codes(cass: Run, *words: str) -> list[tuple[str, str]]:
    """What is found."""
    value = json.loads(cass("check", *words, "--format", "json").out)
    return [(f["path"], f["code"]) for f in value["findings"]]


@pytest.mark.parametrize(("name", "table"), [("cass.toml", "check"), ("pyproject.toml", "tool.cass.check")])
def test_some_paths_have_settings_of_their_own(cass: Run, name: str, table: str) -> None:
    put("src/a.cu", SOURCE)
    put("src/legacy/b.cu", SOURCE)
    put("vendored/c.cu", SOURCE)
    put(
        name,
        f'[{table}]\nignore = ["CASS104"]\nexclude = ["vendored/"]\n'
        f'[[{table}.path]]\npaths = ["legacy/**", "b.cu"]\nignore = ["warp-mask-32"]\n',
    )
    assert codes(cass, ".") == [("src/a.cu", "CASS121"), ("src/a.cu", "CASS100"), ("src/legacy/b.cu", "CASS100")]
    assert codes(cass, "src/legacy") == [("src/legacy/b.cu", "CASS100")]
    assert ("vendored/c.cu", "CASS121") in codes(cass, "vendored/c.cu")  # named


def test_releases_and_spellings_come_from_the_file_and_options_win(cass: Run) -> None:
    put("a.cu", "#include <cublas_v2.h>\nvoid f(cublasHandle_t* h) { cublasCreate(h); }\n")
    put("cass.toml", 'api = "roc"\n[[check.path]]\npaths = "b.cu"\napi = "hip"\n')
    put("b.cu", Path("a.cu").read_text())
    assert "rocblas_create_handle" in cass("translate", "a.cu", "--stdout").out
    assert "hipblasCreate" in cass("translate", "b.cu", "--stdout").out
    assert "hipblasCreate" in cass("translate", "a.cu", "--stdout", "--api", "hip").out
    assert "rocblas_create_handle" in cass("translate", "b.cu", "--stdout", "--api", "roc").out


def test_rules_and_comparing_are_read_from_pyproject_too(cass: Run) -> None:
    put("pyproject.toml", '[[tool.cass.rules.rename]]\nfrom = "old"\nto = "fresh"\n')
    put("x.cu", "int old;\n")
    assert codes(cass, "x.cu") == [("x.cu", "USR100")]
    put("cass.toml", "")  # wins in the same directory
    assert codes(cass, "x.cu") == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[check]\nignores = []\n", "[check] ignores is not known; there are ignore, exclude, baseline, path"),
        ("[check]\nignore = 3\n", "must be a list of codes"),
        ("[check]\nexclude = [3]\n", "exclude must be a list of patterns"),
        ("[[check.path]]\nignore = []\n", "needs paths"),
        ('[[check.path]]\npaths = ["x"]\nwarp-policy = "wide"\n', "warp-policy wide: choose logical32 or native"),
        ('hip-version = "six"\n', "hip-version six is no version"),
        ("[check\n", "cass.toml: "),
        ("check = 1\n", "check must be a table"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(cass: Run, text: str, sentence: str) -> None:
    put("a.cu", SOURCE)
    put("cass.toml", text)
    said = cass("check", ".")
    assert (said.status, said.out) == (2, "")
    assert sentence in said.err
    assert cass("config", "show").status == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hip-version = 6.10\n", 'hip-version must be a text, such as "6.3"; as a number, 6.10 would be 6.1'),
        ("cuda-version = 12\n", "cuda-version must be a text"),
        ('[[check.path]]\npaths = ["a"]\nhip-version = 6.1\n', "number 1: hip-version must be a text"),
        ("[chekc]\nignore = []\n", "chekc: not known"),
        ('hip_version = "6.3"\n', "hip_version: not known"),
        ("check = " + "[" * 5000 + "]" * 5000 + "\n", "nested too deeply"),
    ],
)
def test_nothing_wrong_is_passed_over_in_silence(cass: Run, text: str, sentence: str) -> None:
    put("a.cu", "int main() { cudaDeviceSynchronize(); }\n")
    put("cass.toml", text)
    said = cass("check", "a.cu")
    assert (said.status, sentence in said.err) == (2, True), said.err[-300:]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ('[tool.cass.check]\nignore = ["CASS100"]\n', True),
        ('[ tool . "cass" . check ]\nignore = ["CASS100"]\n', True),
        ('[tool]\ncass = {check = {ignore = ["CASS100"]}}\n', True),
        ('# see tool.cass\n[tool.cassandra.check]\nignore = ["CASS100"]\n', False),
        ('[project]\ndescription = "tool.cass"\n', False),
        ("[project\nname = cass\n", False),  # somebody else's to mend
    ],
)
def test_a_shared_file_counts_if_it_has_our_table(cass: Run, text: str, holds: bool) -> None:
    """One that has none does not hide a cass.toml above it."""
    put("cass.toml", '[check]\nignore = ["CASS103"]\n')
    put("sub/a.cu", "#include <cuda_runtime.h>\nint main() { cudaDeviceSynchronize(); }\n")
    put("sub/pyproject.toml", text)
    said = cass("check", "--all", "sub/a.cu")
    assert ("CASS103" in said.out, "CASS100" in said.out) == (holds, not holds), said


def test_config_show_says_what_holds_and_where_that_is_said(cass: Run) -> None:
    assert "no cass.toml" in cass("config", "show").out
    put(
        "cass.toml",
        'hip-version = "6.1"\n[[check.path]]\npaths = ["old/"]\nhip-version = "5.7"\n'
        'ignore = ["CASS121"]\n[hipcc]\narch = "gfx90a"\n',
    )
    put("old/a.cu", SOURCE)
    said = cass("config", "show")
    assert said.out.startswith(f'# {Path.cwd()}/cass.toml\nhip-version = "6.1"\n')
    assert '# for old/\nignore = ["CASS121"]\nhip-version = "5.7"\n' in said.out
    value = json.loads(cass("config", "show", "old/a.cu", "--format", "json").out)
    assert (value["settings"]["hip-version"], value["settings"]["check.ignore"]) == ("5.7", ["CASS121"])
    assert value["settings"]["hipcc.arch"] == "gfx90a"
    put("cass.toml", "[chekc]\n")
    assert "chekc: not known" in cass("config", "show").err


def test_the_schema_knows_every_key(cass: Run) -> None:
    assert set(json.loads(cass("config", "schema").out)["properties"]) == set(TOP)
    assert json.loads(cass("config", "schema").out) == SCHEMA
    Draft202012Validator.check_schema(SCHEMA)
    top = SCHEMA["properties"]
    assert set(top["check"]["properties"]) == set(IN_CHECK)
    assert set(top["check"]["properties"]["path"]["items"]["properties"]) == set(IN_PATH)
    assert set(top["hipcc"]["properties"]) == set(HIPCC)
    for kind, keys in KEYS.items():
        assert set(top["rules"]["properties"][kind.value]["items"]["properties"]) == set(keys)


def test_the_schema_takes_what_the_documentation_shows() -> None:
    text = (Path(__file__).parents[2] / "docs/configuration.md").read_text()
    blocks = [block.partition("```")[0] for block in text.split("```toml\n")[1:]]
    assert blocks
    for block in blocks:
        table = tomllib.loads(block)
        Draft202012Validator(SCHEMA).validate(table.get("tool", {}).get("cass", table))
    assert not Draft202012Validator(SCHEMA).is_valid({"check": {"ignores": []}})
