"""Translating with proof, in a process of its own: it builds and runs, can be ended at any time, and takes nobody down.

Only commands come here: nothing is built or run because a file was opened.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

from cass_lsp.work import end_with_parent
from cass_tools.compile_commands import Commands
from cass_tools.errors import CassError

if TYPE_CHECKING:
    from cass_tools.port import Ported
    from cass_tools.translators.proposals import Asker
    from cass_tools.trial import Settings

PATIENCE = 5.0  # seconds for the process to end what it has started
BEAT = 0.5  # seconds between two looks at a trial


@dataclass(frozen=True, slots=True)
class Trial:
    """What to try: `data` is what the editor holds of the file. `model` is asked where the rules do not get through."""

    path: Path
    data: bytes
    settings: "Settings"
    commands: Commands
    model: str = ""


class Told(NamedTuple):
    """What is going on, in words, while a result is waited for."""

    words: str


async def attempt(trial: Trial, going: Callable[[float, str], bool]) -> "Ported | str | None":
    """The translation with its verdict, a sentence where there is none, None if it was stopped.

    `going` is told the seconds that have passed, now and then, and what a model is doing; it says whether to go on.
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


async def _result(receiving: Connection, going: Callable[[float, str], bool]) -> "Ported | str | None":
    began = asyncio.get_running_loop().time()
    words = ""
    while going(asyncio.get_running_loop().time() - began, words):
        if not await asyncio.to_thread(receiving.poll, BEAT):
            continue
        try:
            result: Ported | str | Told = receiving.recv()
        except EOFError:
            return "the process that tried it has crashed"
        if not isinstance(result, Told):
            return result
        words = result.words
    return None


def _try(trial: Trial, sending: Connection) -> None:
    """In the other process."""
    from cass_tools.port import Job, port
    from cass_tools.verify import Require

    signal.signal(signal.SIGTERM, _ended)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    job = Job((trial.path,), (), trial.settings, Require.POSSIBLE, trial.commands, unsaved={trial.path: trial.data})
    try:
        if trial.model:
            job = replace(job, asker=_asker(trial.model, lambda words: sending.send(Told(words))))
        result: Ported | str = next(port(job))
    except CassError as error:
        result = str(error)
    except Exception as error:  # the server says what it was, and goes on
        result = f"{type(error).__name__}: {error}"
    sending.send(result)


def _asker(model: str, tell: Callable[[str], None]) -> "Asker":
    """The model to ask; `tell` gets what it is asked and how far its answer is, nothing once it is there."""
    from cass_tools.translators.asking import Watcher, paced  # most trials ask no model
    from cass_tools.translators.choosing import asker, chosen

    asked = ""

    def begin(words: str) -> None:
        nonlocal asked
        asked = words
        tell(words)

    watcher = Watcher(paced(lambda words: tell(f"{asked}: {words}" if words else ""), BEAT))
    return asker(chosen(model), begin, watcher)


def _ended(_number: int, _frame: FrameType | None) -> None:
    started = sys.modules.get("cass_tools.proc")
    if started is not None:
        started.end_all()
    sys.stderr.flush()
    os._exit(143)
