"""Puts the server together and runs it."""

import logging
import sys
from typing import BinaryIO

from lsprotocol import types as t

from cass_lsp import features
from cass_lsp.server import LOG, REFUSALS, CassServer
from cass_lsp.work import Readers

_KINDS = {
    logging.INFO: t.MessageType.Info,
    logging.WARNING: t.MessageType.Warning,
    logging.ERROR: t.MessageType.Error,
}


class ToClient(logging.Handler):
    """Log records of the server, shown in the client's own log."""

    def __init__(self, server: CassServer) -> None:
        super().__init__(logging.INFO)
        self._server = server

    def handleError(self, record: logging.LogRecord) -> None:
        """The client is gone; the file has the record."""

    def emit(self, record: logging.LogRecord) -> None:
        """Send one, once there is a client."""
        if self._server.protocol.writer is not None and self._server.process_id is not None:
            kind = _KINDS.get(record.levelno, t.MessageType.Log)
            self._server.window_log_message(t.LogMessageParams(kind, record.getMessage()))


def is_of_interest(record: logging.LogRecord) -> bool:
    """Whether a record of pygls's is: it takes refusals, which are answers, for errors."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, REFUSALS)


def made(readers: Readers) -> CassServer:
    """The server with all that it answers to."""
    server = CassServer(readers)
    features.register(server)
    LOG.addHandler(ToClient(server))
    logging.getLogger("pygls.protocol.json_rpc").addFilter(is_of_interest)
    return server


def serve(readers: Readers, channel: BinaryIO | None, address: tuple[str, int]) -> None:
    """Serve on a channel, or for one client on a TCP address."""
    server = made(readers)
    if channel is not None:
        server.start_io(sys.stdin.buffer, channel)
    else:
        host, port = address
        server.start_tcp(host, port)
