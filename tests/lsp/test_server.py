"""The server as a process: start, stop, crash of a reader, cancelled requests, TCP, printing, random edits."""

import asyncio
import os
import random
import signal
import socket
import sys
from pathlib import Path

import pytest
from lsprotocol import types as t
from pygls.lsp.client import LanguageClient

from cass_tools import __version__, proc
from cass_tools.config import Config
from cass_tools.engine import check
from cass_tools.model import Source
from tests.lsp.driving import SERVER, editor

SOURCE = "void f(float** p) { cudaMalloc(p, 8); }\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


def test_it_says_its_version_and_what_it_knows() -> None:
    assert proc.run([*SERVER, "--version"]).stdout.decode() == f"cass-lsp {__version__}\n"
    assert b"--tcp" in proc.run([*SERVER, "--help"]).stdout
    assert proc.run([*SERVER, "--colour"]).status == 2


def test_without_pygls_it_says_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "pygls").mkdir()
    (tmp_path / "pygls" / "__init__.py").write_text("raise ImportError('no', name='pygls')\n")
    done = proc.run([*SERVER], env={"PYTHONPATH": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}, timeout=60)
    assert done.status == 1 and b"pip install 'cass-tools[lsp]'" in done.stderr


@pytest.mark.asyncio
async def test_it_ends_with_0_after_shutdown_and_leaves_no_process(root: Path) -> None:
    async with editor(root) as ed:
        await ed.pull(ed.open("x.cu", SOURCE))
        server = ed.client._server
        assert server is not None
        children = children_of(server.pid)
        assert children
    assert server.returncode == 0
    assert not [pid for pid in children if await alive(pid)]


def test_it_ends_whatever_its_threads_wait_for() -> None:
    script = "import threading, time; from cass_lsp.work import end_within; end_within(0.2, 7);"
    script += "threading.Thread(target=time.sleep, args=(60,)).start()"
    assert proc.run([sys.executable, "-c", script], timeout=30).status == 7


@pytest.mark.asyncio
async def test_readers_end_with_a_server_that_is_killed(root: Path) -> None:
    client = LanguageClient("test", "1")
    await client.start_io(*SERVER, env={**os.environ, "XDG_STATE_HOME": str(root)})
    await client.initialize_async(t.InitializeParams(t.ClientCapabilities(), process_id=os.getpid()))
    server = client._server
    assert server is not None
    children = children_of(server.pid)
    assert children
    server.kill()
    await server.wait()
    assert not [pid for pid in children if await alive(pid)]


@pytest.mark.asyncio
async def test_a_reader_that_crashes_is_replaced(root: Path) -> None:
    async with editor(root) as ed:
        uri = ed.open("x.cu", SOURCE)
        await ed.pull(uri)
        assert ed.client._server is not None
        for pid in children_of(ed.client._server.pid):
            os.kill(pid, signal.SIGKILL)
        ed.change(uri, "\n" + SOURCE)
        assert {d.range.start.line for d in (await ed.pull(uri)).items if d.code == "CASS100"} == {1}


@pytest.mark.asyncio
async def test_a_cancelled_request_is_answered_as_such(root: Path) -> None:
    many = "".join(f"void f{i}(float** p) {{ cudaMalloc(p, {i}); }}\n" for i in range(1500))
    async with editor(root) as ed:
        uri = ed.open("x.cu", many)
        params = t.DocumentDiagnosticParams(t.TextDocumentIdentifier(uri))
        asked = ed.client.protocol.send_request(t.TEXT_DOCUMENT_DIAGNOSTIC, params, msg_id="mine")
        ed.client.protocol.notify(t.CANCEL_REQUEST, t.CancelParams("mine"))
        with pytest.raises(Exception, match=r"(?i)cancel"):
            await asyncio.wait_for(asyncio.wrap_future(asked), 20)
        assert (await ed.pull(uri)).items


@pytest.mark.asyncio
async def test_it_serves_on_tcp(root: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [*SERVER, "--tcp", "--port", str(port), "--log", str(root / "log")]
    server = await asyncio.create_subprocess_exec(*words, cwd=root)
    client = LanguageClient("test", "1")
    for _ in range(600):
        try:
            await client.start_tcp("127.0.0.1", port)
            break
        except OSError:
            await asyncio.sleep(0.1)
    result = await client.initialize_async(t.InitializeParams(t.ClientCapabilities(), root_uri=root.as_uri()))
    assert result.server_info is not None and result.server_info.name == "cass-lsp"
    client.initialized(t.InitializedParams())
    item = t.TextDocumentItem((root / "x.cu").as_uri(), "cuda", 1, SOURCE)
    client.text_document_did_open(t.DidOpenTextDocumentParams(item))
    params = t.DocumentDiagnosticParams(t.TextDocumentIdentifier(item.uri))
    report = await client.text_document_diagnostic_async(params)
    assert [d.code for d in report.items if d.code == "CASS100"]  # type: ignore[union-attr]
    await client.shutdown_async(None)
    client.exit(None)
    await asyncio.wait_for(server.wait(), 30)


@pytest.mark.asyncio
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_random_edits_leave_both_sides_with_the_same_text(root: Path, encoding: str) -> None:
    chance = random.Random(encoding)  # noqa: S311  no secret
    pieces = [
        "cudaMalloc(p, 8);",
        "\r\n",
        "\n",
        "\r",
        "\t",
        "\U0001f600",
        "\u00e9",
        "\u2028",
        "\x0c",
        "{",
        "}",
        "/*",
        "*/",
        '"',
    ]
    text = SOURCE

    def place(at: int) -> t.Position:
        head = text[:at].replace("\r\n", "\n").replace("\r", "\n")
        line = head.rpartition("\n")[2]
        size = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
        name = encoding if size == 1 else f"{encoding}-le"
        return t.Position(head.count("\n"), len(line.encode(name)) // size)

    async with editor(root, encoding=encoding) as ed:
        uri = ed.open("x.cu", text)
        for number in range(1500):
            inside = [i for i in range(len(text) + 1) if text[i - 1 : i + 1] != "\r\n"]
            start, end = sorted(chance.choices(inside, k=2)) if chance.random() < 0.3 else [chance.choice(inside)] * 2
            end = min(end, start + 30) if min(end, start + 30) in inside else start
            new = chance.choice(pieces)
            ed.change(uri, new, t.Range(place(start), place(end)))
            text = text[:start] + new + text[end:]
            if number % 300 == 0:
                await ed.pull(uri)
        expected = check(Source(root / "x.cu", text.encode()), Config())
        found = (await ed.pull(uri)).items
        assert [d.code for d in found] == [f.code for f in expected]
        starts = [place(len(text.encode()[: f.span.start].decode())) for f in expected]
        assert [d.range.start for d in found] == starts
        assert not [m for m in ed.client.log_messages if m.type is t.MessageType.Error]


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[1]) == pid:
            found.append(int(folder.name))
    return found


async def alive(pid: int) -> bool:
    """Whether a process is still there after a while."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return False
        if state == "Z":
            return False
        await asyncio.sleep(0.1)
    return True
