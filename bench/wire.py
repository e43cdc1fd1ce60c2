"""Messages to and from a language server on its standard input and output, with nothing of a client library's time."""

import asyncio
import json
from collections import Counter
from typing import Any

FINE = {-32800, -32801}  # cancelled, content modified


class Wire:
    """A server that runs; what is sent is kept in `record`, what goes wrong in `errors`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.record: list[dict[str, Any]] = []
        self.waiting: dict[int, asyncio.Future[Any]] = {}
        self.errors: list[str] = []
        self.kinds: Counter[str] = Counter()
        self.reader = asyncio.ensure_future(self._read())

    @classmethod
    async def to(cls, *words: str, env: dict[str, str]) -> "Wire":
        """Start a server."""
        pipe = asyncio.subprocess.PIPE
        return cls(await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, env=env, limit=1 << 26))

    def send(self, method: str, params: Any, number: int | None = None) -> None:
        """Send a notification, or a request with a number."""
        self.record.append({"method": method, "params": params, "id": number})
        message = {"jsonrpc": "2.0", "method": method, "params": params} | ({} if number is None else {"id": number})
        self.kinds[method] += 1
        self._write(message)

    def ask(self, method: str, params: Any, number: int | None = None) -> "asyncio.Future[Any]":
        """Send a request; its result, or None where the protocol lets the server refuse."""
        number = len(self.record) + 1 if number is None else number
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.waiting[number] = future
        self.send(method, params, number)
        return future

    async def stop(self) -> int:
        """End the server as a client does; its exit status."""
        await self.ask("shutdown", None)
        self.send("exit", None)
        status = await asyncio.wait_for(self.process.wait(), 60)
        await self.reader
        return status

    def _write(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        data = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))

    async def _read(self) -> None:
        try:
            await self._answers()
        except asyncio.IncompleteReadError:  # it has ended
            for future in self.waiting.values():
                self.errors.append("the server has ended without an answer")
                future.set_result(None)

    async def _answers(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            head = await stream.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].split()[0])
            message = json.loads(await stream.readexactly(length))
            if "method" in message:
                if "id" in message:  # the server asks: it may
                    self._write({"jsonrpc": "2.0", "id": message["id"], "result": None})
                elif message["method"] == "window/logMessage" and message["params"]["type"] == 1:
                    self.errors.append(message["params"]["message"])
                continue
            error = message.get("error")
            if error and error["code"] not in FINE:
                self.errors.append(f"{error['code']}: {error['message']}")
            self.waiting.pop(message["id"]).set_result(message.get("result"))
