"""The real Chromium that tests open pages in."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser while it is used; skips the test where there is none."""
    if PROGRAM is None:
        pytest.skip("there is no chromium here; ./dev test installs it")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        yield browser
        browser.close()
