"""The site in a real browser, from its folder and without a network: it says no errors, it can be searched and read."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page

from tests.browsing import chromium

ROOT = Path(__file__).parents[2]
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
GRAVE = """async () => (await axe.run({preload: false})).violations
  .filter((v) => ["serious", "critical"].includes(v.impact))
  .map((v) => [v.id, v.nodes.slice(0, 5).map((n) => n.html)])"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    mkdocs = Path(sys.executable).with_name("mkdocs")
    words: list[str | Path] = ["build", "--quiet", "--strict", "-f", ROOT / "docs/site/mkdocs.yml", "-d", folder]
    subprocess.run([mkdocs, *words], check=True, timeout=600, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def opened(browser: Browser, path: Path, said: list[str], scheme: str = "light") -> Page:
    """A page without a network; `said` takes the errors of its console and what it asks others for."""
    page = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    page.context.set_offline(True)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("request", lambda r: None if r.url.startswith(("file:", "blob:", "data:")) else said.append(r.url))
    page.goto(path.as_uri())
    return page


def test_it_is_searched_without_a_network(site: Path, browser: Browser) -> None:
    said: list[str] = []
    page = opened(browser, site / "index.html", said)
    page.keyboard.press("/")
    page.keyboard.type("warp-mask-32", delay=20)
    link = page.locator(".md-search-result__link", has_text="warp-mask-32").first
    link.wait_for(timeout=60_000)
    link.click()
    page.wait_for_url("**/rules/*.html*")
    assert "warp-mask-32" in page.locator("main").inner_text()
    assert said == []
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index", "tutorial", "commands", "rules/CASS121"])
def test_pages_can_be_read_by_everybody(site: Path, browser: Browser, name: str, scheme: str) -> None:
    said: list[str] = []
    page = opened(browser, site / f"{name}.html", said, scheme)
    page.evaluate(AXE)
    assert page.evaluate(GRAVE) == []
    assert said == []
    page.close()
