"""The language server as an editor sees it: times from a message to its answer, over real pipes, and memory.

`python -m bench.editor [FILE]`: FILE is a CUDA source whose lines are repeated to 5,000 (default: examples/).
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.wire import Wire

ROOT = Path(__file__).parent.parent
LINES, KEYS, ASKED, FILES = 5000, 15, 50, 1000
TYPED = "    float q = a[0] + b[1];"  # in the body of a function, in the middle of the file
DEBOUNCE = 100  # ms that an editor waits by itself; not counted here


def text_of(source: Path) -> str:
    """At least 5,000 lines of what people write: the source as often as that takes, whole, so that nothing is cut."""
    text = source.read_text(errors="replace").rstrip("\n") + "\n"
    return text * -(-LINES // text.count("\n"))


class Session:
    """One server, and a document that is open in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.uri = (root / "big.cu").as_uri()
        self.version = 1

    async def start(self, text: str) -> float:
        """Start it and open the document; seconds until the diagnostics are there."""
        began = time.perf_counter()
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self.wire = await Wire.to(sys.executable, "-m", "cass_lsp.main", env=env)  # what is installed has its bytecode
        folders = [{"uri": self.root.as_uri(), "name": "bench"}]
        able: dict[str, Any] = {"textDocument": {"diagnostic": {}}}
        asked = {"processId": os.getpid(), "rootUri": None, "capabilities": able, "workspaceFolders": folders}
        await self.wire.ask("initialize", asked)
        self.wire.send("initialized", {})
        item = {"uri": self.uri, "languageId": "cuda", "version": 1, "text": text}
        self.wire.send("textDocument/didOpen", {"textDocument": item})
        await self.pull()
        return time.perf_counter() - began

    async def pull(self) -> None:
        """Ask for diagnostics."""
        await self.wire.ask("textDocument/diagnostic", {"textDocument": {"uri": self.uri}})

    async def keystroke(self, text: str = " ", line: int = 0, character: int = 0) -> float:
        """Type something; seconds until the fresh diagnostics are there."""
        self.version += 1
        here = {"line": line, "character": character}
        began = time.perf_counter()
        event = {"range": {"start": here, "end": here}, "text": text}
        document = {"uri": self.uri, "version": self.version}
        self.wire.send("textDocument/didChange", {"textDocument": document, "contentChanges": [event]})
        await self.pull()
        return time.perf_counter() - began

    async def type(self, text: str, line: int) -> list[float]:
        """Type a line of its own, key by key, as fast as the answers come; seconds for each."""
        await self.keystroke("\n", line, 0)
        return [await self.keystroke(key, line, at) for at, key in enumerate(text)]

    def processor(self) -> float:
        """Seconds of processor time that the server and the processes below it have taken."""
        waiting, ticks = [self.wire.process.pid], 0
        while waiting:
            folder = Path("/proc") / str(waiting.pop())
            words = (folder / "stat").read_text().rpartition(")")[2].split()
            ticks += int(words[11]) + int(words[12])
            waiting += map(int, (folder / "task" / folder.name / "children").read_text().split())
        return ticks / os.sysconf("SC_CLK_TCK")

    async def hover(self, line: int) -> float:
        """Seconds until a hover is there."""
        began = time.perf_counter()
        place = {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": 8}}
        await self.wire.ask("textDocument/hover", place)
        return time.perf_counter() - began

    async def survey(self) -> float:
        """Seconds until the whole workspace has been looked at."""
        began = time.perf_counter()
        await self.wire.ask("workspace/diagnostic", {"previousResultIds": []})
        return time.perf_counter() - began

    def memory(self) -> float:
        """MB that the server itself takes."""
        words = Path(f"/proc/{self.wire.process.pid}/statm").read_text().split()
        return int(words[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    async def stop(self) -> None:
        """End it."""
        await self.wire.stop()


async def measure(text: str, small: str) -> None:
    """Print one line for each measurement."""
    with tempfile.TemporaryDirectory() as name:
        session = Session(Path(name))
        cold = await session.start(small)
        print(f"editor     cold start to first diagnostics: {cold:.2f} s (budget 1.0)")
        await session.stop()
    with tempfile.TemporaryDirectory() as name:
        for number in range(FILES):
            (Path(name) / f"file{number}.cu").write_text(small)
        session = Session(Path(name))
        await session.start(text)
        print(f"           {FILES} files looked at in the background: {await session.survey():.1f} s (budget 10)")
        keys = [1000 * await session.keystroke() for _ in range(KEYS)]
        print(f"           blank in the first line to fresh diagnostics: {statistics.median(keys):.0f} ms (budget 50)")
        await report_typing(session, text)
        hovers = [1000 * await session.hover(line) for line in range(ASKED)]
        print(f"           hover: {statistics.median(hovers):.1f} ms (budget 10)")
        checking = asyncio.ensure_future(session.keystroke())
        hovers = [1000 * await session.hover(line) for line in range(ASKED)]
        await checking
        print(f"           hover while the file is read: {statistics.median(hovers):.1f} ms, {max(hovers):.0f} at most")
        print(f"           memory of the server: {session.memory():.0f} MB (budget 250)")
        await session.stop()


async def report_typing(session: Session, text: str) -> None:
    """The same for a line that is typed into a function, with all that it costs."""
    lines = text.split("\n")
    middle = next(
        n for n in range(len(lines) // 2, len(lines)) if lines[n].endswith("{") and lines[n + 1].endswith(";")
    )
    began = session.processor()
    keys = sorted(1000 * each for each in await session.type(TYPED, middle + 1))
    taken = 1000 * (session.processor() - began) / len(keys)
    print(
        f"           key of a line in a function, {LINES} lines: {statistics.median(keys):.0f} ms (budget 50), "
        f"{keys[len(keys) * 9 // 10]:.0f} for the slowest tenth; {taken:.0f} ms of processor time"
    )


def report(source: Path) -> None:
    """Measure with the lines of a source."""
    asyncio.run(measure(text_of(source), source.read_text(errors="replace")))


if __name__ == "__main__":
    options = argparse.ArgumentParser(prog="python -m bench.editor", description=(__doc__ or "").splitlines()[0])
    options.add_argument("source", type=Path, nargs="?", default=ROOT / "examples" / "matmul.cu")
    report(options.parse_args().source)
