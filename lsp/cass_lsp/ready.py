"""Values that are JSON already: what the readers have made is sent as it is, for objects take longer to build."""

import asyncio
import inspect
import json
from typing import Any, NamedTuple

from pygls.protocol import LanguageServerProtocol


class Ready(NamedTuple):
    """A value in JSON, ASCII only."""

    text: str


class Protocol(LanguageServerProtocol):
    """pygls's protocol, which can also send such values."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._writing: set[asyncio.Future[Any]] = set()

    def _send_data(self, data: Any) -> None:
        """Send a message."""
        for key in ("result", "params"):
            value = getattr(data, key, None)
            if isinstance(value, Ready):
                head = {name: getattr(data, name) for name in ("jsonrpc", "id", "method") if hasattr(data, name)}
                self._write(f'{json.dumps(head)[:-1]}, "{key}": {value.text}}}')
                return
        super()._send_data(data)

    def _write(self, body: str) -> None:
        if self.writer is None:
            return
        head = f"Content-Length: {len(body)}\r\n\r\n" if self._include_headers else ""
        waiting = self.writer.write((head + body).encode("ascii"))
        if inspect.isawaitable(waiting):
            task = asyncio.ensure_future(waiting)
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)
