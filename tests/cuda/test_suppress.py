"""Comments that silence findings."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.engine import check
from cass_tools.model import Source

CALL = "void f() {\n  cudaFoo();%s\n  cudaBar();\n}\n"


def _found(text: str) -> list[str]:
    source = Source(Path("x.cu"), text.encode())
    return [text[f.span.start : f.span.end] for f in check(source, Config()) if f.code == "CASS119"]


@pytest.mark.parametrize(
    ("comment", "left"),
    [
        ("", ["cudaFoo", "cudaBar"]),
        (" // cass: ignore", ["cudaBar"]),
        (" // cass: ignore[CASS119] mine", ["cudaBar"]),
        (" /* cass:ignore[ CASS100, CASS119 ] */", ["cudaBar"]),
        (" // cass: ignore[unknown-cuda-name]", ["cudaBar"]),
        (" // cass: ignore[CASS100]", ["cudaFoo", "cudaBar"]),
        ("\n  // cass: ignore[CASS119]", ["cudaFoo"]),
        ("\n  // cass: ignore-file[CASS119]", []),
        (' s = "// cass: ignore";', ["cudaFoo", "cudaBar"]),
        (" // cass: ignore[", ["cudaBar"]),
        ("\n  /*\n  cass: ignore\n  */", ["cudaFoo", "cudaBar"]),
    ],
)
def test_ignore(comment: str, left: list[str]) -> None:
    assert _found(CALL % comment) == left


def test_an_ignore_that_silences_nothing_does_no_harm() -> None:
    assert _found("// cass: ignore[CASS101]\nint x;\n") == []
