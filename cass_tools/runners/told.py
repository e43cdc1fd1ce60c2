"""What the executor's host runtime says while a program runs, in a way that the program cannot imitate.

The runtime connects to a Unix socket before `main` and is given a secret, with which it begins every line; its lines
are numbered. So the program can neither add a line, nor change or take back what was sent. It shares the runtime's
address space, though: one that searches its own memory for the secret could speak with it (docs/verifying.md).
"""

import json
import os
import secrets
import selectors
import signal
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

NAME = "report"  # of the socket in its folder
BLOCK, LONGEST = 1 << 16, 1 << 22  # bytes of a read, and of a line
FORGED = "something in the program spoke on the channel of the executor, which is not its business"

Entry = dict[str, str]


@dataclass(slots=True)
class _Speaker:
    """One connection: whether it knows the secret, the number of its last line, and the start of a next one."""

    connection: socket.socket
    trusted: bool = False
    number: int = 0
    rest: bytes = b""


@dataclass(slots=True)
class Listener:
    """Listens in `folder` from `with` to its end; then `entries` are the lines, and `forged` says if others spoke."""

    folder: Path
    entries: list[Entry] = field(default_factory=list)
    forged: bool = False
    _secret: bytes = b""
    _socket: socket.socket = field(init=False)
    _pair: tuple[socket.socket, socket.socket] = field(init=False)
    _thread: threading.Thread = field(init=False)
    _end: tuple[int, int] = field(init=False)

    @property
    def path(self) -> Path:
        """Where the runtime connects: CASS_EXEC_REPORT."""
        return self.folder / NAME

    @property
    def file(self) -> int:
        """A descriptor for the program to inherit, for sandboxes in which it cannot connect: CASS_EXEC_REPORT_FILE."""
        return self._pair[1].fileno()

    @property
    def environment(self) -> dict[str, str]:
        """What the runtime must know."""
        return {"CASS_EXEC_REPORT": str(self.path), "CASS_EXEC_REPORT_FILE": str(self.file)}

    def __enter__(self) -> Self:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        place = os.open(self.folder, os.O_PATH)
        try:
            self._socket.bind(f"/proc/self/fd/{place}/{NAME}")  # the path itself may be too long for an address
        finally:
            os.close(place)
        self._socket.listen()
        self._pair = socket.socketpair()
        self._end = os.pipe()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # they are for the main thread
        try:
            self._thread.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._end[1])
        self._pair[1].close()
        self._thread.join()
        os.close(self._end[0])
        self._socket.close()
        with suppress(FileNotFoundError):
            self.path.unlink()

    def _listen(self) -> None:
        """Take lines until the end is told and nobody speaks any more."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            selector.register(self._end[0], selectors.EVENT_READ)
            selector.register(self._pair[0], selectors.EVENT_READ, _Speaker(self._pair[0]))
            wait: float | None = None
            while (ready := selector.select(wait)) or wait is None:
                for key, _ in ready:
                    if key.fileobj is self._socket:
                        speaker = _Speaker(self._socket.accept()[0])
                        selector.register(speaker.connection, selectors.EVENT_READ, speaker)
                    elif key.data is None:  # the program has ended: only what is on its way is taken
                        selector.unregister(key.fileobj)
                        wait = 0.0
                    elif not self._take(key.data):
                        selector.unregister(key.fileobj)
                        key.data.connection.close()
            for key in list(selector.get_map().values()):
                if key.data is not None:
                    key.data.connection.close()

    def _take(self, speaker: _Speaker) -> bool:
        """Read what is there; False where that speaker is not listened to any longer."""
        try:
            block = speaker.connection.recv(BLOCK)
        except OSError:
            return False
        *lines, speaker.rest = (speaker.rest + block).split(b"\n")
        return bool(block) and len(speaker.rest) <= LONGEST and all(self._line(speaker, line) for line in lines)

    def _line(self, speaker: _Speaker, line: bytes) -> bool:
        if not speaker.trusted:
            return self._greet(speaker, line)
        number, _, rest = line.partition(b" ")
        secret, _, text = rest.partition(b" ")
        speaker.number += 1
        if number != b"%d" % speaker.number or not secrets.compare_digest(secret, self._secret):
            self.forged = True
            return False
        with suppress(ValueError, AttributeError):
            self.entries.append({str(k): str(v) for k, v in json.loads(text).items()})
        return True

    def _greet(self, speaker: _Speaker, line: bytes) -> bool:
        """The first who comes gets the secret; who comes later must have it from him. Programs that the program
        starts have not, and are not listened to."""
        if not self._secret and line == b"hello -":
            self._secret = secrets.token_hex(16).encode()
        elif not secrets.compare_digest(line, b"hello " + self._secret):
            self.forged = self.forged or line != b"hello -"
            return False
        speaker.trusted = True
        with suppress(OSError):
            speaker.connection.sendall(self._secret + b"\n")
        return True
