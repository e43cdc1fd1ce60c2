"""The page of CUDA's functions: its states come from what the host runtime is built from."""

from pathlib import Path

import pytest

from cass_tools.executor.cuda_api_page import PAGE, main, states


def test_states_are_read_from_lists_and_definitions(tmp_path: Path) -> None:
    (tmp_path / "refused.inc").write_text("REFUSED(hipB)\n")
    (tmp_path / "api_x.cpp").write_text("HIP_API hipError_t hipA(int a) { return done(a); }\n")
    (tmp_path / "cuda_aliases.tsv").write_text("cudaA\thipA\ncudaB\thipB\n")
    (tmp_path / "cuda_refused.inc").write_text("REFUSED(cudaC)\nREFUSED(cudaD)\n")
    (tmp_path / "cuda_x.cpp").write_text("CUDA_API hipError_t cudaD(int a,\n  int b) { return done(a + b); }\n")
    expected = {"cudaA": "as `hipA`", "cudaB": "refused", "cudaC": "refused", "cudaD": "implemented"}
    assert states(tmp_path) == expected


def test_the_committed_page_is_up_to_date(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", str(Path(__file__).parent.parent.parent / PAGE)]) == 0
    assert main(["--check", str(tmp_path / "page.md")]) == 1
    assert "out of date" in capsys.readouterr().out
