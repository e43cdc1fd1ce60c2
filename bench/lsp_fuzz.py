"""A session with the language server that nobody would type: random edits and requests over real pipes.

`python -m bench.lsp_fuzz [--messages 20000] [--encoding utf-16] [--seed N]`. Ranges are counted in units of the
encoding, with emoji, `\\r\\n`, lone `\\r` and separators that are no line ends in the text. Every pull of diagnostics
names the content that the server holds; it must be what the client holds. Requests are cancelled, documents closed and
opened. An answer may be an error only where the protocol wants one (cancelled, content modified). `--record FILE` keeps
the session, `--replay FILE` has it once more.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.wire import Wire

SOURCE = "__global__ void k(float* p) { p[0] = __shfl_sync(0xffffffff, p[0], 0); }\n"
SOURCE += "void f(float** p) { cudaMalloc(p, 8); }\n"
PIECES = (
    *(
        "cudaMalloc(p, 8);",
        "k<<<1, 64>>>(q);",
        "__shared__ float s[32];",
        "hipMal",
        "warpSize",
        "#define F(x) cuda##x\n",
    ),
    *("\r\n", "\n", "\r", "\t", " ", "\U0001f600", "\u00e9", "e\u0301", "\u2028", "\x0c", "\ufeff", "\u6f22"),
    *("{", "}", "(", ")", "/*", "*/", "//", '"', "'", "\\", "\\\n", 'R"(', ')"', "<<<", ">>>", "cudaFree(*p);\r\n"),
)
ASKED = ("hover", "completion", "codeAction", "codeLens", "documentSymbol", "inlayHint", "semanticTokens/full")
LONGEST = 6000  # characters of a document, beyond which much is deleted
AT_ONCE = 16  # requests that wait for answers


class Copy:
    """The client's copy of a document, edited without anything of the server's."""

    def __init__(self, text: str, encoding: str) -> None:
        self.text = text
        self.size = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
        self.codec = "utf-8" if self.size == 1 else f"{encoding}-le"

    def place(self, at: int) -> dict[str, int]:
        """The position of a character; none within `\\r\\n`."""
        head = self.text[:at].replace("\r\n", "\n").replace("\r", "\n")
        line = head.rpartition("\n")[2]
        return {"line": head.count("\n"), "character": len(line.encode(self.codec)) // self.size}

    def somewhere(self, chance: random.Random) -> int:
        """A random character that is not the second of `\\r\\n`."""
        at = chance.randint(0, len(self.text))
        return at - 1 if self.text[at - 1 : at + 1] == "\r\n" else at

    def edit(self, chance: random.Random) -> dict[str, Any]:
        """Change the copy at random; the event that tells of it."""
        new = "".join(chance.choices(PIECES, k=chance.choice((0, 1, 1, 2, 5))))
        if chance.random() < 0.01:
            self.text = SOURCE + new
            return {"text": self.text}
        reach = LONGEST if len(self.text) > LONGEST else chance.choice((0, 0, 0, 3, 40))
        start = self.somewhere(chance)
        end = min(len(self.text), start + reach)
        end += self.text[end - 1 : end + 1] == "\r\n"
        where = {"start": self.place(start), "end": self.place(end)}
        self.text = self.text[:start] + new + self.text[end:]
        return {"range": where, "text": new}

    @property
    def digest(self) -> str:
        """A name for the content, as the server gives it."""
        return sha256(self.text.encode()).hexdigest()[:16]


class Session:
    """A random session with one document."""

    def __init__(self, wire: Wire, uri: str, encoding: str, chance: random.Random) -> None:
        self.wire, self.uri, self.chance = wire, uri, chance
        self.copy = Copy(SOURCE, encoding)
        self.version = 0
        self.pulls = self.drifts = 0

    def open(self) -> None:
        """Open the document."""
        self.version += 1
        item = {"uri": self.uri, "languageId": "cuda", "version": self.version, "text": self.copy.text}
        self.wire.send("textDocument/didOpen", {"textDocument": item})

    def change(self) -> None:
        """One message with up to three edits, each relative to the one before."""
        self.version += 1
        events = [self.copy.edit(self.chance) for _ in range(self.chance.choice((1, 1, 1, 2, 3)))]
        document = {"uri": self.uri, "version": self.version}
        self.wire.send("textDocument/didChange", {"textDocument": document, "contentChanges": events})

    def ask(self) -> None:
        """A request whose answer nobody waits for; some are cancelled."""
        method = self.chance.choice(ASKED)
        params: dict[str, Any] = {"textDocument": {"uri": self.uri}}
        here = self.copy.place(self.copy.somewhere(self.chance))
        if method in ("hover", "completion"):
            params["position"] = here
        elif method in ("codeAction", "inlayHint"):
            params |= {"range": {"start": here, "end": here}, "context": {"diagnostics": []}}
        self.wire.ask(f"textDocument/{method}", params)
        if self.chance.random() < 0.2:
            self.wire.send("$/cancelRequest", {"id": len(self.wire.record)})

    async def pull(self) -> None:
        """Wait for diagnostics, and compare what they are of with the copy."""
        report = await self.wire.ask("textDocument/diagnostic", {"textDocument": {"uri": self.uri}})
        self.pulls += 1
        if report is None or report["resultId"].split("-")[1] != self.copy.digest:
            self.drifts += 1

    async def step(self) -> None:
        """One or two random messages."""
        draw = self.chance.random()
        if draw < 0.75:
            self.change()
        elif draw < 0.96:
            self.ask()
        elif draw < 0.995:
            await self.pull()
        else:
            self.wire.send("textDocument/didClose", {"textDocument": {"uri": self.uri}})
            self.open()
        while len(self.wire.waiting) > AT_ONCE:
            await asyncio.wait(list(self.wire.waiting.values()), return_when=asyncio.FIRST_COMPLETED)


async def run(messages: int, encoding: str, seed: int, replay: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """A whole session; what was sent, how often the texts differed, what went wrong."""
    with tempfile.TemporaryDirectory() as name:
        log, root = Path(name) / "log", Path(name) / "root"
        root.mkdir()
        env = {**os.environ, "XDG_STATE_HOME": name, "CASS_CACHE": f"{name}/cache"}
        began = time.perf_counter()
        wire = await Wire.to(sys.executable, "-m", "cass_lsp.main", "--log", str(log), env=env)
        able = {"general": {"positionEncodings": [encoding]}, "textDocument": {"diagnostic": {}, "codeAction": {}}}
        found = await wire.ask("initialize", {"processId": os.getpid(), "rootUri": root.as_uri(), "capabilities": able})
        wire.send("initialized", {})
        session = Session(wire, "file:///nowhere/x.cu", encoding, random.Random(seed))  # noqa: S311  no secret
        if replay is not None:
            await _again(wire, replay)
        else:
            session.open()
            while len(wire.record) < messages:
                await session.step()
            await session.pull()
        await asyncio.wait_for(asyncio.gather(*wire.waiting.values()), 120)
        status = await wire.stop()
        logged = [line for line in log.read_text().splitlines() if " ERROR " in line or "Traceback" in line]
    return {
        "encoding": found["capabilities"]["positionEncoding"],
        "messages": len(wire.record),
        "kinds": wire.kinds,
        "pulls": session.pulls,
        "drifts": session.drifts,
        "errors": wire.errors + logged,
        "status": status,
        "seconds": time.perf_counter() - began,
        "record": wire.record,
    }


async def _again(wire: Wire, replay: list[dict[str, Any]]) -> None:
    """Send what was recorded, one request after the other."""
    for sent in replay:
        if sent["method"] in ("initialize", "initialized", "shutdown", "exit"):
            continue
        if sent["id"] is None:
            wire.send(sent["method"], sent["params"])
        else:
            await wire.ask(sent["method"], sent["params"], sent["id"])


def main() -> int:
    """Run it; 0 where nothing went wrong."""
    options = argparse.ArgumentParser(prog="python -m bench.lsp_fuzz", description=(__doc__ or "").splitlines()[0])
    options.add_argument("--messages", type=int, default=20_000, help="messages to send")
    options.add_argument("--encoding", choices=("utf-8", "utf-16", "utf-32"), default="utf-16", help="of positions")
    options.add_argument("--seed", type=int, default=1, help="another number is another session")
    options.add_argument("--record", type=Path, metavar="FILE", help="keep the messages in a file, one a line")
    options.add_argument("--replay", type=Path, metavar="FILE", help="send the messages of such a file")
    chosen = options.parse_args()
    replay = [json.loads(line) for line in chosen.replay.read_text().splitlines()] if chosen.replay else None
    result = asyncio.run(run(chosen.messages, chosen.encoding, chosen.seed, replay))
    if chosen.record:
        chosen.record.write_text("".join(json.dumps(sent) + "\n" for sent in result["record"]))
    kinds = ", ".join(f"{count} {kind.split('/', 1)[-1]}" for kind, count in result["kinds"].most_common(6))
    print(f"{result['messages']} messages in {result['encoding']}, {result['seconds']:.0f} s: {kinds} ...")
    print(f"texts compared {result['pulls']} times: {result['drifts']} differed; errors: {len(result['errors'])}")
    for error in result["errors"][:10]:
        print(f"  {error}")
    return int(bool(result["drifts"] or result["errors"] or result["status"]))


if __name__ == "__main__":
    sys.exit(main())
