"""An OpenAI-compatible endpoint on this machine that answers as a script says: right, wrong, endless or nothing."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[["ScriptedHandler"], None]


class ScriptedHandler(BaseHTTPRequestHandler):
    """Takes the next reply of the script for every question; the last one stays."""

    server: "Scripted"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        number = min(len(self.server.asked), len(self.server.script)) - 1
        self.server.script[number](self)

    def begin(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()

    def piece(self, text: str) -> None:
        event = {"choices": [{"delta": {"content": text}}]}
        self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on the tests' output."""


class Scripted(ThreadingHTTPServer):
    """The server; `asked` are the questions so far, `left` counts clients that hung up while it wrote.

    `taken` counts connections.
    """

    daemon_threads = True

    def __init__(self, script: list[Reply]) -> None:
        super().__init__(("127.0.0.1", 0), ScriptedHandler)
        self.script = script
        self.asked: list[dict[str, Any]] = []
        self.left = self.taken = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def process_request(self, request: Any, client_address: Any) -> None:
        self.taken += 1
        super().process_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are part of the script."""


@contextmanager
def scripted(*script: Reply) -> Iterator[Scripted]:
    """A running endpoint."""
    server = Scripted(list(script))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def says(code: str, fence: str = "amd") -> Reply:
    """A block of code, in pieces."""

    def reply(handler: ScriptedHandler) -> None:
        handler.begin()
        text = f"```{fence}\n{code}\n```\n"
        for start in range(0, len(text), 7):
            handler.piece(text[start : start + 7])
        handler.wfile.write(b"data: [DONE]\n\n")

    return reply


def slowly(handler: ScriptedHandler) -> None:
    """Ten words a second, for as long as somebody listens."""
    handler.begin()
    handler.piece("```amd\n")
    try:
        while True:
            handler.piece("x = x + 1; ")
            time.sleep(0.1)
    except OSError:
        handler.server.left += 1
        raise


def endless(handler: ScriptedHandler) -> None:
    """Writes until nobody listens."""
    handler.begin()
    handler.piece("```amd\n")
    while True:
        handler.piece("x = x + 1;\n")


def raw(text: str) -> Reply:
    """An event that is sent as it is."""

    def reply(handler: ScriptedHandler) -> None:
        handler.begin()
        handler.wfile.write(f"data: {text}\n\n".encode())

    return reply


def malformed(handler: ScriptedHandler) -> None:
    """No JSON."""
    handler.begin()
    handler.wfile.write(b"data: <html>no</html>\n\n")


def hanging(handler: ScriptedHandler) -> None:
    """Begins and says no more."""
    handler.begin()
    handler.piece("```amd\n")
    time.sleep(60)


def refuses(handler: ScriptedHandler) -> None:
    """An error of the server."""
    handler.send_response(503)
    handler.end_headers()
    handler.wfile.write(b'{"error": "loading the model"}')


def redirects(handler: ScriptedHandler) -> None:
    """Sends its clients elsewhere."""
    handler.send_response(307)
    handler.send_header("Location", "http://192.0.2.1/v1/chat/completions")
    handler.end_headers()
