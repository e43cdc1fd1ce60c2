"""The page of HIP's functions: its states come from the sources, and it is up to date."""

from pathlib import Path

import pytest

from cass_tools.executor.api_page import IMPLEMENTED, NO_EFFECT, REFUSED, UNSUPPORTED, callers_in, main, page, states


def test_states_are_read_from_definitions(tmp_path: Path) -> None:
    (tmp_path / "refused.inc").write_text("REFUSED(hipA)\nREFUSED(hipB)\n")
    (tmp_path / "api_x.cpp").write_text(
        "HIP_API hipError_t hipB(int *a,\n                  int b) {\n  if (a) {\n  }\n  return b;\n}\n"
        "HIP_NO_EFFECT hipError_t hipC(int) { return hipSuccess; }\n"
        "HIP_API hipError_t hipD() { return done(hipErrorNotSupported); }\n"
        "HIP_API const char *hipE(int) { return nullptr; }\n"
    )
    expected = {"hipA": REFUSED, "hipB": IMPLEMENTED, "hipC": NO_EFFECT, "hipD": UNSUPPORTED, "hipE": IMPLEMENTED}
    assert states(tmp_path) == expected


def test_callers_are_named(tmp_path: Path) -> None:
    (tmp_path / "one.cpp").write_text("int main() { OK(hipMalloc(&p, 4)); }")
    assert callers_in(tmp_path) == {"hipMalloc": ["one"]}
    assert "| `hipMalloc` | implemented | one |\n" in page({"hipMalloc": IMPLEMENTED}, callers_in(tmp_path))


def test_the_real_sources_have_every_kind() -> None:
    found = states()
    assert len(found) > 450
    assert found["hipMalloc"] == found["hipGraphKernelNodeGetParams"] == IMPLEMENTED
    assert found["hipModuleGetTexRef"] == REFUSED


def test_checking_and_writing_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "page.md"
    assert main(["--check", str(file)]) == 1
    assert main(["--write", str(file)]) == 0
    assert main(["--check", str(file)]) == 0
    assert "out of date" in capsys.readouterr().out


def test_the_page_is_up_to_date() -> None:
    assert main(["--check", str(Path(__file__).parent.parent.parent / "docs" / "hip-api.md")]) == 0
