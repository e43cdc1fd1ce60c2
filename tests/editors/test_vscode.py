"""The extension in a real VS Code in a real browser: what people see, click and read, light and dark."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from cass_tools import proc
from tests.editors import code_server
from tests.editors.code_server import PATIENCE, ROOT, Window
from tests.editors.programs import ASKS

pytestmark = pytest.mark.skipif(
    code_server.missing() is not None and os.environ.get("CI") != "true", reason=str(code_server.missing())
)
IMAGES = ROOT / "docs" / "images"
SOURCE = """\
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(const float* in, float* out) {
  float value = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(0xffffffff, value, step);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = value;
}

int main() {
  float *in, *out, host[64], sums[2];
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof sums);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyDefault);
  sum<<<1, 64>>>(in, out);
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDefault);
  printf("%g %g\\n", sums[0], sums[1]);
  cudaFree(in);
  cudaFree(out);
}
"""
MASK = SOURCE.index("0xffffffff") - SOURCE.index("    value +=") + 1  # its column


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with code_server.serving(tmp_path_factory.mktemp("home"), {"cass.arch": "gfx1100"}) as url:
        yield url


@pytest.fixture
def opened(browser: Browser, address: str, tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """Opens a window on a folder with `lanes.cu` and these settings of its own, and the file in it."""
    windows: list[Window] = []

    def window(settings: dict[str, object], *, trusted: bool = True, source: str = SOURCE) -> Window:
        folder = tmp_path / "lanes"
        (folder / ".vscode").mkdir(parents=True)
        (folder / ".vscode" / "settings.json").write_text(json.dumps(settings))
        (folder / "lanes.cu").write_text(source)
        windows.append(Window(browser, address, folder, trusted=trusted))
        windows[0].open("lanes.cu")
        return windows[0]

    yield window
    for each in windows:
        each.page.screenshot(path=tmp_path / "last.png")
        each.close()


def picture(window: Window, name: str, request: pytest.FixtureRequest) -> None:
    """Keep what the screen shows for the documentation, with `--update`."""
    if not request.config.getoption("--update"):
        return
    from io import BytesIO

    from PIL import Image

    IMAGES.mkdir(exist_ok=True)
    window.page.mouse.move(5, 5) if "hover" not in name else None
    shot = Image.open(BytesIO(window.page.screenshot(animations="disabled")))
    shot.convert("RGB").quantize(128).save(IMAGES / name, optimize=True)


def test_findings_hover_fix_and_preview(
    opened: Callable[..., Window], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    window = opened({"workbench.colorTheme": "Default Light Modern"})
    page = window.page
    page.locator(".squiggly-error").first.wait_for()
    assert window.status.get_attribute("aria-label") == "CASS: 1 error, 9 plain renames"
    expect(page.locator(".codelens-decoration")).to_contain_text("1 finding · not verified")

    window.word("cudaMalloc").hover()
    hover = page.locator(".monaco-hover:not(.hidden)").first
    expect(hover).to_contain_text("function of the runtime tables")
    page.wait_for_timeout(500)  # until it has faded in
    picture(window, "vscode-hover.png", request)

    window.go_to(7, MASK + 2)
    window.quick_fix("Fix: The lane mask")
    page.locator(".squiggly-error").first.wait_for(state="hidden")
    assert "__shfl_down(value, step, 32);" in window.text
    expect(window.status).to_have_attribute("aria-label", "CASS: 9 plain renames")

    window.command("CASS: Preview the Translation of This File")
    page.locator(".monaco-diff-editor").get_by_text("hipMalloc(&in").first.wait_for()
    assert (tmp_path / "lanes" / "lanes.cu").read_text() == SOURCE  # nothing was saved


def test_a_translation_is_stopped_then_proved_and_applied(
    opened: Callable[..., Window], request: pytest.FixtureRequest
) -> None:
    window = opened({"workbench.colorTheme": "Default Dark Modern", "cass.inlayHints": False})
    page = window.page
    page.locator(".squiggly-error").first.wait_for()
    expect(page.locator(".view-lines")).not_to_contain_text("→ hip")

    window.command("CASS: Translate This File, Verified")
    progress = window.notifications.filter(has_text="translating, building and running for gfx1100")
    progress.get_by_role("button", name="Cancel").click()
    progress.wait_for(state="hidden")
    assert "hip" not in window.text

    window.command("CASS: Translate This File, Verified")
    expect(progress).to_contain_text(" s)")
    verdict = window.verdict()
    expect(verdict.get_by_role("heading", level=1)).to_have_text("lanes.cu: verified at 32", timeout=3 * PATIENCE)
    expect(verdict.get_by_role("status")).to_contain_text("The translation was applied to the file.")
    rows = verdict.get_by_role("row").all_inner_texts()
    assert [row.split("\t")[0] for row in rows] == ["Step", "built", "run", "compared"]
    assert "identical" in rows[3]
    assert "hipMalloc(&in" in window.text
    expect(page.locator(".codelens-decoration")).to_contain_text("verified at 32")
    expect(window.notifications.filter(has_text="lanes.cu: verified")).to_have_count(0)
    picture(window, "vscode-verdict.png", request)


def test_a_translation_that_prints_something_else_is_shown_and_not_applied(
    opened: Callable[..., Window], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    theme = {"workbench.colorTheme": "Default Light Modern", "cass.inlayHints": False, "cass.arch": "gfx90a"}
    window = opened(theme, source=ASKS)
    expect(window.status).to_have_attribute("aria-label", "CASS: 7 plain renames")
    window.command("CASS: Translate This File, Verified")
    verdict = window.verdict()
    expect(verdict.get_by_role("status")).to_contain_text("The file was not changed.", timeout=3 * PATIENCE)
    expect(verdict.get_by_role("status")).to_contain_text("wrong output")
    difference = 'stdout line 2: expected "the last: 32", got "the last: 64"'
    expect(verdict.get_by_role("row").last).to_contain_text(difference)
    assert "cudaMalloc(&out" in window.text and "hip" not in window.text
    assert window.notifications.filter(has_text="WRONG_OUTPUT").count() == 0  # it would lie over the panel
    assert (tmp_path / "lanes" / "lanes.cu").read_text() == ASKS
    picture(window, "vscode-difference.png", request)


def test_assembly_is_a_document_with_hovers(opened: Callable[..., Window]) -> None:
    window = opened({"workbench.colorTheme": "Default Dark Modern", "cass.inlayHints": False})
    page = window.page
    page.locator(".squiggly-error").first.wait_for()
    page.keyboard.press("F1")
    page.locator(".quick-input-box input").fill(">CASS: Show the Assembly of This File")
    page.locator(".quick-input-list .monaco-list-row", has_text="Show the Assembly").first.click()
    page.locator(".quick-input-list .monaco-list-row", has_text="AMD's assembly").click()
    page.get_by_role("tab", name=re.compile(r"lanes\.cu\.gfx1100\.s")).wait_for(timeout=3 * PATIENCE)
    page.keyboard.press("Control+f")
    page.keyboard.type("s_load_")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.keyboard.press("Control+i")
    expect(page.locator(".monaco-hover:not(.hidden)").first).to_contain_text("constant memory")


def test_nothing_of_an_untrusted_workspace_is_executed(opened: Callable[..., Window], tmp_path: Path) -> None:
    trap, sprung = tmp_path / "lanes" / ".venv" / "bin" / "cass-lsp", tmp_path / "sprung"
    trap.parent.mkdir(parents=True)
    trap.write_text(f"#!/bin/sh\ntouch {sprung}\n")
    trap.chmod(0o755)
    window = opened({"cass.server.path": str(trap)}, trusted=False)
    window.page.locator(".squiggly-error").first.wait_for()
    window.page.get_by_role("button", name="Verify now").or_(window.page.get_by_text("Verify now")).first.click()
    expect(window.notifications).to_contain_text("Nothing is built or run in a workspace that you do not trust")
    window.page.keyboard.press("F1")
    window.page.locator(".quick-input-box input").fill(">CASS: Translate")
    listed = window.page.locator(".quick-input-list .monaco-list-row .label-name").all_inner_texts()
    assert "CASS: Translate This File without Verifying" in listed
    assert "CASS: Translate This File, Verified" not in listed
    assert not sprung.exists()


def test_a_server_that_is_not_there_is_named(opened: Callable[..., Window]) -> None:
    window = opened({"cass.server.path": "/nowhere/cass-lsp"})
    expect(window.notifications).to_contain_text("cass.server.path is /nowhere/cass-lsp, where there is no program")
    assert "not installed" in window.status.inner_text()
    window.notifications.get_by_role("button", name="Set the path").click()
    expect(window.page.locator(".settings-editor")).to_be_visible()


def test_the_problem_matcher_reads_what_check_prints(tmp_path: Path) -> None:
    (tmp_path / "lanes.cu").write_text(SOURCE)
    manifest = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text())
    pattern = manifest["contributes"]["problemMatchers"][0]["pattern"]
    cass = str(code_server.SERVER.with_name("cass"))
    done = proc.run([cass, "check", "--all", "lanes.cu"], cwd=tmp_path, timeout=60)
    lines = done.stdout.decode().splitlines()
    found = [match for line in lines if (match := re.fullmatch(pattern["regexp"].strip("^$"), line))]
    assert len(found) == 10
    told = [tuple(match[pattern[key]] for key in ("file", "line", "column", "code", "severity")) for match in found]
    assert ("lanes.cu", "7", str(MASK), "CASS121", "error") in told
    assert {severity for *_, severity in told} == {"error", None}


def test_the_extension_and_the_package_have_one_version() -> None:
    from cass_tools import __version__

    assert json.loads((ROOT / "editors" / "vscode" / "package.json").read_text())["version"] == __version__


def test_every_setting_of_the_server_is_described() -> None:
    from cass_lsp.settings import KEYS

    manifest = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text())
    settings = manifest["contributes"]["configuration"]["properties"]
    names = {name.removeprefix("cass.") for name in settings}
    assert names == {*KEYS, "server.path", "server.python", "trace.server"}
    assert all(value.get("description") or value.get("markdownDescription") for value in settings.values())
