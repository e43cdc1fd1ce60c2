"""What a project's compile_commands.json says is used when something is built, and read again when it changes."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as t

from tests.lsp.driving import Editor, editor
from tests.lsp.test_actions import PROGRAM, run

SOURCE = PROGRAM.replace("#include <cstdio>", "#include <cstdio>\n#include <factor.h>").replace(
    "*= 2", "*= FACTOR * SCALE"
)


def say(ed: Editor, root: Path, flags: str) -> None:
    """Write the commands, as CMake does, and tell the server if it does not watch itself."""
    file = root / "build" / "compile_commands.json"
    new = not file.exists()
    file.parent.mkdir(exist_ok=True)
    source = str(root / "src" / "x.cu")
    entry = {"directory": str(file.parent), "file": source, "command": f"nvcc {flags} -c {source} -o x.o"}
    file.write_text(json.dumps([entry]))
    if ed.tells:
        kind = t.FileChangeType.Created if new else t.FileChangeType.Changed
        event = t.FileEvent(file.as_uri(), kind)
        ed.client.workspace_did_change_watched_files(t.DidChangeWatchedFilesParams([event]))


async def verified(ed: Editor, uri: str, expected: Callable[[Any], bool]) -> Any:
    """The first verdict that is as expected, or the last of some: changes on disk are gathered for a moment."""
    for _ in range(10):
        verdict = await asyncio.wait_for(run(ed, "cass.verify", uri), 240)
        if expected(verdict):
            break
    return verdict


@pytest.mark.gpu_code
@pytest.mark.asyncio
async def test_include_paths_and_flags_come_from_the_compile_commands(tmp_path: Path) -> None:
    root = tmp_path / "project"
    for name in (".git", "src", "own headers"):
        (root / name).mkdir(parents=True)
    (root / "own headers" / "factor.h").write_text("#define FACTOR 3\n")
    async with editor(root, options={"trusted": True, "arch": "gfx1100"}) as ed:
        uri = ed.open("src/x.cu", SOURCE)
        without = await asyncio.wait_for(run(ed, "cass.verify", uri), 240)
        assert without["outcome"] == "NOT_BUILT" and "factor.h" in " ".join(without["reasons"]), without
        say(ed, root, '-I"../own headers"')
        half = await verified(ed, uri, lambda verdict: "factor.h" not in " ".join(verdict["reasons"]))
        assert half["outcome"] == "NOT_BUILT" and "SCALE" in " ".join(half["reasons"]), half
        say(ed, root, '-I"../own headers" -DSCALE=2 --expt-relaxed-constexpr')
        whole = await verified(ed, uri, lambda verdict: verdict["passed"])
        assert whole["passed"] and whole["summary"] == "verified at 32", whole
