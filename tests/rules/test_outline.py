"""The table of what rules look for: it says what they say, and only what a file names is loaded."""

import subprocess
import sys

import pytest

from cass_tools.file_kind import FileKind
from cass_tools.rules import rules_for
from cass_tools.rules._outline import TABLE, outlines, table

PROGRAM = """
import sys
from pathlib import Path
from cass_tools.config import Config
from cass_tools.engine import check
from cass_tools.model import Source
found = check(Source(Path("x.cu"), sys.argv[1].encode()), Config())
print(*sorted({finding.code for finding in found}))
print(*(name.removeprefix("cass_tools.rules.") for name in sys.modules if name.startswith("cass_tools.rules.")))
"""


def test_the_table_is_what_the_rules_say() -> None:
    wanted = table(rules_for(FileKind.SOURCE))
    assert TABLE.read_text() == wanted, "run: .venv/bin/python -m cass_tools.rules"


def test_outlines_lead_to_their_rules_in_the_same_order() -> None:
    assert tuple(outline.rule for outline in outlines()) == rules_for(FileKind.SOURCE)


@pytest.mark.parametrize(
    ("text", "codes", "loaded", "absent"),
    [
        ("int twice(int x) { return 2 * x; }\n", "", set(), {"api_renamed", "wmma", "warp_mask_32"}),
        ("void f(float* p) { cudaFree(p); }\n", "CASS100", {"api_renamed"}, {"wmma", "warp_mask_32", "inline_ptx"}),
        (
            "__global__ void k(int* p) { unsigned b = __ballot_sync(0xffffffff, *p); }\n",
            "CASS121",
            {"warp_mask_32", "ballot_truncated"},
            {"wmma", "inline_ptx", "nvrtc_option"},
        ),
    ],
)
def test_only_rules_that_a_file_can_concern_are_loaded(
    text: str, codes: str, loaded: set[str], absent: set[str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, text], capture_output=True, text=True, check=True, timeout=120
    )
    found, modules = done.stdout.splitlines()
    assert set(codes.split()) <= set(found.split())
    assert loaded <= set(modules.split())
    assert not absent & set(modules.split())
