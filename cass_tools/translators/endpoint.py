"""A model behind an OpenAI-compatible endpoint: llama.cpp's server, Ollama, vLLM. Nothing leaves this machine unasked.

The answer is streamed, so that one that hangs, never ends or makes no sense is given up in time and in size. Requests
follow https://platform.openai.com/docs/api-reference/chat/create; `seed` and `temperature` are honoured by all three.
"""

import http.client
import ipaddress
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import SplitResult, urlsplit

from cass_tools.errors import CassError
from cass_tools.translators.asking import Answer, Progress, Request, Watcher, last_line
from cass_tools.translators.fences import complete

LONGEST_LINE = 1 << 20  # bytes of one event
MOST_BYTES = 4 << 20  # of an answer, whatever it says about tokens
LOOK = 0.1  # seconds between two looks at the clock and the watcher
KEY = "CASS_MODEL_KEY"  # a token that the endpoint wants, if it does


class Endpoint:
    """An Engine: `url` as `http://localhost:8080/v1`, with the model's name behind `#` where it serves several."""

    def __init__(self, url: str, *, remote: bool = False) -> None:
        parts = _parts(url)
        assert parts.hostname is not None  # noqa: S101  it was looked at
        self._parts = parts
        self._remote = remote
        if not remote and not self.is_here:
            raise CassError(self._elsewhere(parts.hostname))
        self._model = parts.fragment or "default"

    @property
    def name(self) -> str:
        """The address, without anything secret in it."""
        where = f"{self._parts.hostname}:{self._parts.port}" if self._parts.port else self._parts.hostname
        return f"{self._model} at {where}"

    @property
    def identity(self) -> str:
        """The address and the model that is named; what lies behind it cannot be known."""
        return f"endpoint {self.name}{self._parts.path}"

    @property
    def is_here(self) -> bool:
        """Whether it is on this machine."""
        return is_loopback(self._parts.hostname or "")

    @staticmethod
    def _elsewhere(host: str) -> str:
        return (
            f"{host} is not this machine, and your source would be sent there: "
            "say remote behind it (URL,remote), or CASS_MODEL_REMOTE=1, if that is what you want"
        )

    def answer(self, request: Request, watcher: Watcher | None = None) -> Answer:
        """The answer; CassError where the endpoint cannot be reached or says no."""
        watcher = watcher or Watcher()
        began = time.monotonic()
        connection = _connect(self._parts, request.seconds)
        reading = _Reading(request, watcher, began)
        try:
            connection.connect()
            self._check(connection.sock)
            with _guarded(connection.sock, watcher, began + request.seconds) as guard:
                try:
                    text, ended, written = reading.read(self._sent(connection, request))
                except (OSError, http.client.HTTPException):
                    if not guard.why:
                        raise
                    text, ended, written = "", guard.why, 0
        except TimeoutError:
            return Answer("", "time", seconds=time.monotonic() - began)
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise CassError(f"the model {self.name} cannot be reached: {reason}") from error
        finally:
            connection.close()
        return Answer(text, guard.why or ended, 0, written, time.monotonic() - began)

    def _check(self, channel: socket.socket) -> None:
        """CassError where a name that was this machine's when it was looked at has led to another one."""
        host = str(channel.getpeername()[0])
        if not self._remote and not is_loopback(host):
            raise CassError(self._elsewhere(f"{self._parts.hostname} ({host})"))

    def _sent(self, connection: http.client.HTTPConnection, request: Request) -> http.client.HTTPResponse:
        body = {
            "model": self._model,
            "messages": [{"role": "user", "content": request.text}],
            "max_tokens": request.tokens,
            "temperature": request.temperature,
            "seed": request.seed,
            "stream": True,
            **({"grammar": request.grammar} if request.grammar else {}),
        }
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
        if key := os.environ.get(KEY):
            if not (key.isascii() and key.isprintable()):
                raise CassError(f"{KEY} holds characters that no token has, such as the end of a line")
            headers["Authorization"] = f"Bearer {key}"
        path = f"{self._parts.path.rstrip('/')}/chat/completions"
        connection.request("POST", path, json.dumps(body).encode(), headers)
        response = connection.getresponse()
        if response.status != http.client.OK:
            said = response.read(2000).decode(errors="replace").strip().replace("\n", " ")
            raise CassError(f"the model {self.name} answered {response.status} {response.reason}: {said[:300]}")
        return response


def _parts(url: str) -> SplitResult:
    """The parts of an address; CassError for what is none."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        parts.path.encode("ascii")
    except ValueError:  # an address in brackets that do not match, a port that is none, characters that want escapes
        fine = False
    if not fine:
        raise CassError(f"{url} is no address of an endpoint, such as http://localhost:8080/v1")
    return parts


class _Guard(threading.Thread):
    """Cuts a connection off when its time is over or its watcher has cancelled; `why` says which."""

    def __init__(self, channel: socket.socket, watcher: Watcher, until: float) -> None:
        super().__init__(daemon=True)
        self.channel = channel
        self.watcher = watcher
        self.until = until
        self.why = ""
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(LOOK):
            self.why = "cancelled" if self.watcher.cancelled else "time" if time.monotonic() > self.until else ""
            if self.why:
                with suppress(OSError):
                    self.channel.shutdown(socket.SHUT_RDWR)
                return


@contextmanager
def _guarded(channel: socket.socket, watcher: Watcher, until: float) -> Iterator[_Guard]:
    guard = _Guard(channel, watcher, until)
    guard.start()
    try:
        yield guard
    finally:
        guard.over.set()
        guard.join()


class _Reading:
    """The events of one answer as they come."""

    def __init__(self, request: Request, watcher: Watcher, began: float) -> None:
        self.request = request
        self.watcher = watcher
        self.began = began

    def read(self, response: http.client.HTTPResponse) -> tuple[str, str, int]:
        """The text, why it ended, and its pieces, which are tokens mostly."""
        text, written, size = "", 0, 0
        for event in _events(response):
            piece = _piece(event)
            written += bool(piece)
            size += len(piece)
            text += piece
            self.watcher.told(Progress(written=written, line=last_line(text)))
            if complete(text):
                break
            if written >= self.request.tokens or size > MOST_BYTES:
                return text, "length", written
        return text, "stop", written


def _events(response: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    """The objects that are sent, up to the end or to more than any answer is."""
    size = 0
    while size < 16 * MOST_BYTES and (line := response.readline(LONGEST_LINE)):
        size += len(line)
        data = line.removeprefix(b"data:").strip()
        if not line.startswith(b"data:") or not data:
            continue
        if data == b"[DONE]":
            return
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            raise CassError("the endpoint's answer is no JSON: is it an OpenAI-compatible one?") from None
        if isinstance(found, dict):
            yield found


def _piece(event: dict[str, Any]) -> str:
    """The text of an event; empty where it has none."""
    try:
        content = event["choices"][0]["delta"].get("content")
    except (KeyError, IndexError, TypeError, AttributeError):
        return ""
    return content if isinstance(content, str) else ""


def is_loopback(host: str) -> bool:
    """Whether a host is this machine and nothing else, whatever name it goes by."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        pass
    try:
        found = {str(entry[4][0]) for entry in socket.getaddrinfo(host, None)}
    except (OSError, UnicodeError) as error:
        raise CassError(f"{host} is not known: {getattr(error, 'strerror', None) or error}") from error
    return bool(found) and all(ipaddress.ip_address(address).is_loopback for address in found)


def _connect(parts: SplitResult, seconds: float) -> http.client.HTTPConnection:
    """A connection that goes straight to the host: no proxy, no redirection."""
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    assert parts.hostname is not None  # noqa: S101  the constructor looked
    return kind(parts.hostname, parts.port, timeout=seconds)
