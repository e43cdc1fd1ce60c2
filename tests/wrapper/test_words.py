"""Variables, options files and response files become words where they stand; lists part as nvcc parts them."""

from pathlib import Path

import pytest

from cass_tools.errors import CassError
from cass_tools.wrapper.words import expand, parts


def test_variables_come_before_and_after() -> None:
    environment = {"NVCC_PREPEND_FLAGS": "-DA='x y'", "NVCC_APPEND_FLAGS": "-lm"}
    assert expand(["-c", "a.cu"], environment) == ["-DA=x y", "-c", "a.cu", "-lm"]


def test_files_are_put_in_their_places(tmp_path: Path) -> None:
    inner, outer = tmp_path / "in ner", tmp_path / "outer"
    inner.write_text("-DB='1 2'\n-I \"x y\"\n")
    outer.write_text(f"-O3 --options-file '{inner}'")
    expected = ["-O3", "-DB=1 2", "-I", "x y", "a.cu"]
    for words in (["--options-file", str(outer)], [f"-optf={outer}"], [f"@{outer}"]):
        assert expand([*words, "a.cu"], {}) == expected
    assert expand([f"--options-file={outer},{inner}"], {})[-3:] == ["-DB=1 2", "-I", "x y"]


def test_what_is_no_file_stays_a_word() -> None:
    assert expand(["@none"], {}) == ["@none"]


def test_files_that_are_missing_or_name_themselves_are_said(tmp_path: Path) -> None:
    with pytest.raises(CassError, match="No such file"):
        expand(["-optf", str(tmp_path / "none")], {})
    loop = tmp_path / "loop"
    loop.write_text(f"-optf {loop}")
    with pytest.raises(CassError, match="without end"):
        expand([f"@{loop}"], {})
    loop.write_text("-D'x")
    with pytest.raises(CassError, match="No closing quotation"):
        expand([f"@{loop}"], {})


@pytest.mark.parametrize(
    ("text", "found"),  # as nvcc 13 has it in the commands of --dryrun
    [
        ("A=1,B=2", ["A=1", "B=2"]),
        ('A="x,y"', ['A="x,y"']),
        (r"A=1\,2", ["A=1,2"]),
        ("a", ["a"]),
        ("", []),
        ("a,,b,", ["a", "b"]),
    ],
)
def test_lists_part_at_free_commas(text: str, found: list[str]) -> None:
    assert parts(text) == found


def test_options_of_the_host_compiler_part_at_spaces_too() -> None:
    assert parts('-Wall -O2,-DX="a,b"', at_spaces=True) == ["-Wall", "-O2", "-DX=a,b"]
