"""A model on this machine: its worker is found or started, asked, and started again should it have died.

All commands of a user share one worker for each model (see `worker.py`). llama.cpp is never loaded into this process:
a file that makes it crash costs the worker its life, and this process a sentence.
"""

import hashlib
import json
import os
import re
import signal
import socket
import stat
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from cass_tools.background import Service
from cass_tools.errors import CassError
from cass_tools.locking import locked
from cass_tools.models import gguf
from cass_tools.translators.asking import Answer, Progress, Request, Watcher
from cass_tools.translators.threads import free_memory, threads
from cass_tools.translators.worker import Settings

LOAD_SECONDS = 600.0
SILENCE = 300.0  # seconds without a line from the worker after which it is given up
PAUSES = (0.0, 0.1, 0.3, 1.0, 3.0)  # seconds after which a worker that is gone is replaced
SHORT = "/tmp"  # noqa: S108 - the folder in it is made for this user alone, and checked
LONGEST_FOLDER = 80  # bytes: a socket's path has 107, and its name, with a process's number, up to 25
LOOK = 0.1  # seconds between two looks at a watcher who may have cancelled
SLACK = 1 << 30  # bytes beside weights and KV cache: buffers of the computation, Python
MISSING = "llama-cpp-python is not installed: pip install 'cass-tools[model]' (it is compiled, which takes minutes)"


class Choices(NamedTuple):
    """What a user may say about running a model; 0 leaves it to cass. `idle` in seconds, `memory` in bytes."""

    threads: int = 0
    layers: int = -1
    context: int = 0
    idle: float = 300.0
    memory: int = 0


def choices(environment: Mapping[str, str]) -> Choices:
    """CASS_MODEL_THREADS, _GPU_LAYERS, _CONTEXT, _IDLE (seconds) and _MEMORY (MiB); CassError for what is no number."""
    found = {}
    for field, name in (
        ("threads", "CASS_MODEL_THREADS"),
        ("layers", "CASS_MODEL_GPU_LAYERS"),
        ("context", "CASS_MODEL_CONTEXT"),
        ("idle", "CASS_MODEL_IDLE"),
        ("memory", "CASS_MODEL_MEMORY"),
    ):
        text = environment.get(name)
        if not text:
            continue
        if not re.fullmatch("[0-9]{1,9}", text):
            raise CassError(f"{name}={text}: a whole number of at most nine digits is wanted")
        found[field] = int(text) << 20 if field == "memory" else int(text)
    return Choices(**found)


def missing() -> str | None:
    """Why no model can be run here, None if one can."""
    return None if find_spec("llama_cpp") is not None else MISSING


class LocalModel:
    """An Engine: a GGUF file and the worker that has it loaded."""

    def __init__(self, path: Path, name: str, choices: Choices, *, trained: int = 0) -> None:
        if reason := missing():
            raise CassError(reason)
        self.path = path.absolute()
        self._name = name
        self.head = gguf.read(self.path)
        self._choices = choices
        self.settings = _settings(self.path, self.head, choices, trained)
        if not self.place.exists():  # else it is loaded
            _check_room(self.path, self.head, self.settings.context)

    @property
    def name(self) -> str:
        """The name that it was chosen by."""
        return self._name

    @property
    def context(self) -> int:
        """Tokens of a question and its answer."""
        return self.settings.context

    @property
    def identity(self) -> str:
        """The file as it is now, and how it is loaded."""
        found = self.path.stat()
        told = (str(self.path), found.st_size, found.st_mtime_ns, self.settings.context, self.settings.scale)
        return hashlib.sha256(repr(told).encode()).hexdigest()

    @property
    def place(self) -> Path:
        """The worker's socket."""
        # What this user has chosen, not what follows from it now: who comes when the machine is busy joins in, too.
        told = (self.identity, self._choices.threads, self._choices.layers, self.settings.memory)
        return folder() / hashlib.sha256(repr(told).encode()).hexdigest()[:16]

    def answer(self, request: Request, watcher: Watcher | None = None) -> Answer:
        """The model's answer. A worker that dies is replaced once: the same question gives the same answer."""
        watcher = watcher or Watcher()
        deaths = 0
        for pause in PAUSES:
            begun: list[bool] = []
            with self._connected() as channel:
                try:
                    return _asked(channel, request, watcher, begun)
                except (ConnectionError, EOFError):
                    deaths += bool(begun)  # else it was dying when it was connected to
            if deaths > 1:
                break
            time.sleep(pause)
        raise CassError(f"the model {self.name} died over one question again and again{self._said()}")

    def info(self) -> dict[str, Any]:
        """What the worker says of itself, `pid` among it; it is started if it does not run."""
        with self._connected() as channel:
            channel.sendall(b"{}\n")
            found: dict[str, Any] = json.loads(channel.makefile("rb").readline())["info"]
            return found

    def stop(self) -> None:
        """End the worker if it runs."""
        with suppress(OSError), socket.socket(socket.AF_UNIX) as channel:
            channel.connect(str(self.place))
            channel.sendall(b'{"stop": true}\n')
            channel.settimeout(5)
            while channel.recv(4096):
                pass

    @contextmanager
    def _connected(self) -> Iterator[socket.socket]:
        channel = _connection(self.place)
        if channel is None:
            self._start()
            channel = _connection(self.place)
        if channel is None:
            raise CassError(f"the model {self.name} cannot be reached{self._said()}")
        with channel:
            yield channel

    def _start(self) -> None:
        """Start the worker and wait until it listens; who comes second finds it running."""
        place = self.place
        with locked(place.with_suffix(".lock"), LOAD_SECONDS):
            if _listens(place):
                return
            _sweep(place.parent)
            place.unlink(missing_ok=True)
            told = self.settings._replace(socket=str(place))
            argv = [sys.executable, "-m", "cass_tools.translators.worker", json.dumps(told._asdict())]
            service = Service(argv, place.with_suffix(".log"), {"OPENBLAS_NUM_THREADS": "1"})
            until = time.monotonic() + LOAD_SECONDS
            while not _listens(place):
                if (status := service.ended()) is not None:
                    raise CassError(self._failed(status))
                if time.monotonic() > until:
                    os.kill(service.pid, signal.SIGKILL)
                    raise CassError(f"{self.path} was not loaded within {LOAD_SECONDS:.0f} seconds")
                time.sleep(0.02)

    def _failed(self, status: int) -> str:
        if status < 0:
            name = signal.Signals(-status).name
            return f"{self.path} cannot be loaded: llama.cpp ended with {name}; the file is broken or not for it"
        said = self._said().removeprefix(": ")
        return said if str(self.path) in said else f"{self.path} cannot be loaded: {said or f'status {status}'}"

    def _said(self) -> str:
        """The last line of the worker's messages, as the end of a sentence."""
        with suppress(OSError):
            lines = self.place.with_suffix(".log").read_text(errors="replace").splitlines()
            told = [line for line in lines if line.startswith("error: ")] or [line for line in lines if line.strip()]
            return f": {told[-1].removeprefix('error: ')}" if told else ""
        return ""


def folder() -> Path:
    """Where sockets lie: a folder that only this user may enter; CassError where somebody else has taken its name."""
    bases = (os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir(), SHORT)
    place = next((place for base in bases if (place := _made(base)) is not None), None)
    if place is None:
        raise CassError(
            f"no socket can be made in {bases[1]} or {SHORT}: set XDG_RUNTIME_DIR to a folder with a short path"
        )
    found = place.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
        raise CassError(f"{place} is not a folder of your own with mode 700: remove it, or set XDG_RUNTIME_DIR")
    return place


def _made(base: str) -> Path | None:
    """A folder below `base`, made if it can be; None where there is no such place, or no path of a socket fits."""
    place = Path(base) / f"cass-models-{os.getuid()}"
    if not place.is_absolute() or len(os.fsencode(place)) > LONGEST_FOLDER:
        return None
    try:
        with suppress(FileExistsError):
            place.mkdir(mode=0o700)
    except OSError:
        return None
    return place


def _check_room(path: Path, head: gguf.Head, context: int) -> None:
    """CassError where a model cannot fit into the memory that is free."""
    needed = head.size + head.cache_bytes * context + SLACK
    if needed > free_memory():
        raise CassError(
            f"{path.name} needs about {needed / 2**30:.1f} GiB and {free_memory() / 2**30:.1f} GiB are free: take a "
            "smaller one or a smaller quantisation, or set CASS_MODEL_CONTEXT"
        )


def _settings(path: Path, head: gguf.Head, chosen: Choices, trained: int) -> Settings:
    """How the model is loaded."""
    natural = trained or head.context or 4096
    context = chosen.context or natural
    cache = head.cache_bytes * context
    memory = chosen.memory or 2 * head.size + 2 * cache + 2 * SLACK
    layers = 999 if chosen.layers < 0 else chosen.layers
    count = chosen.threads or threads()
    scale = max(1.0, context / natural)
    return Settings(str(path), "", context, count, layers, natural, scale, chosen.idle, memory)


def _connection(place: Path) -> socket.socket | None:
    """A connection to who listens there; None where nobody does."""
    channel = socket.socket(socket.AF_UNIX)
    try:
        channel.connect(str(place))
    except OSError:
        channel.close()
        return None
    return channel


def _sweep(folder: Path) -> None:
    """Remove what is left of workers that were killed: sockets that nobody listens at, and messages without one."""
    old = time.time() - LOAD_SECONDS  # what is younger may be of one that is being started
    for path in folder.iterdir():
        with suppress(OSError):
            if path.lstat().st_mtime < old and not _listens(path.with_suffix("")):
                path.unlink()


def _listens(place: Path) -> bool:
    channel = _connection(place)
    if channel is not None:
        channel.close()
    return channel is not None


def _asked(channel: socket.socket, request: Request, watcher: Watcher, begun: list[bool]) -> Answer:
    """Send a question and follow the answer; `begun` gets an entry when something comes."""
    channel.sendall(json.dumps({"ask": request._asdict()}).encode() + b"\n")
    text = ""
    for line in _lines(channel, watcher):
        if line is None:
            return Answer(text, "cancelled")
        begun.append(True)
        if "error" in line:
            raise CassError(line["error"])
        if "answer" in line:
            return Answer(**line["answer"])
        text += line.get("text", "")
        if "progress" in line:
            watcher.told(Progress(**line["progress"]))
    raise EOFError


def _lines(channel: socket.socket, watcher: Watcher) -> Iterator[dict[str, Any] | None]:
    """What the worker says, line by line; None once the watcher has cancelled."""
    channel.settimeout(LOOK)
    data, heard = b"", time.monotonic()
    while True:
        if watcher.cancelled:
            yield None
        try:
            block = channel.recv(1 << 16)
        except TimeoutError:
            if time.monotonic() - heard > SILENCE:
                raise CassError(f"the model has said nothing for {SILENCE:.0f} seconds") from None
            continue
        if not block:
            return
        heard = time.monotonic()
        *whole, data = (data + block).split(b"\n")
        for line in whole:
            yield json.loads(line)
