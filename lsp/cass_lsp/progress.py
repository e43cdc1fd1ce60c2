"""Long work, shown in the client, where the user can stop it."""

import uuid

from lsprotocol import types as t
from pygls.exceptions import JsonRpcException

from cass_lsp.server import CassServer


class Progress:
    """A bar in the client, if it has such."""

    def __init__(self, server: CassServer, title: str, token: str | int | None = None, *, stoppable: bool = False):
        self._server = server
        self._title = title
        self._stoppable = stoppable
        window = server.client_capabilities.window
        self._given = token is not None
        self.shown = self._given or bool(window and window.work_done_progress)
        self.token = token if token is not None else str(uuid.uuid4())
        self._last = ""

    async def begin(self) -> None:
        """Show it."""
        if not self.shown:
            return
        try:
            if not self._given:
                await self._server.work_done_progress.create_async(self.token)
        except JsonRpcException:
            self.shown = False
            return
        begin = t.WorkDoneProgressBegin(self._title, cancellable=self._stoppable, percentage=None)
        self._server.work_done_progress.begin(self.token, begin)

    def report(self, words: str, percentage: int | None = None) -> None:
        """Say how far it is."""
        if self.shown and words != self._last:
            self._last = words
            self._server.work_done_progress.report(
                self.token, t.WorkDoneProgressReport(message=words, percentage=percentage)
            )

    @property
    def stopped(self) -> bool:
        """Whether the user has cancelled it."""
        future = self._server.work_done_progress.tokens.get(self.token)
        return future is not None and future.cancelled()

    def end(self, words: str = "") -> None:
        """Take it away."""
        if self.shown:
            self._server.work_done_progress.end(self.token, t.WorkDoneProgressEnd(message=words or None))
            self._server.work_done_progress.tokens.pop(self.token, None)
