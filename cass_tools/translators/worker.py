"""The process that holds a model: `python -m cass_tools.translators.worker SETTINGS` (JSON), started by `local.py`.

It listens on a local socket that only its user may open. Every client sends lines of JSON, `{"ask": {...}}` with the
fields of a Request, and gets lines back: progress, pieces of text, then `{"answer": {...}}` or `{"error": "..."}`. A
client that hangs up cancels its question. Clients wait for each other; one model, loaded once, serves all. The process
ends when nobody has asked for `idle` seconds, and keeps to `memory` bytes.
"""

import json
import os
import resource
import selectors
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cass_tools.errors import CassError
from cass_tools.translators.asking import Progress, Request, Watcher

if TYPE_CHECKING:
    from cass_tools.translators.llama import Model

LONGEST = 8 << 20  # bytes of a question
HEARTBEAT = 1.0  # seconds between two signs of life to who waits
PEER = 12  # bytes of SO_PEERCRED: pid, uid, gid


class Settings(NamedTuple):
    """How the worker works: the model as llama.Loading has it, and its own limits."""

    path: str
    socket: str
    context: int
    threads: int
    layers: int = 0
    trained: int = 0
    scale: float = 1.0
    idle: float = 300.0
    memory: int = 0


class Hung(Exception):
    """The client has gone."""


class Connection:
    """One client: lines in, lines out."""

    def __init__(self, channel: socket.socket) -> None:
        self.channel = channel
        self._input = channel.makefile("rb")

    def question(self) -> dict[str, Any] | None:
        """The next line; None at the end."""
        line = self._input.readline(LONGEST)
        if not line:
            return None
        found = json.loads(line)
        if not isinstance(found, dict):
            raise ValueError("not an object")
        return found

    def say(self, **values: Any) -> None:
        """Send one line; raises Hung if nobody is there."""
        try:
            self.channel.sendall(json.dumps(values).encode() + b"\n")
        except OSError as error:
            raise Hung from error

    def gone(self) -> bool:
        """Whether the client has hung up: it says nothing while it waits, so what can be read is the end."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.channel, selectors.EVENT_READ)
            return bool(selector.select(0)) and not self.channel.recv(1, socket.MSG_PEEK)

    def is_own(self) -> bool:
        """Whether the client is the same user."""
        found = self.channel.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, PEER)
        return int.from_bytes(found[4:8], sys.byteorder) == os.getuid()


class Service:
    """The model and who waits for it."""

    def __init__(self, model: "Model", settings: Settings) -> None:
        self.model = model
        self.settings = settings
        self._turn = threading.Lock()
        self._clients = 0
        self._count = threading.Lock()
        self.used = time.monotonic()

    @property
    def busy(self) -> bool:
        """Whether a client is connected."""
        return self._clients > 0

    def serve(self, channel: socket.socket) -> None:
        """Answer one client to its end."""
        with self._count:
            self._clients += 1
        try:
            with channel:
                client = Connection(channel)
                while client.is_own() and (question := client.question()) is not None:
                    self._reply(client, question)
        except (Hung, OSError, ValueError, TypeError, RecursionError):
            pass  # a client that is gone or makes no sense: its connection is closed, nobody else notices
        finally:
            with self._count:
                self._clients -= 1
                self.used = time.monotonic()

    def _reply(self, client: Connection, question: dict[str, Any]) -> None:
        if question.get("stop") is True:
            _remove(self.settings)
            client.say(stopping=True)
            os._exit(0)
        if "ask" not in question:
            client.say(info={"pid": os.getpid(), **self.settings._asdict()})
            return
        request = Request(**question["ask"])
        watcher = _Told(client)
        try:
            with self._own_turn(client):
                answer = self.model.answer(request, watcher, lambda text: client.say(text=text))
        except CassError as error:
            client.say(error=str(error))
        except (Hung, OSError):  # the client is gone
            raise
        except Exception as error:
            client.say(error=f"the model could not answer: {type(error).__name__}: {error}")
        else:
            client.say(answer=answer._asdict())

    @contextmanager
    def _own_turn(self, client: Connection) -> Iterator[None]:
        while not self._turn.acquire(timeout=HEARTBEAT):
            if client.gone():
                raise Hung
            client.say(progress=Progress(waiting=self._clients - 1)._asdict())
        try:
            yield
        finally:
            self._turn.release()


class _Told(Watcher):
    """Progress goes to the client; that it hung up is its wish to end."""

    def __init__(self, client: Connection) -> None:
        super().__init__(lambda progress: client.say(progress=progress._asdict()))
        self._client = client

    @property
    def cancelled(self) -> bool:
        return self._client.gone()


def main() -> None:
    """Load the model, then serve until nobody asks any more."""
    settings = Settings(**json.loads(sys.argv[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if settings.memory:
        resource.setrlimit(resource.RLIMIT_DATA, (settings.memory, settings.memory))
    with suppress(OSError):
        os.nice(5)  # the user's editor and compiler come first
    try:
        from cass_tools.translators.llama import Loading, Model

        model = Model(Loading(Path(settings.path), *settings[2:7]))
    except MemoryError:
        sys.exit(f"error: {settings.path} does not fit into the {settings.memory >> 20} MiB that it may take")
    except ImportError as error:
        sys.exit(f"error: llama-cpp-python cannot be loaded: {error}")
    except CassError as error:
        sys.exit(f"error: {error}")
    with _listening(Path(settings.socket)) as listener:
        _accept(listener, Service(model, settings))


@contextmanager
def _listening(place: Path) -> Iterator[socket.socket]:
    """A socket that is at its place only once it can be connected to, with rights for its user alone."""
    draft = place.with_suffix(f".{os.getpid()}")
    os.umask(0o177)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(draft))
        listener.listen(16)
        draft.replace(place)
        yield listener


def _accept(listener: socket.socket, service: Service) -> None:
    listener.settimeout(HEARTBEAT)
    while service.busy or time.monotonic() - service.used < service.settings.idle:
        try:
            channel, _ = listener.accept()
        except TimeoutError:
            continue
        channel.settimeout(None)
        threading.Thread(target=service.serve, args=(channel,), daemon=True).start()
    _remove(service.settings)


def _remove(settings: Settings) -> None:
    """Remove the messages, which nobody has wanted, and the socket, whose place is free then."""
    place = Path(settings.socket)
    for path in (place.with_suffix(".log"), place):
        with suppress(OSError):
            path.unlink()


if __name__ == "__main__":
    main()
