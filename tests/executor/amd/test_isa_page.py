"""The page about instructions counts what the tables hold and what is translated."""

from pathlib import Path

import pytest

from bench.isa_coverage import CARDS, counts, main
from cass_tools.executor.amd.encodings import opcodes

PAGE = Path(__file__).parents[3] / "docs" / "isa.md"


def test_the_page_is_up_to_date(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", str(PAGE)]) == 0
    assert main(["--check", str(tmp_path / "none.md")]) == 1
    assert "out of date" in capsys.readouterr().out


@pytest.mark.parametrize("isa", CARDS)
def test_every_opcode_is_counted(isa: str) -> None:
    found, tables = counts(isa), opcodes(isa)
    for encoding, count in found.items():
        table = "FLAT" if encoding in ("GLOBAL", "SCRATCH") else encoding
        table = "MUBUF" if table == "MTBUF" and table not in tables else table
        names = {row.name for row in tables[table].values()}
        assert set(count.refused) <= names
    small_floats_and_sparse = ("v_wmma", "v_swmmac", "v_dot4_f32") if isa == "gfx12" else ()
    assert all(name.startswith(small_floats_and_sparse) for name in found["VOP3P"].refused)
    assert found["VOPC"].refused == []
