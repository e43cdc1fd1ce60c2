"""A server on this machine that stands in for the hub: model cards, files with their digests, and what can go wrong."""

import hashlib
import json
import re
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

REVISION = "0123456789abcdef0123456789abcdef01234567"


def tiny_gguf(name: str = "tiny", *, licence: str = "mit", payload: int = 4096) -> bytes:
    """A GGUF file with a head and one tensor of `payload` bytes: enough for whatever does not load it."""

    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value.encode())) + value.encode()

    values = {"general.architecture": "llama", "general.name": name, "general.license": licence}
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, len(values) + 1)
    head += b"".join(text(key) + struct.pack("<I", 8) + text(value) for key, value in values.items())
    head += text("general.file_type") + struct.pack("<II", 4, 15)
    head += text("a.weight") + struct.pack("<IQIQ", 1, payload, 24, 0)
    return head + bytes(-len(head) % 32) + (b"weights " * (payload // 8 + 1))[:payload]


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: "Hub"

    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers.get("Range", "")))
        if self.path.startswith("/api/models/"):
            self._card()
        elif (match := re.fullmatch(r".*/([^/]+)", self.path)) and match[1] not in self.server.files:
            self.send_error(404)
        elif match := re.fullmatch(r"/[^/]+/[^/]+/resolve/[^/]+/(.+)", self.path.partition("?")[0]):
            self._file(match[1])
        else:
            self.send_error(404)

    def do_HEAD(self) -> None:
        self.do_GET()

    def _card(self) -> None:
        if "nobody" in self.path:
            self.send_error(404, "Repository Not Found")
            return
        files = []
        for name, data in self.server.files.items():
            digest = hashlib.sha256(data).hexdigest()
            lfs = {"sha256": self.server.digests.get(name, digest), "size": len(data), "pointerSize": 1}
            files.append({"rfilename": name, "size": len(data), "blobId": digest[:40], "lfs": lfs})
        card = {
            "id": "some/model",
            "sha": self.server.revision,
            "siblings": files,
            "cardData": {"license": "apache-2.0"},
        }
        body = json.dumps(card).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _file(self, name: str) -> None:
        data = self.server.files[name]
        tag = f'"{hashlib.sha256(data).hexdigest()}"'
        ranged = self.headers.get("Range") and self.headers.get("If-Range", tag) == tag
        start = int(self.headers["Range"].removeprefix("bytes=").partition("-")[0]) if ranged else 0
        if self.command == "HEAD" and not self.server.heads:
            self.send_error(405)
            return
        if start and start >= len(data):
            self.send_error(416)
            return
        self.send_response(206 if start else 200)
        if self.server.sized:
            length = self.server.announced or len(data)
            self.send_header("Content-Length", str((length if self.command == "HEAD" else len(data)) - start))
        if self.server.tagged:
            self.send_header("ETag", tag)
        self.send_header("X-Repo-Commit", REVISION)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        self.end_headers()
        if self.command == "HEAD":
            return
        cut = self.server.cut
        self.wfile.write(data[start:] if cut is None else data[start : start + cut])
        self.wfile.flush()
        if cut is not None:  # the line goes dead
            self.server.cuts += 1
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on the tests' output."""


class Hub(ThreadingHTTPServer):
    """`files` by name; `cut` bytes come of each answer; `digests` that the cards say in place of the true ones.

    `heads`: HEAD is answered, with the `announced` length if that is not the true one; `sized` and `tagged`: answers
    have a length and an ETag. `revision` is that of the cards.
    """

    daemon_threads = True

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = files
        self.digests: dict[str, str] = {}
        self.cut: int | None = None
        self.cuts = 0
        self.heads = self.sized = self.tagged = True
        self.announced = 0
        self.revision = REVISION
        self.asked: list[tuple[str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that are killed are part of the tests."""


@contextmanager
def hub(files: dict[str, bytes]) -> Iterator[Hub]:
    """A running hub."""
    server = Hub(files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
