"""docs/ptx.md shows what the tables say."""

from pathlib import Path

from cass_tools.ptx_page import example, main, with_tables

PAGE = Path(__file__).parent.parent.parent / "docs" / "ptx.md"


def test_the_page_is_up_to_date() -> None:
    assert with_tables(PAGE.read_text(encoding="utf-8")) == PAGE.read_text(encoding="utf-8")


def test_check_tells_a_page_that_is_not(tmp_path: Path) -> None:
    page = tmp_path / "ptx.md"
    page.write_text("# PTX\n<!-- made by cass_tools.ptx_page -->\nold\n<!-- end -->\nrest\n", encoding="utf-8")
    assert main(["--check", str(page)]) == 1
    assert main(["--write", str(page)]) == 0
    assert main(["--check", str(page)]) == 0
    assert page.read_text(encoding="utf-8").endswith("<!-- end -->\nrest\n")


def test_examples_are_translated() -> None:
    assert example("shl.b32 d, a, b", "r=rr") == "d = b < 32 ? a << b : 0"
