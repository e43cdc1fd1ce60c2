"""Translating with proof, in a process of its own: it builds and runs, can be ended at any time, and takes nobody down.

Only commands come here: nothing is built or run because a file was opened.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from cass_lsp.work import end_with_parent
from cass_tools.compile_commands import Commands
from cass_tools.errors import CassError

if TYPE_CHECKING:
    from cass_tools.port import Ported
    from cass_tools.trial import Settings

PATIENCE = 5.0  # seconds for the process to end what it has started
BEAT = 0.5  # seconds between two looks at a trial


@dataclass(frozen=True, slots=True)
class Trial:
    """What to try: `data` is what the editor holds of the file."""

    path: Path
    data: bytes
    settings: "Settings"
    commands: Commands


async def attempt(trial: Trial, going: Callable[[float], bool]) -> "Ported | str | None":
    """The translation with its verdict, a sentence where there is none, None if it was stopped.

    `going` is told the seconds that have passed, now and then, and says whether to go on.
    """
    context = multiprocessing.get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_try, args=(trial, sending), daemon=False)
    process.start()
    sending.close()
    try:
        return await _result(receiving, going)
    finally:
        receiving.close()
        if process.is_alive():
            process.terminate()
        await asyncio.to_thread(process.join, PATIENCE)
        if process.is_alive():
            process.kill()


async def _result(receiving: Connection, going: Callable[[float], bool]) -> "Ported | str | None":
    began = asyncio.get_running_loop().time()
    while not await asyncio.to_thread(receiving.poll, BEAT):
        if not going(asyncio.get_running_loop().time() - began):
            return None
    try:
        result: Ported | str = receiving.recv()
    except EOFError:
        return "the process that tried it has crashed"
    return result


def _try(trial: Trial, sending: Connection) -> None:
    """In the other process."""
    from cass_tools.port import Job, port
    from cass_tools.verify import Require

    signal.signal(signal.SIGTERM, _ended)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    job = Job((trial.path,), (), trial.settings, Require.POSSIBLE, trial.commands, unsaved={trial.path: trial.data})
    try:
        result: Ported | str = next(port(job))
    except CassError as error:
        result = str(error)
    except Exception as error:  # the server says what it was, and goes on
        result = f"{type(error).__name__}: {error}"
    sending.send(result)


def _ended(_number: int, _frame: FrameType | None) -> None:
    started = sys.modules.get("cass_tools.proc")
    if started is not None:
        started.end_all()
    sys.stderr.flush()
    os._exit(143)
