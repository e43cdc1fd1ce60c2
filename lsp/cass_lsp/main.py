"""`cass-lsp`: the language server on standard input and output, or a TCP port. Light to import: readers import it."""

import argparse
import gc
import logging
import logging.handlers
import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

from platformdirs import user_state_path

MISSING = "cass-lsp needs pygls, which is not installed: pip install 'cass-tools[lsp]'"
LARGEST = 2 << 20  # bytes of the log file, before an old one is thrown away


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until the client says that it is over."""
    options = _parser().parse_args(arguments)
    _log_to(options.log, options.verbose)
    channel = None if options.tcp else _own_stdout()
    from cass_lsp.work import Readers

    readers = Readers(2)
    readers.start()  # it imports the rules while this process imports pygls
    gc.disable()  # thousands of classes are made, none of them garbage: looking for some takes a fifth of the time
    try:
        with _compiled_before():
            from cass_lsp.start import serve
    except ImportError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        readers.stop()
        sys.exit(MISSING)
    gc.freeze()
    gc.enable()
    try:
        serve(readers, channel, (options.host, options.port))
    finally:
        readers.stop()


def _compiled_before() -> AbstractContextManager[None]:
    """Keep the methods that attrs writes for the protocol's classes: to compile them anew takes a third of a start."""
    try:
        from attr import _make
    except ImportError:  # pygls, which needs it, is not there either
        return nullcontext()
    from cass_lsp.generated import kept
    from cass_tools.cache_root import cache_root

    return kept(_make, cache_root() / "lsp")


def _parser() -> argparse.ArgumentParser:
    from cass_tools import __version__

    parser = argparse.ArgumentParser(prog="cass-lsp", description="The language server of cass-tools.")
    parser.add_argument("--version", action="version", version=f"cass-lsp {__version__}")
    parser.add_argument("--stdio", action="store_true", help="speak on standard input and output (the default)")
    parser.add_argument("--tcp", action="store_true", help="wait for one client on a TCP port instead")
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: this machine only)")
    parser.add_argument("--port", type=int, default=2087, help="the TCP port (default: 2087)")
    parser.add_argument("--log", type=Path, metavar="FILE", help="where the log goes (default: in your state folder)")
    parser.add_argument("--verbose", action="store_true", help="log more")
    return parser


def _log_to(file: Path | None, verbose: bool) -> None:
    try:
        if file is None:
            folder = user_state_path("cass-tools")
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / "lsp.log"
        handler: logging.Handler = logging.handlers.RotatingFileHandler(file, maxBytes=LARGEST, backupCount=1)
    except OSError as error:
        print(f"cass-lsp: no log is written: {error}", file=sys.stderr)
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, handlers=[handler])
    logging.getLogger("cass_lsp").setLevel(logging.INFO)
    logging.getLogger("pygls").setLevel(logging.INFO if verbose else logging.ERROR)


def _own_stdout() -> BinaryIO:
    """The protocol's channel, which nobody else can write to: what is printed by mistake goes to standard error."""
    channel = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(channel, "wb")


if __name__ == "__main__":
    main()
