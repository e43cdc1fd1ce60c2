"""The plugin in a real Neovim without a screen: diagnostics, fixes, silence, previews, proof, health, help."""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from cass_tools import proc
from tests.editors.programs import ASKS

ROOT = Path(__file__).parent.parent.parent
PLUGIN = ROOT / "editors" / "neovim"
BIN = Path(sys.executable).parent
NVIM = BIN / "nvim"
SOURCE = "// \U0001f600\nvoid f(float** p) {\n  /* \U0001f600 */ cudaMalloc(p, 8); cudaFree(*p);\n}\n"
PRELUDE = """
local out = {}
local function finish() vim.fn.writefile({ vim.json.encode(out) }, RESULT) vim.cmd("qa!") end
local function wait(what, condition)
  if not vim.wait(90000, condition, 50) then out.failed = "waited in vain for " .. what; finish() end
end
local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n") end
local function has(word) return function() return text():find(word, 1, true) ~= nil end end
local function checked() return #vim.diagnostic.get(0) > 0 end
vim.notify = function(words) out.said = (out.said or "") .. words .. "\\n" end
vim.ui.select = function(items, _, done) done(items[1], 1) end
local ok, problem = pcall(function()
BODY
end)
if not ok then out.failed = tostring(problem) end
finish()
"""


def neovim(folder: Path, body: str, source: str = SOURCE) -> dict[str, Any]:
    """What a script leaves in `out` that runs in Neovim with a CUDA file open."""
    (folder / ".git").mkdir(exist_ok=True)
    (folder / "x.cu").write_text(source)
    script, result = folder / "script.lua", folder.parent / f"{folder.name}.json"
    script.write_text(PRELUDE.replace("RESULT", json.dumps(str(result))).replace("BODY", body))
    env = {"PATH": f"{BIN}:{os.environ['PATH']}", "CASS_CACHE": str(folder.parent / "cache"), "VIRTUAL_ENV": ""}
    env |= {f"XDG_{name}_HOME": str(folder.parent / name) for name in ("STATE", "DATA", "CONFIG")}
    words = [str(NVIM), "--clean", "--headless", "--cmd", f"set rtp^={PLUGIN}"]
    done = proc.run([*words, "x.cu", "-c", f"luafile {script}"], cwd=folder, env=env, timeout=240)
    assert result.exists(), done.stderr.decode() + done.stdout.decode()
    out: dict[str, Any] = json.loads(result.read_text())
    assert "failed" not in out, (out, done.stderr.decode())
    return out


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


def test_diagnostics_are_seen_and_a_fix_is_applied(folder: Path) -> None:
    out = neovim(
        folder,
        """
wait("diagnostics", checked)
out.filetype = vim.bo.filetype
for _, d in ipairs(vim.diagnostic.get(0)) do
  if d.code == "CASS100" then out[d.message] = { d.lnum, d.col } end
end
vim.api.nvim_win_set_cursor(0, { 3, 15 })
vim.cmd("CassFix")
wait("the fix", has("hipMalloc"))
out.text = text()
""",
    )
    line = SOURCE.split("\n")[2].encode()
    assert out["filetype"] == "cuda"
    assert out["cudaMalloc is hipMalloc in HIP"] == [2, line.index(b"cudaMalloc")]
    assert out["text"] + "\n" == SOURCE.replace("cudaMalloc", "hipMalloc")


def test_all_is_fixed_then_silenced_and_explained(folder: Path) -> None:
    out = neovim(
        folder,
        """
wait("diagnostics", checked)
out.status = require("cass").status()
vim.api.nvim_win_set_cursor(0, { 3, 15 })
vim.cmd("CassExplain")
wait("the page", function() return vim.api.nvim_buf_get_name(0):find("CASS100.md") ~= nil end)
out.page = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
vim.cmd("only | edit x.cu")
vim.api.nvim_win_set_cursor(0, { 3, 15 })
vim.cmd("CassIgnore here")
wait("silence", has("cass: ignore[CASS100]"))
vim.cmd("undo")
vim.cmd("CassFixAll")
wait("the fixes", has("hipFree"))
out.text = text()
vim.cmd("undo")
vim.cmd("CassPreview")
wait("the preview", function() return #vim.api.nvim_list_wins() == 2 end)
out.preview = text()
out.diff = vim.wo.diff
""",
    )
    assert out["page"] == "# CASS100 api-renamed"
    assert "hipMalloc" in out["text"] and "hipFree" in out["text"]
    assert "hipMalloc" in out["preview"] and out["diff"]


def test_help_and_health(folder: Path) -> None:
    shutil.copytree(PLUGIN / "doc", folder / "help" / "doc")
    out = neovim(
        folder,
        """
wait("diagnostics", checked)
vim.cmd("checkhealth cass")
out.health = text()
vim.opt.runtimepath:append("help")
vim.cmd("helptags help/doc")
out.commands = {}
for name in pairs(vim.api.nvim_get_commands({})) do
  if name:find("^Cass") then
    vim.cmd("help :" .. name)
    out.commands[name] = vim.api.nvim_get_current_line()
  end
end
""",
    )
    assert len(out["commands"]) == 16
    assert all(line.endswith(f"*:{name}*") for name, line in out["commands"].items())
    assert "cass-lsp 0" in out["health"] and "it runs for 1 buffers" in out["health"] and "ERROR" not in out["health"]


def test_assembly_is_shown_with_hovers(folder: Path) -> None:
    out = neovim(
        folder,
        """
wait("diagnostics", checked)
vim.cmd("CassAssembly amd gfx1100")
wait("the assembly", function() return #vim.api.nvim_list_wins() == 2 end)
out.name, out.text, out.filetype = vim.api.nvim_buf_get_name(0), text(), vim.bo.filetype
vim.fn.search("s_load_")
local client = vim.lsp.get_clients({ name = "cass" })[1]
local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
vim.lsp.buf_request(0, "textDocument/hover", params, function(_, found) out.hover = found.contents.value end)
wait("the hover", function() return out.hover ~= nil end)
""",
        source="__global__ void scale(float* p) { p[threadIdx.x] *= 3; }\n",
    )
    assert out["name"].startswith("cass-asm:") and "/x.cu.gfx1100.s?amd&" in out["name"]
    assert "global_store_b32" in out["text"] and out["filetype"] == "asm"
    assert "constant memory" in out["hover"]


@pytest.mark.gpu_code
def test_what_prints_something_else_is_shown_and_not_applied(folder: Path) -> None:
    out = neovim(
        folder,
        """
wait("diagnostics", checked)
local settings = { cass = { arch = "gfx90a" } }
vim.lsp.get_clients({ name = "cass" })[1]:notify("workspace/didChangeConfiguration", { settings = settings })
out.before = text()
vim.cmd("CassTranslateVerified")
if not vim.wait(200000, function() return #vim.api.nvim_list_wins() == 2 end, 100) then out.failed = "no verdict" end
vim.cmd("wincmd t")
out.text = text()
vim.cmd("wincmd j")
out.verdict = text()
""",
        source=ASKS,
    )
    assert out["text"] == out["before"] and "cudaMalloc" in out["text"]
    assert 'stdout line 2: expected "the last: 32", got "the last: 64"' in out["verdict"]


@pytest.mark.gpu_code
def test_what_passes_is_applied(folder: Path) -> None:
    from tests.lsp.test_actions import PROGRAM

    out = neovim(
        folder,
        """
wait("diagnostics", checked)
vim.cmd("CassTranslateVerified")
if not vim.wait(200000, has("hipMalloc"), 100) then out.failed = "no proof" end
out.text = text()
wait("the verdict", function() return #vim.api.nvim_list_wins() == 2 end)
vim.cmd("wincmd j")
out.verdict = text()
""",
        source=PROGRAM,
    )
    assert "hipMemcpy" in out["text"] and "verified at 32, 64" in out["verdict"]
    assert "| gfx90a | 64 | compared | PASSED |" in out["verdict"]
