"""VS Code as people use it: code-server with the packaged extension, driven in Chromium by what is on the screen."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

ROOT = Path(__file__).parent.parent.parent
VSIX = ROOT / "editors" / "vscode" / "dist" / "cass-tools.vsix"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cass-tools-dev"
SERVER = Path(sys.executable).parent / "cass-lsp"
PATIENCE = 60_000.0  # ms; a machine with other work on it is slow
expect.set_options(timeout=PATIENCE)
SETTINGS = {
    "cass.server.path": str(SERVER),
    "chat.commandCenter.enabled": False,
    "editor.minimap.enabled": False,
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "files.autoSave": "off",
    "git.enabled": False,
    "security.workspace.trust.startupPrompt": "always",
    "telemetry.telemetryLevel": "off",
    "window.commandCenter": False,
    "window.restoreWindows": "none",
    "workbench.activityBar.location": "hidden",
    "workbench.colorTheme": "Default Dark Modern",
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
}


def entry() -> Path | None:
    """The program of code-server that `./dev test` has installed."""
    found = sorted(CACHE.glob("code-server-*/node_modules/code-server/out/node/entry.js"))
    return found[-1] if found else None


def missing() -> str | None:
    """Why VS Code cannot be driven here, if so."""
    needed = {"code-server": entry(), "Chromium": shutil.which("chromium"), "cass-tools.vsix": VSIX.exists()}
    lacking = [name for name, there in needed.items() if not there]
    return f"{', '.join(lacking)} missing; ./dev test installs and builds it" if lacking else None


@contextmanager
def serving(home: Path, settings: dict[str, Any]) -> Iterator[str]:
    """A code-server with the extension and these settings; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (home / "user" / "User").mkdir(parents=True)
    (home / "user" / "User" / "settings.json").write_text(json.dumps(SETTINGS | settings))
    node = shutil.which("node") or str(Path(sys.executable).parent / "node")
    words = [node, str(entry()), "--user-data-dir", str(home / "user"), "--extensions-dir", str(home / "extensions")]
    words += ["--config", str(home / "config.yaml")]
    env = {**os.environ, "CASS_CACHE": str(home / "cache"), "XDG_STATE_HOME": str(home / "state")}
    subprocess.run([*words, "--install-extension", str(VSIX)], check=True, env=env, capture_output=True, timeout=120)
    serve = ["--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry", "--disable-update-check"]
    with (home / "server.log").open("wb") as log:
        process = subprocess.Popen([*words, *serve], env=env, stdout=log, stderr=log, start_new_session=True)
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < until, "code-server does not listen"
            time.sleep(0.2)
        else:
            return


class Window:
    """A window of VS Code with a folder in it."""

    def __init__(self, browser: Browser, address: str, folder: Path, *, trusted: bool = True) -> None:
        self.page: Page = browser.new_page(viewport={"width": 1180, "height": 640})
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(f"{address}/?folder={quote(str(folder))}")
        answer = "Yes, I trust the authors" if trusted else "No, I don't trust the authors"
        self.page.get_by_role("button", name=answer).click()
        self.page.locator(".monaco-workbench").wait_for()

    def close(self) -> None:
        """Close it."""
        self.page.close()

    def open(self, name: str) -> None:
        """Open a file of the folder, which the list of files shows."""
        self.page.locator(".explorer-folders-view .monaco-list-row", has_text=name).first.dblclick()
        self.page.locator(f'.tab.active[data-resource-name="{name}"]').wait_for()

    def command(self, title: str) -> None:
        """Carry out a command of the palette."""
        self.page.keyboard.press("F1")
        self.page.locator(".quick-input-box input").fill(f">{title}")
        exactly = re.compile(f"^{re.escape(title)}$")
        self.page.locator(".quick-input-list .monaco-list-row .label-name", has_text=exactly).first.click()
        expect(self.page.locator(".quick-input-widget")).to_be_hidden()

    def go_to(self, line: int, column: int) -> None:
        """Put the cursor somewhere, both from 1."""
        self.page.keyboard.press("Control+G")
        box = self.page.locator(".quick-input-box input")
        box.fill(f":{line}:{column}")
        box.press("Enter")
        expect(self.page.locator("#status\\.editor\\.selection")).to_contain_text(f"Ln {line}, Col {column}")

    def word(self, text: str) -> Locator:
        """The first piece of the text in the editor with a word in it."""
        return self.page.locator(".editor-instance .view-line span span", has_text=re.compile(text)).first

    @property
    def text(self) -> str:
        """What can be read in the editor."""
        lines = self.page.locator(".editor-instance .view-line").all()
        placed = [(float(re.sub(r"\D", "", line.get_attribute("style") or "") or 0), line) for line in lines]
        return "\n".join(line.inner_text().replace("\xa0", " ") for _, line in sorted(placed, key=lambda p: p[0]))

    @property
    def status(self) -> Locator:
        """The entry of the extension in the status bar."""
        return self.page.locator('.statusbar-item[id*="cass.status"]')

    @property
    def notifications(self) -> Locator:
        """Notifications that are shown."""
        return self.page.locator(".notifications-toasts .notification-list-item")

    def verdict(self) -> Any:
        """The document in the panel of the verdict."""
        return self.page.frame_locator("iframe.webview.ready").frame_locator("iframe#active-frame").locator("main")

    def quick_fix(self, title: str) -> None:
        """Choose what comes first in the menu of the light bulb, empty while VS Code asks for the first time."""
        menu = self.page.locator(".action-widget")
        for _ in range(10):
            self.page.keyboard.press("Control+.")
            try:
                menu.wait_for(timeout=PATIENCE / 10)
            except TimeoutError:
                self.page.keyboard.press("Escape")
            else:
                break
        menu.locator(".action.focused", has_text=title).wait_for()
        self.page.keyboard.press("Enter")
