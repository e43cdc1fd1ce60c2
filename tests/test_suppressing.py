"""Silencing findings by edits: the finding is gone afterwards, the others stay."""

import tomllib
from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.engine import apply, check
from cass_tools.errors import CassError
from cass_tools.model import Finding, Source
from cass_tools.project import configured
from cass_tools.suppressing import in_file, in_project, on_line

CU = Path("x.cu")


def found(data: bytes, path: Path = CU) -> list[str]:
    return [f"{f.code}@{data[f.span.start : f.span.end].decode()}" for f in check(Source(path, data), Config())]


def nth(data: bytes, number: int = 0, path: Path = CU) -> tuple[Source, Finding]:
    source = Source(path, data)
    return source, [f for f in check(source, Config()) if f.span.start < f.span.end][number]


SOURCES = (
    b"void f(float** p) {\n  cudaMalloc(p, 8);\n  cudaFree(*p);\n}\n",
    b"void f(float** p) {\r\n\tcudaMalloc(p, 8);\r\n\tcudaFree(*p);\r\n}\r\n",
    b"\xef\xbb\xbfvoid f(float** p) { cudaMalloc(p, 8); }\nvoid g(float* p) { cudaFree(p); }\n",
    b"#define GET(p) \\\n  cudaMalloc(p, 8); \\\n  cudaFree(*p)\nvoid f(float** p) { GET(p); }\n",
    "// \U0001f600\nvoid f(float** p) { /* \u00e9 */ cudaMalloc(p, 8);\n cudaFree(*p); }".encode(),
)


@pytest.mark.parametrize("data", SOURCES, ids=["plain", "crlf", "bom", "macro", "emoji"])
def test_one_line_is_silent_and_no_other(data: bytes) -> None:
    source, finding = nth(data)
    after = apply(data, [on_line(source, finding)])
    assert [f for f in found(after) if "cudaMalloc" in f] == []
    assert [f for f in found(after) if "cudaFree" in f] == [f for f in found(data) if "cudaFree" in f] != []
    assert after.count(b"\r\n") in (0, after.count(b"\n"))


def test_a_second_code_joins_the_comment_of_the_first() -> None:
    data = b"void f(float** p) {\n  // cass: ignore[CASS999]\n  cudaMalloc(p, 8);\n}\n"
    after = apply(data, [on_line(*nth(data))])
    assert b"// cass: ignore[CASS999, CASS100]\n  cudaMalloc" in after
    same = b"void f(float** p) {\n  cudaMalloc(p, 8);  // cass: ignore[CASS999]\n}\n"
    assert b"8);  // cass: ignore[CASS999, CASS100]\n" in apply(same, [on_line(*nth(same))])


@pytest.mark.parametrize("data", SOURCES, ids=["plain", "crlf", "bom", "macro", "emoji"])
def test_a_file_is_silent(data: bytes) -> None:
    source, finding = nth(data)
    after = apply(data, [in_file(source, finding)])
    assert not [f for f in found(after) if f.startswith(finding.code)]
    assert after.startswith(b"\xef\xbb\xbf") == data.startswith(b"\xef\xbb\xbf")
    again = apply(after, [in_file(Source(CU, after), finding._replace(code="CASS104"))])
    assert b"ignore-file[CASS100, CASS104]" in again


def test_build_files_have_other_comments() -> None:
    data, path = b"project(x LANGUAGES CXX CUDA)\n", Path("CMakeLists.txt")
    source, finding = nth(data, path=path)
    for edit in (on_line(source, finding), in_file(source, finding)):
        assert not [f for f in found(apply(data, [edit]), path) if f.startswith(finding.code)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[check]\n",
        "[check]",
        '[check]\nignore = ["CASS101"]\n',
        "# mine\n[verify]\nignore = 3\n[check] # codes\n\n[hipcc]\n",
        "[check]\nignore = [\n]\n",
        '[[rules.rename]]\nfrom = "a"\nto = "b"',
    ],
)
def test_a_project_is_silent(text: str, tmp_path: Path) -> None:
    file = tmp_path / "cass.toml"
    file.write_text(in_project(text, "CASS100"))
    assert "CASS100" in configured(Config(), tmp_path).ignored
    assert ("CASS101" in text) == ("CASS101" in configured(Config(), tmp_path).ignored)
    assert in_project(file.read_text(), "CASS100") == file.read_text()
    config = configured(Config(), tmp_path)
    assert [f for f in check(Source(tmp_path / "x.cu", SOURCES[0]), config) if f.code == "CASS100"] == []


def test_what_is_no_toml_stays() -> None:
    with pytest.raises(CassError, match="cannot be changed"):
        in_project("[check\n", "CASS100")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[check]\nignore = 3\n", "must be a list"),
        ("[check]\nignored = []\n", "ignored is not known"),
        ("check = 'ignore'\n", "must be a table"),
        ("[check\nignore", "cass.toml"),
    ],
)
def test_wrong_words_are_named(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "cass.toml").write_text(text)
    with pytest.raises(CassError, match=words):
        configured(Config(), tmp_path)


def test_a_project_in_pyproject_gets_its_own_table() -> None:
    text = '[project]\nname = "x"\n[tool.cass.check]\nexclude = ["a/"]\n[tool.ruff]\nignore = ["E"]\n'
    once = in_project(text, "CASS104", shared=True)
    assert tomllib.loads(once)["tool"]["cass"]["check"] == {"ignore": ["CASS104"], "exclude": ["a/"]}
    assert tomllib.loads(once)["tool"]["ruff"] == {"ignore": ["E"]}
    twice = tomllib.loads(in_project(once, "CASS105", shared=True))
    assert sorted(twice["tool"]["cass"]["check"]["ignore"]) == ["CASS104", "CASS105"]
    fresh = tomllib.loads(in_project("[tool.cass]\n", "CASS104", shared=True))
    assert fresh["tool"]["cass"]["check"]["ignore"] == ["CASS104"]
